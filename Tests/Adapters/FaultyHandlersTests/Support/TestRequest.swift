import PayloadCipher
import WireFormat

/// A request as a profile manager compiles it, each part of which a test can change.
struct TestRequest {
  static let bundleIdentifier = "com.acme.app"
  static let apiKey = "k-3f9c"
  static let secret = "a fixed secret"
  static let token = Token.hmacSHA256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)

  var scheme = "x-absolutemanageconfig.com.acme.app"
  var verb = "apply"
  /// Names with values that are not escaped yet, or nil for parameters that are left out.
  var parameters: [(name: String, value: String?)] = [
    ("token", Self.token), ("profile", "PROFILE"), ("payload", "PAYLOAD"),
  ]

  /// A request for a dictionary.
  init(_ list: PropertyList, encrypted: Bool = false) {
    self.init(packed: Packing.pack(list), encrypted: encrypted)
  }

  /// A request for packed bytes.
  init(packed: [UInt8], encrypted: Bool = false) {
    let bytes = encrypted ? Self.cipher.encrypt(packed, iv: [1, 2, 3, 4, 5, 6, 7, 8]) : packed
    parameters.append(
      (encrypted ? "data-x" : "data", String(decoding: Base64Text.encode(bytes), as: UTF8.self)))
  }

  static let cipher = BlowfishCipher(
    key: PayloadKey.derive(bundleIdentifier: bundleIdentifier, secret: secret))

  /// An apply of these values.
  static func apply(_ values: [(String, PropertyList)], encrypted: Bool = false) -> TestRequest {
    TestRequest(dictionary(values), encrypted: encrypted)
  }

  static func dictionary(_ values: [(String, PropertyList)]) -> PropertyList {
    .dictionary([
      .init(key: "Version", value: .integer(1)), .init(key: "Category", value: .string("Mail")),
      .init(
        key: "Configuration",
        value: .dictionary(values.map { .init(key: $0.0, value: $0.1) })),
    ])
  }

  /// A reset of these keys.
  static func reset(_ keys: [String]) -> TestRequest {
    var request = TestRequest(
      .dictionary([
        .init(key: "Version", value: .integer(1)),
        .init(key: "Keys", value: .array(keys.map { .string($0) })),
      ]))
    request.verb = "reset"
    return request
  }

  /// The pieces of an apply.
  static func pieces(
    _ values: [(String, PropertyList)], _ count: Int, encrypted: Bool
  ) -> [TestRequest] {
    let packed = Packing.pack(dictionary(values))
    let bytes = encrypted ? cipher.encrypt(packed, iv: [8, 7, 6, 5, 4, 3, 2, 1]) : packed
    let pieces = ChunkSplitting.split(bytes, into: count) ?? []
    return pieces.enumerated().map { index, piece in
      let text = String(decoding: Base64Text.encode(Array(piece)), as: UTF8.self)
      return TestRequest(packed: [], encrypted: encrypted)
        .with(encrypted ? "data-x" : "data", text).with("chunk", "\(index + 1)").with(
          "chunks", "\(count)")
    }
  }

  /// The same with one parameter changed, added, or (nil) left out.
  func with(_ name: String, _ value: String?) -> TestRequest {
    var copy = self
    if let index = parameters.firstIndex(where: { $0.name == name }) {
      copy.parameters[index].value = value
    } else {
      copy.parameters.append((name, value))
    }
    return copy
  }

  var url: String {
    let query = parameters.compactMap { name, value in
      value.map {
        "\(name)=" + String(decoding: PercentCoding.encode(Array($0.utf8)), as: UTF8.self)
      }
    }
    return "\(scheme)://\(verb)?" + query.joined(separator: "&")
  }
}
