import Conformance
import Forge
import Profiles
import SuiteModels
import WireFormat

/// What one request leaves behind may not show in the next one (ABT-DEL-04, MULTI-02, MULTI-03, DICT-04, ROB-06): a request, then
/// another one of each kind, then the first one again, of the same payload and of others.
extension ABTCases {
  var afterOthers: [Specification] {
    Self.disturbers.flatMap { disturber in
      Self.witnesses.flatMap { witness in
        Relation.allCases.map { relation in
          make(
            "after-others/\(witness.name)/\(disturber.name)/\(relation.rawValue)",
            "\(witness.words), before and after another request \(relation.words): \(disturber.words).",
            (witness.comesInPieces ? ["ABT-CHUNK-01"] : ["ABT-ROB-06"]) + witness.lacks
              + (disturber.records && !witness.comesInPieces ? ["ABT-DEL-04"] : []),
            needs: witness.needs.union(disturber.needs)
          ) { (g) throws(HarnessFault) in
            let (profile, payload) = (g.uuid(), g.uuid())
            let seen = witness.make(&g).map { $0.of(profile, payload) }
            let (otherProfile, otherPayload) =
              switch relation {
              case .same: (profile, payload)
              case .otherPayload: (profile, g.uuid())
              case .otherProfile: (g.uuid(), payload)
              }
            let between = disturber.make(&g).map { $0.of(otherProfile, otherPayload) }
            return try (seen + between + seen).map { (step) throws(HarnessFault) in
              try g.open(step.forge, step.plan)
            }
          }
        }
      }
    }
  }

  /// How the request in between is related to the one before and after it.
  private enum Relation: String, CaseIterable {
    case same
    case otherPayload = "other-payload"
    case otherProfile = "other-profile"

    var words: String {
      switch self {
      case .same: "of the same payload"
      case .otherPayload: "of another payload of the profile"
      case .otherProfile: "of another profile's payload of that name"
      }
    }
  }

  private struct Step {
    var forge: RequestForge
    var plan = DelegatePlan()

    func of(_ profile: String, _ payload: String) -> Step {
      var step = self
      step.forge.profile = profile
      step.forge.payload = payload
      return step
    }
  }

  private struct Kind: Sendable {
    let name: String
    let words: String
    var needs: Set<String> = []
    /// Whether the delegate records anything.
    var records = false
    /// The requirements about what is not there, which none before may stand in for.
    var lacks: [Clause.ID] = []
    let make: @Sendable (inout RequestGenerator) -> [Step]

    var comesInPieces: Bool { name == "pieces" }

    init(
      _ name: String, _ words: String, needs: Set<String> = [], records: Bool = false,
      lacks: [Clause.ID] = [], _ make: @escaping @Sendable (inout RequestGenerator) -> [Step]
    ) {
      self.name = name
      self.words = words
      self.needs = needs
      self.records = records
      self.lacks = lacks
      self.make = make
    }
  }

  /// What is asked twice: as bare as can be, so that whatever is left of another request shows.
  private static let witnesses: [Kind] = [
    Kind("bare-apply", "A set request without a category or records", lacks: ["ABT-DICT-04"]) { g in
      [Step(forge: g.apply(Self.seenKeys))]
    },
    Kind("recorded-apply", "A set request of which one key is recorded") { g in
      [
        Step(
          forge: g.apply(Self.seenKeys), plan: DelegatePlan(apply: .init([.didApply("account")])))
      ]
    },
    Kind("refused-apply", "A set request that the delegate answers with a bare NO") { g in
      [Step(forge: g.apply(Self.seenKeys), plan: DelegatePlan(apply: .init(answer: .no)))]
    },
    Kind("bare-reset", "A reset request without a category", lacks: ["ABT-DICT-04"]) { g in
      [Step(forge: g.reset(["account", "host"]))]
    },
    Kind("refused-reset", "A reset request that the delegate answers with a bare NO") { g in
      [
        Step(
          forge: g.reset(["account", "host"]), plan: DelegatePlan(revert: .init(answer: .no)))
      ]
    },
    Kind("pieces", "A set request in two pieces", needs: ["chunks"]) { g in
      g.chunks(of: g.apply(Self.seenKeys), total: 2).map { Step(forge: $0) }
    },
    Kind("other-form", "A set request in the form that this edition does not take") { g in
      var forge = g.apply(Self.seenKeys)
      if forge.parameter == .dataX {
        forge.parameter = .data
        forge.encryption = .none
      } else {
        forge.parameter = .dataX
      }
      return [Step(forge: forge)]
    },
    lacking("nameless", "payload", .payload, ["ABT-URL-12"]),
    lacking("profileless", "profile", .profile, ["ABT-URL-12"]),
    lacking("unsigned", "token", .token, ["ABT-TOK-04"]),
    lacking("dataless", "data", .data, ["ABT-DEL-05"]),
    Kind("tokenless", "A set request with a wrong token", lacks: ["ABT-TOK-02"]) { g in
      var forge = g.apply(Self.seenKeys)
      forge.token = .damaged(.digitChanged(index: 40))
      return [Step(forge: forge)]
    },
  ]

  private static func lacking(
    _ name: String, _ words: String, _ parameter: RequestForge.Parameter, _ rules: [Clause.ID]
  ) -> Kind {
    Kind(name, "A set request without \(words)", lacks: rules) { g in
      var forge = g.apply(Self.seenKeys)
      forge.parameters = .missing(parameter)
      return [Step(forge: forge)]
    }
  }

  private static let seenKeys: [PropertyList.Member] = [
    .init(key: "host", value: .string("seen.example")), .init(key: "account", value: .integer(7)),
  ]

  private static func leftKeys(_ g: inout RequestGenerator) -> [PropertyList.Member] {
    [
      .init(key: "host", value: .string("left-" + g.choices.hexadecimal(8))),
      .init(key: "port", value: .integer(443)), .init(key: "theme", value: .string("dark")),
    ]
  }

  /// What comes in between: rich in what could stay.
  private static let disturbers: [Kind] = {
    let records: [DelegatePlan.Record] = [
      .didApplyOver("host", oldValue: .string("before")), .didNotApply("port"),
      .didApply("theme"), .didNotApply("account"),
    ]
    let error = DelegatePlan.DelegateError(code: 1207, message: "no room for it")
    func apply(
      _ name: String, _ words: String, needs: Set<String> = [], _ turn: DelegatePlan.Turn
    ) -> Kind {
      Kind(name, words, needs: needs, records: true) { g in
        [
          Step(
            forge: g.apply(category: "Left", leftKeys(&g)),
            plan: DelegatePlan(apply: turn, rollback: .init([.didApply("theme")])))
        ]
      }
    }
    func reset(
      _ name: String, _ words: String, needs: Set<String> = [], _ turn: DelegatePlan.Turn
    ) -> Kind {
      Kind(name, words, needs: needs) { g in
        [
          Step(
            forge: g.reset(category: "Left", ["port", "theme", "host"]),
            plan: DelegatePlan(revert: turn))
        ]
      }
    }
    func broken(
      _ name: String, _ words: String, needs: Set<String> = [],
      _ damage: @escaping @Sendable (inout RequestForge) -> Void
    ) -> Kind {
      Kind(name, words, needs: needs) { g in
        var forge = g.apply(category: "Left", leftKeys(&g))
        damage(&forge)
        return [Step(forge: forge)]
      }
    }
    return [
      apply("applied", "one with a category that was applied", .init()),
      apply("recorded", "one whose keys were recorded in all ways", .init(records)),
      apply(
        "rolled-back", "one that failed with a reason and was rolled back",
        needs: ["rollback", "delegateError"], .init(records, answer: .no, error: error)),
      apply(
        "failed", "one that failed with a reason", needs: ["delegateError"],
        .init([.didNotApply("host")], answer: .no, error: error)),
      apply(
        "canceled", "one that was canceled", needs: ["cancel"],
        .init([.didNotApply("host"), .didApply("account")], answer: .cancel)),
      reset("reverted", "a reset of other keys", .init()),
      reset(
        "reset-failed", "a reset that failed with a reason", needs: ["delegateError"],
        .init(answer: .no, error: error)),
      reset(
        "reset-canceled", "a reset that was canceled", needs: ["cancel"], .init(answer: .cancel)),
      broken("wrong-token", "one with a wrong token") {
        $0.token = .damaged(.digitChanged(index: 3))
      },
      broken("no-list", "one that unpacks to no property list") {
        $0.propertyList = .truncated(length: 40)
      },
      broken("damaged", "one whose compressed data are cut off") {
        $0.compression = .truncated(by: 9)
      },
      broken("version-two", "one of a version that nobody knows") {
        $0.dictionaryForm = .versionOther(2)
      },
      broken("no-payload", "one without payload") { $0.parameters = .missing(.payload) },
      broken("piece", "the first piece of one", needs: ["chunks"]) {
        $0.chunk = ChunkLayer(index: 1, of: 2)
      },
      broken("last-piece", "the last piece of one that never began", needs: ["chunks"]) {
        $0.chunk = ChunkLayer(index: 2, of: 2)
      },
      broken("stray-key", "one with a key of the profile that says it is not encrypted") {
        $0.dictionaryForm = .unknownKeyAdded(
          key: ProfileKey.dataEncryption, value: .boolean(false))
      },
    ]
  }()
}
