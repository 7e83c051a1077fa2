import Conformance
import PayloadCipher
import Profiles
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// What a manager is free to make of a callback, and what it is not, where a callback has a form that no library sends; and what it may
/// remember of what was refused.
@Suite struct ManagerFormTests {
  private static let device = ABTManager.device
  private static let mail = device.installed[0]
  private static let vault = device.installed[2]

  private func request(
    _ payload: String = "mail", verb: String = "apply", app: InstalledApp = mail,
    carrying dictionary: PropertyList, vector: [UInt8]? = nil, extra: String = ""
  ) -> String {
    var packed = Packing.pack(dictionary)
    if let vector { packed = CipherRing().cipher(of: app).encrypt(packed, iv: vector) }
    let data = String(
      decoding: PercentCoding.encode(Base64Text.encode(packed)), as: UTF8.self)
    return "\(app.scheme)://\(verb)?token=\(app.token)&profile=profile&payload=\(payload)"
      + "&\(vector == nil ? "data" : "data-x")=\(data)\(extra)"
  }

  private func apply(_ draft: ProfileDraft, vector: [UInt8]? = nil) throws -> String {
    let payload = try #require(draft.document.profile).payloads[0]
    return request(carrying: payload.requestDictionary(), vector: vector)
  }

  private func reset(
    _ keys: [String], _ more: [PropertyList.Member] = [], vector: [UInt8]? = nil
  ) -> String {
    request(
      verb: "reset",
      carrying: .dictionary(
        [
          .init(key: "Version", value: .integer(1)),
          .init(key: "Keys", value: .array(keys.map { .string($0) })),
        ] + more), vector: vector)
  }

  private func saw(
    _ opened: [String], _ status: String?, _ changed: [String: [String]] = [:]
  ) -> ManagerObservation {
    var observation = ManagerObservation()
    observation.opened = opened.map { OpenedRequest(Array($0.utf8)) }
    observation.status = status
    for (payload, keys) in changed { observation.changed[ExactText(payload)] = keys }
    return observation
  }

  private func judged(
    _ events: [ManagerEvent], _ observations: [ManagerObservation]
  ) -> Judge<ManagerModel> {
    var judge = Judge(
      ManagerModel(), Situation(Self.device), clauses: ABTManager.suite.clauses, targets: [])
    for (event, observation) in zip(events, observations) { judge.judge(event, observation) }
    judge.compare(
      zip(events, observations).map { (event: $0, observation: $1) },
      steps: events.indices.map { $0 + 1 })
    return judge
  }

  private func findings(
    _ events: [ManagerEvent], _ observations: [ManagerObservation]
  ) -> [String] {
    judged(events, observations).findings.map { "\($0.clause) \($0.kind)" }
  }

  private let draft = ProfileDraft("profile", [ABTManager.mail])

  /// What follows the first request, where the callback comes.
  private func found(_ answer: AppAnswer, _ next: ManagerObservation) throws -> [String] {
    findings(
      [ABTManager.install(draft), .answer(answer)], [saw([try apply(draft)], "pending"), next])
  }

  @Test(arguments: [AppAnswer.Status.unknown, .empty, .missing])
  func whatIsNoStatusStoresNothing(status: AppAnswer.Status) throws {
    let answer = AppAnswer(status, keys: ["host"])
    #expect(try found(answer, saw([], "pending")) == [])
    #expect(try found(answer, saw([], "failed")) == [])
    for status in ["installed", "pending", "failed"] {
      let stored = try found(answer, saw([], status, ["mail": ["host"]]))
      #expect(stored.contains("MGR-08 wrong-keys-stored"), "\(status)")
    }
    #expect(try found(answer, saw([], "installed")) == ["MGR-08 wrong-status"])
  }

  @Test(arguments: AppAnswer.ErrorCode.allCases)
  func oddErrorCodesMayCountOrNot(code: AppAnswer.ErrorCode) throws {
    let answer = AppAnswer(.error, errorCode: code)
    let mustCount = [.usual, .missing, .negative, .stray].contains(code)
    #expect(try found(answer, saw([], "failed")) == [])
    #expect(try found(answer, saw([], "pending")) == (mustCount ? ["MGR-09 wrong-status"] : []))
    let beside = AppAnswer(.canceled, errorCode: .stray)
    #expect(try found(beside, saw([], "pending")) == [])
  }

  @Test func whatNamesNothingOrIsBrokenChangesNothing() throws {
    let rows: [(AppAnswer, String)] =
      [AppAnswer.Lack.profile, .emptyProfile, .payload, .emptyPayload]
      .map { (AppAnswer(keys: ["host"], lacks: $0), "MGR-10") }
      + [AppAnswer.BrokenEscape.Place.profile, .payload, .token].map {
        (AppAnswer(keys: ["host"], brokenEscape: .init($0, .notUTF8)), "MGR-10")
      }
      + [
        (AppAnswer(keys: ["host"], brokenEscape: .init(.changedValues, .cutOff)), "MGR-13")
      ]
    for (answer, clause) in rows {
      #expect(try found(answer, saw([], "pending")) == [], "\(answer)")
      let stored = try found(answer, saw([], "installed", ["mail": ["host"]]))
      #expect(stored == ["\(clause) wrong-status", "\(clause) wrong-keys-stored"], "\(answer)")
    }
    let status = AppAnswer(keys: ["host"], brokenEscape: .init(.status, .noDigits))
    #expect(
      try found(status, saw([], "pending", ["mail": ["host"]])) == ["MGR-08 wrong-keys-stored"])
  }

  @Test func whatNoClauseSpeaksOfMayCountOrNot() throws {
    let stored = saw([], "installed", ["mail": ["host"]])
    for answer in AppAnswer.Address.allCases.map({ AppAnswer(keys: ["host"], address: $0) })
      + [
        AppAnswer(keys: ["host"], list: .behindStream),
        AppAnswer(keys: ["host"], brokenEscape: .init(.own, .noDigits)),
      ]
    {
      #expect(try found(answer, stored) == [], "\(answer)")
      let isRight = answer.address == .own && answer.list == .whole && answer.brokenEscape == nil
      #expect(try found(answer, saw([], "pending")).isEmpty != isRight, "\(answer)")
      #expect(try !found(answer, saw([], "installed", ["mail": ["port"]])).isEmpty, "\(answer)")
    }
  }

  @Test func aPieceHasToBeNamed() throws {
    let state = ManagerState(
      profiles: ["profile": .init(document: draft.document)], focus: "profile",
      latest: .init(profile: "profile", payload: "mail", kind: .apply, isInPieces: true),
      isPending: true)
    let row = ManagerRow(setup: Self.device, ring: CipherRing())
    #expect(
      row.answer(AppAnswer(lacks: .chunk), state).branches.map(\.name) == ["nothing changes"])
    #expect(row.answer(AppAnswer(), state).branches.map(\.name).contains("opens the next piece"))
  }

  @Test func anUndoMayComeInPieces() throws {
    let setup = ManagerSetup(installed: [InstalledApp("com.acme.mail", apiKey: "k", chunks: true)])
    var entry = ManagerState.Profile(document: draft.document)
    entry.phase = .removing
    entry.due = ["mail"]
    entry.kept = ["mail": ["host"]]
    let row = ManagerRow(setup: setup, ring: CipherRing())
    let names = row.branches("profile", ManagerState(profiles: ["profile": entry])).map(\.name)
    #expect(names.contains("opens apply of earlier values for mail, in pieces"))
    #expect(!names.contains("opens reset for mail, in pieces"))
  }

  // MARK: What was refused

  private let taken: [ManagerEvent] = [
    .install(ProfileDraft("profile", [ABTManager.mail]).document), ABTManager.yes("host"),
  ]

  /// The profile in another edition, which is refused; then it is removed.
  private func refused(_ rest: [ManagerObservation]) throws -> [String] {
    let other = ProfileDraft(
      "profile", [.init("mail", for: "com.acme.mail", [.init(key: "host", value: .string("x"))])])
    return findings(
      taken + [.install(other.document), ABTManager.no, ABTManager.remove, ABTManager.done],
      [
        saw([try apply(draft)], "pending"), saw([], "installed", ["mail": ["host"]]),
        saw([try apply(other)], "pending", ["mail": ["host"]]),
        saw([], "failed", ["mail": ["host"]]),
      ] + rest)
  }

  /// A reset that was refused may be sent again at once, as it was; or the next removal sends it.
  @Test func aRefusedResetMayBeSentAgain() throws {
    let kept = ["mail": ["host"]]
    func refused(_ rest: [ManagerObservation]) throws -> [String] {
      findings(
        taken + [ABTManager.remove, ABTManager.no, ABTManager.done],
        [
          saw([try apply(draft)], "pending"), saw([], "installed", kept),
          saw([reset(["host"])], nil, kept),
        ] + rest)
    }
    #expect(try refused([saw([], "failed", kept), saw([], "failed", kept)]) == [])
    #expect(try refused([saw([reset(["host"])], nil, kept), saw([], "removed")]) == [])
    #expect(try refused([saw([reset(["port"])], nil, kept)]) == ["MGR-08 opens-a-url"])
    #expect(
      try refused([saw([reset(["host"])], nil, kept), saw([reset(["host"])], nil)])
        == ["MGR-08 opens-a-url"])
  }

  @Test func whatWasTakenAndThenRefusedMayBeForgottenKeptOrReset() throws {
    let kept = ["mail": ["host"]]
    #expect(try refused([saw([], "removed"), saw([], "removed")]) == [])
    #expect(try refused([saw([], "removed", kept), saw([], "removed", kept)]) == [])
    #expect(try refused([saw([reset(["host"])], nil, kept), saw([], "removed")]) == [])
    #expect(try refused([saw([reset([])], nil, kept), saw([], "removed")]) == [])
    #expect(try refused([saw([reset([])], nil), saw([], "removed")]) == [])
    #expect(
      try refused([saw([reset(["port"])], nil, kept)]) == ["MGR-08 wrong-keys-reset/too-few"])
    #expect(try !refused([saw([], "removed", ["mail": ["port"]])]).isEmpty)
    // What has not failed is neither forgotten nor reset without keys.
    let early = findings(
      taken + [ABTManager.remove],
      [
        saw([try apply(draft)], "pending"), saw([], "installed", kept), saw([reset([])], nil, kept),
      ])
    #expect(early == ["MGR-08 wrong-keys-reset/too-few"])
  }

  @Test func aPartlyRefusedProfileIsPartialOrFailed() throws {
    let two = ProfileDraft("profile", [ABTManager.mail, ABTManager.vault])
    let second = try #require(two.document.profile).payloads[1]
    for (status, wrong) in [("partial", false), ("failed", false), ("installed", true)] {
      let found = findings(
        [ABTManager.install(two), ABTManager.no, ABTManager.yes("pin")],
        [
          saw([try apply(two)], "pending"),
          saw([request("vault", app: Self.vault, carrying: second.requestDictionary())], "pending"),
          saw([], status, ["vault": ["pin"]]),
        ])
      #expect(found == (wrong ? ["MGR-09 wrong-status"] : []), "\(status)")
    }
  }

  // MARK: Resets

  private func removed(_ reset: String, _ next: ManagerObservation? = nil) throws -> [String] {
    findings(
      taken + [ABTManager.remove]
        + (next == nil ? [] : [.answer(AppAnswer(keys: ["tls"], list: .stray))]),
      [
        saw([try apply(draft)], "pending"), saw([], "installed", ["mail": ["host"]]),
        saw([reset], nil, ["mail": ["host"]]),
      ] + (next.map { [$0] } ?? []))
  }

  @Test func aResetCarriesNothingButThePayloads() throws {
    func configuration(_ members: [PropertyList.Member]) -> [PropertyList.Member] {
      [.init(key: "Configuration", value: .dictionary(members))]
    }
    for right in [[], ProfileDraft.mail, [ProfileDraft.mail[0]]] {
      #expect(try removed(reset(["host"], configuration(right))) == [])
    }
    for wrong: PropertyList.Member in [
      .init(key: "x", value: .string("y")), .init(key: "host", value: .string("y")),
    ] {
      #expect(
        try removed(reset(["host"], configuration([wrong])))
          == ["MGR-06 foreign-content/reset-configuration"])
    }
  }

  @Test func theAnswerToAResetStoresNothing() throws {
    let right = reset(["host"])
    #expect(try removed(right, saw([], "removed")) == [])
    #expect(try removed(right, saw([], "pending", ["mail": ["host"]])) == [])
    #expect(try !removed(right, saw([], "removed", ["mail": ["tls"]])).isEmpty)
  }

  @Test func aVectorThatComesAgainIsAWarning() throws {
    let draft = ProfileDraft("profile", isEncrypted: true, [ABTManager.mail])
    func found(_ one: [UInt8], _ other: [UInt8]) throws -> [Finding] {
      judged(
        [ABTManager.install(draft), ABTManager.yes("host"), ABTManager.remove],
        [
          saw([try apply(draft, vector: one)], "pending"),
          saw([], "installed", ["mail": ["host"]]),
          saw([reset(["host"], vector: other)], nil, ["mail": ["host"]]),
        ]
      ).findings
    }
    let zeros = [UInt8](repeating: 0, count: 8)
    #expect(try found(zeros, [1, 2, 3, 4, 5, 6, 7, 8]) == [])
    let repeated = try found(zeros, zeros)
    #expect(repeated.map { "\($0.clause) \($0.kind)" } == ["MGR-04/iv repeated-vector"])
    #expect(repeated.map(\.level) == [.should])
    // The same message may be sent again.
    let again = try apply(draft, vector: zeros)
    #expect(
      findings(
        [ABTManager.install(draft), ABTManager.yes("host"), ABTManager.install(draft)],
        [
          saw([again], "pending"), saw([], "installed", ["mail": ["host"]]),
          saw([again], "pending", ["mail": ["host"]]),
        ]) == [])
  }

  // MARK: What is written

  @Test func profilesInXMLSayWhatTheySeemTo() throws {
    let values: [String: PropertyList] = [
      "date": .date(387_448_215),
      "early": .array([
        .date(-1), .date(-58_104_000), .date(-978_307_200), .date(-978_307_201),
        .date(-3_056_032_372), .date(-3_125_790_849), .date(-4_485_024_000),
      ]),
      "late": .array([
        .date(1_169_176_448), .date(2_147_483_648), .date(3_316_660_096), .date(4_294_967_297),
        .date(-26_524_800), .date(3_129_235_200), .date(12_596_342_399),
      ]),
      "data": .data(Array("The quick brown fox jumps".utf8)),
      "empty-elements": .array([
        .array([]), .dictionary([]), .string(""), .data([]), .integer(7),
      ]),
      "references": .string("ABä <&>\"'\u{1F600}"), "cdata": .string("a <b> & c"),
      "comment": .array([.string("new")]),
      "numbers": .array([.integer(7), .integer(-7), .real(1_500), .real(-0.5)]),
      "space": .array([.string(" a\n b "), .integer(7)]),
    ]
    let cases = ABTManager.suite.cases(seed: 1).filter { $0.id.path.contains("/xml-forms/") }
    #expect(cases.count == values.count)
    for item in cases {
      let name = String(item.id.path.split(separator: "/").last ?? "")
      guard case .install(let document)? = try ABTManager.suite.script(item).events.first else {
        Issue.record("\(name) installs nothing")
        continue
      }
      let payload = try #require(document.profile).payloads[0]
      let expected = try #require(values[name])
      #expect(
        payload.configuration == .dictionary([.init(key: "value", value: expected)]), "\(name)")
    }
  }

  @Test(arguments: AppAnswer.ListForm.allCases)
  func listsAreAsTheirNamesSay(form: AppAnswer.ListForm) {
    let reading = ChangedValues.decode(HostileLists.text(form, ["host"]))
    let isReadable = [.whole, .missing, .stray, .behindStream].contains(form)
    #expect((reading.value == ["host"]) == isReadable)
    // What has to be refused, by whoever reads strictly.
    let broken: [AppAnswer.ListForm] = [
      .cycle, .referenceBeyond, .offsetBeyond, .hugeText, .hugeArray, .hugeTrailer,
    ]
    if broken.contains(form) { #expect(reading.defect != nil) }
  }
}
