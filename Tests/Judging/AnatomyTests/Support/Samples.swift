import Forge
import WireFormat

/// Choices and numbers drawn from a seed.
struct SeededChoices: ForgeChoices, RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { bound < 2 ? 0 : next() % bound }
}

enum Samples {
  static let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

  /// A request that is right in itself.
  static func request(encrypted: Bool = false) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "profile ü", payload: "payload",
      dictionary: .configuration(
        category: "Mail",
        [
          .init(key: "host", value: .string("mail.example.com")),
          .init(key: "port", value: .integer(993)), .init(key: "tls", value: .boolean(true)),
          .init(key: "since", value: .date(700_000_000)), .init(key: "ratio", value: .real(0.5)),
          .init(key: "key", value: .data([1, 2, 3])),
          .init(key: "names", value: .array([.string("Zoë"), .string("漢字")])),
        ]))
    if encrypted {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: [1, 2, 3, 4, 5, 6, 7, 8])
    }
    return forge
  }

  static func url(encrypted: Bool = false, _ change: (inout RequestForge) -> Void = { _ in })
    -> [UInt8]
  {
    var forge = request(encrypted: encrypted)
    change(&forge)
    return RequestRenderer().render(forge, for: context)
  }

  /// The same with these bytes as the packed data.
  static func url(packed: [UInt8]) -> [UInt8] {
    var raw: [UInt8] = []
    PercentCoding.encode(Base64Text.encode(packed), into: &raw)
    let token = Token.hmacSHA256Hex(bundleIdentifier: "com.acme.app", apiKey: "key")
    return Array(
      "x-absolutemanageconfig.com.acme.app://apply?token=\(token)&profile=p&payload=q&data=".utf8)
      + raw
  }

  /// The same with these bytes as the property list.
  static func url(list: [UInt8]) -> [UInt8] {
    url(packed: Deflater().compress(Dialect.profile1.magic + list))
  }
}
