import AdapterChecking
import JSONText

/// The results of `assay adapter check`, for people and for programs.
enum CheckText {
  /// One line for a result; a failure has its remedy on a second one.
  static func lines(_ result: CheckResult) -> String {
    let name = result.id.padded(to: 17)
    return switch result.outcome {
    case .ok(let observed):
      FittedText.lines("\(result.title): \(observed.visible)", after: "ok       \(name)  ")
    case .skipped(let reason): FittedText.lines(reason.visible, after: "skipped  \(name)  ")
    case .failed(let observed, let remedy):
      FittedText.lines("it does not: \(result.title)", after: "FAILED   \(name)  ")
        + FittedText.lines(observed.visible, after: "         saw: ")
        + FittedText.lines(remedy, after: "         fix: ")
    }
  }

  /// What the results come to, and the next command.
  static func summary(_ results: [CheckResult], _ adapter: String) -> String {
    let failed = results.count(where: \.isFailed)
    let skipped = results.count(where: \.isSkipped)
    let counts =
      "\(results.count) checks: \(results.count - failed - skipped) ok, \(failed) failed, "
      + "\(skipped) skipped\n"
    return counts
      + (failed > 0
        ? FittedText.lines(
          "The adapter does not keep to the protocol; a run would say nothing about the library.")
        // A command stays on one line, to be copied.
        : "The adapter keeps to the protocol. Test the library:\n  assay run \(adapter)\n")
  }

  /// The results as one JSON object.
  static func document(_ results: [CheckResult]) -> String {
    let checks = results.map { result -> JSONValue in
      switch result.outcome {
      case .ok(let observed):
        ["id": .string(result.id), "outcome": "ok", "observed": .string(observed)]
      case .skipped(let reason):
        ["id": .string(result.id), "outcome": "skipped", "reason": .string(reason)]
      case .failed(let observed, let remedy):
        [
          "id": .string(result.id), "outcome": "failed", "observed": .string(observed),
          "remedy": .string(remedy),
        ]
      }
    }
    let document: JSONValue = ["checks": .array(checks)]
    return document.compactText + "\n"
  }
}

extension CheckResult {
  /// Whether the adapter does something else.
  var isFailed: Bool {
    if case .failed = outcome { true } else { false }
  }

  /// Whether nothing can be said.
  var isSkipped: Bool {
    if case .skipped = outcome { true } else { false }
  }
}

extension String {
  /// The text with spaces after it.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }

  /// An adapter's words on one line, and without power over the terminal.
  fileprivate var visible: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}
