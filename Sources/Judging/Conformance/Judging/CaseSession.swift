package import AdapterProtocol
package import JSONText

/// One case on its way through an adapter, whatever its suite: what may be sent, what came back, and what it comes to.
package protocol CaseSession: AnyObject {
  /// Whether the starts of the case name a folder for what is persistent.
  var needsStorage: Bool { get }

  /// Whether the process of the implementation is killed before a start that keeps what is persistent.
  var killsAtRestart: Bool { get }

  /// The numbers of the frames after whose replies the memory of the implementation is read, in ascending order.
  var memoryMarks: [Int] { get }

  /// How much time all steps together have, in deadlines of a step; nil: as much as each of them has.
  var stepDeadlinesInAll: Int? { get }

  /// How many deadlines of a step each step may take before it counts as a hang.
  var deadlinesOfStep: Int { get }

  /// Hears that the reply to frame number `frame` came later than the deadline of a step, and before so many.
  func exceeded(_ deadline: Duration, frame: Int)

  /// Appends the frames that can be written now: those that need no reply which has not come yet.
  func appendReadyFrames(to frames: inout [Frame])

  /// Takes the reply to frame number `frame` (0 is the start). Throws where the reply does not hold what the
  /// suite's document says: a fault of the adapter, not of the implementation.
  func receive(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int)
    throws(JSONError)

  /// Takes what a reply tells of the steps before it, where nothing else in the reply counts: it is `stopped`
  /// (then `frame` is the number of frames that were sent), `unsupported` or `failure`, or the case was over.
  /// `receive` does the same with the replies that it takes.
  func receiveLate(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int)
    throws(JSONError)

  /// What came late so far, and whose it was.
  var lateness: Lateness { get }

  /// The shapes of what was observed, step by step; that of a restart is empty.
  var shapes: [String] { get }

  /// Texts that the implementation has shown.
  var shownTexts: [String] { get }

  /// Whether every step was taken, and none refused.
  var isTaken: Bool { get }

  /// From now on what is concluded tells what the implementation did, step by step.
  func tellAnswers()

  /// Judges what was observed, after the conversation ended. It may be asked again when more has come late.
  func conclude(_ ending: Ending) -> JudgedCase

  /// What the model allows beside what was observed, step by step, with the findings that the case came to. Costs as much as to judge it
  /// again, and the words.
  func trace(of findings: [Finding]) -> Trace
}

extension CaseSession {
  package var needsStorage: Bool { false }

  package var killsAtRestart: Bool { false }

  package var memoryMarks: [Int] { [] }

  package var stepDeadlinesInAll: Int? { nil }

  package var deadlinesOfStep: Int { 1 }

  package func exceeded(_ deadline: Duration, frame: Int) {}

  package func tellAnswers() {}

  package func trace(of findings: [Finding]) -> Trace { Trace() }
}

/// A verdict with its findings.
package struct JudgedCase: Sendable, Hashable {
  package var verdict: Verdict
  package var findings: [Finding]
  package var reason: String?
  /// What the implementation did in free places, each choice once. It has no say in the verdict.
  package var choices: [FreeChoice]
  /// How often it was run, where a baseline calls it flaky.
  package var tries: Tries?
  /// What the implementation did, where somebody asked for it.
  package var answers: CaseAnswers?

  package init(
    _ verdict: Verdict, findings: [Finding] = [], reason: String? = nil,
    choices: [FreeChoice] = []
  ) {
    self.choices = choices
    self.verdict = verdict
    self.findings = findings
    self.reason = reason
  }

  /// A case that was asked, and that says nothing of what it is about.
  static func notJudged(_ reason: String) -> JudgedCase {
    JudgedCase(.skipped, reason: CaseResult.notJudgedMark + reason)
  }
}

/// The clauses that an implementation breaks when it dies, hangs or uses more than it may, apart from those that the case is about.
package struct RobustnessClauses: Sendable {
  package let crash: [Clause.ID]
  package let hang: [Clause.ID]
  package let overrun: [Clause.ID]
  /// Broken where memory is kept over a long series of requests.
  package let lasting: [Clause.ID]
  /// Further clauses about robustness, which a death says nothing about.
  package let others: [Clause.ID]
  /// Clauses that are not about robustness alone, whose cases are watched for their memory, too.
  package let watched: [Clause.ID]

  package init(
    crash: [Clause.ID] = [], hang: [Clause.ID] = [], overrun: [Clause.ID] = [],
    lasting: [Clause.ID] = [], others: [Clause.ID] = [], watched: [Clause.ID] = []
  ) {
    self.watched = watched
    self.lasting = lasting
    self.others = others
    self.crash = crash
    self.hang = hang
    self.overrun = overrun
  }

  /// Whether cases about a clause may cost so much that their memory is measured.
  func concernsResources(_ clause: Clause.ID) -> Bool {
    crash.contains(clause) || hang.contains(clause) || overrun.contains(clause)
      || watched.contains(clause)
  }

  /// The same without some clauses.
  func without(_ isLeftOut: (Clause.ID) -> Bool) -> RobustnessClauses {
    func rest(_ clauses: [Clause.ID]) -> [Clause.ID] { clauses.filter { !isLeftOut($0) } }
    return RobustnessClauses(
      crash: rest(crash), hang: rest(hang), overrun: rest(overrun), lasting: rest(lasting),
      others: rest(others), watched: rest(watched))
  }

  /// What a finding of this kind breaks, whatever its case is about: `crash/signal-11`, `hang`, `overrun/memory`.
  func broken(by kind: String) -> [Clause.ID] {
    switch kind.split(separator: "/").map(String.init) {
    case ["hang"]: hang
    case ["overrun", "kept-memory"]: lasting
    case let words where words.first == "crash": crash
    case let words where words.first == "overrun": overrun
    default: []
    }
  }

  var all: [Clause.ID] { crash + hang + overrun + lasting + others }
}
