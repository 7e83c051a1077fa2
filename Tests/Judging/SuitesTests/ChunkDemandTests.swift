import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Section 4.10: pieces of packed bytes, judged over several URLs.
@Suite struct ChunkDemandTests {
  typealias Step = (scene: Scene, observation: ABTObservation)

  private func piece(_ index: Int, of total: Int, _ change: (inout Scene) -> Void = { _ in })
    -> Scene
  {
    var scene = Scene()
    change(&scene)
    scene.forge.chunk = .init(index: index, of: total)
    return scene
  }

  private func kept(_ scene: Scene) -> Step {
    (scene, scene.observed([], "status=Success&chunk=\(scene.forge.chunk?.index ?? 0)"))
  }

  private func refused(_ scene: Scene) -> Step {
    (scene, scene.observed([], "status=Error&errorCode=12&chunk=\(scene.forge.chunk?.index ?? 0)"))
  }

  private func applied(_ scene: Scene) -> Step {
    let rest = Scene.success(["host", "port"])
    return (
      scene, scene.observed([Scene.applyCall], "\(rest)&chunk=\(scene.forge.chunk?.index ?? 0)")
    )
  }

  @Test func piecesInOrderAreAppliedWithTheLast() throws {
    let good = [kept(piece(1, of: 3)), kept(piece(2, of: 3)), applied(piece(3, of: 3))]
    #expect(try Scene.findings(good) == [])
    let never = [kept(piece(1, of: 2)), kept(piece(2, of: 2))]
    #expect(try Scene.findings(never, targets: ["ABT-CHUNK-01"]).contains("ABT-CHUNK-01"))
    #expect(try Scene.findings([refused(piece(1, of: 2))]).contains("ABT-CHUNK-03"))
  }

  @Test func nothingHappensUntilTheLastPiece() throws {
    #expect(try Scene.findings([applied(piece(1, of: 2))]) == ["ABT-CHUNK-03", "ABT-CHUNK-03"])
    let first = piece(1, of: 2)
    let changed = first.observed([], "\(Scene.success(["host"]))&chunk=1")
    #expect(try Scene.findings([(first, changed)]) == ["ABT-CHUNK-03"])
  }

  /// Whether an invalid piece drops what is open for its payload is not laid down, nor which of two payloads that is.
  @Test func aPieceOfTwoPayloadsMayDropTheAssemblyOfEither() throws {
    let invalid = piece(2, of: 2) {
      $0.forge.parameters = .repeatedUnlike(.payload, wrongFirst: false)
    }
    let refusal = (invalid, invalid.observed([], "status=Error&errorCode=1"))
    let (first, last) = (piece(1, of: 2), piece(2, of: 2))
    #expect(try Scene.findings([kept(first), refusal, applied(last)]) == [])
    #expect(try Scene.findings([kept(first), refusal, kept(last)]) == [])
    #expect(try Scene.findings([kept(first), kept(last)]) != [])
  }

  /// ABT-DATA-02/padding is asked of pieces, too; what is kept then is not laid down.
  @Test func aPieceWithoutPaddingShouldBeRefused() throws {
    let bare = piece(1, of: 2) { $0.forge.base64 = .paddingMissing }
    let whole = try #require(bare.opening().meaning.advice)
    #expect(whole.clause == "ABT-DATA-02/padding")
    let refusal = (bare, bare.observed([], "status=Error&errorCode=7"))
    #expect(try Scene.findings([refusal]) == [])
    // It may yet be refused, with the last piece.
    #expect(try Scene.findings([kept(bare)]) == [])
    let last = piece(2, of: 2)
    let failure = (last, last.observed([], "status=Error&errorCode=7&chunk=2"))
    #expect(try Scene.findings([kept(bare), failure]) == [])
    #expect(try Scene.findings([kept(bare), applied(last)]) == ["ABT-DATA-02/padding (should)"])
    #expect(try Scene.findings([refusal, kept(piece(1, of: 2)), applied(piece(2, of: 2))]) == [])
  }

  /// Contents are judged only when complete (section 4.10), and so may be the Base64 of a piece; but then they are.
  @Test(arguments: [1, 2]) func aPieceThatIsNoBase64MayBeKeptUntilTheLastOne(index: Int) throws {
    let wrong = piece(index, of: 2) { $0.forge.base64 = .foreignCharacter(index: 2, scalar: "-") }
    let right = piece(3 - index, of: 2)
    let failure = right.observed([], "status=Error&errorCode=7&chunk=\(3 - index)")
    let isInOrder = index == 1
    let order = isInOrder ? [] : ["ABT-CHUNK-04 (should)"]
    // Judged at once, and when complete.
    let refusal = (wrong, wrong.observed([], "status=Error&errorCode=7&chunk=\(index)"))
    #expect(try Scene.findings([refusal]) == [])
    if isInOrder {
      #expect(try Scene.findings([kept(wrong), (right, failure)]) == [])
      #expect(try Set(Scene.findings([kept(wrong), applied(right)])).contains("ABT-DATA-02"))
    } else {
      let late = (wrong, wrong.observed([], "status=Error&errorCode=7&chunk=2"))
      #expect(try Scene.findings([kept(right), late]) == [])
      #expect(try Set(Scene.findings([kept(right), applied(wrong)])).contains("ABT-DATA-02"))
    }
    #expect(try Set(Scene.findings([kept(wrong)])).isSubset(of: Set(order)))
    // Whoever keeps it drops the assembly for a piece with other content.
    let twin = piece(index, of: 2)
    let contradiction = (twin, twin.observed([], "status=Error&errorCode=12&chunk=\(index)"))
    if isInOrder { #expect(try Scene.findings([kept(wrong), contradiction]) == []) }
  }

  /// What may be taken or not may also be looked at when the assembly is complete.
  @Test func bitsThatAreNotZeroMayBeRefusedWithTheLastPiece() throws {
    let loose = piece(1, of: 2) { $0.forge.base64 = .nonCanonicalBits(mask: 1) }
    let last = piece(2, of: 2)
    let failure = last.observed([], "status=Error&errorCode=7&chunk=2")
    #expect(try Scene.findings([kept(loose), (last, failure)]) == [])
    #expect(try Scene.findings([kept(loose), applied(last)]) == [])
    #expect(try Scene.findings([kept(piece(1, of: 2)), (last, failure)]) != [])
    // As texts the two are not the same piece.
    let same = piece(1, of: 2)
    #expect(try Scene.findings([kept(loose), kept(same)]) == [])
    #expect(try Scene.findings([kept(loose), refused(same)]) == [])
    #expect(try Scene.findings([kept(same), refused(same)]) != [])
  }

  /// ABT-URL-11 says why a piece has to be taken whose Base64 stands in the URL as it is.
  @Test func aRefusedPieceBreaksWhatItsURLIsAbout() throws {
    let raw = piece(1, of: 2) { $0.forge.escaping = .rawBase64 }
    #expect(try Scene.findings([refused(raw)], targets: ["ABT-URL-11"]) == ["ABT-URL-11"])
  }

  @Test func eachCallbackNamesItsPiece() throws {
    let first = piece(1, of: 2)
    #expect(try Scene.findings([(first, first.observed([], "status=Success"))]) == ["ABT-CHUNK-03"])
    #expect(
      try Scene.findings([(first, first.observed([], "status=Success&chunk=2"))]) == [
        "ABT-CHUNK-03"
      ])
    let last = piece(2, of: 2)
    let unnamed = last.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(
      try Scene.findings([kept(first), (last, unnamed)], targets: ["ABT-CHUNK-01"])
        == ["ABT-CHUNK-01"])
  }

  @Test func aSingleChunkIsAWholeRequest() throws {
    #expect(try Scene.findings([applied(piece(1, of: 1))]) == [])
    let scene = piece(1, of: 1)
    let unnamed = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try Scene.findings([(scene, unnamed)]) == [])
  }

  @Test func roomMayBeMadeForAPieceThatIsThenRefused() throws {
    func other(_ number: Int, _ index: Int) -> Scene {
      piece(index, of: 2) { $0.forge.payload = "Q-\(number)" }
    }
    let full = (0..<16).map { kept(other($0, 1)) } + [refused(other(16, 2))]
    for (number, isRight) in [(0, true), (1, false)] {
      let found = try Scene.findings(full + [refused(other(number, 2))])
      #expect(found.allSatisfy { $0.hasSuffix("(should)") } == isRight, "\(found)")
      #expect(try Scene.findings(full + [applied(other(number, 2))]) == ["ABT-CHUNK-04 (should)"])
    }
  }

  @Test func outOfOrderPiecesAreKeptOrRefusedAtThePriceOfAWarning() throws {
    let kept = [kept(piece(2, of: 2)), applied(piece(1, of: 2))]
    #expect(try Scene.findings(kept) == [])
    let refused = [refused(piece(2, of: 2)), self.kept(piece(1, of: 2)), applied(piece(2, of: 2))]
    #expect(try Scene.findings(refused) == ["ABT-CHUNK-04 (should)"])
    let dropped = [
      self.kept(piece(1, of: 3)), self.refused(piece(3, of: 3)), self.kept(piece(1, of: 3)),
      self.kept(piece(2, of: 3)), applied(piece(3, of: 3)),
    ]
    #expect(try Scene.findings(dropped) == ["ABT-CHUNK-04 (should)"])
  }

  /// Whatever the case is about: a delegate call before the data is complete breaks ABT-CHUNK-03, a MUST.
  @Test(arguments: [[], ["ABT-CHUNK-04"], ["ABT-CHUNK-04", "ABT-ROB-04"]] as [[Clause.ID]])
  func aCallForAnOutOfOrderPieceIsAFailure(targets: [Clause.ID]) throws {
    let found = try Scene.findings([applied(piece(2, of: 3))], targets: targets)
    #expect(found.contains { !$0.hasSuffix("(should)") }, "\(found)")
  }

  @Test func aPieceThatComesTwiceHasNoEffect() throws {
    let twice = [kept(piece(1, of: 2)), kept(piece(1, of: 2)), applied(piece(2, of: 2))]
    #expect(try Scene.findings(twice) == [])
    let refused = [kept(piece(1, of: 2)), refused(piece(1, of: 2))]
    #expect(try Scene.findings(refused, targets: ["ABT-CHUNK-05"]).contains("ABT-CHUNK-05"))
  }

  @Test func aPieceWithOtherContentIsRefusedAndDropsTheRest() throws {
    let other = piece(1, of: 2) {
      $0.forge.dictionary = .configuration(category: "Mail", [.init(key: "x", value: .integer(1))])
    }
    #expect(try Scene.findings([kept(piece(1, of: 2)), refused(other)]) == [])
    #expect(try Scene.findings([kept(piece(1, of: 2)), kept(other)]) == ["ABT-CHUNK-06"])
    let applied = [kept(piece(1, of: 2)), refused(other), applied(piece(2, of: 2))]
    #expect(try !Scene.findings(applied).isEmpty, "the assembly is dropped")
  }

  @Test func piecesOfOtherPayloadsCompleteNothing() throws {
    let changes: [(inout Scene) -> Void] = [
      { $0.forge.payload = "Q-2" }, { $0.forge.profile = "P-2" },
      {
        $0.forge.profile = "P-1Q"
        $0.forge.payload = "-1"
      },
    ]
    for change in changes {
      let foreign = piece(2, of: 2, change)
      #expect(try Scene.findings([kept(piece(1, of: 2)), kept(foreign)]) == [])
      #expect(try !Scene.findings([kept(piece(1, of: 2)), self.applied(foreign)]).isEmpty)
      let interleaved = [
        kept(piece(1, of: 2)), kept(piece(1, of: 2, change)), applied(piece(2, of: 2)),
        applied(piece(2, of: 2, change)),
      ]
      #expect(try Scene.findings(interleaved) == [])
    }
  }

  @Test func aPieceAfterCompletionReachesNoDelegate() throws {
    let complete = [kept(piece(1, of: 2)), applied(piece(2, of: 2))]
    #expect(try Scene.findings(complete + [kept(piece(2, of: 2))]) == [])
    #expect(try Scene.findings(complete + [refused(piece(2, of: 2))]) == [])
    #expect(try Scene.findings(complete + [applied(piece(2, of: 2))]) == ["ABT-CHUNK-01"])
  }

  @Test func aWholeRequestDropsWhatIsOpenForItsPayload() throws {
    let whole = Scene()
    let step: Step = (whole, whole.observed([Scene.applyCall], Scene.success(["host", "port"])))
    #expect(try Scene.findings([kept(piece(1, of: 2)), step, kept(piece(1, of: 2))]) == [])
    let completed = [kept(piece(1, of: 2)), step, applied(piece(2, of: 2))]
    #expect(try !Scene.findings(completed).isEmpty)
  }

  @Test func undecodableDataIsRefusedWhenItIsComplete() throws {
    let first = piece(1, of: 2) { $0.forge.magic = .missing }
    let last = piece(2, of: 2) { $0.forge.magic = .missing }
    let error = last.observed([], "status=Error&errorCode=7&chunk=2")
    #expect(try Scene.findings([kept(first), (last, error)]) == [])
    #expect(
      Set(try Scene.findings([kept(first), applied(last)], targets: ["ABT-CHUNK-12"]))
        == ["ABT-CHUNK-12"])
  }

  @Test func everyPieceNeedsTheToken() throws {
    let wrong = piece(1, of: 2) { $0.forge.token = .damaged(.doubled) }
    #expect(try Scene.findings([kept(wrong)], targets: ["ABT-TOK-09"]).contains("ABT-TOK-09"))
  }
}
