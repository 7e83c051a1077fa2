import AdapterDriver
import AdapterProtocol
import Glibc
import JSONText
import Testing

@Suite struct MemoryTrialTests {
  private func tried(
    _ suspect: String, control: String = "good", margin: Int = MemoryTrial.usualMargin,
    limits: AdapterLimits = .patient, manner: String = "good"
  ) -> MemoryTrial.Excess? {
    let trial = MemoryTrial(
      command: MisbehavingAdapter.command(manner), limits: limits, harnessVersion: "0",
      margin: margin)
    return trial.excess(
      control: { ScriptedConversation([control]) },
      suspect: { ScriptedConversation(["good", suspect, "good"]) })
  }

  @Test(arguments: ["good", "fresh"])
  func whoEatsIsFound(manner: String) throws {
    let excess = try #require(tried("eat and free", manner: manner))
    #expect(excess.bytes > 60 << 20 && excess.bytes < 80 << 20)
    // Not the valid request after it, whose reply comes when everything is free again.
    #expect(excess.step == 2)
  }

  @Test func twentyMebibytesAreAllowed() {
    #expect(tried("grow 20") == nil)
    #expect(tried("good") == nil)
  }

  @Test func whatTheBenignTakesTooIsNotHeldAgainstTheCase() {
    #expect(tried("eat and free", control: "eat and free") == nil)
    // A cache that is filled once, at the first request of all.
    #expect(tried("grow once", control: "grow once") == nil)
    #expect(tried("grow once") != nil)
  }

  @Test func whoIsStoppedByTheLimitIsFound() throws {
    var limits = AdapterLimits.patient
    limits.maxMemoryGrowthBytes = 100 << 20
    let excess = try #require(tried("eat", limits: limits))
    #expect(excess.bytes > 100 << 20)
    #expect(excess.step == 2)
  }

  @Test(arguments: 1...6)
  func theStepIsTheOneThatTookIt(position: Int) throws {
    var actions = Array(repeating: "good", count: 6)
    actions[position - 1] = "eat and free"
    let trial = MemoryTrial(
      command: MisbehavingAdapter.command(), limits: .patient, harnessVersion: "0", processes: 1)
    let excess = try #require(
      trial.excess(
        control: { ScriptedConversation(["good"]) },
        suspect: { ScriptedConversation(actions) }))
    #expect(excess.step == position)
  }

  @Test func deathAcquits() {
    #expect(tried("abort") == nil)
    #expect(tried("eat and free", control: "abort") == nil)
  }

  @Test func everyProcessHasToAgree() {
    final class Count { var value = 0 }
    let count = Count()
    let trial = MemoryTrial(
      command: MisbehavingAdapter.command(), limits: .patient, harnessVersion: "0")
    let excess = trial.excess(
      control: { ScriptedConversation(["good"]) },
      suspect: {
        count.value += 1
        return ScriptedConversation([count.value == 3 ? "good" : "eat and free"])
      })
    #expect(excess == nil)
    #expect(count.value == 3)
  }

  /// An adapter that works on a request while the next one is waiting takes the memory of both: nobody could say which step took it.
  @Test func aStepOfTheCaseIsSentOnceTheOneBeforeItIsAnswered() {
    let seen = Waiting()
    let trial = MemoryTrial(
      command: MisbehavingAdapter.command(), limits: .patient, harnessVersion: "0", margin: .min,
      warmUps: 1)
    let excess = trial.excess(
      control: { LookingConversation(seen.control) }, suspect: { LookingConversation(seen.suspect) }
    )
    #expect(excess != nil, "every process agrees that it is above a margin that low")
    #expect(seen.suspect.bytes == Array(repeating: 0, count: 3 * LookingConversation.looks))
    // What is sent at once is seen waiting.
    #expect(seen.control.bytes.count == 3 * LookingConversation.looks)
    #expect(seen.control.bytes.contains { $0 > 0 })
  }

  @Test(arguments: HabitualAdapter.allCases.filter(\.isHere))
  func runtimesAreNotFailedForTheirHabits(adapter: HabitualAdapter) throws {
    var template = Array("/tmp/assay-habits-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { #expect(system("rm -rf '\(folder)'") == 0) }
    let command = try #require(adapter.command(in: folder))
    let trial = MemoryTrial(command: command, limits: .patient, harnessVersion: "0")
    func tried(_ action: String) -> MemoryTrial.Excess? {
      trial.excess(
        control: { ScriptedConversation(["good"]) },
        suspect: { ScriptedConversation([action, "good"]) })
    }
    #expect(tried("good") == nil)
    let eaten = try #require(tried("eat"))
    #expect(eaten.bytes > 128 << 20)
  }
}

/// How many bytes of later requests an adapter found waiting while it worked on each step.
private struct Waiting {
  final class Steps { var bytes: [Int64] = [] }

  let control = Steps()
  let suspect = Steps()
}

/// Steps in which the adapter looks whether more input is waiting.
private struct LookingConversation: Conversation {
  static let looks = 4

  private var script = ScriptedConversation(Array(repeating: "look", count: looks))
  private let steps: Waiting.Steps

  init(_ steps: Waiting.Steps) { self.steps = steps }

  mutating func appendReadyFrames(to frames: inout [Frame]) {
    script.appendReadyFrames(to: &frames)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    let progress = try script.receive(envelope, line: line, frame: frame)
    if let waiting = script.replies.last?["waiting"]?.integerValue { steps.bytes.append(waiting) }
    return progress
  }
}
