package import Conformance
package import Forge
package import WireFormat

/// Makes setups, valid requests and their contents out of choices; choice 0 is the simplest one.
package struct RequestGenerator {
  package var choices: Choices
  package var setup: ABTSetup
  private let workshop: RequestWorkshop

  package init(
    choices: Choices, edition: Edition, dialect: SharedDialect = .profile1,
    workshop: RequestWorkshop
  ) {
    self.choices = choices
    self.workshop = workshop
    setup = ABTSetup(
      bundleIdentifier: "com.acme.app", apiKey: "", edition: edition, encryptionSecret: "",
      dialect: dialect)
    setup.bundleIdentifier = self.choices.pick(Self.bundleIdentifiers)
    setup.apiKey = self.choices.pick(Self.apiKeys)
    setup.encryptionSecret = self.choices.pick(Self.secrets)
  }

  private static let bundleIdentifiers = [
    "com.acme.app", "com.acme.mail", "de.example.field-service", "com.Acme.App2",
    "org.example.a.b.c.d.e", "io.x",
  ]

  // A few keys, so that tokens and key schedules can be kept from one case to the next. They are long enough to be looked for in
  // every callback and every log (ABT-TOK-11).
  private static let apiKeys = (0..<8).map {
    "api-key-" + String($0 &* 0x9e37_79b9_7f4a_7c15 &+ 0x7f4a_7c15_f39c, radix: 36)
  }
  private static let secrets = (0..<8).map {
    "secret-" + String($0 &* 0x5eb_ca6b_c2b2_ae35 &+ 0x42b2_ae35_71d7, radix: 36)
  }

  /// An identifier as profiles have it.
  package mutating func uuid() -> String {
    let bytes = choices.bytes(16)
    return String(unsafeUninitializedCapacity: 36) { text in
      var count = 0
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          text[count] = UInt8(ascii: "-")
          count += 1
        }
        text[count] = Self.digit(byte >> 4)
        text[count + 1] = Self.digit(byte & 15)
        count += 2
      }
      return count
    }
  }

  /// A number of eight digits.
  package mutating func number() -> String { String(10_000_000 + choices.below(90_000_000)) }

  /// A hexadecimal digit in capitals.
  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

  // MARK: Requests

  /// A set request in the form that this edition takes.
  package mutating func apply(
    category: String? = nil, _ configuration: [PropertyList.Member]
  ) -> RequestForge {
    request(.apply, .configuration(category: category, configuration))
  }

  /// A reset request in the form that this edition takes.
  package mutating func reset(category: String? = nil, _ keys: [String]) -> RequestForge {
    request(.reset, .keys(category: category, keys))
  }

  /// A right request of any contents; one in `times` is large.
  package mutating func anyRequest(largeOnceIn times: UInt64) -> RequestForge {
    let category = choices.pick([nil, "Mail", "", "日本"])
    if choices.below(4) == 3 {
      return reset(category: category, (0..<choices.below(7)).map { "key-\($0)" })
    }
    var members = configuration(
      choices.once(in: times) ? choices.within(100...400) : choices.below(13))
    if choices.once(in: 2) { members.append(.init(key: "nested", value: value(depth: 4))) }
    return apply(category: category, members)
  }

  private mutating func request(
    _ action: RequestForge.Action, _ dictionary: DictionaryLayer
  ) -> RequestForge {
    var forge = RequestForge(
      action, profile: uuid(), payload: uuid(), dictionary: dictionary)
    // Compressing costs more than all the rest of a request, and readers make no difference: a quarter of the requests is
    // compressed as zlib does by default, beside all those whose compression is what they are about.
    if choices.below(4) != 0 { forge.compression = .storedBlocks(of: 0xFFFF) }
    if setup.edition == .encrypting { encrypt(&forge) }
    return forge
  }

  /// Sends the data encrypted, in `data-x`.
  package mutating func encrypt(_ forge: inout RequestForge) {
    forge.parameter = .dataX
    forge.encryption = .canonical(iv: choices.bytes(8))
  }

  package func open(
    _ forge: RequestForge, _ delegate: DelegatePlan = .init(), role: Opening.Role = .subject
  ) throws(HarnessFault) -> Opening {
    try Opening(forge, to: setup, delegate: delegate, role: role, in: workshop)
  }

  /// A request of which only the bytes are kept: in a case file what was put in would take as much room again.
  package func openBytes(_ forge: RequestForge) throws(HarnessFault) -> Opening {
    try open(forge).lifted(to: setup, in: workshop)
  }

  /// The text of the data that a request carries, before percent-encoding.
  package func text(of forge: RequestForge) -> [UInt8] {
    workshop.withBench(setup.dialect) { $0.renderer.text(forge, setup.context) }
  }

  /// The packed bytes that a request carries: all of them, or its piece.
  package func piece(of forge: RequestForge) -> [UInt8] {
    workshop.withBench(setup.dialect) { $0.renderer.piece(forge, for: setup.context) }
  }

  /// The requests in this order, of a delegate that answers yes.
  package func open(all forges: [RequestForge]) throws(HarnessFault) -> [Opening] {
    try forges.map { (forge) throws(HarnessFault) in try open(forge) }
  }

  /// The token of right requests.
  package func token() -> String {
    workshop.withBench(setup.dialect) { $0.renderer.token(.canonical, setup.context) ?? "" }
  }

  /// How many bytes the data of a request unpacks to, the magic included.
  func unpackedCount(of forge: RequestForge) -> Int {
    var open = forge
    open.compression = .missing
    open.encryption = .none
    return workshop.withBench(setup.dialect) { $0.renderer.packed(open, for: setup.context).count }
  }

  /// How many bytes the zlib stream of a request has.
  package func streamCount(of forge: RequestForge) -> Int {
    var open = forge
    open.encryption = .none
    return workshop.withBench(setup.dialect) { $0.renderer.packed(open, for: setup.context).count }
  }

  /// A valid set request whose values are its own, to see whether the library still works.
  package mutating func canary() throws(HarnessFault) -> Opening {
    let marker = choices.hexadecimal(16)
    return try open(
      apply(category: "canary", [.init(key: "canary-" + marker, value: .string(marker))]),
      role: .canary)
  }

  /// The same request with its data in `data`, unencrypted.
  package func unencrypted(_ forge: RequestForge) -> RequestForge {
    var plain = forge
    plain.parameter = .data
    plain.encryption = .none
    return plain
  }

  /// The packed bytes of a request, as pieces in requests of their own.
  package func chunks(of forge: RequestForge, total: Int) -> [RequestForge] {
    (1...max(1, total)).map { index in
      var piece = forge
      piece.chunk = ChunkLayer(index: index, of: total)
      return piece
    }
  }

  /// All packed bytes of a request as one piece, whatever its numbers say.
  package func onePiece(of forge: RequestForge, index: Int, total: Int) -> RequestForge {
    var piece = forge
    piece.chunk = ChunkLayer(index: index, of: total, cut: 0..<self.piece(of: forge).count)
    return piece
  }

  /// The requests that carry a request's packed bytes in a sequence of pieces.
  package mutating func pieces(of forge: RequestForge, in sequence: ChunkSequence) -> [RequestForge]
  {
    let other = uuid()
    return workshop.withBench(setup.dialect) {
      $0.renderer.requests(of: forge, in: sequence, otherPayload: other, for: setup.context)
    }
  }

  // MARK: Contents

  /// A configuration of `count` keys, with text, numbers and switches as apps have them.
  package mutating func configuration(_ count: Int) -> [PropertyList.Member] {
    (0..<count).map { index in
      .init(
        key: Self.names[index % Self.names.count] + (index < Self.names.count ? "" : "\(index)"),
        value: scalar())
    }
  }

  private static let names = [
    "host", "port", "useTLS", "account", "signature", "syncInterval", "theme", "quota", "since",
    "certificate", "proxy", "retry",
  ]

  package mutating func scalar() -> PropertyList {
    switch choices.below(8) {
    case 0, 1: .string("value-" + choices.hexadecimal(choices.within(1...24)))
    case 2: .integer(Int64(choices.below(65_536)))
    case 3: .boolean(choices.below(2) == 1)
    case 4: .real(Double(choices.below(1_000)) / 8)
    case 5: .date(Double(choices.below(900_000_000)))
    case 6: .data(choices.bytes(choices.within(0...40)))
    default: .string(choices.pick(["", "grün", "日本語", "a b+c/d=e&f", "\u{1F600}", "e\u{301}"]))
    }
  }

  /// Any value, nested at most `depth` containers deep.
  package mutating func value(depth: Int) -> PropertyList {
    guard depth > 0, choices.once(in: 3) else { return scalar() }
    let count = choices.below(4)
    if choices.below(2) == 0 {
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    }
    return .dictionary(
      (0..<count).map { .init(key: "k\($0)", value: value(depth: depth - 1)) })
  }
}
