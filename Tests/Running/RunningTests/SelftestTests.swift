import AdapterDriver
import Conformance
import JSONText
import Running
import Testing

/// The selftest on the Python adapter, which ignores the names of faults: so each case decides alone.
@Suite struct SelftestTests {
  private let adapter: EchoAdapter

  init() throws { adapter = try EchoAdapter() }

  private func rows(
    _ word: String, requirements: [String] = ["E-1"], mayAlso: [String] = [],
    concedes: [String] = ["E-2"], combinations: Int = 0, onlyFaults: Set<String> = [],
    others: [String] = [], isShuffled: Bool = false, isDeep: Bool = false,
    shownBy: [String] = [], impossible: String? = nil, jobs: Int = 1,
    interruptedAfter last: Int = .max
  ) throws -> [Selftest.Row] {
    let reason = impossible.map { [JSONMember(key: "impossible", value: .string($0))] } ?? []
    let place =
      shownBy.isEmpty
      ? [] : [JSONMember(key: "shownBy", value: .array(shownBy.map(JSONValue.string)))]
    let catalogue = try FaultCatalogue([
      "faults": [
        .object(
          [
            JSONMember(key: "name", value: "rude"),
            JSONMember(key: "description", value: "Bad answers."),
            JSONMember(key: "suite", value: "echo"), JSONMember(key: "variants", value: ["-"]),
            JSONMember(key: "requirements", value: .array(requirements.map(JSONValue.string))),
            JSONMember(key: "mayAlso", value: .array(mayAlso.map(JSONValue.string))),
            JSONMember(key: "shuffled", value: .boolean(isShuffled)),
            JSONMember(key: "deep", value: .boolean(isDeep)),
          ] + reason + place)
      ],
      "liberties": [
        [
          "name": "free", "description": "Odd answers.", "suite": "echo",
          "concedes": .array(concedes.map(JSONValue.string)),
        ],
        .object(
          [
            JSONMember(key: "name", value: "other"),
            JSONMember(key: "description", value: "Nothing."),
            JSONMember(key: "suite", value: "echo"),
          ] + reason),
      ],
    ])
    let interruption = Interruption()
    let selftest = Selftest(
      suites: [EchoModel.suite([("a", "good"), ("b", word)] + others.map { ("c", $0) })],
      catalogue: catalogue,
      command: adapter.command(), seed: 1, jobs: jobs, harnessVersion: "test",
      combinations: combinations, onlyFaults: onlyFaults, interruption: interruption)
    var rows: [Selftest.Row] = []
    try selftest.run { row in
      rows.append(row)
      if rows.count == last { interruption.raise() }
    }
    return rows
  }

  @Test func aFaultHasToBeFoundUnderItsRequirement() throws {
    let bad = try rows("bad")
    #expect(bad.map(\.kind) == [.reference, .fault, .liberty, .liberty])
    #expect(bad.map(\.isRight) == [false, true, false, false])
    #expect(bad[1].found.map(\.requirement) == ["E-1"])
    #expect(bad[1].found.map(\.cases) == [1])
    #expect(bad[0].problem?.contains("E-1") == true)
    let other = try rows("bad", requirements: ["E-9"]).filter { $0.kind == .fault }
    #expect(other.first?.problem?.contains("E-9") == true)
    let good = try rows("good")
    #expect(good.map(\.isRight) == [true, false, true, true])
    #expect(good[1].problem?.contains("not found") == true)
  }

  /// What is found there is enough; what is not is looked for in all cases.
  @Test func aFaultIsLookedForFirstWhereItSaysThatItShows() throws {
    func row(_ word: String, in patterns: String...) throws -> Selftest.Row? {
      try rows(word, onlyFaults: ["rude"], others: ["good", "good"], shownBy: patterns).first
    }
    let there = try #require(try row("bad", in: "echo/b/**"))
    #expect(there.isRight && there.cases == 1)
    let elsewhere = try #require(try row("bad", in: "echo/c/**"))
    #expect(elsewhere.isRight && elsewhere.cases == 4)
    let both = try #require(try row("bad", in: "echo/b/**", "echo/a/**"))
    #expect(both.isRight && both.cases == 2)
    let nowhere = try #require(try row("bad", in: "echo/z/**"))
    #expect(
      nowhere.problem == "the cases that should show it are not there: echo/z/**"
        && !nowhere.isRight)
  }

  @Test func aFaultMayBreakNothingBesides() throws {
    func fault(_ mayAlso: [String]) throws -> Selftest.Row? {
      try rows("crash", requirements: ["E-4"], mayAlso: mayAlso).first { $0.kind == .fault }
    }
    #expect(try fault([])?.problem?.contains("also under E-1") == true)
    #expect(try fault(["E-2"])?.isRight == false)
    for pattern in ["E-1", "E-*", "*"] { #expect(try fault([pattern])?.isRight == true) }
  }

  @Test func everyRequirementWithCasesHasToBeBrokenBySomeFault() throws {
    #expect(try rows("bad").allSatisfy { $0.kind != .gap })
    let gaps = try rows("crash", requirements: ["E-4"]).filter { $0.kind == .gap }
    #expect(gaps.map(\.name) == ["E-1"], "no case is about the others")
    #expect(gaps.map(\.isRight) == [false])
  }

  @Test func whatIsImpossibleInTheDialectIsLeftOutAndBreaksNothing() throws {
    let rows = try rows("bad", combinations: 2, impossible: "there is no magic")
    let leftOut = rows.filter { $0.impossible != nil }
    #expect(leftOut.map(\.name) == ["rude", "other"])
    #expect(
      leftOut.allSatisfy { $0.isRight && $0.cases == 0 && $0.impossible == "there is no magic" })
    #expect(rows.filter { $0.kind == .gap }.map(\.name) == ["E-1"], "nothing else breaks it")
    #expect(rows.filter { $0.kind == .combination }.allSatisfy { $0.name == "free" })
  }

  @Test func faultsCanBeRunAlone() throws {
    #expect(try rows("bad", onlyFaults: ["rude"]).map(\.name) == ["rude"])
    #expect(try rows("bad", onlyFaults: ["nobody"]).isEmpty)
  }

  @Test func aDeepFaultIsRunByNameAndIsThereToBeMissed() throws {
    #expect(try rows("good", isDeep: true).allSatisfy { $0.kind != .fault })
    #expect(try rows("bad", isDeep: true).first?.kind == .gap, "it breaks nothing for the suites")
    let missed = try #require(try rows("good", onlyFaults: ["rude"], isDeep: true).first)
    #expect(missed.isRight && missed.isBeyondCases && missed.problem == nil)
    let found = try #require(try rows("bad", onlyFaults: ["rude"], isDeep: true).first)
    #expect(!found.isRight && !found.isBeyondCases)
    #expect(found.problem == "found under E-1, so that it is not deep")
  }

  /// A fault that shows in the order of the suite is not one that only shuffling finds.
  @Test func aFaultMayShowOnlyShuffled() throws {
    func fault(_ word: String, others: [String], requirements: [String] = ["E-1"]) throws
      -> Selftest.Row?
    {
      // One order has to do: so many cases suffer from so many that one of them comes after another.
      try rows(
        word, requirements: requirements, onlyFaults: ["rude"],
        others: Array(repeating: "tainted-bad", count: 6) + others, isShuffled: true
      ).first
    }
    let tainting = Array(repeating: "taint-a", count: 6)
    let found = try #require(try fault("tainted-bad", others: tainting))
    #expect(found.isRight, "\(found.problem ?? "")")
    #expect(found.found.map(\.requirement) == ["E-1"])
    let none = try #require(try fault("good", others: ["good"]))
    #expect(none.problem?.hasPrefix("not found") == true)
    let early = try #require(try fault("bad", others: tainting))
    #expect(early.problem == "shows in the order of the suite, too: echo/b/1-bad [-]")
    let ordered = try #require(try fault("taint-a", others: tainting))
    #expect(ordered.problem?.hasPrefix("shows in the order of the suite, too") == true)
    let other = try #require(try fault("good", others: tainting, requirements: ["E-9"]))
    #expect(other.problem?.contains("E-9") == true)
  }

  @Test func aLibertyMayCostItsOwnWarningsOnly() throws {
    let rows = try rows("odd")
    #expect(rows.map(\.isRight) == [false, false, true, false])
    #expect(rows[3].problem?.contains("E-2") == true)
  }

  /// Several rows at a time come in the order in which one after another would have come.
  @Test func rowsDoNotDependOnTheJobs() throws {
    let one = try rows("odd", combinations: 12)
    for jobs in [2, 5, 40] {
      let several = try rows("odd", combinations: 12, jobs: jobs)
      #expect(several == one)
      #expect(several.map(\.name) == one.map(\.name))
      #expect(several.map(\.cases) == one.map(\.cases))
    }
  }

  /// What was under way at an interruption has not run to its end, and says nothing.
  @Test func anInterruptedRunEndsAfterItsLastRow() throws {
    for jobs in [1, 4] {
      let all = try rows("bad", combinations: 8, jobs: jobs)
      let some = try rows("bad", combinations: 8, jobs: jobs, interruptedAfter: 3)
      #expect(all.count == 12)
      #expect(some == Array(all.prefix(3)))
    }
  }

  @Test func combinationsAreTheSameForTheSameSeed() throws {
    let first = try rows("odd", combinations: 3)
    let again = try rows("odd", combinations: 3)
    #expect(first == again)
    #expect(first.suffix(3).map(\.name) == Array(repeating: "free + other", count: 3))
    #expect(
      first.suffix(3).map(\.isRight) == [true, true, true],
      "what either of them concedes is conceded")
  }
}
