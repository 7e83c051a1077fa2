import ReferenceLibrary
import WireFormat

extension TokenFaults {
  /// ABT-TOK-11, 12: what should not be shown.
  static let secrets: [Fault] = [
    Fault(
      "api-key-in-log", .error,
      "an invalid token is logged with the key that it was held against",
      breaks: ["ABT-TOK-11"]
    ) { decisions in
      let key = decisions.rememberKey()
      let before = decisions.tokenLog
      decisions.tokenLog = { token in before(token) + ["key: \(key.update { $0 })"] }
    },
    Fault(
      "api-key-in-message", .error,
      "the message about an invalid token says which key it should have been made with",
      breaks: ["ABT-TOK-11"], mayAlso: ["ABT-CB-07"]
    ) { decisions in
      let key = decisions.rememberKey()
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        if failure == .invalidToken { report.message = "not made with \(key.update { $0 })" }
        return report
      }
    },
    Fault(
      "api-key-in-every-failure", .error,
      "messages of all other failures end with the app's settings",
      breaks: ["ABT-TOK-11"], mayAlso: ["ABT-CB-10", "ABT-CB-07"]
    ) { decisions in
      let key = decisions.rememberKey()
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        guard failure != .invalidToken else { return report }
        report.message = (report.message ?? "failed") + " (apiKey \(key.update { $0 }))"
        return report
      }
    },
    Fault(
      "values-in-message", .error,
      "the message about a delegate's NO holds what was to be applied",
      breaks: ["ABT-TOK-12"], mayAlso: ["ABT-CB-10", "ABT-CB-07"]
    ) { decisions in
      let texts = rememberTexts(&decisions)
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        if case .delegateFailed = failure {
          report.message = "refused: " + texts.update { $0 }.joined(separator: ", ").prefix(200)
        }
        return report
      }
    },
    Fault(
      "values-in-log", .state,
      "what was applied last is logged with the next invalid token",
      breaks: ["ABT-TOK-12"]
    ) { decisions in
      let texts = rememberTexts(&decisions)
      let before = decisions.tokenLog
      decisions.tokenLog = { token in
        before(token) + ["last: \(texts.update { $0 }.joined(separator: ", "))"]
      }
    },
    Fault(
      "values-in-message-of-invalid-dictionaries", .error,
      "the message about a dictionary that is not right holds the dictionary",
      breaks: ["ABT-TOK-12"]
    ) { decisions in
      let texts = rememberTexts(&decisions)
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        if failure == .invalidDictionary || failure == .unsupportedVersion {
          report.message = "cannot use " + texts.update { $0 }.joined(separator: ", ").prefix(200)
        }
        return report
      }
    },
  ]

  /// Keeps the texts among the values of the last dictionary that was read.
  private static func rememberTexts(_ decisions: inout Decisions) -> Memory<[String]> {
    let texts = Memory<[String]>([])
    let before = decisions.readPayload
    decisions.readPayload = { (list, verb) throws(RequestFailure) in
      texts.update { $0 = found(in: list) }
      return try before(list, verb)
    }
    return texts
  }

  private static func found(in list: PropertyList) -> [String] {
    switch list {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(found)
    case .dictionary(let members): members.flatMap { found(in: $0.value) }
    default: []
    }
  }
}
