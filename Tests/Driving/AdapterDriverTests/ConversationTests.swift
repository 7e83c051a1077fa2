import AdapterDriver
import AdapterProtocol
import JSONText
import Testing

@Suite struct ConversationTests {
  @Test(arguments: [false, true]) func goodRepliesAreAllDelivered(oneByOne: Bool) {
    let worker = AdapterWorker()
    for _ in 0..<3 {
      let (ending, replies) = worker.run(Array(repeating: "good", count: 20), oneByOne: oneByOne)
      #expect(ending == .answered)
      #expect(replies == 21)
      #expect(worker.aftermath == nil)
    }
    let process = worker.processID
    #expect(worker.settle() == nil)
    #expect(worker.stop() == .exited(status: 0, answered: true))
    expectGone(process)
  }

  @Test func unsupportedEndsTheCaseAndKeepsTheProcess() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    let (ending, replies) = worker.run(["good", "unsupported", "good", "good"])
    #expect(ending == .unsupported(reason: "no such", step: 2))
    #expect(replies == 2)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.processID == process)
  }

  @Test func failureEndsTheCaseAndKeepsTheProcess() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    #expect(
      worker.run(["failure", "good"]).ending == .adapterFailure(.replied("oh"), step: 1))
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.processID == process)
  }

  @Test func aStartThatIsUnsupportedIsStepZero() {
    let (ending, replies) = AdapterWorker("no start").run(["good"])
    #expect(ending == .unsupported(reason: "dialect", step: 0))
    #expect(replies == 0)
  }

  @Test func whatCameFirstDecidesAndTheBrokenProcessGoes() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    #expect(
      worker.run(["unsupported", "abort"]).ending == .unsupported(reason: "no such", step: 1))
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func enoughIsEnough() throws {
    let worker = AdapterWorker()
    var conversation = ScriptedConversation(["good", "good", "good", "unsupported"])
    conversation.enoughAfter = 2
    #expect(worker.converse(&conversation) == .answered)
    #expect(conversation.replies.count == 2)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func contentThatTheSuiteRefusesIsGarbled() {
    let worker = AdapterWorker()
    var conversation = ScriptedConversation(["good", "good"])
    conversation.throwsAt = 1
    guard case .garbled(.notJSON(let error), step: 1) = worker.converse(&conversation) else {
      Issue.record("not garbled")
      return
    }
    #expect(error.reason == .missingMember("calls"))
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func whoAsksForAFreshProcessGetsOne() {
    let worker = AdapterWorker("fresh")
    var processes: Set<Int32> = []
    for _ in 0..<3 {
      #expect(worker.run(["good"]).ending == .answered)
      #expect(worker.aftermath == nil)
      if let process = worker.processID { processes.insert(process) }
    }
    #expect(processes.count == 3)
    let last = worker.processID
    worker.stop()
    for process in processes { expectGone(process) }
    #expect(last.map(processes.contains) == true)
  }

  @Test func aConversationWithoutFramesIsAnswered() {
    let worker = AdapterWorker()
    var conversation = ScriptedConversation([])
    conversation.frames = []
    #expect(worker.converse(&conversation) == .answered)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func largeFramesAndRepliesPass() {
    // Without the memory watch, whose regular looks would make good for a forgotten wake-up.
    var limits = AdapterLimits.patient
    limits.maxMemoryGrowthBytes = nil
    let worker = AdapterWorker("good", limits)
    var conversation = ScriptedConversation(
      ["long", "long", "good", "long"], fillerBytes: 3 << 20)
    #expect(worker.converse(&conversation) == .answered)
    #expect(conversation.replies[1]["filler"]?.stringValue?.utf8.count == 2 << 20)
    #expect(conversation.replies.count == 5)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func linesMayLieAcrossReads() {
    let worker = AdapterWorker()
    var conversation = ScriptedConversation(Array(repeating: "medium", count: 100))
    #expect(worker.converse(&conversation) == .answered)
    #expect(conversation.replies.count == 101)
    #expect(
      conversation.replies.dropFirst().allSatisfy {
        $0["filler"]?.stringValue?.utf8.count == 30_000
      })
  }

  @Test func eachStepHasItsOwnClock() {
    // All four naps together take longer than one step may, and each by itself so much less that a busy machine does not matter.
    var limits = AdapterLimits.hasty
    limits.stepDeadline = .seconds(5)
    let worker = AdapterWorker("good", limits)
    let (ending, replies) = worker.run(Array(repeating: "long nap", count: 4))
    #expect(ending == .answered)
    #expect(replies == 5)
  }

  @Test func whatIsDueComesByteByByte() {
    let worker = AdapterWorker()
    let (ending, replies) = worker.run(["byte by byte", "good", "byte by byte"])
    #expect(ending == .answered)
    #expect(replies == 4)
  }
}
