import AdapterDriver
import AdapterProtocol
import CProcess
import Glibc
import JSONText
import Testing

@Suite struct SurroundingsTests {
  @Test func theProcessFindsACleanRoom() throws {
    // Things that must not reach the child.
    let leaked = open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    var command = MisbehavingAdapter.command()
    command.workingDirectory = "/usr"
    var limits = AdapterLimits.patient
    limits.maxFileBytes = 12_345
    limits.maxProcessorSeconds = 77
    let worker = AdapterWorker(command: command, limits: limits, harnessVersion: "0")
    var conversation = ScriptedConversation(["inspect"])
    #expect(worker.converse(&conversation) == .answered)
    let seen = try #require(conversation.replies.last)
    #expect(seen["core"] == 0)
    #expect(seen["file"] == 12_345)
    #expect(seen["time"] == 77)
    #expect(seen["open"] == 0)
    #expect(seen["blocked"] == 0)
    #expect(seen["handled"] == 0)
    #expect(seen["directory"] == "/usr")
    #expect(seen["variables"] == 3, "two were given, and one tells whose the process is")
    #expect(seen["A"] == "b=c")
    #expect(seen["leader"] == true)
    #expect(seen["blocking"] == true)
  }

  @Test func affinityKeepsItOnOneProcessor() throws {
    var before = [Int32](repeating: 0, count: 1_024)
    let count = cprocess_allowed_processors(&before, 1_024)
    try #require(count > 0)
    // In a thread of its own, because the processor of this one must stay as it is.
    final class Box: @unchecked Sendable {
      var processor = 0
      var processors: JSONValue?
      var own: Int32 = 0
    }
    let box = Box()
    box.processor = Int(before[Int(count) - 1])
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        let worker = AdapterWorker(
          command: MisbehavingAdapter.command(), limits: .patient, harnessVersion: "0",
          affinity: box.processor)
        var conversation = ScriptedConversation(["inspect"])
        guard worker.converse(&conversation) == .answered else { return nil }
        box.processors = conversation.replies.last?["processors"]
        var own = [Int32](repeating: -1, count: 1_024)
        if cprocess_allowed_processors(&own, 1_024) == 1 { box.own = own[0] }
        return nil
      }, Unmanaged.passUnretained(box).toOpaque())
    try #require(status == 0)
    pthread_join(thread, nil)
    #expect(box.processors == 1)
    #expect(Int(box.own) == box.processor)
    var after = [Int32](repeating: 0, count: 1_024)
    #expect(cprocess_allowed_processors(&after, 1_024) == count)
  }

  @Test func processorTimeHasItsLimit() throws {
    var limits = AdapterLimits.patient
    limits.maxProcessorSeconds = 1
    let worker = AdapterWorker("good", limits)
    #expect(worker.run(["spin"]).ending == .crashed(.signal(SIGXCPU), step: 1))
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func filesHaveTheirLimit() throws {
    var limits = AdapterLimits.patient
    limits.maxFileBytes = 100_000
    let worker = AdapterWorker("good", limits)
    #expect(worker.run(["big file"]).ending == .crashed(.signal(SIGXFSZ), step: 1))
  }

  @Test func processesHaveTheirLimit() throws {
    var limits = AdapterLimits.patient
    limits.maxProcesses = 4_321
    let worker = AdapterWorker("good", limits)
    var conversation = ScriptedConversation(["processes"])
    #expect(worker.converse(&conversation) == .answered)
    #expect(conversation.replies.last?["processes"] == 4_321)
  }

  @Test func memoryHasItsLimit() throws {
    var limits = AdapterLimits.patient
    limits.maxMemoryGrowthBytes = 64 << 20
    limits.memoryMargin = 8 << 20
    let worker = AdapterWorker("good", limits)
    try worker.start()
    let process = worker.processID
    guard
      case .overran(.memory(let bytes, limit: 8_388_608), step: 1) = worker.run(["eat"]).ending
    else {
      Issue.record("not over")
      return
    }
    #expect(bytes > 64 << 20)
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func costIsMeasuredFromOutside() throws {
    let worker = AdapterWorker()
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.lastCost == nil)
    worker.measuresCost = true
    #expect(worker.run(["eat and free"]).ending == .answered)
    let hungry = try #require(worker.lastCost?.memoryGrowthBytes)
    #expect(hungry >= 60 << 20 && hungry <= 80 << 20)
    #expect(try #require(worker.lastCost?.processorTime) > .zero)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(try #require(worker.lastCost?.memoryGrowthBytes) < 8 << 20)
    #expect(worker.run(["abort"]).ending == .crashed(.signal(SIGABRT), step: 1))
    #expect(worker.lastCost == nil)
  }

  @Test func edgesAreCountedInSharedMemory() throws {
    let map = try CoverageMap(byteCount: 4_096)
    var command = MisbehavingAdapter.command()
    command.environment += map.environment
    let worker = AdapterWorker(command: command, limits: .patient, harnessVersion: "0")
    #expect(worker.run(["count edges", "count edges"]).ending == .answered)
    #expect(map.counters[77] == 6)
    #expect(map.counters.count == 4_096)
    map.clear()
    #expect(map.counters.allSatisfy { $0 == 0 })
    #expect(worker.run(["count edges"]).ending == .answered)
    #expect(map.counters[77] == 3)
  }

  @Test func commandsAreEqualByAllTheySay() {
    let command = MisbehavingAdapter.command()
    var other = command
    #expect(command == other)
    #expect(command.hashValue == other.hashValue)
    other.environment[1].1 = "x"
    #expect(command != other)
    #expect(Set([command, other, command]).count == 2)
  }
}
