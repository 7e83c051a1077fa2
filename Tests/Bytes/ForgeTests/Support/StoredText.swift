import Forge
import JSONText

extension RequestForge {
  /// The stored form.
  func stored(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    write(to: &writer)
    return writer.text
  }

  /// Reads a stored form, and nothing but white space behind it.
  static func reading(_ text: String) throws(JSONError) -> RequestForge {
    try reading(Array(text.utf8))
  }

  static func reading(_ bytes: [UInt8]) throws(JSONError) -> RequestForge {
    try JSONReader.read(bytes, limits: .document) {
      (reader) throws(JSONError) -> RequestForge in try RequestForge.read(&reader)
    }
  }

  /// Rendered for an app of no interest.
  var sample: [UInt8] {
    RequestRenderer().render(
      self,
      for: ForgeContext(
        bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil,
        encryptionSecret: "secret"))
  }
}
