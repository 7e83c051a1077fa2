import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// The tables of free places, and what the models read of them.
@Suite struct FreePlacesTests {
  @Test(arguments: [
    ABT.freePlaces, ABTManager.freePlaces, DualMode.freePlaces, AppConnectConfig.freePlaces,
    AppConnectOpenFrom.freePlaces,
    ManagedConfig.freePlaces, Lifecycle.freePlaces,
  ])
  func placesAreUniqueAndSayWhatTheyAre(places: [FreePlace]) {
    #expect(Set(places.map(\.id)).count == places.count)
    #expect(Set(places.map(\.sentence)).count == places.count)
    for place in places {
      let words = place.id.path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(
        words.count == 2
          && words.allSatisfy { word in
            !word.isEmpty
              && word.allSatisfy {
                $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
              }
          }, "\(place.id)")
      #expect(place.sentence.hasSuffix(".") && !place.sentence.contains("  "), "\(place.id)")
      #expect(place.sentence.first?.isUppercase == true && !place.source.isEmpty, "\(place.id)")
    }
  }

  @Test func everyFreedomOfReadersIsAPlace() {
    let places = Set(ABT.freePlaces.map(\.id))
    #expect(places.count >= 25)
    for reason in Freedom.Reason.allCases {
      let isBound = reason.row.section == .shouldRefuse
      #expect((reason.freePlace == nil) == isBound, "\(reason)")
      if let place = reason.freePlace { #expect(places.contains(place), "\(place)") }
    }
  }

  /// What is read has to stand in the table, or it would be lost; and what stands there has to come up in some case.
  @Test func theModelReadsThePlacesOfTheTable() throws {
    let suite = ABT.suite()
    var read: Set<FreePlace.ID> = []
    let claimed = Set(suite.cases(seed: 1).flatMap(\.needs))
    for item in suite.briefCases(seed: 1) {
      let script = try suite.script(item)
      // A long series of pieces leads to more states than can be followed.
      guard script.events.count <= 64 else { continue }
      let situation = Situation(script.setup, capabilities: claimed)
      var states = [suite.model.begin(script.setup, persisted: nil)]
      for event in script.events {
        var next: [ABTState] = []
        for state in states {
          let expectation = suite.model.expect(event, in: state, of: situation)
          read.formUnion(expectation.choices.map(\.place))
          for branch in expectation.branches {
            read.formUnion(branch.choices.map(\.place))
            if next.count < 8, !next.contains(branch.next) { next.append(branch.next) }
          }
        }
        states = next
      }
    }
    let places = Set(ABT.freePlaces.map(\.id))
    #expect(read.subtracting(places).isEmpty, "read, and not in the table")
    #expect(places.subtracting(read).isEmpty, "no case comes by")
  }

  @Test func theOtherModelsReadThePlacesOfTheirTables() throws {
    try readsItsPlaces(DualMode.suite)
    try readsItsPlaces(ManagedConfig.suite)
    try readsItsPlaces(Lifecycle.suite)
  }

  private func readsItsPlaces<M: Model>(_ suite: ModelSuite<M>) throws {
    var read: Set<FreePlace.ID> = []
    for item in suite.cases(seed: 1) {
      let script = try suite.script(item)
      let situation = Situation(script.setup)
      var state = suite.model.begin(script.setup, persisted: nil)
      for step in script.steps {
        switch step {
        case .restart(let keep):
          state = suite.model.begin(script.setup, persisted: keep ? state : nil)
        case .event(let event):
          let expectation = suite.model.expect(event, in: state, of: situation)
          read.formUnion(expectation.choices.map(\.place))
          state = expectation.branches[0].next
        }
      }
    }
    #expect(read == Set(suite.freePlaces.map(\.id)), "\(suite.name)")
  }

  // MARK: What is read

  /// The choices that observations of one scene after another lead to.
  private func choices(
    _ steps: [(scene: Scene, observation: ABTObservation)]
  ) throws -> [FreePlace.ID: String] {
    let first = try #require(steps.first)
    var judge = Judge(
      ABTModel(workshop: Scene.workshop),
      Situation(first.scene.setup, capabilities: first.scene.capabilities), clauses: Scene.clauses,
      targets: [])
    for (scene, observation) in steps { judge.judge(try scene.opening(), observation) }
    #expect(judge.findings.isEmpty, "\(judge.findings.map(\.message))")
    var found: [FreePlace.ID: String] = [:]
    for choice in judge.choices {
      found[choice.place] = found[choice.place].map { "\($0); \(choice.outcome)" } ?? choice.outcome
    }
    return found
  }

  @Test func codesAndMessagesOfRefusals() throws {
    var scene = Scene()
    scene.forge.verb = .verbatim("frobnicate")
    for (rest, code, message, ofVerb) in [
      ("status=Error", "without a code", "without a message", "no code"),
      ("status=Error&errorCode=2", "with a code", "without a message", "code 2"),
      ("status=Error&errorCode=1&errorMessage=x", "with a code", "with a message", "code 1"),
    ] {
      let found = try choices([(scene, scene.observed([], rest))])
      #expect(found["error/code"] == code)
      #expect(found["error/message"] == message)
      #expect(found["error/unknown-verb"] == ofVerb)
      #expect(found["callback/own-parameters"] == "none")
    }
    let own = try choices([
      (scene, scene.observed([], "status=Error&platform=x"))
    ])
    #expect(own["callback/own-parameters"] == "some")
  }

  @Test func aRepeatedKeyTellsWhichValueCounts() throws {
    var scene = Scene()
    scene.forge.propertyList = .key(.duplicate, ImageAim(variant: 3, place: 1))
    let place: FreePlace.ID = "property-list/duplicate-key"
    func seen(_ port: TypedValue) -> ABTObservation {
      scene.observed(
        [
          .apply(
            category: .string("Mail"),
            values: .dictionary([
              TypedMember("host", .string("example.com")), TypedMember("port", port),
            ]))
        ], "status=Success")
    }
    #expect(
      try choices([(scene, seen(.integer(25)))])[place] == "accepted, the first value counts")
    #expect(try choices([(scene, seen(.integer(2)))])[place] == "accepted, the last value counts")
    #expect(try choices([(scene, seen(.integer(7)))])[place] == "accepted, with other values")
    let refused = scene.observed([], "status=Error&errorCode=7")
    #expect(try choices([(scene, refused)])[place] == "refused, code 7")
    // Where both values may be the same, nobody knows which one counts.
    scene.forge.propertyList = .key(.duplicate, ImageAim(variant: 0, place: 1))
    #expect(try choices([(scene, seen(.integer(25)))])[place] == "accepted")
  }

  @Test func recordsInBothWaysTellWhichWordCounts() throws {
    var scene = Scene()
    let all = scene.observed([Scene.applyCall], "")
    _ = all
    func seen(_ keys: [String]) -> ABTObservation {
      var packing = Packing()
      let list = String(
        decoding: PercentCoding.encode(packing.packChangedValues(keys)), as: UTF8.self)
      return scene.observed(
        [Scene.applyCall], "status=Success&changedValues=\(list)")
    }
    for (records, place) in [
      ([.didApply("host"), .didNotApply("host")], "changed/applied-then-not"),
      ([.didNotApply("host"), .didApply("host")], "changed/not-then-applied"),
    ] as [([DelegatePlan.Record], FreePlace.ID)] {
      scene.delegate.apply.records = records
      #expect(try choices([(scene, seen(["host"]))])[place] == "counts as applied")
      #expect(try choices([(scene, seen(["port"]))])[place] == "counts as not applied")
    }
    let foreign: FreePlace.ID = "changed/foreign-key"
    scene.delegate.apply.records = [.didApply("elsewhere")]
    #expect(try choices([(scene, seen(["elsewhere"]))])[foreign] == "listed")
    #expect(try choices([(scene, seen([]))])[foreign] == "left out, though it counts")
    #expect(
      try choices([(scene, seen(["host", "port"]))])[foreign] == "left out, and does not count")
    scene.delegate.apply.records = [.didApply("host"), .didApply("elsewhere")]
    #expect(try choices([(scene, seen(["host"]))])[foreign] == "left out")
  }

  @Test func twoFreedomsInOneRequestAreNotTold() throws {
    var scene = Scene()
    scene.forge.shape = .fragment("f")
    let answer = scene.observed([], "status=Error&errorCode=1")
    #expect(try choices([(scene, answer)])["url/fragment"] == "refused, code 1")
    scene.forge.propertyList = .key(.duplicate, ImageAim(variant: 3, place: 1))
    let both = try choices([(scene, answer)])
    #expect(both["url/fragment"] == nil && both["property-list/duplicate-key"] == nil)
  }
}
