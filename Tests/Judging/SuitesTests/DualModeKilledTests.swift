import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// An app that dies in the midst of a transition: what it may have stored, and what it owes then (ACC-DM-16).
@Suite struct DualModeKilledTests {
  typealias Rows = DualModeRowTests
  private static let policies = DualModeEvent.Policies(
    secureServices: true, secureFileIORequired: true, authorization: .retired)
  private static let entering = DualModeEvent.managedPolicy(.managed, policies)
  private static let leaving = DualModeEvent.userRequests(.nonAppConnect)

  /// What is wrong with what an app in `mode` shows when it dies in `event`, and at the events after it.
  private func findings(
    _ mode: AppMode, _ event: DualModeEvent, from encryption: DataEncryption = .unencrypted,
    afterWrites writes: Int = 1, _ seen: DualModeObservation,
    then more: [(DualModeEvent, DualModeObservation)] = []
  ) -> [Clause.ID] {
    var judge = Judge(
      DualModeModel(), Situation(.init(), capabilities: [DualMode.killPoints]),
      clauses: DualMode.suite.clauses, targets: ["ACC-DM-16"])
    judge.judge(Rows.yes, Rows.saw(Rows.launched, .undecided))
    if mode != .undecided {
      judge.judge(
        .managedPolicy(
          .managed,
          .init(secureServices: encryption == .encrypted, secureFileIORequired: true)),
        Rows.saw([], .appConnect, [], encryption))
    }
    judge.judge(.killed(event, afterWrites: writes), seen)
    judge.restart(keep: true)
    for (event, observation) in more { judge.judge(event, observation) }
    return judge.findings.map(\.clause)
  }

  @Test func beforeTheFirstWriteNothingHasChanged() {
    #expect(findings(.undecided, Self.entering, afterWrites: 0, Rows.saw([], .undecided)) == [])
    #expect(
      findings(
        .undecided, Self.entering, afterWrites: 0, Rows.saw([], .appConnect, [], .encrypted))
        == ["ACC-DM-16", "ACC-DM-16"])
  }

  /// Each half may be stored first on the way in.
  @Test func anEntryMayBeLeftHalfDone() {
    for mode in [AppMode.undecided, .appConnect] {
      for encryption in DataEncryption.allCases {
        #expect(
          findings(.undecided, Self.entering, Rows.saw([], mode, [], encryption)) == [],
          "\(mode) \(encryption)")
      }
    }
    #expect(findings(.undecided, Self.entering, Rows.saw([], .nonAppConnect)) == ["ACC-DM-16"])
    #expect(findings(.undecided, Self.entering, Rows.saw([], .pending)) == ["ACC-DM-16"])
  }

  @Test func anEntryIsMadeUpForAtTheNextNotice() {
    let half = Rows.saw([], .appConnect)
    let launched = (Rows.yes, Rows.saw(Rows.launched, .appConnect))
    let erased = ["eraseSensitiveData"]
    func then(_ notice: DualModeObservation) -> [Clause.ID] {
      findings(.undecided, Self.entering, half, then: [launched, (Self.entering, notice)])
    }
    #expect(then(Rows.saw([], .appConnect, erased, .encrypted)) == [])
    #expect(then(Rows.saw([], .appConnect, erased)) == ["ACC-DM-16"], "it stays unencrypted")
    #expect(then(Rows.saw([], .appConnect, [], .encrypted)) == ["ACC-DM-16"], "nothing is erased")
    let atLaunch = (Rows.yes, Rows.saw(Rows.launched, .appConnect, erased, .encrypted))
    #expect(
      findings(
        .undecided, Self.entering, half,
        then: [atLaunch, (Self.entering, Rows.saw([], .appConnect, [], .encrypted))]) == [])
  }

  @Test func anExitErasesFirstOrAtTheNextLaunch() {
    let erased = ["eraseSensitiveData"]
    func left(
      _ mode: AppMode, _ actions: [String], _ encryption: DataEncryption,
      then launch: DualModeObservation? = nil
    ) -> [Clause.ID] {
      findings(
        .appConnect, Self.leaving, from: .encrypted, Rows.saw([], mode, actions, encryption),
        then: launch.map { [(Rows.yes, $0)] } ?? [])
    }
    #expect(left(.appConnect, [], .encrypted) == [])
    #expect(left(.appConnect, erased, .encrypted) == [])
    #expect(left(.appConnect, erased, .unencrypted) == [], "as the source has it")
    #expect(left(.nonAppConnect, erased, .unencrypted) == [])
    #expect(left(.appConnect, [], .unencrypted) == [], "it may have noted what it owes")
    let goesOn = Rows.saw(Rows.launched, .appConnect)
    #expect(
      left(.appConnect, [], .unencrypted, then: goesOn) == ["ACC-DM-16"],
      "nobody can read the data")
    let takenBack = Rows.saw(Rows.launched, .appConnect, [], .encrypted)
    #expect(left(.appConnect, [], .unencrypted, then: takenBack) == [])
    let erasedThen = Rows.saw(Rows.launched, .appConnect, erased)
    #expect(left(.appConnect, [], .unencrypted, then: erasedThen) == [])
    #expect(
      left(.appConnect, [], .unencrypted, then: Rows.saw([], .nonAppConnect, erased)) == [])
    #expect(left(.nonAppConnect, erased, .encrypted) == ["ACC-DM-16"])
    let regular = Rows.saw([], .nonAppConnect)
    #expect(left(.nonAppConnect, erased, .unencrypted, then: regular) == [])
    #expect(left(.nonAppConnect, [], .unencrypted, then: regular) == ["ACC-DM-16"])
    #expect(
      left(.nonAppConnect, [], .unencrypted, then: Rows.saw([], .nonAppConnect, erased)) == [])
  }

  /// An app that has noted what it was about to do may do it at the next launch.
  @Test func aLaunchMayCompleteWhatWasBegun() {
    func launched(_ calls: [String], _ actions: [String]) -> [Clause.ID] {
      findings(
        .appConnect, Self.leaving, from: .encrypted, Rows.saw([], .appConnect, [], .encrypted),
        then: [(Rows.yes, Rows.saw(calls, .nonAppConnect, actions))])
    }
    #expect(launched([], ["eraseSensitiveData"]) == [])
    #expect(launched(Rows.launched + ["retire", "stop"], ["eraseSensitiveData"]) == [])
    #expect(!launched([], []).isEmpty)
    #expect(!launched(Rows.launched, ["eraseSensitiveData"]).isEmpty, "the library runs")
  }

  /// Half of the way into AppConnectMode may be taken back at the next launch, once the mode is not stored.
  @Test func halfAWayInMayBeTakenBack() {
    func launched(
      _ stored: AppMode, _ encryption: DataEncryption, then last: DataEncryption
    ) -> [Clause.ID] {
      findings(
        .undecided,
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        Rows.saw([], stored, [], encryption),
        then: [(Rows.yes, Rows.saw(Rows.launched, stored, [], last))])
    }
    #expect(launched(.undecided, .encrypted, then: .unencrypted) == [])
    #expect(launched(.undecided, .encrypted, then: .encrypted) == [])
    #expect(launched(.appConnect, .encrypted, then: .unencrypted) == ["ACC-DM-16"])
  }

  /// The library of a regular app may get its end at the next launch, and nothing else.
  @Test func theLibraryMayBeEndedAtTheNextLaunch() {
    func launched(_ calls: [String], again: [String] = []) -> [Clause.ID] {
      findings(
        .undecided, .managedPolicy(.unmanaged, .init()), Rows.saw([], .nonAppConnect),
        then: [
          (Rows.yes, Rows.saw(calls, .nonAppConnect)), (.terminate, Rows.saw([], .nonAppConnect)),
          (Rows.yes, Rows.saw(again, .nonAppConnect)),
        ])
    }
    #expect(launched([]) == [])
    #expect(launched(["retire", "stop"]) == [])
    #expect(launched([Rows.initialise, "retire", "stop"]) == [])
    #expect(launched(Rows.launched) == ["ACC-DM-02"])
    #expect(launched([Rows.ask, "retire", "stop"]) == ["ACC-DM-02"])
    #expect(launched([], again: ["retire", "stop"]) == ["ACC-DM-02"], "once")
  }

  /// "Pending (persisted), then init and start"; "NonAppConnectMode (persisted), retire, stop".
  @Test func theLibraryHearsOfAWishOnceItIsStored() {
    func left(_ calls: [String], _ mode: AppMode, writes: Int) -> [Clause.ID] {
      findings(
        .appConnect, Self.leaving, afterWrites: writes,
        Rows.saw(calls, mode, mode == .appConnect ? [] : ["eraseSensitiveData"]))
    }
    #expect(left(["retire", "stop"], .nonAppConnect, writes: 1) == [])
    #expect(left(["retire", "stop"], .appConnect, writes: 0) == ["ACC-DM-08"])
    #expect(left(["retire"], .appConnect, writes: 1) == ["ACC-DM-08"])
    #expect(left([], .appConnect, writes: 0) == [])
  }

  @Test func callsAreThoseOfTheTransitionAsFarAsItGot() {
    func left(_ calls: [String]) -> [Clause.ID] {
      findings(
        .appConnect, Self.leaving, Rows.saw(calls, .nonAppConnect, ["eraseSensitiveData"]))
    }
    #expect(left([]) == [])
    #expect(left(["retire"]) == [], "it died between the two")
    #expect(left(["retire", "stop"]) == [])
    #expect(left(["stop"]) == ["ACC-DM-16"])
    #expect(left(["retire", "retire"]).contains("ACC-DM-14"))
  }

  /// Whatever an app may have stored, each step of a case makes sense in it.
  @Test func noCaseHasAStepThatIsRuledOutInAStateThatMayBe() throws {
    let suite = DualMode.suite
    let model = DualModeModel()
    let situation = Situation(DualModeModel.Setup())
    var count = 0
    for item in suite.cases(seed: 1) where item.targets == ["ACC-DM-16"] {
      count += 1
      var states: Set<DualModeModel.State> = [model.begin(.init(), persisted: nil)]
      for step in try suite.script(item).steps {
        guard let event = step.event else {
          states = Set(states.map { model.begin(.init(), persisted: $0) })
          continue
        }
        for state in states {
          #expect(model.permits(event, in: state, of: situation), "\(item.id): \(event) \(state)")
        }
        states = Set(
          states.flatMap { model.expect(event, in: $0, of: situation).branches.map(\.next) })
      }
    }
    #expect(count > 150)
  }

  @Test func aDeathAsksForTheCapabilityAndAStart() throws {
    let suite = DualMode.suite
    for item in suite.cases(seed: 1) {
      let dies = try suite.script(item).events.contains {
        if case .killed = $0 { true } else { false }
      }
      #expect(item.needs == (dies ? ["killPoints"] : []), "\(item.id)")
    }
    func excluded(_ events: [DualModeEvent]) -> Int? {
      suite.excludedStep(of: Script(setup: .init(), events: events))
    }
    #expect(excluded([.killed(Rows.yes, afterWrites: 1), Rows.yes]) == 2)
    #expect(excluded([Rows.yes, .killed(.terminate, afterWrites: 1)]) == 2)
    #expect(excluded([.killed(Self.entering, afterWrites: 1)]) == 1)
    #expect(excluded([.killed(Rows.yes, afterWrites: -1)]) == 1)
  }

  @Test func deathsAreStoredAndRead() throws {
    for item in DualMode.suite.cases(seed: 1) where !item.needs.isEmpty {
      let text = try StoredCases.text(item)
      #expect(text.contains("dieAfterPersist"))
      let read = try StoredCases.read(text)
      #expect(read.needs == ["killPoints"])
      #expect(try DualMode.suite.script(read) == DualMode.suite.script(item), "\(item.id)")
    }
  }

  /// The process is killed before a start that keeps, in cases that are about what outlives it.
  @Test func onlyCasesAboutThatKillTheProcess() throws {
    let suite = DualMode.suite
    for item in suite.cases(seed: 1) {
      let session = try suite.open(item, capabilities: [])
      #expect(session.killsAtRestart == (item.targets == ["ACC-DM-16"]), "\(item.id)")
    }
  }
}
