import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import Suites

/// What a case's memory is compared with (ABT-ROB-03).
@Suite struct MemoryControlTests {
  private let suite = ABT.suite()

  private func urls(_ session: any CaseSession) throws -> [String] {
    var frames: [Frame] = []
    session.appendReadyFrames(to: &frames)
    return try frames.dropFirst().map { frame in
      let url = try JSONValue(parsing: frame.body, limits: .adapterLine)["url"]
      return try #require(url?.stringValue)
    }
  }

  @Test(arguments: ["abt/hostile/bomb/64-MiB", "abt/hostile/bomb/2-MiB"], ["plain", "encrypting"])
  func theControlIsAsLongAsTheCase(id: String, variant: String) throws {
    let summary = try #require(
      suite.cases(seed: 1).first { $0.id.path == id && $0.variant.name == variant })
    #expect(suite.watchesMemory(of: summary))
    let longest = try urls(suite.open(summary, capabilities: [])).map(\.utf8.count).max()
    let control = try #require(try suite.control(for: summary))
    let url = try #require(try urls(control).first)
    #expect(url.utf8.count == longest)
    #expect(url.contains("padding=xxx"))
  }

  @Test func theControlIsAValidRequest() throws {
    for id in ["abt/hostile/bomb/64-MiB", "abt/hostile/base64/empty/apply"] {
      for summary in suite.cases(seed: 1) where summary.id.path == id {
        let script = try suite.script(summary)
        let control = try #require(try suite.model.control(for: script))
        #expect(control.setup == script.setup)
        #expect(control.events.count == 1)
        let reading = control.events[0].meaning
        #expect(!reading.mustRefuse && reading.freedom == nil && reading.excuse == nil)
      }
    }
  }

  @Test func onlyCasesThatMayCostMuchAreWatched() {
    for summary in suite.cases(seed: 1) {
      let path = summary.id.path
      if path.hasPrefix("abt/hostile/") { #expect(suite.watchesMemory(of: summary), "\(path)") }
      if path.hasPrefix("abt/callback/") { #expect(!suite.watchesMemory(of: summary), "\(path)") }
    }
    #expect(DualMode.suite.cases(seed: 1).allSatisfy { !DualMode.suite.watchesMemory(of: $0) })
  }
}
