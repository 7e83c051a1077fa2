import Conformance
import Forge
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
      + (0..<4).map { number in
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
  }
}
