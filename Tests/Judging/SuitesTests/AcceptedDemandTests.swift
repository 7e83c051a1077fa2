import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Sections 4.3 to 4.6: what reaches the delegate, and which keys a Success lists.
@Suite struct AcceptedDemandTests {
  private let both = Scene.success(["host", "port"])

  private func apply(_ category: TypedValue, _ members: [TypedMember]) -> ABTObservation.Call {
    .apply(category: category, values: .dictionary(members))
  }

  @Test func aSetRequestReachesTheDelegateOnce() throws {
    let scene = Scene()
    #expect(try scene.findings(scene.observed([Scene.applyCall], both)) == [])
    let never = scene.observed([], both)
    #expect(try scene.findings(never) == ["ABT-DEL-01"])
    #expect(try scene.findings(never, targets: ["ABT-TOK-01"]) == ["ABT-TOK-01"])
    let twice = scene.observed([Scene.applyCall, Scene.applyCall], both)
    #expect(try scene.findings(twice) == ["ABT-DEL-01"])
    #expect(try scene.findings(twice, targets: ["ABT-ROLL-06"]) == ["ABT-ROLL-06"])
    #expect(try scene.findings(scene.observed([Scene.revertCall], both)).contains("ABT-DEL-01"))
  }

  @Test(arguments: [
    TypedMember("port", .integer(26)), TypedMember("port", .real(25)),
    TypedMember("port", .string("25")), TypedMember("port", .boolean(true)),
    TypedMember("port", .null), TypedMember("Port", .integer(25)),
  ])
  func eachValueArrivesUnchanged(other: TypedMember) throws {
    let scene = Scene()
    let host = TypedMember("host", .string("example.com"))
    let swapped = apply(.string("Mail"), [TypedMember("port", .integer(25)), host])
    #expect(try scene.findings(scene.observed([swapped], both)) == [], "the order is free")
    let changed = apply(.string("Mail"), [host, other])
    #expect(try scene.findings(scene.observed([changed], both)) == ["ABT-DATA-01"])
    let missing = apply(.string("Mail"), [host])
    #expect(try scene.findings(scene.observed([missing], both)) == ["ABT-DATA-01"])
    let more = apply(
      .string("Mail"), [host, TypedMember("port", .integer(25)), TypedMember("x", .null)])
    #expect(try scene.findings(scene.observed([more], both)) == ["ABT-DATA-01"])
  }

  /// Whoever misreads a right list that is written in another way has not taken it for what it is.
  @Test func wrongValuesOfAListThatNoWriterWroteAreAboutTheListAsWell() throws {
    var scene = Scene()
    let written = try #require(PropertyListImages(SharedDialect.profile1.value.keys).widths.first)
    scene.forge.propertyList = written.list
    #expect(try scene.opening().meaning.clausesOfList == ["ABT-DATA-14"])
    let wrong = scene.observed([apply(.null, [])], Scene.success([]))
    func found(_ targets: Clause.ID...) throws -> [String] {
      try scene.findings(wrong, targets: targets).filter { $0.hasPrefix("ABT-DATA") }
    }
    #expect(try found("ABT-DATA-14", "ABT-DATA-01") == ["ABT-DATA-01", "ABT-DATA-14"])
    #expect(try found() == ["ABT-DATA-01"])
    // A form of a writer's is read or refused like any other.
    scene.forge.propertyList = .canonical
    #expect(try scene.opening().meaning.clausesOfList == [])
    #expect(try found("ABT-DATA-14") == ["ABT-DATA-01"])
  }

  /// Values that no reply can hold are not held against anybody; all else is judged as ever.
  @Test func valuesThatAreTooLargeToBeToldAreJudgedByTheRest() throws {
    let scene = Scene()
    let call = ABTObservation.Call.apply(category: .string("Mail"), values: .tooLarge)
    #expect(try scene.findings(scene.observed([call], both)) == [])
    let wrongCategory = ABTObservation.Call.apply(category: .null, values: .tooLarge)
    #expect(try scene.findings(scene.observed([wrongCategory], both)) == ["ABT-DICT-04"])
    #expect(try scene.findings(scene.observed([call], "status=Success&changedValues=")) != [])
    #expect(try scene.findings(scene.observed([call])) != [])
    // As one of the values it stands for nothing.
    let within = apply(
      .string("Mail"), [TypedMember("host", .tooLarge), TypedMember("port", .integer(25))])
    #expect(try scene.findings(scene.observed([within], both)) == ["ABT-DATA-01"])
  }

  @Test func theCategoryArrivesUnchanged() throws {
    guard case .apply(_, let values) = Scene.applyCall else { return }
    var scene = Scene()
    for category in [TypedValue.null, .string("mail"), .string("")] {
      let call = ABTObservation.Call.apply(category: category, values: values)
      #expect(try scene.findings(scene.observed([call], both)) == ["ABT-DICT-04"])
    }
    scene.forge.dictionary = .configuration(category: nil, Scene.members)
    let without = ABTObservation.Call.apply(category: .null, values: values)
    #expect(try scene.findings(scene.observed([without], both)) == [])
    #expect(try scene.findings(scene.observed([Scene.applyCall], both)) == ["ABT-DICT-04"])
  }

  @Test func aResetPassesExactlyItsKeys() throws {
    let scene = Scene.reset()
    func revert(_ keys: [String], values: TypedValue? = nil) -> ABTObservation {
      scene.observed(
        [.revert(category: .string("Mail"), keys: keys.map(TypedValue.string), values: values)],
        "status=Success")
    }
    #expect(try scene.findings(revert(["port", "host"])) == [])
    #expect(try scene.findings(revert(["host"])) == ["ABT-DEL-02"])
    #expect(try scene.findings(revert(["host", "port", "x"])) == ["ABT-DEL-02"])
    #expect(try scene.findings(revert(["host", "port", "host"])) == ["ABT-DICT-11 (should)"])
    let empty = TypedValue.dictionary([TypedMember("host", .null)])
    #expect(try scene.findings(revert(["host", "port"], values: empty)) == [])
    let filled = TypedValue.dictionary([TypedMember("host", .string("old"))])
    #expect(try scene.findings(revert(["host", "port"], values: filled)) == ["ABT-DEL-03"])
    let never = scene.observed([], "status=Success")
    #expect(try scene.findings(never) == ["ABT-DEL-02"])
    let applied = scene.observed([Scene.applyCall], "status=Success")
    #expect(try scene.findings(applied).contains("ABT-DEL-02"))
    let twice = scene.observed([Scene.revertCall, Scene.revertCall], "status=Success")
    #expect(try scene.findings(twice) == ["ABT-DEL-02"])
    let changed = scene.observed([Scene.revertCall], both)
    #expect(try scene.findings(changed) == ["ABT-CHG-09"])
  }

  @Test func aSuccessWithoutReadableChangedValuesIsNone() throws {
    let scene = Scene()
    for text in [
      "status=Success", "status=Success&changedValues=", "status=Success&changedValues=%21",
    ] {
      #expect(try scene.findings(scene.observed([Scene.applyCall], text)) == ["ABT-CHG-09"])
    }
    let twice = Scene.success(["host", "port", "host"])
    #expect(try scene.findings(scene.observed([Scene.applyCall], twice)) == ["ABT-CHG-06 (should)"])
  }

  @Test(
    arguments: [
      ([], "ABT-CHG-01", ["host", "port"]), ([.didNotApply("host")], "ABT-CHG-02", ["port"]),
      ([.didNotApply("host"), .didNotApply("port")], "ABT-CHG-02", []),
      ([.didApply("host")], "ABT-CHG-03", ["host"]),
      ([.didApplyOver("port", oldValue: nil)], "ABT-CHG-03", ["port"]),
      ([.didApplyOver("port", oldValue: .integer(1))], "ABT-CHG-05", ["port"]),
      ([.didApply("port"), .didNotApply("host")], "ABT-CHG-04", ["port"]),
    ] as [([DelegatePlan.Record], Clause.ID, [String])])
  func theChangedKeysFollowTheRecords(
    records: [DelegatePlan.Record], rule: Clause.ID, keys: [String]
  ) throws {
    var scene = Scene()
    scene.delegate = DelegatePlan(apply: .init(records))
    let all = [[], ["host"], ["port"], ["host", "port"], ["host", "port", "x"]]
    for listed in all {
      let observation = scene.observed([Scene.applyCall], Scene.success(listed))
      let found = try scene.findings(observation, targets: [rule])
      #expect(found == (Set(listed) == Set(keys) ? [] : [rule.path]), "\(listed)")
    }
  }

  /// ABT-CHG-07: a recorded key that the configuration does not hold is listed or left out, and counts or does not, one way or the other.
  @Test(
    arguments: [
      ([.didApply("x")], "ABT-CHG-03", [[], ["host", "port"]]),
      ([.didApply("x"), .didApply("host")], "ABT-CHG-03", [["host"]]),
      ([.didApply("x"), .didNotApply("host")], "ABT-CHG-04", [[], ["port"]]),
      ([.didNotApply("x"), .didApply("host")], "ABT-CHG-04", [["host"]]),
    ] as [([DelegatePlan.Record], Clause.ID, [[String]])])
  func foreignKeysAreListedOrLeftOut(
    records: [DelegatePlan.Record], rule: Clause.ID, right: [[String]]
  ) throws {
    var scene = Scene()
    scene.delegate = DelegatePlan(apply: .init(records))
    for own in [[], ["host"], ["port"], ["host", "port"]] {
      for foreign in [[], ["x"], ["y"]] {
        let observation = scene.observed([Scene.applyCall], Scene.success(own + foreign))
        let isRight = right.contains(own) && foreign != ["y"]
        let found = try scene.findings(observation, targets: [rule])
        #expect(found == (isRight ? [] : [rule.path]), "\(own + foreign)")
      }
    }
  }

  @Test func recordsAreGoneWithTheirRequest() throws {
    var first = Scene()
    first.delegate = DelegatePlan(apply: .init([.didApply("host")]))
    let recorded = (first, first.observed([Scene.applyCall], Scene.success(["host"])))
    let plain = Scene()
    let right = (plain, plain.observed([Scene.applyCall], both))
    let stale = (plain, plain.observed([Scene.applyCall], Scene.success(["host"])))
    #expect(try Scene.findings([recorded, right], targets: ["ABT-DEL-04"]) == [])
    #expect(try Scene.findings([recorded, stale], targets: ["ABT-DEL-04"]) == ["ABT-DEL-04"])
    #expect(try Scene.findings([recorded, stale]) == ["ABT-CHG-01"])
    #expect(try Scene.findings([stale], targets: ["ABT-DEL-04"]) == ["ABT-CHG-01"])
  }

  /// A request with the contents of both actions means what its verb says.
  @Test func theVerbChoosesTheContents() throws {
    var scene = Scene()
    scene.forge.dictionary = .both(category: "Mail", Scene.members, keys: ["theme"])
    #expect(try scene.findings(scene.observed([Scene.applyCall], both)) == [])
    scene.forge.action = .reset
    let theme = ABTObservation.Call.revert(
      category: .string("Mail"), keys: [.string("theme")], values: nil)
    #expect(try scene.findings(scene.observed([theme], "status=Success")) == [])
    #expect(
      try scene.findings(scene.observed([Scene.revertCall], "status=Success")) == ["ABT-DEL-02"])
  }

  /// ABT-CHG-07 and 08 leave these to the library.
  @Test func unclearRecordsAllowEachReading() throws {
    var scene = Scene()
    func judged(_ records: [DelegatePlan.Record], _ keys: [String]) throws -> Bool {
      scene.delegate = DelegatePlan(apply: .init(records))
      return try scene.findings(scene.observed([Scene.applyCall], Scene.success(keys))).isEmpty
    }
    let foreign = [DelegatePlan.Record.didApply("x")]
    #expect(try judged(foreign, ["x"]) && judged(foreign, []) && judged(foreign, ["host", "port"]))
    #expect(try !judged(foreign, ["host"]))
    let bothWays: [DelegatePlan.Record] = [.didApply("host"), .didNotApply("host")]
    #expect(try judged(bothWays, ["host"]) && judged(bothWays, ["port"]))
    #expect(try !judged(bothWays, ["host", "x"]))
  }

  /// Keys are compared by their bytes, never as text.
  @Test func composedAndDecomposedKeysAreTwoKeys() throws {
    var scene = Scene()
    scene.forge.dictionary = .configuration(
      category: nil, [.init(key: "\u{E9}", value: .integer(1))])
    let call = apply(.null, [TypedMember("\u{E9}", .integer(1))])
    #expect(try scene.findings(scene.observed([call], Scene.success(["\u{E9}"]))) == [])
    #expect(
      try scene.findings(scene.observed([call], Scene.success(["e\u{301}"]))) == ["ABT-CHG-01"])
    let other = apply(.null, [TypedMember("e\u{301}", .integer(1))])
    #expect(
      try scene.findings(scene.observed([other], Scene.success(["\u{E9}"]))) == ["ABT-DATA-01"])
  }
}
