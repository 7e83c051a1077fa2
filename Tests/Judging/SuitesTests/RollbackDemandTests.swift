import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Section 4.9: what is taken back, and that nothing else is.
@Suite struct RollbackDemandTests {
  private func scene(
    _ records: [DelegatePlan.Record], answer: DelegatePlan.Answer = .no
  ) -> Scene {
    var scene = Scene()
    scene.delegate = DelegatePlan(apply: .init(records, answer: answer))
    return scene
  }

  private func findings(
    _ scene: Scene, rollback members: [TypedMember]?, category: TypedValue = .string("Mail"),
    targets: [Clause.ID] = [], more: [ABTObservation.Call] = []
  ) throws -> [String] {
    var calls = [Scene.applyCall]
    if let members { calls.append(.apply(category: category, values: .dictionary(members))) }
    let word = scene.delegate.apply.answer == .cancel ? "Canceled" : "Error"
    return try scene.findings(scene.observed(calls + more, "status=\(word)"), targets: targets)
  }

  private let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))

  @Test func whatWasRecordedWithAnOldValueGoesBack() throws {
    let scene = scene([old, .didApply("port")])
    #expect(try findings(scene, rollback: [TypedMember("host", .string("old"))]) == [])
    #expect(try findings(scene, rollback: nil) == ["ABT-ROLL-01"])
    #expect(try findings(scene, rollback: []) == ["ABT-ROLL-01"])
    #expect(try findings(scene, rollback: [TypedMember("host", .string("new"))]) == ["ABT-ROLL-01"])
    #expect(try findings(scene, rollback: [TypedMember("host", .null)]) == ["ABT-ROLL-01"])
    let more = [TypedMember("host", .string("old")), TypedMember("port", .integer(25))]
    #expect(try findings(scene, rollback: more) == ["ABT-ROLL-01"])
    #expect(try findings(scene, rollback: more, targets: ["ABT-ROLL-03"]) == ["ABT-ROLL-03"])
    let again = ABTObservation.Call.apply(category: .string("Mail"), values: .dictionary([]))
    #expect(
      Set(try findings(scene, rollback: [TypedMember("host", .string("old"))], more: [again]))
        == ["ABT-DEL-01"])
    var recording = scene
    recording.delegate.rollback.records = [.didApply("host")]
    #expect(
      try findings(
        recording, rollback: [TypedMember("host", .string("old"))], targets: ["ABT-ROLL-09"],
        more: [again]) == ["ABT-ROLL-09"])
  }

  @Test func anOldValueOfNilIsAKeyWithoutAValue() throws {
    let scene = scene([.didApplyOver("host", oldValue: nil)])
    #expect(
      try findings(scene, rollback: [TypedMember("host", .null)], targets: ["ABT-ROLL-02"]) == [])
    #expect(
      try findings(scene, rollback: [TypedMember("host", .string(""))], targets: ["ABT-ROLL-02"])
        == ["ABT-ROLL-02"])
    #expect(try findings(scene, rollback: [], targets: ["ABT-ROLL-02"]) == ["ABT-ROLL-02"])
  }

  /// ABT-ROLL-05: the reason that the second call gives is nobody's, also where the first one gave none.
  @Test func whatTheRollbackSaysIsNotReported() throws {
    var scene = scene([old])
    scene.delegate.rollback = .init(answer: .no, error: .init(code: 4_242, message: "no way back"))
    let calls = [
      Scene.applyCall,
      .apply(
        category: .string("Mail"), values: .dictionary([TypedMember("host", .string("old"))])),
    ]
    func findings(_ rest: String) throws -> [String] {
      try scene.findings(scene.observed(calls, "status=Error\(rest)"))
    }
    #expect(try findings("&errorCode=11&errorMessage=failed") == [])
    #expect(try findings("&errorCode=4242") == ["ABT-ROLL-05"])
    #expect(try findings("&errorCode=11&errorMessage=no%20way%20back") == ["ABT-ROLL-05"])
    // What both say is what the first one says.
    scene.delegate.apply.error = .init(code: 7, message: "host: no way back")
    #expect(try findings("&errorCode=7&errorMessage=host%3A%20no%20way%20back") == [])
  }

  /// An adapter may say of each call by itself that it is too large to be shown.
  @Test func whatIsNotShownIsNotJudged() throws {
    let scene = scene([old])
    let call = ABTObservation.Call.apply(category: .string("Mail"), values: .tooLarge)
    #expect(
      try scene.findings(scene.observed([Scene.applyCall, call], "status=Error")) == [])
    let wrong = ABTObservation.Call.apply(category: .string("Other"), values: .tooLarge)
    #expect(
      try scene.findings(scene.observed([Scene.applyCall, wrong], "status=Error"))
        != [])
  }

  @Test func withoutOldValuesThereIsNoSecondCall() throws {
    for records in [[], [.didApply("host")], [.didNotApply("port")]] as [[DelegatePlan.Record]] {
      let scene = scene(records)
      #expect(try findings(scene, rollback: nil) == [])
      #expect(try findings(scene, rollback: []).contains("ABT-ROLL-04"))
    }
  }

  @Test func aSuccessIsNotRolledBack() throws {
    var scene = scene([old], answer: .yes)
    let calls = [
      Scene.applyCall,
      .apply(
        category: .string("Mail"), values: .dictionary([TypedMember("host", .string("old"))])),
    ]
    let observation = scene.observed(calls, Scene.success(["host"]))
    #expect(try scene.findings(observation, targets: ["ABT-ROLL-06"]) == ["ABT-ROLL-06"])
    scene = .reset()
    scene.delegate = DelegatePlan(revert: .init(answer: .no))
    let reverted = scene.observed([Scene.revertCall, Scene.applyCall], "status=Error")
    #expect(try scene.findings(reverted, targets: ["ABT-ROLL-11"]) == ["ABT-ROLL-11"])
  }

  @Test func theRollbackChangesNothingInTheReport() throws {
    let scene = scene([old])
    let rollback = ABTObservation.Call.apply(
      category: .string("Mail"), values: .dictionary([TypedMember("host", .string("old"))]))
    for status in ["status=Success", "status=Canceled"] {
      let observation = scene.observed([Scene.applyCall, rollback], status)
      #expect(try scene.findings(observation, targets: ["ABT-ROLL-05"]) == ["ABT-ROLL-05"])
    }
    let twice = scene.observed([Scene.applyCall, rollback], "status=Error", "status=Error")
    #expect(try scene.findings(twice) == ["ABT-CB-01"])
  }

  @Test func aKeyRecordedTwiceGoesBackToItsFirstOldValue() throws {
    let scene = scene([old, .didApplyOver("host", oldValue: .string("older"))])
    #expect(try findings(scene, rollback: [TypedMember("host", .string("old"))]) == [])
    #expect(
      try findings(scene, rollback: [TypedMember("host", .string("older"))])
        == ["ABT-ROLL-07 (should)"])
    #expect(
      try findings(scene, rollback: [TypedMember("host", .string("x"))]).contains("ABT-ROLL-01"))
  }

  @Test func theRollbackCarriesTheCategory() throws {
    #expect(
      try findings(scene([old]), rollback: [TypedMember("host", .string("old"))], category: .null)
        == ["ABT-ROLL-08 (should)"])
  }

  @Test func whatWasCanceledShouldBeRolledBackToo() throws {
    let scene = scene([old], answer: .cancel)
    #expect(try findings(scene, rollback: [TypedMember("host", .string("old"))]) == [])
    #expect(try findings(scene, rollback: nil) == ["ABT-ROLL-10 (should)"])
    #expect(try findings(scene, rollback: [TypedMember("port", .null)]) == ["ABT-ROLL-01"])
  }

  /// ABT-ROLL-03 leaves these open.
  @Test func unclearKeysMayGoBackOrNot() throws {
    for record in [DelegatePlan.Record.didNotApply("port"), .didApply("port")] {
      let unclear = scene([old, .didApplyOver("port", oldValue: .integer(1)), record])
      let both = [TypedMember("host", .string("old")), TypedMember("port", .integer(1))]
      #expect(try findings(unclear, rollback: both) == [])
      let isFree = record == .didNotApply("port")
      #expect(
        try findings(unclear, rollback: [both[0]]) == (isFree ? [] : ["ABT-ROLL-01"]))
    }
    let foreign = scene([.didApplyOver("x", oldValue: .integer(1))])
    #expect(try findings(foreign, rollback: nil) == [])
    #expect(try findings(foreign, rollback: [TypedMember("x", .integer(1))]) == [])
  }
}
