import Conformance
import Forge
import Testing

@testable import SuiteModels
@testable import Suites

/// What is asked of several requests together.
@Suite struct ComparisonDemandTests {
  private typealias Step = (scene: Scene, observation: ABTObservation)

  private func findings(_ steps: [Step], targets: [Clause.ID] = []) throws -> Set<String> {
    var judge = Judge(
      ABTModel(workshop: Scene.workshop),
      Situation(steps[0].scene.setup, capabilities: steps[0].scene.capabilities),
      clauses: Scene.clauses, targets: targets)
    let events = try steps.map { (event: try $0.scene.opening(), observation: $0.observation) }
    judge.compare(events, steps: Array(1...steps.count))
    return Set(judge.findings.map(\.clause.path))
  }

  private func applied(_ scene: Scene, _ keys: [String] = ["host", "port"]) -> ABTObservation {
    scene.observed([Scene.applyCall], Scene.success(keys))
  }

  @Test func theSameRequestHasTheSameResult() throws {
    let scene = Scene()
    #expect(try findings([(scene, applied(scene)), (scene, applied(scene))]).isEmpty)
    // The order of changed keys is free.
    #expect(
      try findings([(scene, applied(scene)), (scene, applied(scene, ["port", "host"]))]).isEmpty)
    #expect(
      try findings([(scene, applied(scene)), (scene, applied(scene, ["host"]))]) == ["ABT-ROB-06"])
  }

  @Test func whatCameBetweenSaysWhatElseIsBroken() throws {
    let scene = Scene()
    var other = Scene()
    other.delegate.apply.records = [.didNotApply("port")]
    let steps: [Step] = [
      (scene, applied(scene)), (other, applied(other, ["host"])), (scene, applied(scene, ["host"])),
    ]
    #expect(try findings(steps, targets: ["ABT-DEL-04"]) == ["ABT-DEL-04"])
    #expect(try findings(steps, targets: ["ABT-MULTI-02"]) == ["ABT-ROB-06"])
    var failing = Scene()
    failing.forge.payload = "Q-2"
    failing.delegate.apply.answer = .no
    let afterFailure: [Step] = [
      (scene, applied(scene)), (failing, failing.observed([Scene.applyCall], "status=Error")),
      (scene, scene.observed([], "status=Canceled")),
    ]
    #expect(try findings(afterFailure, targets: ["ABT-MULTI-02"]) == ["ABT-MULTI-02"])
  }

  /// A library may keep them as pieces, so that the same one comes to another result later.
  @Test(arguments: [ChunkLayer.Form.numbers, .leadingZeros(.index, 1)])
  func piecesAreNotCompared(form: ChunkLayer.Form) throws {
    var scene = Scene()
    scene.forge.chunk = ChunkLayer(index: 1, of: 2)
    scene.forge.chunk?.form = form
    #expect(
      try findings([
        (scene, scene.observed([], "status=Success&chunk=1")), (scene, applied(scene)),
      ]).isEmpty)
  }

  /// Whole requests are, whatever pieces are about.
  @Test func wholeRequestsBesidePiecesAreCompared() throws {
    let scene = Scene()
    var piece = Scene()
    piece.forge.chunk = ChunkLayer(index: 1, of: 2)
    #expect(
      try findings([
        (scene, applied(scene)), (piece, piece.observed([], "status=Success&chunk=1")),
        (scene, scene.observed([], "status=Error&errorCode=12")),
      ]) == ["ABT-ROB-06"])
  }

  /// What is wrongly taken for right is no failure that can be told from others.
  @Test func onlyFailuresOfEncryptedDataAreToldApart() throws {
    var truncated = Scene(.encrypting)
    truncated.forge.compression = .truncated(by: 4)
    var magicless = Scene(.encrypting)
    magicless.forge.magic = .missing
    func failed(_ code: Int) -> ABTObservation {
      truncated.observed([], "status=Error&errorCode=\(code)&errorMessage=no")
    }
    #expect(try findings([(truncated, failed(7)), (magicless, failed(7))]).isEmpty)
    #expect(try findings([(truncated, failed(7)), (magicless, failed(9))]) == ["ABT-ENC-10"])
    #expect(try findings([(truncated, failed(7)), (magicless, applied(magicless))]).isEmpty)
  }

  /// Pieces that come to nothing are told apart by the answers to the last ones.
  @Test func failuresOfPiecesAreToldApart() throws {
    func pieces(
      _ iv: UInt8, _ code: Int, order: [Int] = [1, 2], _ damage: (inout RequestForge) -> Void
    ) -> [Step] {
      var scene = Scene(.encrypting)
      scene.forge.encryption = .canonical(iv: [UInt8](repeating: iv, count: 8))
      damage(&scene.forge)
      return order.enumerated().map { place, index in
        scene.forge.chunk = ChunkLayer(index: index, of: 2)
        let reply =
          place == order.count - 1
          ? "status=Error&errorCode=\(code)&errorMessage=no&chunk=\(index)"
          : "status=Success&chunk=\(index)"
        return (scene, scene.observed([], reply))
      }
    }
    let truncated = pieces(1, 7) { $0.compression = .truncated(by: 4) }
    let magicless = pieces(2, 9) { $0.magic = .missing }
    #expect(try findings(truncated + magicless) == ["ABT-ENC-10"])
    #expect(try findings(truncated + pieces(2, 7) { $0.magic = .missing }).isEmpty)
    // A piece that came before is free, and so is one out of order.
    #expect(try findings(truncated + pieces(1, 9) { $0.compression = .truncated(by: 4) }).isEmpty)
    #expect(
      try findings(truncated + pieces(2, 9, order: [2, 1]) { $0.magic = .missing }).isEmpty)
    // What comes between two pieces may change what becomes of them.
    let whole = Scene(.encrypting)
    var interrupted = pieces(2, 9) { $0.magic = .missing }
    interrupted.insert((whole, applied(whole)), at: 1)
    #expect(try findings(truncated + interrupted).isEmpty)
    // What comes to something is no failure.
    #expect(try findings(truncated + pieces(2, 9) { _ in }).isEmpty)
  }
}
