import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Pieces that a library may take or not, and what may be open after them.
@Suite struct UnclearPieceTests {
  private func setup() -> ABTSetup { ForeignRequests.defaultSetup(.plain) }

  /// An opening of the app that URLs are taken to be for, with its right token.
  private func opening(
    _ verb: String, _ parameters: String, scheme: String = "x-absolutemanageconfig",
    data: String? = "QUFB"
  ) -> Opening {
    let setup = setup()
    let workshop = RequestWorkshop()
    let token = workshop.withBench(setup.dialect) {
      $0.renderer.token(.canonical, setup.context) ?? ""
    }
    let data = data.map { "&data=\($0)" } ?? ""
    let url = "\(scheme).com.acme.app://\(verb)?token=\(token)\(data)&\(parameters)"
    return Opening(url: Array(url.utf8), to: setup, in: workshop)
  }

  /// A piece whose owner or number is unclear may begin an assembly: no later piece is judged as if it had not come.
  @Test(arguments: [
    ("apply", "profile=P&payload=Q&chunk=01&chunks=2"),
    ("apply", "profile=P&payload=Q&chunk=%201&chunks=2"),
    ("apply", "profile=P&payload=Q&profile=P&chunk=1&chunks=2"),
    ("apply", "profile=P&payload=Q&chunk=1&chunks=2#end"),
    ("apply:80", "profile=P&payload=Q&chunk=1&chunks=2"),
    ("%61pply", "profile=P&payload=Q&chunk=1&chunks=2"),
  ])
  func anUnclearPieceMayBeginAnAssembly(_ verb: String, _ parameters: String) throws {
    let meaning = opening(verb, parameters).meaning
    try #require(meaning.freedom != nil && !meaning.mustRefuse)
    let begun = ABTState().afterUnclear(meaning, maxAssemblies: 16).flatMap(\.assemblies)
    // A verb that is percent-encoded may be either.
    #expect(begun.count == (meaning.action == nil ? 2 : 1))
    #expect(begun.allSatisfy { $0.key.payload == Array("Q".utf8) })
    #expect(begun.allSatisfy { $0.value.pieces.keys.elementsEqual([1]) })
  }

  /// Libraries that read names otherwise take other pieces from a request: with escapes decoded, in whatever case, the last of two.
  @Test(arguments: [
    ("chunk=1&chunks=2&%64ata=QkJC", nil, ["", "BBB"]),
    ("%63hunk=1&chunks=2", "QUFB", ["AAA"]),
    ("Chunk=1&CHUNKS=2&DATA=QkJC", nil, ["BBB"]),
    ("chunk=1&chunks=2&data=QkJC", "QUFB", ["AAA", "BBB"]),
    ("chunk=1&chunks=2&payload=R", "QUFB", ["AAA"]),
  ])
  func eachReadingMayBeTaken(_ rest: String, _ data: String?, _ pieces: [String]) {
    let meaning = opening("apply", "profile=P&payload=Q&\(rest)", data: data).meaning
    let begun = ABTState().afterUnclear(meaning, maxAssemblies: 16).flatMap { $0.assemblies.values }
    let bytes = begun.flatMap(\.pieces.values).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(bytes) == Set(pieces))
  }

  /// The one that is begun too many drops the oldest (ABT-CHUNK-10), by whatever it is the oldest.
  @Test func anUnclearPieceMayDropTheOldestAssembly() {
    var state = ABTState()
    for number in 0..<16 {
      let key = ABTState.AssemblyKey(
        action: .apply, profile: [1], payload: [UInt8(number)], parameter: .data, total: 2)
      state.arrivals += 1
      state.assemblies[key] = .init(
        pieces: [1: [0]], begun: state.arrivals, extended: 17 - state.arrivals,
        touched: state.arrivals)
    }
    let meaning = opening("apply", "profile=P&payload=Q&chunk=01&chunks=2").meaning
    let ways = state.afterUnclear(meaning, maxAssemblies: 16)
    let open = Set(ways.map { Set($0.assemblies.keys.map(\.payload)) })
    let all = Set((0..<16).map { [UInt8($0)] })
    let own = Array("Q".utf8)
    #expect(
      open == [
        all, all.subtracting([[0]]), all.subtracting([[15]]), all.subtracting([[0]]).union([own]),
        all.subtracting([[15]]).union([own]),
      ])
  }

  /// So may a piece that comes again after its assembly was completed, since a library may begin anew with it.
  @Test func aPieceAfterCompletionMayDropTheOldestAssembly() throws {
    let piece = opening("apply", "profile=P&payload=Q&chunk=1&chunks=2")
    var state = ABTState()
    for number in 0..<16 {
      let key = ABTState.AssemblyKey(
        action: .apply, profile: [1], payload: [UInt8(number)], parameter: .data, total: 2)
      state.arrivals += 1
      state.assemblies[key] = .init(
        pieces: [1: [0]], begun: state.arrivals, extended: state.arrivals, touched: state.arrivals)
    }
    let own = ABTState.AssemblyKey(
      action: .apply, profile: Array("P".utf8), payload: Array("Q".utf8), parameter: .data, total: 2
    )
    let bytes = try #require(piece.meaning.piece).bytes
    state.completed[own] = [1: .init(bytes)]
    let ways = ABTModel().expect(piece, in: state, of: Situation(setup())).branches.map(\.next)
    let all = Set(state.assemblies.keys)
    let first = try #require(all.first { $0.payload == [0] })
    #expect(
      Set(ways.map { Set($0.assemblies.keys) }) == [
        all, all.subtracting([first]), all.subtracting([first]).union([own]),
      ])
  }

  /// A piece with other content is none that comes again: it begins an assembly, and nothing else is right.
  @Test func aPieceOfOtherContentAfterCompletionBeginsAnAssembly() throws {
    let piece = opening("apply", "profile=P&payload=Q&chunk=1&chunks=2")
    let bytes = try #require(piece.meaning.piece).bytes
    let own = ABTState.AssemblyKey(
      action: .apply, profile: Array("P".utf8), payload: Array("Q".utf8), parameter: .data, total: 2
    )
    for (held, words) in [(bytes, "after completion"), (bytes + [0], "kept")] {
      var state = ABTState()
      state.completed[own] = [1: .init(held)]
      let ways = ABTModel().expect(piece, in: state, of: Situation(setup())).branches
      #expect(Set(ways.map(\.name)) == [words])
    }
  }

  /// What a whole request leaves open where the delegate refuses it (ABT-CHUNK-11), also beside a key that nobody knows.
  @Test(arguments: [true, false], DelegatePlan.Answer.allCases)
  func aRefusedWholeRequestMayKeepWhatIsOpen(hasStranger: Bool, answer: DelegatePlan.Answer) throws
  {
    let suite = ABT.suite()
    let target: Clause.ID = hasStranger ? "ABT-DICT-08" : "ABT-DICT-01"
    let item = try #require(
      suite.briefCases(seed: 1).first { $0.variant == .plain && $0.targets.contains(target) })
    let script = try suite.script(item)
    let right = try #require(
      script.events.first { $0.meaning.action == .apply && $0.meaning.contents != nil })
    let event = try Opening(
      right.forge, to: script.setup, delegate: .init(apply: .init(answer: answer)),
      in: RequestWorkshop())
    #expect((event.meaning.unknownKeys != nil) == hasStranger)
    let key = ABTState.AssemblyKey(
      action: .apply, profile: try #require(event.meaning.echoes.profile),
      payload: try #require(event.meaning.echoes.payload), parameter: .data, total: 2)
    var state = ABTState()
    state.assemblies[key] = .init(pieces: [1: [0]], begun: 1, extended: 1, touched: 1)
    let ways = ABTModel().expect(event, in: state, of: Situation(script.setup)).branches
    let accepted = ways.filter { $0.name == "accepted" }
    #expect(
      Set(accepted.map(\.next.assemblies.isEmpty)) == (answer == .yes ? [true] : [true, false]))
  }

  /// Of two payloads either may be the one.
  @Test func eachOwnerMayBeMeant() throws {
    let meaning = opening("apply", "profile=P&payload=Q&payload=R&chunk=1&chunks=2").meaning
    let begun = ABTState().afterUnclear(meaning, maxAssemblies: 16).flatMap(\.assemblies).map(
      \.key.payload)
    #expect(Set(begun) == [Array("Q".utf8), Array("R".utf8)])
  }

  /// A clear piece leaves nothing open.
  @Test func aClearPieceHasOneOwner() {
    let meaning = opening("apply", "profile=P&payload=Q&chunk=1&chunks=2").meaning
    #expect(meaning.freedom == nil && meaning.owners == [meaning.echoes])
  }

  /// No parameter makes an unknown verb good (ABT-URL-06), whichever of two counts.
  @Test func anUnknownVerbIsRefusedBesideAnUnclearParameter() {
    let meaning = opening("appl", "profile=P&payload=Q&payload=R").meaning
    #expect(meaning.defects.contains { $0.clauses.first == "ABT-URL-06" })
    #expect(meaning.advice?.clause == "ABT-URL-13")
  }

  /// What the model lets happen with the last of some requests, by name, each with the pieces that are open afterwards. Of the ones
  /// before, every way is followed.
  private func ways(_ openings: [Opening]) -> [String: Set<Set<Int>>] {
    let model = ABTModel()
    var states = [ABTState()]
    var ways: [String: Set<Set<Int>>] = [:]
    for opening in openings {
      let branches = states.flatMap {
        model.expect(opening, in: $0, of: Situation(setup())).branches
      }
      states = branches.map(\.next)
      ways = [:]
      for branch in branches {
        let open = branch.next.assemblies.values.flatMap(\.pieces.keys)
        ways[branch.name, default: []].insert(Set(open))
      }
    }
    return ways
  }

  private static let first = "profile=P&payload=Q&chunk=1&chunks=3"
  private static let second = "profile=P&payload=Q&chunk=2&chunks=3"

  /// ABT-URL-07 is a SHOULD: whoever refuses the verb of a piece has a piece less.
  @Test func aPieceWithItsVerbInOtherCaseMayBeRefused() {
    #expect(ways([opening("APPLY", Self.first)]) == ["kept": [[1]], "refused": [[]]])
    #expect(
      ways([opening("apply", Self.first), opening("Apply", Self.second)])
        == ["kept": [[1, 2]], "refused": [[1], []], "out of order refused": []].filter {
          !$0.value.isEmpty
        })
    // What has no excuse is bound.
    #expect(ways([opening("apply", Self.first)]) == ["kept": [[1]]])
  }

  /// Whether a request that cannot be read drops what is open is left open, in whatever case its scheme is (ABT-URL-05).
  @Test(arguments: ["x-absolutemanageconfig", "X-AbsoluteManageConfig"])
  func anUnreadableRequestMayDropAnAssembly(_ scheme: String) {
    let unreadable = opening("apply", "profile=P&payload=Q&data=%ZZ", scheme: scheme, data: nil)
    let ways = ways([opening("apply", Self.first), unreadable])
    #expect(ways["not acted on"] == [[1], []])
    #expect((ways["left to the app"] == [[1]]) == (scheme.first == "X"))
  }

  /// Of several excuses any may be the one: all their codes are right, and a SHOULD is given up only if there is no other reason.
  @Test func excusesAddUp() {
    var meaning = RequestMeaning(.ours)
    meaning.excuse(by: Excuse(words: "a", concedes: ["ABT-URL-07"], codes: [2], isOfAnyCode: false))
    meaning.excuse(
      by: Excuse(words: "b", concedes: ["ABT-DICT-08"], codes: [9], isOfAnyCode: false))
    #expect(meaning.excuse?.codes == [9, 2] && meaning.excuse?.isOfAnyCode == false)
    #expect(meaning.excuse?.concedes == ["ABT-DICT-08"])
    meaning.excuse(by: .harmlessDamage)
    #expect(meaning.excuse?.isOfAnyCode == true && meaning.excuse?.concedes == [])
    #expect(meaning.excuse?.place == nil)
  }

  /// Where the data of a misspelt parameter is wrong, too, the codes of both readings are right.
  @Test func aMisspeltNameAddsCodes() throws {
    let meaning = opening("apply", "profile=P&payload=Q&DATA=!", data: nil).meaning
    let advice = try #require(meaning.advice)
    #expect(advice.clause == "ABT-URL-17" && !advice.defects.isEmpty)
    let codes = setup().context.errorCodes
    #expect(
      Set(advice.defects.flatMap(\.codes)).isSuperset(of: [
        codes.missingData, codes.undecodableData,
      ]))
  }
}
