import Conformance
import Forge
import WireFormat

/// Section 4.1: the parameters of the URL.
extension ABTCases {
  var parameters: [Specification] {
    missingIdentifiers + emptyData + repeated + namesInOtherCase + malformed + rawBase64
  }

  /// The parameters of a whole request.
  private static let ofWholeRequests: [RequestForge.Parameter] = [
    .token, .profile, .payload, .data,
  ]

  /// ABT-URL-14.
  private var emptyData: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [true, false].map { hasEquals in
        makeWithCanary(
          "url/empty-data/\(hasEquals ? "with-equals" : "name-only")/\(action.rawValue)",
          "A right \(action.rawValue) request whose data is empty.", ["ABT-URL-14"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.parameters = .emptied(.data, withoutEquals: !hasEquals)
          return [try g.open(forge)]
        }
      }
    } + [
      makeWithCanary(
        "url/empty-data/after-valid", "Empty data after a right request of the same payload.",
        ["ABT-URL-14"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(3))
        var second = first
        second.parameters = .emptied(.data, withoutEquals: false)
        return [try g.open(first), try g.open(second)]
      }
    ]
  }

  /// ABT-URL-13: a SHOULD.
  private var repeated: [Specification] {
    Self.ofWholeRequests.flatMap { parameter in
      [true, false].flatMap { wrongFirst in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "url/repeated/\(parameter.rawValue)/\(wrongFirst ? "wrong-first" : "wrong-last")/\(action.rawValue)",
            "A right \(action.rawValue) request in which \(parameter.rawValue) stands twice, with two values.",
            ["ABT-URL-13"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            forge.parameters = .repeatedUnlike(parameter, wrongFirst: wrongFirst)
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// ABT-URL-17: a SHOULD.
  private var namesInOtherCase: [Specification] {
    Self.ofWholeRequests.flatMap { parameter in
      [
        makeWithCanary(
          "url/name-case/\(parameter.rawValue)/instead",
          "A right request whose \(parameter.rawValue) has its name in capitals.", ["ABT-URL-17"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.parameters = .nameInOtherCase(parameter)
          return [try g.open(forge)]
        },
        makeWithCanary(
          "url/name-case/\(parameter.rawValue)/beside",
          "A parameter whose name is \(parameter.rawValue) in capitals, beside the right ones.",
          ["ABT-URL-17"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          let name = g.setup.name(of: parameter, in: forge).uppercased()
          let stranger = ParameterSlot(nil, name: Array(name.utf8), .raw(Array("other".utf8)))
          forge.parameters = .slots(
            [stranger] + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
          return [try g.open(forge)]
        },
      ]
    }
  }

  /// ABT-URL-18: what is no text.
  private var malformed: [Specification] {
    let values: [(String, String)] = [
      ("percent-alone", "a%"), ("one-digit", "%4"), ("no-digits", "%zz"), ("half-digits", "%4g"),
      ("sign", "%+1"), ("unicode-escape", "%u0041"), ("lone-byte", "%ff"), ("overlong", "%c0%af"),
      ("surrogate", "%ed%a0%80"), ("cut-short", "%e2%82"), ("beyond-unicode", "%f4%90%80%80"),
    ]
    let known: [Specification] = Self.ofWholeRequests.flatMap { parameter in
      values.map { name, value in
        makeWithCanary(
          "url/malformed/\(parameter.rawValue)/\(name)",
          "A right request but for its \(parameter.rawValue), which is no text: \(value).",
          ["ABT-URL-18"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          // Behind the right value, as it stands on the wire: whatever is skipped or repaired leaves a right request.
          let raw = PercentCoding.encode(g.value(of: parameter, in: forge)) + value.utf8
          forge.parameters = .slots(
            Self.ofWholeRequests.map { ParameterSlot($0, $0 == parameter ? .raw(raw) : .canonical) }
          )
          return [try g.open(forge)]
        }
      }
    }
    return known
      + values.map { name, value in
        makeWithCanary(
          "url/malformed/ignored/\(name)",
          "A right request beside a parameter that nobody knows, which is no text: \(value).",
          ["ABT-URL-18"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.parameters = .slots(
            [ParameterSlot(nil, name: Array("x".utf8), .raw(Array(value.utf8)))]
              + Self.ofWholeRequests.map { ParameterSlot($0) })
          return [try g.open(forge)]
        }
      }
  }

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

extension RequestGenerator {
  /// What a right request says for one of its parameters, before it is escaped.
  fileprivate func value(of parameter: RequestForge.Parameter, in forge: RequestForge) -> [UInt8] {
    switch parameter {
    case .profile: Array(forge.profile.utf8)
    case .payload: Array(forge.payload.utf8)
    case .token:
      Array(
        (Token.make(
          setup.context.dialect.token, bundleIdentifier: setup.bundleIdentifier,
          apiKey: setup.apiKey) ?? "").utf8)
    case .data: text(of: forge)
    case .chunk, .chunks: []
    }
  }
}

extension ABTSetup {
  /// The name that a parameter of a request to this app has.
  fileprivate func name(of parameter: RequestForge.Parameter, in forge: RequestForge) -> String {
    let names = context.parameterNames
    return switch parameter {
    case .token: names.token
    case .profile: names.profile
    case .payload: names.payload
    case .chunk: names.chunk
    case .chunks: names.chunks
    case .data: forge.parameter == .dataX ? names.encryptedData : names.data
    }
  }
}
