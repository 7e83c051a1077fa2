import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: the text form of the data (ABT-DATA-02).
extension ABTCases {
  var base64: [Specification] {
    let scalars: [(String, String)] = [
      ("newline", "\n"), ("return", "\r\n"), ("space", " "), ("tab", "\t"), ("nul", "\u{0}"),
      ("exclamation", "!"), ("hyphen", "-"), ("underscore", "_"), ("full-width", "\u{FF21}"),
      ("zero-width", "\u{200B}"),
    ]
    return scalars.flatMap { name, scalar in
      [("front", 0), ("middle", 20)].map { place, index in
        makeWithCanary(
          "base64/inserted/\(name)/\(place)",
          "A character outside the alphabet between right ones: \(name).", ["ABT-DATA-02"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(4))
          forge.base64 = .inserted(index: index, scalar: scalar)
          return [try g.open(forge)]
        }
      }
    }
      + Specification.seeded(4) { number in
        makeWithCanary(
          "base64/url-safe-alphabet/\(number)", "The alphabet of RFC 4648 section 5.",
          ["ABT-DATA-02"]
        ) { (g) throws(HarnessFault) in
          for size in 12..<80 {
            var forge = g.apply([.init(key: "certificate", value: .data(g.choices.bytes(size)))])
            let text = g.text(of: forge)
            guard text.contains(UInt8(ascii: "+")) || text.contains(UInt8(ascii: "/")) else {
              continue
            }
            forge.base64 = .urlSafeAlphabet
            return [try g.open(forge)]
          }
          throw HarnessFault("no content with a plus or slash in its Base64 was found")
        }
      }
      + paddings + nothingButPadding + standIns + wrappings
  }

  /// ABT-DATA-02: other characters in the place of those that are no letters and digits.
  private var standIns: [Specification] {
    let standIns: [(String, Character, String)] = [
      ("space-for-plus", "+", " "), ("hyphen-for-plus", "+", "-"), ("dot-for-plus", "+", "."),
      ("low-line-for-slash", "/", "_"), ("comma-for-slash", "/", ","),
      ("backslash-for-slash", "/", "\\"), ("dot-for-equals", "=", "."),
      ("low-line-for-equals", "=", "_"), ("space-for-equals", "=", " "),
      ("nul-for-equals", "=", "\u{0}"),
    ]
    return standIns.flatMap { name, letter, standIn in
      [1, 2].flatMap { total in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "base64/stand-in/\(name)/\(total == 1 ? "whole" : "pieces")/\(action.rawValue)",
            "Other characters stand in the place of some of Base64: \(name).", ["ABT-DATA-02"],
            needs: total == 1 ? [] : ["chunks"]
          ) { (g) throws(HarnessFault) in
            let sought = letter.asciiValue ?? 0
            for size in 1..<400 {
              let bytes = g.choices.bytes(size % 60 + 20)
              let name = String(decoding: bytes.map { 0x61 + $0 % 26 }, as: UTF8.self)
              let forge =
                action == .apply
                ? g.apply([.init(key: "certificate", value: .data(bytes))])
                : g.reset([name, "host"])
              var pieces = total == 1 ? [forge] : g.chunks(of: forge, total: total)
              let texts = pieces.map { g.text(of: $0) }
              guard let place = texts.firstIndex(where: { $0.contains(sought) }) else { continue }
              pieces[place].base64 = .replaced(
                with: texts[place].flatMap { $0 == sought ? Array(standIn.utf8) : [$0] })
              return try g.open(all: pieces)
            }
            throw HarnessFault("no content was found whose Base64 has a \(letter)")
          }
        }
      }
    }
  }

  /// ABT-DATA-02: what other formats put around Base64.
  private var wrappings: [Specification] {
    let wrappings: [(String, front: String, behind: String)] = [
      ("data-url", "data:application/octet-stream;base64,", ""),
      ("short-data-url", "data:;base64,", ""),
      ("word-of-data-url", "base64,", ""), ("quotes", "\"", "\""), ("apostrophes", "'", "'"),
      ("angles", "<", ">"), ("armour", "-----BEGIN DATA-----\n", "\n-----END DATA-----"),
      ("encoded-word", "=?utf-8?B?", "?="), ("element", "<data>", "</data>"), ("length", "84:", ""),
    ]
    return wrappings.flatMap { name, front, behind in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "base64/wrapped/\(name)/\(action.rawValue)",
          "Right Base64 with something around it that is none: \(name).", ["ABT-DATA-02"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
          forge.base64 = .replaced(
            with: Array(front.utf8) + g.text(of: forge) + Array(behind.utf8))
          return [try g.open(forge)]
        }
      }
    }
  }

  /// Text that is all padding: whoever counts it from behind comes to its front and must not go on.
  private var nothingButPadding: [Specification] {
    [1, 2, 3, 4, 8, 4_096].flatMap { count in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "base64/nothing-but-padding/\(count)/\(action.rawValue)",
          "Nothing but \(count == 1 ? "an equals sign" : "\(count) equals signs").",
          ["ABT-ROB-01"]
        ) { (g) throws(HarnessFault) in
          var forge =
            action == .apply
            ? g.apply([.init(key: "theme", value: .boolean(true))]) : g.reset(["theme"])
          forge.base64 = .replaced(with: [UInt8](repeating: UInt8(ascii: "="), count: count))
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-DATA-02/padding: every number of equals signs, where none, one and two are needed.
  private var paddings: [Specification] {
    (0...2).flatMap { needed in
      (0...3).filter { $0 != needed }.flatMap { sent in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "base64/padding/\(sent)-of-\(needed)/\(action.rawValue)",
            "\(sent) equals signs at the end of a text that needs \(needed).",
            ["ABT-DATA-02/padding"]
          ) { (g) throws(HarnessFault) in
            let sign = UInt8(ascii: "=")
            for size in 1..<80 {
              let name = String("k", times: size)
              var forge =
                action == .apply
                ? g.apply([.init(key: name, value: .boolean(true))]) : g.reset([name])
              let text = g.text(of: forge)
              let digits = text.prefix { $0 != sign }
              guard text.count - digits.count == needed else { continue }
              forge.base64 = .replaced(with: digits + [UInt8](repeating: sign, count: sent))
              return [try g.open(forge)]
            }
            throw HarnessFault("no content was found whose Base64 needs \(needed) equals signs")
          }
        }
      }
    }
  }
}
