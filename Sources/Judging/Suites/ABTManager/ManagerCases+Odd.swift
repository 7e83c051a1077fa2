import Conformance
import SuiteModels

/// Callbacks in forms that no library sends. Whether some of them count is left open; they store nothing that they must not, and end nothing.
extension ABTManager {
  static let odd: [Specification] =
    statuses + errorCodes + identities + brokenLists + brokenStatuses + brokenTexts + lacking
    + addresses

  /// An event while an apply is pending, while one of several is, and while a reset is. The manager may go on, or wait for another answer.
  private static func between(
    _ path: String, _ title: String, _ targets: [Clause.ID], _ answer: AppAnswer
  ) -> [Specification] {
    let event = ManagerEvent.answer(answer)
    return [
      sequence(path, title, targets, [install(mail), event, yes("port"), remove, done]),
      sequence(
        path + "/several", title + " The profile has two payloads.", targets,
        [install(mail, vault), event, yes(), yes(), remove, done, done]),
      sequence(
        path + "/removal", title + " A reset is pending.", targets,
        [install(mail), yes("host"), remove, event, done, remove, done]),
    ]
  }

  private static let statuses: [Specification] =
    [AppAnswer.Status.unknown, .empty, .missing].flatMap { status in
      between(
        "callback/status/\(status.rawValue)",
        "A callback whose status is none of the three words: \(status.rawValue).", ["MGR-08"],
        AppAnswer(status, keys: ["tls"]))
    }

  /// Codes that a library may send or leave out have to be understood.
  private static let errorCodes: [Specification] =
    AppAnswer.ErrorCode.allCases.filter { $0 != .usual }.flatMap { code in
      between(
        "callback/error-code/\(code.rawValue)", "A callback with an errorCode: \(code.rawValue).",
        [.missing, .negative].contains(code) ? ["MGR-09"] : ["MGR-13"],
        AppAnswer(code == .stray ? .canceled : .error, errorCode: code))
    }

  private typealias Escape = AppAnswer.BrokenEscape

  private static let identities: [Specification] =
    [Escape.Place.profile, .payload, .token].flatMap { place in
      Escape.Form.allCases.flatMap { form in
        amid(
          "hostile/escape/\(place.rawValue)/\(form.rawValue)",
          "\(form.text) at the end of \(place.rawValue).", ["MGR-13"],
          .answer(AppAnswer(keys: ["tls"], brokenEscape: Escape(place, form))))
      }
    }

  private static let brokenLists: [Specification] =
    Escape.Form.allCases.flatMap { form in
      amid(
        "hostile/escape/changedValues/\(form.rawValue)",
        "\(form.text) at the end of changedValues.", ["MGR-13"],
        .answer(AppAnswer(keys: ["tls"], brokenEscape: Escape(.changedValues, form))),
        alsoInRemoval: false)
    }

  private static let brokenStatuses: [Specification] =
    Escape.Form.allCases.flatMap { form in
      between(
        "hostile/escape/status/\(form.rawValue)", "\(form.text) at the end of a Success.",
        ["MGR-13"], AppAnswer(keys: ["tls"], brokenEscape: Escape(.status, form)))
    }

  private static let brokenTexts: [Specification] =
    [Escape.Place.errorMessage, .own].flatMap { place in
      Escape.Form.allCases.flatMap { form in
        between(
          "hostile/escape/\(place.rawValue)/\(form.rawValue)",
          "\(form.text) at the end of \(place == .own ? "an unknown parameter" : "errorMessage").",
          ["MGR-13"], AppAnswer(.error, brokenEscape: Escape(place, form)))
      }
    }

  private static let lacking: [Specification] =
    AppAnswer.Lack.allCases.filter { $0 != .chunk }.flatMap { lack in
      amid(
        "callback/lacks/\(lack.rawValue)",
        "A callback does not say what it is for: \(lack.rawValue).",
        ["MGR-10"], .answer(AppAnswer(keys: ["tls"], lacks: lack)))
    }

  private static let addresses: [Specification] =
    AppAnswer.Address.allCases.filter { $0 != .own }.flatMap { address in
      between(
        "callback/address/\(address.rawValue)",
        "A callback to another address: \(address.rawValue).", ["MGR-13"],
        AppAnswer(address: address))
    }
}
