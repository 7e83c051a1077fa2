package import JSONText
import WireFormat

/// A signed text: a DSSE envelope (Dead Simple Signing Envelope 1.0, github.com/secure-systems-lab/dsse).
package struct Envelope: Sendable, Hashable {
  package struct Signature: Sendable, Hashable {
    /// A hint at the key; nobody has signed it.
    package var keyIdentifier: String?
    package var bytes: [UInt8]
  }

  /// What the payload is, and how it is read.
  package var payloadType: String
  package var payload: [UInt8]
  /// At least one.
  package var signatures: [Signature]

  /// What an envelope may be at most.
  package static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 64, maxNodes: 100_000)

  /// Signs a payload.
  package init(signing payload: [UInt8], as payloadType: String, with key: SigningKey)
    throws(KeyFault)
  {
    self.payloadType = payloadType
    self.payload = payload
    let message = Self.preAuthenticationEncoding(payloadType, payload)
    signatures = [
      Signature(
        keyIdentifier: try key.publicKey().identifier(), bytes: try key.signature(of: message))
    ]
  }

  /// What is signed (`PAE` of the DSSE protocol): the lengths keep one part from passing for another.
  package static func preAuthenticationEncoding(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array("DSSEv1 \(type.utf8.count) \(type) \(body.count) ".utf8) + body
  }

  /// The first signature that is that of the payload under a key, whatever its hint says; nil where none is.
  package func signature(by key: PublicKey) -> Signature? {
    let message = Self.preAuthenticationEncoding(payloadType, payload)
    return signatures.first { key.verifies($0.bytes, of: message) }
  }
}

// MARK: As JSON

extension Envelope {
  /// The envelope as a JSON text, with standard Base64.
  package var text: [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.beginObject()
    writer.key("payloadType")
    writer.string(payloadType)
    writer.key("payload")
    writer.string(Self.base64(payload))
    writer.key("signatures")
    writer.beginArray()
    for signature in signatures {
      writer.beginObject()
      if let keyIdentifier = signature.keyIdentifier {
        writer.key("keyid")
        writer.string(keyIdentifier)
      }
      writer.key("sig")
      writer.string(Self.base64(signature.bytes))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads an envelope: members may stand in any order, unknown ones are passed, and Base64 may be of either alphabet.
  package init(_ text: [UInt8]) throws(JSONError) {
    self = try JSONReader.read(text, limits: Self.limits) { (reader) throws(JSONError) in
      try Envelope(&reader)
    }
  }

  private init(_ reader: inout JSONReader) throws(JSONError) {
    var type: String?
    var payload: [UInt8]?
    var signatures: [Signature]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "payloadType": type = try reader.readString()
      case "payload": payload = try Self.readBytes(&reader)
      case "signatures":
        let start = reader.offset
        var found: [Signature] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          guard found.count < 100 else {
            throw reader.error(.unexpectedValue("there are more than 100 signatures"))
          }
          found.append(try Signature(&reader))
        }
        guard !found.isEmpty else {
          throw reader.error(.unexpectedValue("there is no signature"), at: start)
        }
        signatures = found
      default: try reader.skipValue()
      }
    }
    guard let type else { throw reader.error(.missingMember("payloadType")) }
    guard let payload else { throw reader.error(.missingMember("payload")) }
    guard let signatures else { throw reader.error(.missingMember("signatures")) }
    payloadType = type
    self.payload = payload
    self.signatures = signatures
  }

  static func base64(_ bytes: [UInt8]) -> String {
    String(decoding: Base64Text.encode(bytes), as: UTF8.self)
  }

  /// The bytes of a Base64 string (RFC 4648 section 4 or 5): canonical, padded, of one alphabet.
  fileprivate static func readBytes(_ reader: inout JSONReader) throws(JSONError) -> [UInt8] {
    let start = reader.offset
    var text: [UInt8] = []
    try reader.readStringBytes(into: &text)
    let dash = UInt8(ascii: "-")
    let underscore = UInt8(ascii: "_")
    let isURLSafe = text.contains { $0 == dash || $0 == underscore }
    let isStandard = text.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    if isURLSafe {
      for index in text.indices {
        if text[index] == dash { text[index] = UInt8(ascii: "+") }
        if text[index] == underscore { text[index] = UInt8(ascii: "/") }
      }
    }
    guard !(isURLSafe && isStandard), case .decoded(let bytes) = Base64Text.decode(text) else {
      throw reader.error(.unexpectedValue("this is no Base64 with padding (RFC 4648)"), at: start)
    }
    return bytes
  }
}

extension Envelope.Signature {
  fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
    var identifier: String?
    var bytes: [UInt8]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "keyid": identifier = try reader.readString()
      case "sig": bytes = try Envelope.readBytes(&reader)
      default: try reader.skipValue()
      }
    }
    guard let bytes else { throw reader.error(.missingMember("sig")) }
    keyIdentifier = identifier
    self.bytes = bytes
  }
}
