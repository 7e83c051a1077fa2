import PayloadCipher
import WireFormat

/// A rendered request, taken apart with the readers of WireFormat as far as its layers hold.
struct PeeledRequest {
  let url: RequestURL
  /// The data's parameter, and its text after percent-decoding.
  var parameter: String?
  var text: [UInt8]?
  /// What the Base64 holds.
  var packed: [UInt8]?
  /// The zlib stream: packed bytes, decrypted where they are encrypted.
  var stream: [UInt8]?
  /// Magic and property list.
  var content: [UInt8]?

  init(_ bytes: [UInt8], bundleIdentifier: String, secret: String) {
    url = RequestURL(bytes)
    for name in ["data", "data-x"] {
      guard let text = value(of: name) else { continue }
      parameter = name
      self.text = Array(text.utf8)
    }
    packed = text.flatMap { $0.withUnsafeBytes { Base64Text.read($0) }.value }
    guard let packed else { return }
    stream = packed
    if parameter == "data-x" {
      let key = PayloadKey.derive(bundleIdentifier: bundleIdentifier, secret: secret)
      if case .bytes(let plain) = BlowfishCipher(key: key).decrypt(packed) {
        stream = plain
      } else {
        stream = nil
      }
    }
    if let stream {
      let (output, outcome) = Inflater().inflate(stream, limit: 1 << 20)
      if outcome == .complete(consumed: stream.count) { content = output }
    }
  }

  /// The decoded value of the only parameter of this name.
  func value(of name: String) -> String? {
    let found = url.parameters.filter { $0.isNamed(name) }
    return found.count == 1 ? found[0].text.string : nil
  }

  /// Names in the order of the URL.
  var names: [String] { url.parameters.map { String(decoding: $0.name, as: UTF8.self) } }

  var scheme: String { String(decoding: url.scheme ?? [], as: UTF8.self) }
  var verb: String { String(decoding: url.authority?.host ?? [], as: UTF8.self) }
}
