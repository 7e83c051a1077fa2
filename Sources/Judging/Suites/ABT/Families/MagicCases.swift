import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: the magic in front of the property list (ABT-DATA-05).
extension ABTCases {
  var magic: [Specification] {
    let right = dialect.value.magic
    let damages: [(String, MagicLayer)] =
      [
        ("missing", .missing), ("reversed", .reversed),
        ("zeros", .replaced(with: right.map { _ in 0 })),
        ("lower-case", .replaced(with: right.map(Self.inOtherCase))),
        ("utf16", .replaced(with: right.flatMap { [0, $0] })),
        ("behind-mark", .replaced(with: [0xEF, 0xBB, 0xBF] + right)),
        ("behind-nul", .replaced(with: [0] + right)),
        ("plist-header", .replaced(with: Array("bplist00".utf8))),
      ] + (1..<max(1, right.count)).map { ("partial/\($0)", .partial(length: $0)) }
      + right.indices.flatMap { index -> [(String, MagicLayer)] in
        [
          ("wrong/byte-\(index)-low-bit", .wrong(index: index, mask: 0x01)),
          ("wrong/byte-\(index)-high-bit", .wrong(index: index, mask: 0x80)),
          ("wrong/byte-\(index)-case", .wrong(index: index, mask: 0x20)),
        ]
      }
    let unencrypted = makeWithCanary(
      "magic/unencrypted-where-allowed",
      "Data without magic, sent unencrypted to an encrypting edition that allows it.",
      ["ABT-DATA-05"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
    ) { (g) throws(HarnessFault) in
      var forge = g.apply(g.configuration(3))
      forge.parameter = .data
      forge.encryption = .none
      forge.magic = .missing
      return [try g.open(forge)]
    }
    return [unencrypted]
      + damages.filter { $0.1.applied(to: right) != right }.flatMap { name, damage in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "magic/\(name)/\(action.rawValue)",
            "Everything is right but the magic in front of the property list: \(name).",
            ["ABT-DATA-05"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            forge.magic = damage
            return [try g.open(forge)]
          }
        }
      }
  }

  private static func inOtherCase(_ byte: UInt8) -> UInt8 {
    let isLetter = (0x41...0x5A).contains(byte & ~0x20)
    return isLetter ? byte ^ 0x20 : byte
  }
}
