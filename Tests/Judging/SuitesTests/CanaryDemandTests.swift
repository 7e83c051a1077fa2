import AdapterProtocol
import Conformance
import Forge
import Testing

@testable import SuiteModels
@testable import Suites

/// ABT-ROB-04: what the next valid request shows.
@Suite struct CanaryDemandTests {
  private var canary: Scene {
    var scene = Scene()
    scene.role = .canary
    return scene
  }

  @Test func aCanaryThatFailsIsReportedAsOne() throws {
    let good = canary.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try canary.findings(good, targets: ["ABT-ROB-04"]) == [])
    let refused = canary.observed([], "status=Error")
    #expect(try Set(canary.findings(refused)) == ["ABT-ROB-04"])
    let otherValues = ABTObservation.Call.apply(
      category: .string("Mail"), values: .dictionary([TypedMember("host", .string("of before"))]))
    #expect(
      try canary.findings(canary.observed([otherValues], Scene.success(["host", "port"])))
        == ["ABT-ROB-04"])
    #expect(
      try canary.findings(canary.observed([Scene.applyCall], Scene.success(["host"])))
        == ["ABT-CHG-01"], "what is reported has its own clause")
  }

  /// ABT-CHG-06 is a SHOULD; that the request is a canary makes no MUST of it.
  @Test func whatIsAWarningElsewhereIsAWarningOnACanary() throws {
    let doubled = canary.observed([Scene.applyCall], Scene.success(["host", "port", "host"]))
    var subject = canary
    subject.role = .subject
    #expect(try subject.findings(doubled) == ["ABT-CHG-06 (should)"])
    #expect(
      try canary.findings(doubled, targets: ["ABT-ROB-04"]).allSatisfy { $0.hasSuffix("(should)") })
  }
}
