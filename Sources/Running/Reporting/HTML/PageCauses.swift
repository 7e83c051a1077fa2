import Anatomy
import Conformance

/// What did not pass, cause by cause: cases are of one cause where they break the same requirement in the same way.
struct PageCauses {
  /// How many causes are told in full; more are in the list of cases.
  static let maxCauses = 120
  /// How many further cases of one cause are named.
  static let maxOthers = 12

  struct Cause {
    let suite: String
    let verdict: Verdict
    /// The case that tells most: one that came again when it was repeated, and whose conversation is there.
    fileprivate(set) var example: CaseResult
    fileprivate(set) var evidence: PageEvidence
    fileprivate(set) var command: String
    fileprivate var worth: Int
    fileprivate(set) var cases = 0
    fileprivate(set) var others: [(part: String, id: String)] = []
  }

  private struct Key: Hashable {
    let suite: String
    let verdict: Verdict
    let signature: Signature?
    let needsOthers: Bool
  }

  private var places: [Key: Int] = [:]
  private var causes: [Cause] = []
  /// Cases of causes that are not told.
  private(set) var further = 0

  mutating func add(_ result: CaseResult, _ context: ReportContext, _ commands: RepeatCommand) {
    switch result.verdict {
    case .passed, .skipped, .notRun: return
    default: break
    }
    let finding = result.decisiveFinding
    let key = Key(
      suite: result.suite, verdict: result.verdict, signature: finding?.signature,
      needsOthers: finding?.after != nil)
    let worth =
      (finding?.confirmation == .deterministic ? 2 : 0) + (result.exchange == nil ? 0 : 1)
    if let place = places[key] {
      causes[place].cases += 1
      if worth > causes[place].worth {
        causes[place].note(causes[place].example)
        causes[place].show(result, worth, context, commands)
      } else {
        causes[place].note(result)
      }
      return
    }
    guard causes.count < Self.maxCauses else {
      further += 1
      return
    }
    places[key] = causes.count
    var cause = Cause(
      suite: result.suite, verdict: result.verdict, example: result, evidence: PageEvidence(),
      command: "", worth: worth, cases: 1)
    cause.show(result, worth, context, commands)
    causes.append(cause)
  }

  /// The causes of some verdicts, the worst first.
  func causes(_ verdicts: [Verdict]) -> [Cause] {
    verdicts.flatMap { verdict in causes.filter { $0.verdict == verdict } }
  }
}

extension PageCauses.Cause {
  fileprivate mutating func show(
    _ result: CaseResult, _ worth: Int, _ context: ReportContext, _ commands: RepeatCommand
  ) {
    self.worth = worth
    command = commands.short(for: result)
    evidence = PageEvidence(result, context)
    example = result
    // What is shown of it is made.
    example.exchange = nil
    example.findings = Array(result.findings.prefix(40))
  }

  fileprivate mutating func note(_ result: CaseResult) {
    guard others.count < PageCauses.maxOthers else { return }
    others.append((partName(suite: result.suite, variant: result.variant), result.id.path))
  }
}
