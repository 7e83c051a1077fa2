import PayloadCipher
import WireFormat

/// Bytes that are an example of one row, and the reader that has to say so.
struct ClassificationExample: Sendable {
  enum Form: Sendable {
    /// The text of `data`.
    case base64
    /// What is inside it: zlib( magic + property list ).
    case packed
    /// The same, encrypted under the key of these examples.
    case ciphertext
    /// A property list of a request whose configuration is under the key `C`.
    case list
    /// The text of `changedValues`.
    case changedValues
  }

  let form: Form
  let bytes: [UInt8]
  /// What an accepted example holds.
  let value: PropertyList?

  init(_ form: Form, _ bytes: [UInt8], is value: PropertyList? = nil) {
    self.form = form
    self.bytes = bytes
    self.value = value
  }

  /// A property list.
  init(_ image: Image, is value: PropertyList? = nil) {
    self.init(.list, image.bytes, is: value)
  }

  /// Any key does.
  static let cipher = BlowfishCipher(key: Array("a key of the examples".utf8))

  /// What the reader of this form says.
  var reading: Reading<PropertyList> {
    switch form {
    case .base64: Base64Text.read(bytes).then { .accepted(.data($0)) }
    case .packed: Packing.unpack(bytes)
    case .list: PropertyListReader.read(bytes, configurationKey: "C")
    case .changedValues:
      ChangedValues.decode(bytes).then { keys in .accepted(.array(keys.map { .string($0) })) }
    case .ciphertext:
      switch Self.cipher.decrypt(bytes) {
      case .bytes(let plain): Packing.unpack(plain)
      case .badLength: .refused(Defect(.cipherLength, at: bytes.count))
      case .badPadding: .refused(Defect(.cipherPadding, at: max(0, bytes.count - 8)))
      }
    }
  }
}

extension PropertyListReader {
  fileprivate static func read(
    _ bytes: [UInt8], configurationKey: String
  ) -> Reading<PropertyList> {
    var reader = PropertyListReader(configurationKey: configurationKey)
    return reader.read(bytes)
  }
}

extension PropertyList {
  /// The bytes that our writer gives it.
  var written: [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(self)
  }

  /// The bytes of a request's data before compression.
  var behindMagic: [UInt8] { Dialect.profile1.magic + written }

  static func member(_ key: String, _ value: PropertyList) -> PropertyList {
    .dictionary([Member(key: key, value: value)])
  }
}
