import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

@Suite struct DeathTests {
  @Test(arguments: [
    ("abort", Death.signal(SIGABRT)), ("wild", .signal(SIGSEGV)), ("exit 3", .exit(3)),
    ("exit 0", .exit(0)), ("half a line", .exit(4)), ("close and exit", .exit(6)),
    ("grandchild", .exit(5)),
  ])
  func deathIsACrashAtItsStep(action: String, death: Death) throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    let (ending, replies) = worker.run(["good", "good", action, "good"])
    #expect(ending == .crashed(death, step: 3))
    #expect(replies == 3)
    expectGone(process)
    #expect(!worker.isRunning)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func deathBeforeTheFirstReplyIsStepZero() {
    // The greeting was answered, so it is not the start of the process that failed.
    let (ending, replies) = AdapterWorker("dies after hello").run(["good"])
    #expect(ending == .crashed(.exit(8), step: 0))
    #expect(replies == 0)
  }

  /// It had read the start, so that is what it died of; a fresh process is a first start again.
  @Test func deathAtTheSecondStartIsStepZero() {
    let worker = AdapterWorker("dies at the second start")
    #expect(worker.run(["good"]).ending == .answered)
    let (ending, replies) = worker.run(["good"])
    #expect(ending == .crashed(.signal(SIGABRT), step: 0))
    #expect(replies == 0)
    #expect(worker.aftermath == nil)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func deathAfterTheLastReplyBelongsToItsConversation() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    #expect(worker.run(["good", "exit after"]).ending == .answered)
    var found: Ending?
    #expect(
      eventually {
        found = worker.settle()
        return found != nil
      })
    #expect(found == .crashed(.exit(7), step: 2))
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func deathBetweenConversationsBelongsToTheOneBefore() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = try #require(worker.processID)
    #expect(worker.run(["good", "exit after"]).ending == .answered)
    #expect(eventually { livingProcesses(ofGroup: process).isEmpty })
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == .crashed(.exit(7), step: 2))
    expectGone(process)
  }

  /// The next conversation has been sent, and nothing of it read: it is not what the adapter dies of.
  @Test(arguments: [
    ("exit soon", Ending.crashed(.exit(7), step: 2)),
    ("close soon", .garbled(.closedOutput, step: 2)),
  ])
  func anEndThatComesLateBelongsToTheConversationBefore(action: String, ending: Ending) throws {
    let worker = AdapterWorker("good", .patient)
    worker.limits.deathGrace = .milliseconds(200)
    try worker.start()
    let process = worker.processID
    #expect(worker.run(["good", action]).ending == .answered)
    let (next, replies) = worker.run(["good", "good"])
    #expect(next == .answered)
    #expect(replies == 3)
    #expect(worker.aftermath == ending)
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  @Test func aDescendantDiesWithTheAdapter() throws {
    let worker = AdapterWorker()
    #expect(worker.run(["quiet grandchild"]).ending == .answered)
    let process = try #require(worker.processID)
    #expect(eventually { livingProcesses(ofGroup: process).count == 2 })
    #expect(worker.stop() == .exited(status: 0, answered: true))
    expectGone(process)
  }

  @Test func lastWordsAreKept() {
    let worker = AdapterWorker()
    #expect(worker.run(["last words"]).ending == .crashed(.signal(SIGABRT), step: 1))
    #expect(String(decoding: worker.standardErrorTail, as: UTF8.self) == "I die because of 42")
  }

  @Test func nothingIsLeftWhenTheWorkerGoes() throws {
    var worker: AdapterWorker? = AdapterWorker()
    #expect(worker?.run(["quiet grandchild"]).ending == .answered)
    let process = worker?.processID
    worker = nil
    expectGone(process)
  }

  @Test func theAdapterDiesWithTheThreadThatLaunchedIt() throws {
    // Stands for the death of the harness, which a test can't bring about.
    final class Box: @unchecked Sendable { var worker: AdapterWorker? }
    let box = Box()
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        box.worker = AdapterWorker()
        try? box.worker?.start()
        return nil
      }, Unmanaged.passUnretained(box).toOpaque())
    try #require(status == 0)
    pthread_join(thread, nil)
    let process = try #require(box.worker?.processID)
    #expect(eventually { livingProcesses(ofGroup: process).isEmpty })
    #expect(box.worker?.stop() == .deadBefore(.signal(SIGKILL)))
    expectGone(process)
  }
}
