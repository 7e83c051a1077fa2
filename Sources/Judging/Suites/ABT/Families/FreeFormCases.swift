import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: data in forms that a library may take or refuse (ABT-DATA-15).
extension ABTCases {
  /// ABT-DATA-15, 03: right data in forms that a library may take or refuse, beside those of the catalogue.
  var freeForms: [Specification] {
    typealias Form = @Sendable (inout RequestForge, inout RequestGenerator) -> Void
    let images = PropertyListImages(keys)
    let distantMatches: Form = { forge, g in
      // Nothing but the second occurrence of the noise makes the stream so short.
      let noise = PropertyList.data(g.choices.bytes(600))
      let long = g.choices.hexadecimal(600)
      forge.dictionary =
        forge.action == .apply
        ? .configuration(
          category: nil, [.init(key: "a", value: noise), .init(key: "b", value: .array([noise]))])
        : .keys(category: nil, [long, long + "-"])
      forge.edits = [.init(.stream, at: 0, removing: 2, inserting: [0x08, 0x1D])]
    }
    let forms: [(String, String, Form)] = [
      (
        "narrow-offsets", "Offsets of one byte, in a list whose table of offsets begins after 255.",
        { forge, _ in forge.propertyList = images.narrowOffsets }
      ),
      (
        "narrow-references", "References of one byte, in a list of 300 objects.",
        { forge, _ in forge.propertyList = images.narrowReferences }
      ),
      (
        "distant-matches", "Matches from 600 bytes before, behind a header that promises 256.",
        distantMatches
      ),
    ]
    let dates: [(String, String, Form)] = images.datesBeyond.map { name, list in
      (
        "date/\(name)", "A date that a library may refuse or tell as it likes: \(name).",
        { forge, _ in forge.propertyList = list }
      )
    }
    return (forms + dates).flatMap { name, title, form in
      RequestForge.Action.allCases.map { action in
        makeWithCanary("data/free/\(name)/\(action.rawValue)", title, ["ABT-ROB-01"]) {
          (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          forge.compression = .canonical
          form(&forge, &g)
          return [try g.open(forge)]
        }
      }
    } + [unharmed]
  }

  /// ABT-DATA-03: the last bit of the stream's last byte, which belongs to no code, is another one. Which one of a few contents leaves such
  /// a bit is tried.
  private var unharmed: Specification {
    makeWithCanary(
      "data/free/unused-bit", "A bit behind the last code of the zlib stream is another one.",
      ["ABT-ROB-01"]
    ) { (g) throws(HarnessFault) in
      for count in 1...64 {
        var forge = g.apply([
          .init(key: "text", value: .string(String("x", times: count)))
        ])
        forge.compression = .bitFlipped(g.streamCount(of: forge) * 8 - 33)
        let opening = try g.open(forge)
        if opening.meaning.excuse == .harmlessDamage { return [opening] }
      }
      throw HarnessFault("no stream ends with an unused bit")
    }
  }
}
