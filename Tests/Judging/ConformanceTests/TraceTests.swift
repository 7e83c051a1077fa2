import AdapterProtocol
import Testing

@testable import Conformance

/// What the model allows beside what an implementation did, over synthetic replies.
@Suite struct TraceTests {
  private func trace(
    _ events: [Turnstile.Event], _ words: [String], _ ending: Ending = .answered
  ) throws -> Trace {
    let conversation = Conversation(events)
    var frames: [Frame] = []
    conversation.session.appendReadyFrames(to: &frames)
    let replies = words.enumerated().map { number, word in
      #"{"id":\#(11 + number),"type":"observed","word":"\#(word)"}"#
    }
    let judged = try conversation.played([#"{"id":10,"type":"started"}"#] + replies, ending)
    return conversation.session.trace(of: judged.findings)
  }

  @Test func theFirstDifferenceIsMarkedAndNothingAfterItIsFollowed() throws {
    let trace = try trace([.coin, .push, .push, .coin], ["open", "turned", "turned", "open"])
    #expect(trace.setup == [.init(name: "name", value: "north")])
    #expect(trace.steps.map(\.number) == [1, 2, 3, 4])
    #expect(trace.steps.map(\.standing) == [.fits, .fits, .differs, .notFollowed])
    #expect(trace.steps.map(\.words) == ["A coin.", "A push.", "A push.", "A coin."])
    #expect(trace.firstDifference == 3)
    #expect(trace.steps.map(\.observed) == [["open"], ["turned"], ["turned"], ["open"]])
    #expect(
      trace.steps[2].ways == [.init(name: "blocks", expected: ["blocked"], fits: false)])
    #expect(trace.steps[2].findings.map(\.signature.description) == ["TS-6 other-word"])
    #expect(trace.steps[3].ways.isEmpty && trace.steps[3].findings.isEmpty)
    #expect(trace.stepsBefore == 0 && trace.stepsAfter == 0)
  }

  /// Of several ways each is told, and which one was taken.
  @Test func theWaysOfEachWorldAreTold() throws {
    let trace = try trace([.coin, .push], ["mumble", "turned"])
    #expect(
      trace.steps[0].ways == [
        .init(name: "opens", expected: ["open", "green"], fits: true),
        .init(name: "keeps the coin", expected: ["kept"], fits: true),
      ])
    // Whether the coin was kept is not known, so that both are possible.
    #expect(
      trace.steps[1].ways == [
        .init(name: "turns", expected: ["turned", "please"], fits: true),
        .init(name: "blocks", expected: ["blocked"], fits: false),
      ])
    #expect(trace.firstDifference == nil)
  }

  @Test func aShouldIsTheFirstDifferenceOnlyWhereNothingWorseIs() throws {
    let warned = try trace([.coin, .coin], ["kept", "open"])
    #expect(warned.steps.map(\.standing) == [.warned, .fits])
    #expect(warned.firstDifference == 1)
    let failed = try trace([.coin, .push], ["kept", "turned"])
    #expect(failed.steps.map(\.standing) == [.warned, .differs])
    #expect(failed.firstDifference == 2)
  }

  /// What killed the implementation is the difference, and nothing is told of what was never asked.
  @Test func aStepWithoutAReplyIsTold() throws {
    let trace = try trace([.coin, .push, .coin], ["open"], .crashed(.signal(11), step: 2))
    #expect(trace.steps.map(\.standing) == [.fits, .differs])
    #expect(trace.steps[1].observed == nil)
    #expect(trace.steps[1].findings.first?.kind == "crash/signal-11")
    #expect(trace.stepsAfter == 1)
    let start = try self.trace([.coin], [], .hung(step: 0))
    #expect(start.steps.map(\.number) == [0])
    #expect(start.firstDifference == 0 && start.stepsAfter == 1)
  }

  /// A long script is told around the first difference.
  @Test(arguments: [0, 3, 90, 199])
  func aLongScriptIsBounded(place: Int) throws {
    var words = Array(repeating: "blocked", count: 200)
    words[place] = "turned"
    let trace = try trace(Array(repeating: .push, count: 200), words)
    #expect(trace.firstDifference == place + 1)
    #expect(trace.steps.count <= 48)
    #expect(trace.stepsBefore + trace.steps.count + trace.stepsAfter == 200)
    #expect(trace.steps.map(\.number).contains(place + 1))
    #expect(trace.steps.map(\.number) == Array(trace.stepsBefore + 1...200 - trace.stepsAfter))
  }

  @Test func longTextsAreCut() {
    #expect(Trace.bounded(String(repeating: "é", count: 2_000)).unicodeScalars.count == 2_000)
    #expect(Trace.bounded(String(repeating: "é", count: 9_000)).unicodeScalars.count == 2_001)
    #expect(Trace.bounded(Array(repeating: "a", count: 99)).count == Trace.maxWords + 1)
    #expect(Trace.short(String(repeating: "a", count: 121)).hasSuffix("a…"))
  }

  // MARK: From what was recorded

  private func recorded(_ replies: [String?], cut: Int? = nil) -> ObservedExchange {
    ObservedExchange(
      steps: replies.enumerated().map { number, reply in
        .init(
          request: Array("{}".utf8), reply: reply.map { Array($0.utf8) },
          bytesLeftOut: number == cut ? 1 : 0)
      })
  }

  /// A recorded conversation is judged as it was when it came.
  @Test func whatWasRecordedIsTakenAgain() throws {
    let replies = [
      #"{"id":10,"type":"started"}"#, #"{"id":11,"type":"observed","word":"open"}"#,
      #"{"id":12,"type":"observed","word":"blocked","late":[{"id":11,"noisy":true}]}"#,
    ]
    let judged = try Conversation([.coin, .push]).played(replies)
    let session = Conversation([.coin, .push]).session
    session.take(recorded(replies))
    #expect(session.conclude(.answered) == judged)
    #expect(session.trace(of: judged.findings).steps.map(\.standing) == [.differs, .differs])
  }

  @Test func whatIsCutOrUnreadableIsNotTaken() {
    let start = #"{"id":10,"type":"started"}"#
    let reply = #"{"id":11,"type":"observed","word":"open"}"#
    for (exchange, count) in [
      (recorded([start, reply, nil]), 1), (recorded([start, reply, reply], cut: 2), 1),
      (recorded([start, reply, "no JSON"]), 1), (recorded([start, #"{"id":11}"#]), 0),
      (recorded([start, #"{"id":11,"type":"failure","message":"x"}"#, reply]), 0),
      (recorded([]), 0), (recorded([start, reply, reply, reply, reply]), 2),
    ] {
      let session = Conversation([.coin, .coin]).session
      session.take(exchange)
      #expect(session.shapes.count == count)
    }
  }
}
