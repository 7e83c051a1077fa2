import Conformance

/// What did not pass, under a heading: each cause once.
struct FailureGroupPage: Sendable {
  let heading: String
  let id: String
  let failures: [FailurePage]
  let more: [String]

  static func all(_ causes: PageCauses, _ context: ReportContext) -> [FailureGroupPage] {
    let kinds: [(String, String, [Verdict])] = [
      ("Failures", "failures-must", [.crashed, .timedOut, .overLimit, .failed]),
      ("Known failures that pass now", "failures-drift", [.unexpectedPass]),
      ("Faults of the adapter", "failures-adapter", [.adapterFault]),
      ("Warnings (SHOULD)", "failures-should", [.warned]),
      ("Known failures", "failures-known", [.knownFailure]),
    ]
    var number = 0
    var groups = kinds.compactMap { heading, id, verdicts -> FailureGroupPage? in
      let own = causes.causes(verdicts)
      guard !own.isEmpty else { return nil }
      return FailureGroupPage(
        heading: heading, id: id,
        failures: own.map { cause in
          number += 1
          return FailurePage(cause, context, number: number)
        }, more: [])
    }
    if causes.further > 0, let last = groups.popLast() {
      groups.append(
        FailureGroupPage(
          heading: last.heading, id: last.id, failures: last.failures,
          more: [
            "and \(Count.text(causes.further, "more case")) of other causes: the list of cases has them"
          ]))
    }
    return groups
  }
}

/// One cause of failure, by a case that shows it.
struct FailurePage: Sendable {
  struct Other: Sendable {
    let id: String
    let part: String
    let target: String
  }

  let anchor: String
  let mark: PageMark
  let requirement: String
  let hasRequirement: Bool
  let sentence: String
  let hasSentence: Bool
  let source: String
  let level: String
  let caseID: String
  let caseTarget: String
  let part: String
  let count: String
  let place: String
  let message: String
  let hasMessage: Bool
  let expected: String
  let observed: String
  let hasContrast: Bool
  let evidence: PageEvidence
  let hasEvidence: Bool
  let hasAnswer: Bool
  let hasLayers: Bool
  let hasStandardError: Bool
  /// Further requirements that the case found broken.
  let also: String
  let hasAlso: Bool
  let others: [Other]
  let hasOthers: Bool
  let moreOthers: [String]
  let command: String
  let hasCommand: Bool

  init(_ cause: PageCauses.Cause, _ context: ReportContext, number: Int) {
    let example = cause.example
    let finding = example.decisiveFinding
    // A fault of the adapter says nothing of a requirement.
    let id = finding?.clause ?? (cause.verdict == .adapterFault ? nil : example.targets.first)
    let clause = id.flatMap { context.clause(cause.suite, $0) }
    anchor = "failure-\(number)"
    mark = PageMark(cause.verdict)
    requirement = id.map { VisibleText.shown($0.path, maxCharacters: 80) } ?? ""
    hasRequirement = id != nil
    sentence = clause?.sentence ?? ""
    hasSentence = clause != nil
    source = clause?.sourceAndPlace ?? ""
    level = finding?.level.word ?? clause?.level.word ?? ""
    part = VisibleText.shown(
      partName(suite: example.suite, variant: example.variant), maxCharacters: 80)
    caseID = VisibleText.shown(example.id.path, maxCharacters: 300)
    caseTarget = Self.target(part, caseID)
    count = Count.text(cause.cases, "case")
    var words = [part]
    if let finding { words.append(finding.step == 0 ? "at the start" : "step \(finding.step)") }
    if finding?.confirmation == .flaky {
      words.append("flaky: it did not come again when the case was repeated")
    }
    if finding?.confirmation == .sampled { words.append("seen once") }
    if let after = finding?.after {
      words.append(
        after.ids.isEmpty
          ? "only after other cases"
          : "only after \(after.ids.prefix(6).map { VisibleText.shown($0.path, maxCharacters: 120) }.joined(separator: ", "))"
      )
    }
    place = words.joined(separator: ", ")
    let text = finding?.message ?? example.reason ?? ""
    message = VisibleText.escaped(text, maxCharacters: 1_000)
    hasMessage = !text.isEmpty
    let texts = VisibleText.contrasted(
      finding?.expected ?? "", finding?.observed ?? "", maxCharacters: 1_500)
    expected = texts.expected
    observed = texts.observed
    hasContrast = !texts.expected.isEmpty || !texts.observed.isEmpty
    evidence = cause.evidence
    hasEvidence = !evidence.asked.isEmpty
    hasAnswer = !evidence.answered.isEmpty
    hasLayers = !evidence.layers.isEmpty
    hasStandardError = !evidence.standardError.isEmpty
    let further = RequirementPage.ordered(example.findings.map(\.clause)).filter { $0 != id }
    also = further.prefix(12).map { VisibleText.shown($0.path, maxCharacters: 60) }
      .joined(separator: ", ")
    hasAlso = !further.isEmpty
    others = cause.others.map { other in
      let part = VisibleText.shown(other.part, maxCharacters: 80)
      let id = VisibleText.shown(other.id, maxCharacters: 300)
      return Other(id: id, part: part, target: Self.target(part, id))
    }
    hasOthers = !others.isEmpty
    let left = cause.cases - 1 - others.count
    moreOthers = left > 0 ? ["and \(Count.text(left)) more"] : []
    command = cause.command
    hasCommand = !cause.command.isEmpty
  }

  /// `#case=abt%2Fplain+abt%2Ftoken%2Fmissing`, as the script of the page reads it.
  private static func target(_ part: String, _ id: String) -> String {
    "#case="
      + "\(part) \(id)".utf8.reduce(into: "") { result, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "/"):
          result.unicodeScalars.append(Unicode.Scalar(byte))
        case UInt8(ascii: " "): result += "+"
        default:
          let digits = String(byte, radix: 16, uppercase: true)
          result += byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
      }
  }
}
