import AdapterProtocol
import Conformance
import JSONText
package import WireFormat

/// A callback URL that the library opened: read strictly where it is a URI, and leniently where it is none, so that the other clauses
/// can still be judged.
package struct CallbackReading: Hashable, Sendable {
  /// The URL as the library built it.
  package let bytes: [UInt8]
  /// Why it is no URI by RFC 3986 (ABT-CB-09); nil where it is one.
  package let notURI: CallbackURL.Defect?
  /// Name and value of each parameter, decoded once, `+` being a plus. A name that is no UTF-8 is repaired: no name that the
  /// protocol knows comes out of that.
  package let parameters: [(name: String, value: [UInt8])]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(CallbackURL.Defect) {
      let url = try CallbackURL(bytes)
      parameters = url.parameters.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
      notURI = nil
    } catch {
      notURI = error
      parameters = RequestURL(bytes).parameters.map {
        (String(decoding: Self.decoded($0.name), as: UTF8.self), Self.decoded($0.value ?? []))
      }
    }
  }

  /// Its parameters, long values left out: `profile=…, status=Success`.
  var words: String {
    let told = parameters.prefix(8).map { name, value in
      "\(Trace.short(name))=\(value.count > 32 ? "…" : String(decoding: value, as: UTF8.self))"
    }
    return told.joined(separator: ", ") + (parameters.count > 8 ? ", …" : "")
  }

  /// Decodes as far as the escapes are well-formed, and leaves the rest as it is.
  private static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    if case .decoded(let bytes) = PercentCoding.decode(raw) { bytes } else { Array(raw) }
  }

  /// A string as the library built it, an object with `url` (capability `sequence`), or one with `base64` where the URL is no UTF-8.
  ///
  /// - Parameter place: takes its `sequence`.
  static func read(
    _ reader: inout JSONReader, _ place: inout Int64?
  ) throws(JSONError) -> CallbackReading {
    if try reader.peek() == .string {
      var bytes: [UInt8] = []
      try reader.readStringBytes(into: &bytes)
      return CallbackReading(bytes)
    }
    var url: [UInt8]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "url":
        if try reader.peek() == .string {
          var bytes: [UInt8] = []
          try reader.readStringBytes(into: &bytes)
          url = bytes
        } else {
          url = try read(&reader, &place).bytes
        }
      case "base64":
        var text: [UInt8] = []
        try reader.readStringBytes(into: &text)
        guard let bytes = AdapterBase64.decode(text) else {
          throw reader.error(.unexpectedValue("this text is no padded Base64"))
        }
        url = bytes
      case "sequence": place = try reader.readPlace()
      default: try reader.skipValue()
      }
    }
    guard let url else { throw reader.error(.missingMember("url")) }
    return CallbackReading(url)
  }

  /// The value of the first parameter of this name; nil where there is none.
  package func value(of name: String) -> [UInt8]? {
    parameters.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The value as text for messages, and to be held against words: what is no UTF-8 is replaced, and what comes after 1,024 bytes is left
  /// out.
  package func text(of name: String) -> String? {
    value(of: name).map { value in
      let text = String(decoding: value.prefix(Self.longestText), as: UTF8.self)
      return value.count > Self.longestText ? text + "…" : text
    }
  }

  private static let longestText = 1_024

  /// The whole URL as text for messages.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func has(_ name: String) -> Bool {
    parameters.contains { $0.name.hasSameBytes(as: name) }
  }

  /// The name of the first parameter that occurred before.
  package var repeatedName: String? {
    for index in parameters.indices.dropFirst() {
      let name = parameters[index].name
      // Nothing between two ampersands is no parameter.
      if name.isEmpty, parameters[index].value.isEmpty { continue }
      if parameters[..<index].contains(where: { $0.name.hasSameBytes(as: name) }) { return name }
      if index > Self.maxComparedParameters { return nil }
    }
    return nil
  }

  /// Beyond this number of parameters repetitions are not looked for: no callback has so many.
  private static let maxComparedParameters = 1_000

  package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
