import AdapterDriver
import AdapterProtocol
import Glibc
import JSONText
import Testing

@Suite struct GarbledOutputTests {
  /// Runs `good` and then `action`, checks that the process is gone and the next conversation
  /// works, and returns the ending.
  private func ending(
    of action: String, _ limits: AdapterLimits = .patient,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Ending {
    let worker = AdapterWorker("good", limits)
    try worker.start()
    let process = worker.processID
    let (ending, replies) = worker.run(["good", action])
    #expect(replies == (action.hasPrefix("twice") || action == "chatter" ? 3 : 2))
    expectGone(process, sourceLocation: sourceLocation)
    worker.limits = .patient
    #expect(worker.run(["good"]).ending == .answered, sourceLocation: sourceLocation)
    #expect(worker.aftermath == nil, sourceLocation: sourceLocation)
    return ending
  }

  private func reason(_ ending: Ending) -> JSONError.Reason? {
    guard case .garbled(.notJSON(let error), step: 2) = ending else { return nil }
    return error.reason
  }

  @Test func garbageIsNoReply() throws {
    #expect(reason(try ending(of: "garbage")) != nil)
    #expect(reason(try ending(of: "blank line")) == .unexpectedEnd)
    #expect(reason(try ending(of: "bad UTF-8")) == .invalidUTF8)
    #expect(reason(try ending(of: "repeated key")) == .duplicateKey("x"))
    guard case .tooDeep = reason(try ending(of: "nested")) else {
      Issue.record("it is read however deep it is")
      return
    }
    #expect(
      reason(try ending(of: "unknown kind"))
        == .unexpectedValue("there is no reply of the type \"perceived\""))
  }

  @Test func aReplyMustAnswerWhatIsDue() throws {
    // 1 is hello, 2 is start.
    #expect(
      try ending(of: "wrong id") == .garbled(.wrongID(expected: 4, got: 9), step: 2))
    #expect(
      try ending(of: "wrong kind")
        == .garbled(.wrongKind(expected: "observed", got: "started"), step: 2))
  }

  @Test func aRepeatedReplyIsNotTheNextOne() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    let (ending, replies) = worker.run(["twice", "good"])
    #expect(ending == .garbled(.wrongID(expected: 4, got: 3), step: 2))
    #expect(replies == 2)
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func nothingMayFollowTheLastReply() throws {
    #expect(
      try ending(of: "twice")
        == .garbled(.extraReply("\"{\"id\":4,\"type\":\"observed\",\"handled\":true}\n\""), step: 2)
    )
    #expect(try ending(of: "chatter") == .garbled(.extraReply("\"Loading\""), step: 2))
  }

  @Test func anExtraReplyIsFoundWhenItComesLater() throws {
    let worker = AdapterWorker()
    var endings: [Ending] = [worker.run(["good", "twice in two"]).ending]
    if endings[0] == .answered {
      #expect(
        eventually {
          guard let late = worker.settle() else { return false }
          endings.append(late)
          return true
        })
    }
    guard case .garbled(.extraReply(let text), step: 2) = try #require(endings.last) else {
      Issue.record("\(endings)")
      return
    }
    #expect(text.contains("\"id\":4"))
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func anExtraReplyBelongsToTheConversationBefore() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    #expect(worker.run(["good", "twice later"]).ending == .answered)
    let (ending, replies) = worker.run(["good", "good"])
    #expect(ending == .answered)
    #expect(replies == 3)
    guard case .garbled(.extraReply(let text), step: 2) = worker.aftermath else {
      Issue.record("\(worker.aftermath as Any)")
      return
    }
    #expect(text.contains("\"id\":4"))
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func whoClosesItsOutputAndLivesIsGarbled() throws {
    #expect(try ending(of: "close output", .hasty) == .garbled(.closedOutput, step: 2))
    #expect(
      try ending(of: "close within", .hasty) == .garbled(.brokenLine("\"{\"id\":\""), step: 2))
  }

  @Test func aLineHasItsLimit() throws {
    var limits = AdapterLimits.patient
    limits.maxLineBytes = 1 << 20
    let expected = Ending.garbled(.lineTooLong(maxBytes: 1 << 20), step: 2)
    #expect(try ending(of: "endless line", limits) == expected)
    #expect(try ending(of: "long", limits) == expected)
  }
}
