import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.12: requests that try to hurt. Each has to be answered, and the next valid one has to succeed.
extension ABTCases {
  var hostile: [Specification] {
    brokenLayers + bombs
      + Specification.seeded(24) { number in
        makeWithCanary(
          "hostile/noise/\(number)", "Noise of any length in the place of one layer.",
          ["ABT-ROB-01", "ABT-ROB-02"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          let noise = g.choices.bytes(g.choices.pick([0, 1, 2, 7, 8, 31, 32, 33, 200, 5_000]))
          switch number % 3 {
          case 0: forge.compression = .replaced(with: noise)
          case 1: forge.propertyList = .replaced(with: noise)
          default: forge.propertyList = .replaced(with: Array("bplist00".utf8) + noise)
          }
          return [try g.open(forge)]
        }
      }
  }

  private typealias Damage = @Sendable (inout RequestForge) -> Void

  /// One broken layer each.
  private static let damages: [(name: String, damage: Damage)] = {
    var damages: [(String, Damage)] = [
      ("base64/empty", { $0.base64 = .emptied }),
      ("base64/foreign", { $0.base64 = .foreignCharacter(index: 5, scalar: "!") }),
      ("base64/nul", { $0.base64 = .foreignCharacter(index: 9, scalar: "\u{0}") }),
      ("base64/non-ascii", { $0.base64 = .foreignCharacter(index: 0, scalar: "\u{1F600}") }),
      ("zlib/missing", { $0.compression = .missing }),
      ("zlib/empty", { $0.compression = .replaced(with: []) }),
      ("zlib/header-only", { $0.compression = .replaced(with: [0x78, 0x9C]) }),
      ("plist/empty", { $0.propertyList = .replaced(with: []) }),
      ("plist/header-only", { $0.propertyList = .replaced(with: Array("bplist00".utf8)) }),
      ("plist/xml", { $0.propertyList = .replaced(with: Array("<plist><dict/></plist>".utf8)) }),
      ("plist/json", { $0.propertyList = .replaced(with: Array("{\"Version\":1}".utf8)) }),
    ]
    for (name, list) in PropertyListImages.broken {
      damages.append(("plist/\(name)", { $0.propertyList = list }))
    }
    for count in [1, 4, 5, 20] {
      damages.append(("zlib/truncated-\(count)", { $0.compression = .truncated(by: count) }))
    }
    for length in [8, 9, 31, 40, 60] {
      damages.append(
        ("plist/truncated-\(length)", { $0.propertyList = .truncated(length: length) }))
    }
    return damages
  }()

  private var brokenLayers: [Specification] {
    let layers = Self.damages
    return layers.flatMap { name, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "hostile/\(name)/\(action.rawValue)",
          "A valid token in front of broken data for \(action.rawValue): \(name).",
          ["ABT-ROB-01", "ABT-ROB-02"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          damage(&forge)
          return [try g.open(forge), try g.open(g.reset(["theme"]), role: .canary)]
        }
      }
    } + inPieces + [
      makeWithCanary(
        "hostile/in-a-row", "Fifty broken requests in one process, then a valid one.",
        ["ABT-ROB-01", "ABT-ROB-02"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for number in 0..<50 {
          var forge = g.apply(g.configuration(3))
          layers[number % layers.count].damage(&forge)
          openings.append(try g.open(forge))
        }
        return openings
      }
    ]
  }

  /// Data that is broken only as a whole.
  private var inPieces: [Specification] {
    Self.damages.filter { !$0.name.contains("empty") && !$0.name.hasPrefix("base64") }.map {
      name, damage in
      makeWithCanary(
        "hostile/in-pieces/\(name)", "Broken data in two pieces: \(name).",
        ["ABT-ROB-01", "ABT-ROB-02"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(5))
        damage(&forge)
        return try g.open(all: g.chunks(of: forge, total: 2))
      }
    }
  }

  /// Small requests that unpack to much.
  private var bombs: [Specification] {
    RequestForge.Action.allCases.map { action in
      makeWithCanary(
        "hostile/bomb/in-pieces/\(action.rawValue)",
        "Two pieces of a \(action.rawValue) request that unpack to 192 MiB of zeros.",
        ["ABT-ROB-03", "ABT-DATA-08"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(1)) : g.reset(["host"])
        forge.compression = .bomb(count: 192 << 20)
        return try g.open(all: g.chunks(of: forge, total: 2))
      }
    }
      + [2, 16, 64].map { mebibytes in
        makeWithCanary(
          "hostile/bomb/\(mebibytes)-MiB",
          "A zlib stream that unpacks to \(mebibytes) MiB of zeros.",
          ["ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.compression = .bomb(count: mebibytes << 20)
          return [try g.open(forge)]
        }
      }
  }
}
