import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: every layer of the data, each with one thing wrong, and its bounds. `ValueCases`, `WrittenCases` and `FreeFormCases` have what
/// is right.
extension ABTCases {
  var unpacking: [Specification] {
    sentValues + joinedTexts + streams + emptyBlocks + lists + sizesAtLimits + limitAfterBombs
      + limitsOfResets
      + expansions + tops
      + padding + freeForms + listsBeyondBounds + writtenForms
  }

  // MARK: Layers

  /// A family of damages to one layer, for both actions.
  private func damaged(
    _ path: String, _ title: String, _ targets: [Clause.ID],
    _ damage: @escaping @Sendable (inout RequestForge) -> Void
  ) -> [Specification] {
    RequestForge.Action.allCases.map { action in
      // A reset request does not look at a configuration, whatever its keys are.
      let isFree = action == .reset && path.hasPrefix("whole-list/broken/key/")
      return makeWithCanary(
        "data/\(path)/\(action.rawValue)", title, isFree ? ["ABT-ROB-01"] : targets
      ) {
        (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
        forge.compression = .canonical
        damage(&forge)
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-DATA-03, 04.
  private var streams: [Specification] {
    let damages: [(String, CompressionLayer)] = [
      ("checksum-zeroed", .checksum(.zeroed)), ("checksum-bit", .checksum(.bitFlipped(0))),
      ("checksum-last-bit", .checksum(.bitFlipped(31))),
      ("checksum-reversed", .checksum(.reversed)),
      ("checksum-of-compressed", .checksum(.ofCompressed)),
      ("checksum-missing", .checksum(.missing)),
      ("header-method", .header(.method(6))), ("header-window", .header(.window(0))),
      ("header-check", .header(.check(0))), ("preset-dictionary", .presetDictionary(count: 20)),
      ("raw-deflate", .rawDeflate), ("gzip", .gzip), ("reserved-block", .block(.reservedType)),
      ("stored-length", .block(.storedLength(3))), ("distance-too-far", .block(.distanceTooFar(9))),
      ("reserved-symbol", .block(.reservedSymbol(0))), ("no-last-block", .block(.noLastBlock)),
      ("codes-oversubscribed", .codes(.literalsOversubscribed)),
      ("codes-incomplete", .codes(.literalsIncomplete)),
      ("truncated-1", .truncated(by: 1)), ("truncated-4", .truncated(by: 4)),
      ("truncated-5", .truncated(by: 5)), ("truncated-20", .truncated(by: 20)),
    ]
    let behind: [(String, CompressionLayer)] = [
      ("one-byte", .trailing([0])), ("newline", .trailing([10])),
      ("seven", .trailing([1, 2, 3, 4, 5, 6, 7])),
      ("zeros", .trailing([UInt8](repeating: 0, count: 64))), ("second-stream", .doubled),
    ]
    return damages.flatMap { name, layer in
      damaged("zlib/\(name)", "A zlib stream that is damaged: \(name).", ["ABT-DATA-03"]) {
        $0.compression = layer
      }
    }
      + behind.flatMap { name, layer in
        damaged("zlib/behind/\(name)", "Bytes behind the zlib stream: \(name).", ["ABT-DATA-04"]) {
          $0.compression = layer
        }
      }
  }

  /// ABT-DATA-14: blocks of which nothing comes, enough of them to fill the buffers of those who read a stream in parts.
  private var emptyBlocks: [Specification] {
    [1, 2, 300, 2_000, 7_000, 15_000, 30_000, 60_000].flatMap { count in
      RequestForge.Action.allCases.map { action in
        make(
          "data/zlib/empty-blocks/\(count)/\(action.rawValue)",
          "\(count) empty blocks stand in front of the content.", ["ABT-DATA-14"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          // A block takes five bytes at most.
          forge.compression = .emptyBlocks(min(count, max(1, mostInURL / 5 - 1_000)))
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-DATA-02: padding belongs to the end of a text (RFC 4648 section 3.2), so that two texts joined are none.
  private var joinedTexts: [Specification] {
    let strangers: [(String, Base64Layer)] = [
      ("space-in-front", .inserted(index: 0, scalar: " ")),
      ("line-inside", .inserted(index: 8, scalar: "\r\n")),
      ("accent-inside", .inserted(index: 6, scalar: "\u{E9}")),
      ("accent-instead", .foreignCharacter(index: 6, scalar: "\u{E9}")),
      ("hyphen-inside", .inserted(index: 7, scalar: "-")),
      ("full-stop-inside", .inserted(index: 7, scalar: ".")),
      ("full-width", .foreignCharacter(index: 5, scalar: "\u{FF21}")),
    ]
    let foreign: [Specification] = strangers.flatMap { name, layer in
      damaged(
        "base64/stranger/\(name)", "Base64 with a character outside the alphabet: \(name).",
        ["ABT-DATA-02"]
      ) { $0.base64 = layer }
    }
    let ends: [(String, String)] = [
      ("line", "\n"), ("carriage-return", "\r\n"), ("space", " "), ("tab", "\t"),
      ("nul", "\u{0}"), ("letter", "A"), ("comment", " ;x"),
    ]
    let behind: [Specification] = ends.flatMap { name, end in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "data/base64/behind/\(name)/\(action.rawValue)",
          "Right Base64, and more behind it: \(name).", ["ABT-DATA-02"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
          forge.base64 = .replaced(with: g.text(of: forge) + Array(end.utf8))
          return [try g.open(forge)]
        }
      }
    }
    return foreign + behind
      + [1, 2, 10, 11].flatMap { count in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "data/base64/joined-at-\(count)/\(action.rawValue)",
            "Two Base64 texts in a row, the first of \(count) bytes, that carry right data together.",
            ["ABT-DATA-02"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            let packed = g.piece(of: forge)
            guard packed.count > count else {
              throw HarnessFault("the data is too short to be cut")
            }
            var text: [UInt8] = []
            packed[..<count].withUnsafeBytes { Base64Text.encode($0, into: &text) }
            packed[count...].withUnsafeBytes { Base64Text.encode($0, into: &text) }
            forge.base64 = .replaced(with: text)
            return [try g.open(forge)]
          }
        }
      }
  }

  /// ABT-DATA-02/padding: a SHOULD.
  private var padding: [Specification] {
    [
      ("missing", Base64Layer.paddingMissing), ("surplus-1", .paddingSurplus(count: 1)),
      ("surplus-4", .paddingSurplus(count: 4)),
    ]
    .map { name, layer in
      makeWithCanary(
        "data/padding/\(name)", "Base64 whose padding is not right: \(name).",
        ["ABT-DATA-02/padding"]
      ) { (g) throws(HarnessFault) in
        // Only what has padding can lack it.
        for size in 1..<12 {
          var forge = g.apply([.init(key: "k", value: .string(String("p", times: size)))]
          )
          guard g.text(of: forge).last == UInt8(ascii: "=") else { continue }
          forge.base64 = layer
          return [try g.open(forge)]
        }
        throw HarnessFault("no content with padding was found")
      }
    }
  }

  /// ABT-DATA-06, 07.
  private var lists: [Specification] {
    let foreign: [(String, [UInt8])] = [
      ("nothing", []),
      (
        "xml",
        Array(
          "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Version</key><integer>1</integer></dict></plist>"
            .utf8)
      ),
      ("json", Array("{\"Version\":1,\"Configuration\":{}}".utf8)),
      ("old-style", Array("{ Version = 1; Configuration = {}; }".utf8)),

      ("version-15", Array("bplist15".utf8) + [UInt8](repeating: 0, count: 64)),
      ("upper-case-header", Array("BPLIST00".utf8) + [UInt8](repeating: 0, count: 40)),
      ("noise", (0..<80).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 19) }),
      ("zeros", [UInt8](repeating: 0, count: 80)),
    ]
    let broken = PropertyListImages.broken.filter {
      !["shared-nines", "unknown-marker"].contains($0.name)
    }
    return wholeLists + wholeListsBehind
      + foreign.flatMap { name, bytes in
        damaged(
          "no-list/\(name)", "The right magic, and no binary property list behind it: \(name).",
          ["ABT-DATA-06"]
        ) {
          $0.propertyList = .replaced(with: bytes)
        }
      }
      + broken.flatMap { name, layer in
        damaged(
          "broken-list/\(name)", "A property list whose structure is broken: \(name).",
          ["ABT-DATA-07"]
        ) {
          $0.propertyList = layer
        }
      }
      + [8, 9, 20, 31, 39, 40].flatMap { length in
        damaged(
          "broken-list/cut-at-\(length)", "A property list that is cut off behind byte \(length).",
          ["ABT-DATA-07"]
        ) {
          $0.propertyList = .truncated(length: length)
        }
      }
  }

  /// A right dictionary in the text format of NeXTSTEP, which wants quotes around other names than plain words.
  private func oldStyle(version: String) -> [UInt8] {
    let names = [keys.version, keys.configuration, keys.keys].map { name in
      name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } ? name : "\"\(name)\""
    }
    return Array(
      "{ \(names[0]) = \(version); \(names[1]) = { host = a; }; \(names[2]) = (host); }".utf8)
  }

  /// ABT-DATA-06, 07: everything is there that the request needs, so that who overlooks the one thing that is wrong accepts it.
  private var wholeLists: [Specification] {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>\(keys.version)</key><integer>1</integer>
      <key>\(keys.configuration)</key><dict><key>host</key><string>a</string></dict>
      <key>\(keys.keys)</key><array><string>host</string></array></dict></plist>

      """
    let texts: [(String, [UInt8])] = [
      ("xml", Array(xml.utf8)), ("xml-with-mark", [0xEF, 0xBB, 0xBF] + Array(xml.utf8)),
      ("xml-utf-16", [0xFE, 0xFF] + xml.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
      (
        "json",
        Array(
          #"{"\#(keys.version)": 1, "\#(keys.configuration)": {"host": "a"}, "\#(keys.keys)": ["host"]}"#
            .utf8)
      ),
      ("old-style", oldStyle(version: "1")),
      ("old-style-typed", oldStyle(version: "<*I1>")),
    ]
    let headers: [(String, String)] = [
      ("version-15", "bplist15"), ("version-16", "bplist16"), ("capitals", "BPLIST00"),
      ("xml-like", "<?xml ve"), ("other-word", "pplist00"),
      ("zeros", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}"),
    ]
    return texts.flatMap { name, bytes in
      damaged(
        "whole-list/\(name)", "All that a request needs, in a form that is none: \(name).",
        ["ABT-DATA-06"]
      ) { $0.propertyList = .replaced(with: bytes) }
    }
      + headers.flatMap { name, header in
        damaged(
          "whole-list/header/\(name)", "A right property list behind another header: \(name).",
          ["ABT-DATA-06"]
        ) {
          $0.edits = [.init(.propertyList, at: 0, removing: 8, inserting: Array(header.utf8))]
        }
      }
      + PropertyListImages(keys).brokenInPayload.flatMap { name, layer in
        damaged(
          "whole-list/broken/\(name)",
          "All that a request needs, in a property list that is broken in one place: \(name).",
          ["ABT-DATA-07"]
        ) { $0.propertyList = layer }
      }
  }

  /// ABT-DATA-06: a property list begins where the magic ends.
  private var wholeListsBehind: [Specification] {
    let inFront: [(String, [UInt8])] = [
      ("space", [0x20]), ("line-feed", [0x0A]), ("several", [0x0D, 0x0A, 0x09, 0x20]),
      ("nul", [0]), ("mark", [0xEF, 0xBB, 0xBF]), ("magic", dialect.value.magic),
    ]
    return inFront.filter { !$1.isEmpty }.flatMap { name, bytes in
      damaged(
        "whole-list/behind/\(name)",
        "A right property list, and between the magic and it something else: \(name).",
        ["ABT-DATA-06"]
      ) { $0.edits = [.init(.propertyList, at: 0, removing: 0, inserting: bytes)] }
    }
  }

  /// ABT-DATA-07: numbers and objects for which the bytes are missing, or the format.
  private var listsBeyondBounds: [Specification] {
    let images = PropertyListImages(keys)
    let cutOff = images.cutOff.flatMap { name, layer in
      damaged(
        "whole-list/cut-off/\(name)",
        "An object of which nothing but its marker is there: \(name).",
        ["ABT-DATA-07"]
      ) { $0.propertyList = layer }
    }
    let oversized = images.oversized.flatMap { name, layer in
      damaged(
        "whole-list/oversized/\(name)",
        "Numbers of more bytes than the format knows, and room for them: \(name).", ["ABT-DATA-07"]
      ) { $0.propertyList = layer }
    }
    return cutOff + oversized
  }

  // MARK: Sizes

  /// ABT-DATA-08, 09: one long string, which makes the unpacked data exactly so long.
  private var sizesAtLimits: [Specification] {
    [-1, 0, 1, 2, 4, 5, 1_000, 1 << 20].map { excess in
      makeWithCanary(
        "data/size/\(excess <= 0 ? "limit\(excess)" : "limit-plus-\(excess)")",
        excess <= 0
          ? "Data that unpacks to \(excess == 0 ? "exactly" : "nearly") as much as is allowed."
          : "Data that unpacks to \(excess) bytes more than is allowed.",
        excess <= 0 ? ["ABT-DATA-09"] : ["ABT-DATA-08", "ABT-DATA-08/code"]
      ) { (g) throws(HarnessFault) in
        let forge = try g.request(.apply, unpackingTo: limits.maxInflatedBytes + excess)
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-DATA-08, 09 in a reset request: one long key.
  private var limitsOfResets: [Specification] {
    [0, 1, 1_000].map { excess in
      makeWithCanary(
        "data/size/reset/\(excess == 0 ? "limit" : "limit-plus-\(excess)")",
        "A reset request that unpacks to \(excess) bytes more than is allowed.",
        excess == 0 ? ["ABT-DATA-09"] : ["ABT-DATA-08", "ABT-DATA-08/code"]
      ) { (g) throws(HarnessFault) in
        let forge = try g.request(.reset, unpackingTo: limits.maxInflatedBytes + excess)
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-DATA-09, ROB-04: what bombs have taken of a limit is there again.
  private var limitAfterBombs: [Specification] {
    [64 << 20, limits.maxInflatedBytes + 1].map { size in
      makeWithCanary(
        "data/size/limit-after-bombs/\(size == 64 << 20 ? "large" : "one-more")",
        "Three times data that unpacks to too much, each before data that unpacks to exactly the limit.",
        ["ABT-DATA-09", "ABT-ROB-04"]
      ) { (g) throws(HarnessFault) in
        let right = try g.request(.apply, unpackingTo: limits.maxInflatedBytes)
        var bomb = g.apply(g.configuration(2))
        bomb.compression = .inflating(to: size)
        let (wrong, last) = (try g.open(bomb), try g.open(right, role: .canary))
        return [wrong, last, wrong, last, wrong, last]
      }
    }
  }

  /// ABT-DATA-10, 11.
  private var expansions: [Specification] {
    [(9, 10), (12, 10), (30, 10), (20, 2), (60, 2), (5, 100)].map { levels, width in
      makeWithCanary(
        "data/expanding/\(levels)-times-\(width)",
        "\(levels) lists that hold the next one \(width) times each.", ["ABT-DATA-10"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(1))
        forge.propertyList = PropertyListImages.shared(levels: levels, width: width)
        return [try g.open(forge)]
      }
    }
      + PropertyListImages.Bulk.allCases.flatMap { bulk in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "data/expanding/one-large/\(bulk.rawValue)/\(action.rawValue)",
            "A list that holds one object of 400,000 bytes three hundred times: \(bulk.rawValue).",
            ["ABT-DATA-10", "ABT-ROB-03"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(1)) : g.reset(["host"])
            forge.propertyList = PropertyListImages(keys).repeated(
              bulk, byteCount: 400_000, times: 300)
            forge.compression = .canonical
            return [try g.open(forge)]
          }
        }
      }
      + [limits.maxDepth - 2, limits.maxDepth - 1].flatMap { depth in
        [true, false].map { ofArrays in
          makeWithCanary(
            "data/depth/\(depth + 2)-\(ofArrays ? "arrays" : "dictionaries")",
            "\(depth + 2) nested containers, the two around the values counted.", ["ABT-DATA-11"]
          ) { (g) throws(HarnessFault) in
            var value = PropertyList.string("innermost")
            for _ in 0..<depth {
              value = ofArrays ? .array([value]) : .dictionary([.init(key: "k", value: value)])
            }
            return [try g.open(g.apply([.init(key: "deep", value: value)]))]
          }
        }
      }
      + [
        limits.maxDepth - 2, limits.maxDepth - 1, limits.maxDepth + 67, 1_000, 3_000, 6_000, 20_000,
      ].flatMap { depth in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "data/depth/ignored/\(depth + 1)/\(action.rawValue)",
            "\(depth + 1) nested containers, the one around the contents counted, where a \(action.rawValue) looks at none of them.",
            ["ABT-DATA-11"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(1)) : g.reset(["host"])
            forge.propertyList = PropertyListImages(keys).nested(depth, besidesContentsOf: action)
            return [try g.open(forge)]
          }
        }
      }
      + [98, 1_000, 5_000, 20_000, 40_000, 75_000, 110_000].map { depth in
        makeWithCanary(
          "data/depth/\(depth + 2)",
          "\(depth + 2) nested containers, the two around the values counted.",
          ["ABT-DATA-11"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.propertyList = PropertyListImages(keys).nested(depth)
          return [try g.open(forge)]
        }
      }
  }

  // MARK: Top

  /// ABT-DATA-12, 13.
  private var tops: [Specification] {
    let dictionary = PropertyList.dictionary([
      version, .init(key: keys.configuration, value: .dictionary([])),
      .init(key: keys.keys, value: .array([])),
    ])
    let others: [(String, PropertyList, Clause.ID)] = [
      ("string", .string(keys.version), "ABT-DATA-12"), ("integer", .integer(1), "ABT-DATA-12"),
      ("boolean", .boolean(true), "ABT-DATA-12"), ("real", .real(1), "ABT-DATA-12"),
      ("date", .date(1), "ABT-DATA-12"), ("data", .data([1]), "ABT-DATA-12"),
      ("empty-array", .array([]), "ABT-DATA-12"),
      ("array-of-one", .array([dictionary]), "ABT-DATA-13"),
      ("array-of-two", .array([dictionary, dictionary]), "ABT-DATA-13"),
      (
        "profile",
        .dictionary([
          .init(key: "PayloadType", value: .string("Configuration")),
          .init(key: "PayloadContent", value: .array([dictionary])),
        ]), "ABT-DATA-13"
      ),
      (
        "profile-with-version",
        .dictionary([
          version, .init(key: "PayloadContent", value: .array([dictionary])),
        ]), "ABT-DATA-13"
      ),
    ]
    return others.flatMap { name, value, rule in
      damaged("top/\(name)", "What is packed is no dictionary of one payload: \(name).", [rule]) {
        $0.dictionary = .verbatim(value)
      }
    }
  }
}
