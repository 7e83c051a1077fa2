import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import SuiteModels
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
    let lengths = try urls(suite.open(summary, capabilities: [])).map(\.utf8.count)
    let makeControl = try #require(try suite.control(for: summary))
    let control = try urls(makeControl())
    #expect(try urls(makeControl()) == control)
    #expect(control.map(\.utf8.count) == lengths)
    #expect(control.allSatisfy { $0.contains("padding=xxx") })
  }

  @Test func aRequestOfVeryManyParametersIsHeldAgainstNothing() throws {
    let inFront = try #require(
      suite.cases(seed: 1).first { $0.id.path == "abt/url/strangers/names-500000/in-front" })
    #expect(try suite.control(for: inFront) == nil)
    let few = try #require(
      suite.cases(seed: 1).first { $0.id.path == "abt/url/strangers/one/in-front" })
    #expect(try suite.control(for: few) != nil)
  }

  @Test func theControlIsAValidRequest() throws {
    for id in ["abt/hostile/bomb/64-MiB", "abt/hostile/base64/empty/apply"] {
      for summary in suite.cases(seed: 1) where summary.id.path == id {
        let script = try suite.script(summary)
        let control = try #require(try suite.model.control(for: script))
        #expect(control.setup == script.setup)
        #expect(control.events.count == script.events.count)
        for event in control.events {
          let reading = event.meaning
          #expect(!reading.mustRefuse && reading.freedom == nil && reading.excuse == nil)
        }
      }
    }
  }

  @Test func onlyCasesThatMayCostMuchAreWatched() {
    for summary in suite.cases(seed: 1) {
      let path = summary.id.path
      if path.hasPrefix("abt/hostile/"), !suite.isSoak(summary) {
        #expect(suite.watchesMemory(of: summary), "\(path)")
      }
      if path.hasPrefix("abt/callback/") { #expect(!suite.watchesMemory(of: summary), "\(path)") }
    }
    #expect(DualMode.suite.cases(seed: 1).allSatisfy { !DualMode.suite.watchesMemory(of: $0) })
  }
}
