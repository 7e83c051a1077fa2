package import AdapterProtocol
package import JSONText

/// One case on its way through an adapter, whatever its suite: what may be sent, what came back, and what it comes to.
package protocol CaseSession: AnyObject {
  /// Appends the frames that can be written now: those that need no reply which has not come yet.
  func appendReadyFrames(to frames: inout [Frame])

  /// Takes the reply to frame number `frame` (0 is the start). Throws where the reply does not hold what the
  /// suite's document says: a fault of the adapter, not of the implementation.
  func receive(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int)
    throws(JSONError)

  /// Judges what was observed, after the conversation ended.
  func conclude(_ ending: Ending) -> JudgedCase
}

/// A verdict with its findings.
package struct JudgedCase: Sendable, Hashable {
  package var verdict: Verdict
  package var findings: [Finding]
  package var reason: String?

  package init(_ verdict: Verdict, findings: [Finding] = [], reason: String? = nil) {
    self.verdict = verdict
    self.findings = findings
    self.reason = reason
  }
}

/// The clauses that an implementation breaks when it dies, hangs or uses more than it may, apart from those that the case is about.
package struct RobustnessClauses: Sendable {
  package let crash: [Clause.ID]
  package let hang: [Clause.ID]
  package let overrun: [Clause.ID]
  /// Further clauses about robustness, which a death says nothing about.
  package let others: [Clause.ID]

  package init(
    crash: [Clause.ID] = [], hang: [Clause.ID] = [], overrun: [Clause.ID] = [],
    others: [Clause.ID] = []
  ) {
    self.others = others
    self.crash = crash
    self.hang = hang
    self.overrun = overrun
  }

  var all: [Clause.ID] { crash + hang + overrun + others }
}
