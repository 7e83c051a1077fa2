import AdapterProtocol
import JSONText
import Testing

@testable import Conformance

/// A script over synthetic replies, as an adapter would send them.
@Suite struct ScriptSessionTests {
  @Test func allFramesThatNeedNoReplyAreReadyAtOnce() throws {
    let session = Conversation([.coin, .push])
    #expect(try session.readyTypes() == ["start turnstile", "step coin", "step push"])
    #expect(try session.readyTypes() == [])
  }

  @Test func aFrameThatNeedsAReplyWaitsForIt() throws {
    let session = Conversation([.pushAfterAnswer, .coin])
    #expect(try session.readyTypes() == ["start turnstile"])
    let other = Conversation([.coin, .pushAfterAnswer, .push])
    #expect(try other.readyTypes() == ["start turnstile", "step coin"])
    try other.receive(#"{"id":10,"type":"started"}"#)
    #expect(try other.readyTypes() == [])
    try other.receive(#"{"id":11,"type":"observed","word":"open"}"#)
    #expect(try other.readyTypes() == ["step pushAfterAnswer", "step push"])
  }

  @Test func repliesAreJudgedWhenTheConversationIsOver() throws {
    let judged = try Conversation([.coin, .push]).played([
      #"{"id":10,"type":"started"}"#,
      #"{"type":"observed","word":"open","id":11,"unknown":[1,{"a":null}]}"#,
      #"{"id":12,"type":"observed","word":"turned"}"#,
    ])
    #expect(judged == JudgedCase(.passed))
  }

  @Test func warningsAndFailuresGiveTheirVerdicts() throws {
    let warned = try Conversation([.coin]).played([
      #"{"id":10,"type":"started"}"#, #"{"id":11,"type":"observed","word":"kept"}"#,
    ])
    #expect(warned.verdict == .warned)
    #expect(warned.findings.map(\.clause) == ["TS-3"])
    let failed = try Conversation([.coin, .push]).played([
      #"{"id":10,"type":"started"}"#, #"{"id":11,"type":"observed","word":"kept"}"#,
      #"{"id":12,"type":"observed","word":"turned"}"#,
    ])
    #expect(failed.verdict == .failed)
    #expect(failed.findings.map(\.clause) == ["TS-3", "TS-6"])
  }

  @Test func lateEntriesBelongToTheStepBefore() throws {
    let judged = try Conversation([.push, .push]).played([
      #"{"id":10,"type":"started"}"#, #"{"id":11,"type":"observed","word":"blocked"}"#,
      #"{"id":12,"type":"observed","word":"blocked","late":[{"noisy":true}]}"#,
    ])
    #expect(judged.findings.map { "\($0.step) \($0.signature)" } == ["1 TS-9 noise"])
  }

  @Test func lateEntriesWithANumberBelongToThatStep() throws {
    let judged = try Conversation([.push, .push, .push]).played([
      #"{"id":10,"type":"started"}"#, #"{"id":11,"type":"observed","word":"blocked"}"#,
      #"{"id":12,"type":"observed","word":"blocked"}"#,
      #"{"late":[{"noisy":true,"id":11},{"id":12,"word":"nonsense"}],"id":13,"#
        + #""type":"observed","word":"blocked"}"#,
    ])
    #expect(
      judged.findings.map { "\($0.step) \($0.signature)" } == ["1 TS-9 noise", "2 TS-6 other-word"])
  }

  @Test(arguments: [
    "10", "9", "99", "-1", "9223372036854775807", "-9223372036854775808",
  ])
  func lateEntriesOfNoStepAreDropped(id: String) throws {
    let judged = try Conversation([.push, .push]).played([
      #"{"id":10,"type":"started","late":[{"noisy":true}]}"#,
      #"{"id":11,"type":"observed","word":"blocked"}"#,
      #"{"id":12,"type":"observed","word":"blocked","late":[{"id":\#(id),"noisy":true}]}"#,
    ])
    #expect(judged == JudgedCase(.passed))
  }

  @Test(arguments: [
    #"{"id":11,"type":"observed"}"#, #"{"id":11,"type":"observed","word":7}"#,
    #"{"id":11,"type":"observed","word":"blocked","late":[7]}"#,
    #"{"id":11,"type":"observed","word":"blocked","late":[{"id":1.5}]}"#,
  ])
  func repliesThatBreakTheDocumentAreThrown(line: String) throws {
    let session = Conversation([.push])
    try session.receive(#"{"id":10,"type":"started"}"#)
    #expect(throws: JSONError.self) { try session.receive(line) }
  }
}

/// A session and the number of the frame that is answered next; the first request has the number 10.
final class Conversation {
  let session: any CaseSession
  private var frame = 0

  init(_ events: [Turnstile.Event], targets: [Clause.ID] = ["TS-9"]) {
    session = ScriptSession(
      Turnstile(), script: Script(setup: .init(), events: events), capabilities: [],
      targets: targets,
      clauses: Turnstile.table,
      robustness: RobustnessClauses(
        crash: ["TS-10"], hang: ["TS-11"], overrun: ["TS-12"], others: ["TS-4"]))
  }

  /// What is ready: `start` with its suite, `step` with its action.
  func readyTypes() throws -> [String] {
    var frames: [Frame] = []
    session.appendReadyFrames(to: &frames)
    return try frames.map { frame in
      let object = try JSONValue(parsing: frame.body)
      return [object["type"], object["suite"] ?? object["action"]].compactMap { $0?.stringValue }
        .joined(separator: " ")
    }
  }

  func receive(_ line: String) throws {
    let bytes = Array(line.utf8)
    let number = frame
    frame += 1
    try bytes.withUnsafeBytes { buffer in
      try session.receive(try ReplyEnvelope.read(buffer), line: buffer, frame: number)
    }
  }

  /// A reply of which only what is late counts.
  func receiveLate(_ line: String) throws {
    let number = frame
    try Array(line.utf8).withUnsafeBytes { buffer in
      try session.receiveLate(try ReplyEnvelope.read(buffer), line: buffer, frame: number)
    }
  }

  func played(_ lines: [String], _ ending: Ending = .answered) throws -> JudgedCase {
    for line in lines { try receive(line) }
    return session.conclude(ending)
  }
}
