import Conformance
import Forge

/// Section 4.3: the magic in front of the property list (ABT-DATA-05).
extension ABTCases {
  var magic: [Specification] {
    let damages: [(String, MagicLayer)] =
      [
        ("missing", .missing), ("reversed", .reversed),
        ("zeros", .replaced(with: [0, 0, 0, 0])),
        ("lower-case", .replaced(with: Array("abtc".utf8))),
        ("utf16", .replaced(with: [0x00, 0x41, 0x00, 0x42, 0x00, 0x54, 0x00, 0x43])),
        ("behind-mark", .replaced(with: [0xEF, 0xBB, 0xBF] + Array("ABTC".utf8))),
        ("behind-nul", .replaced(with: [0] + Array("ABTC".utf8))),
        ("plist-header", .replaced(with: Array("bplist00".utf8))),
      ] + (1...3).map { ("partial/\($0)", .partial(length: $0)) }
      + (0..<4).flatMap { index -> [(String, MagicLayer)] in
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
      + damages.flatMap { name, damage in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "magic/\(name)/\(action.rawValue)",
            "Everything is right but the four bytes in front of the property list: \(name).",
            ["ABT-DATA-05"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            forge.magic = damage
            return [try g.open(forge)]
          }
        }
      }
  }
}
