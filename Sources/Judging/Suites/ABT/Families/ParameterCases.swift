import Conformance
import Forge
import WireFormat

/// Section 4.1: the parameters of the URL.
extension ABTCases {
  var parameters: [Specification] { missingIdentifiers + rawBase64 }

  /// ABT-URL-12.
  private var missingIdentifiers: [Specification] {
    [RequestForge.Parameter.profile, .payload].flatMap { identifier in
      RequestForge.Action.allCases.flatMap { action in
        [true, false].map { isLeftOut in
          makeWithCanary(
            "url/identifier/\(identifier.rawValue)/\(isLeftOut ? "missing" : "empty")/\(action.rawValue)",
            "A valid \(action.rawValue) request whose \(identifier.rawValue) is \(isLeftOut ? "missing" : "empty").",
            ["ABT-URL-12", "ABT-CB-01"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            if isLeftOut {
              forge.parameters = .missing(identifier)
            } else if identifier == .profile {
              forge.profile = ""
            } else {
              forge.payload = ""
            }
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// ABT-URL-11: a raw plus is never a space.
  private var rawBase64: [Specification] {
    (0..<6).map { number in
      make(
        "url/raw-base64/\(number)",
        "The characters +, / and = of Base64 stand in the URL as they are.",
        ["ABT-URL-11"]
      ) { (g) throws(HarnessFault) in
        // Noise in a value makes a plus likely; the first content that has one is taken.
        for size in 12..<80 {
          var forge = g.apply([.init(key: "certificate", value: .data(g.choices.bytes(size)))])
          guard g.text(of: forge).contains(UInt8(ascii: "+")) else { continue }
          forge.escaping = .rawBase64
          return [try g.open(forge)]
        }
        throw HarnessFault("no content with a plus in its Base64 was found")
      }
    }
  }
}
