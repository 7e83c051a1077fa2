import AdapterDriver
import AdapterProtocol
import Conformance
import Testing

@testable import Running

/// What a report shows of a case that does not pass: what was asked, what came back, and what the adapter said on standard error.
@Suite struct EvidenceTests {
  private let adapter: EchoAdapter

  init() throws { adapter = try EchoAdapter() }

  private func run(_ words: String..., deadline: Duration = .seconds(60)) throws -> [CaseResult] {
    let suite = EchoModel.suite(words.map { ("f", $0) })
    var plan = RunPlan(
      suites: [suite], cases: suite.cases(seed: 1), command: adapter.command(), seed: 1, jobs: 1,
      harnessVersion: "test")
    plan.limits.stepDeadline = deadline
    plan.limits.startDeadline = .seconds(60)
    let claims = try Runner.greet(plan)
    var results: [CaseResult] = []
    try Runner(plan).run(claims: claims) { (result) throws(Never) in results.append(result) }
    return results
  }

  private func requests(_ exchange: ObservedExchange) -> [String] {
    exchange.steps.map { String(decoding: $0.request, as: UTF8.self) }
  }

  private func replies(_ exchange: ObservedExchange) -> [String?] {
    exchange.steps.map { $0.reply.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func errors(_ exchange: ObservedExchange) -> String {
    String(decoding: exchange.standardError, as: UTF8.self)
  }

  @Test func aFailureShowsItsOwnConversationOnly() throws {
    let results = try run("loud-good", "loud-bad", "good", "odd")
    #expect(results.map(\.verdict) == [.passed, .failed, .passed, .warned])
    #expect(results[0].exchange == nil && results[2].exchange == nil)
    let failed = try #require(results[1].exchange)
    #expect(
      requests(failed) == [
        #"{"type":"start","suite":"echo","configuration":{}}"#, #"{"type":"step","action":"good"}"#,
        #"{"type":"step","action":"loud-bad"}"#,
      ])
    #expect(replies(failed).map { $0?.contains(#""type": "started""#) } == [true, false, false])
    #expect(replies(failed).last??.contains(#""answer": "bad""#) == true)
    #expect(errors(failed) == "this is loud bad\n")
    #expect(failed.stepsLeftOut == 0 && failed.steps.allSatisfy { $0.bytesLeftOut == 0 })
    let warned = try #require(results[3].exchange)
    #expect(warned.standardError.isEmpty)
  }

  @Test func aCrashShowsWhatWasSaidBeforeIt() throws {
    let results = try run("loud-good", "loud-crash", "good")
    #expect(results.map(\.verdict) == [.passed, .crashed, .passed])
    let exchange = try #require(results[1].exchange)
    #expect(errors(exchange) == "this is loud crash\n")
    #expect(replies(exchange).map { $0 == nil } == [false, false, true])
  }

  /// It shows only when the next case has begun, whose conversation is another.
  @Test func aDeathAfterTheLastReplyShowsItsOwnConversation() throws {
    let results = try run("loud-good", "loud-dies-behind", "loud-good")
    #expect(results.map(\.verdict) == [.passed, .crashed, .passed])
    let exchange = try #require(results[1].exchange)
    #expect(requests(exchange).last?.contains("loud-dies-behind") == true)
    #expect(replies(exchange).last??.contains("good") == true)
    #expect(errors(exchange) == "this is loud dies-behind\n")
  }

  @Test func aHangNamesTheDeadlineThatWasMissed() throws {
    let results = try run("loud-hang", deadline: .seconds(2))
    #expect(results.map(\.verdict) == [.timedOut])
    let hang = try #require(results[0].findings.first)
    #expect(hang.observed == "no reply within 2 s")
    #expect(hang.expected == "a reply")
    let exchange = try #require(results[0].exchange)
    #expect(errors(exchange) == "this is loud hang\n")
    #expect(replies(exchange).map { $0 == nil } == [false, false, true])
  }

  @Test func whatIsNoReplyIsShownAsItCame() throws {
    let results = try run("garble", "failure", "unsupported")
    #expect(results.map(\.verdict) == [.adapterFault, .adapterFault, .skipped])
    #expect(replies(try #require(results[0].exchange)).last == "hello")
    #expect(replies(try #require(results[1].exchange)).last??.contains("no disk") == true)
    #expect(results[2].exchange == nil)
  }

  @Test func secondsReadWell() {
    #expect(Duration.seconds(20).inSecondsText == "20 s")
    #expect(Duration.milliseconds(250).inSecondsText == "0.25 s")
  }
}

/// The bounds of a recorded conversation.
@Suite struct ExchangeRecorderTests {
  private let recorder = ExchangeRecorder()

  private func hear(_ count: Int, frame: Int) {
    Array(repeating: UInt8(ascii: "x"), count: count).withUnsafeBytes {
      recorder.hear($0, frame: frame)
    }
  }

  private func frame(_ count: Int) -> Frame {
    Frame(body: Array(repeating: UInt8(ascii: "y"), count: count))
  }

  @Test func aLongTextIsCutAndCounted() throws {
    let most = ExchangeRecorder.maxTextBytes
    recorder.begin()
    recorder.send([frame(most), frame(most + 7)])
    hear(most + 5, frame: 0)
    hear(3, frame: 1)
    let exchange = recorder.exchange(standardError: [1, 2])
    #expect(exchange.steps.map(\.request.count) == [most, most])
    #expect(exchange.steps.map { $0.reply?.count } == [most, 3])
    #expect(exchange.steps.map(\.bytesLeftOut) == [5, 7])
    #expect(exchange.standardError == [1, 2])
  }

  @Test func aCaseAsAWholeIsBounded() {
    let most = ExchangeRecorder.maxTextBytes
    recorder.begin()
    for number in 0..<10 {
      recorder.send([frame(1)])
      hear(2 * most, frame: number)
    }
    let exchange = recorder.exchange(standardError: [])
    let kept = exchange.steps.map { $0.request.count + ($0.reply?.count ?? 0) }.reduce(0, +)
    #expect(kept == ExchangeRecorder.maxCaseBytes)
    #expect(exchange.steps.count + exchange.stepsLeftOut == 10)
    #expect(exchange.stepsLeftOut == 6)
    let leftOut = exchange.steps.map(\.bytesLeftOut).reduce(0, +)
    #expect(kept + leftOut == exchange.steps.count * (2 * most + 1))
  }

  @Test func aConversationForgetsTheOneBefore() {
    recorder.begin()
    recorder.send([frame(1), frame(2)])
    hear(9, frame: 1)
    recorder.begin()
    recorder.send([frame(4)])
    let exchange = recorder.exchange(standardError: [])
    #expect(exchange == ObservedExchange(steps: [.init(request: frame(4).body)]))
  }
}
