import AdapterProtocol
import Conformance
import JSONText
import PayloadCipher
import Profiles
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// The rows of `abt.manager`: a conversation that fits, and others that break one demand each.
@Suite struct ManagerModelTests {
  private static let mail = ABTManager.device.installed[0]
  private static let vault = ABTManager.device.installed[2]

  /// A manager written out by hand: what it opens for a payload, and what it says.
  private func request(
    _ draft: ProfileDraft, _ number: Int = 0, verb: String = "apply", app: InstalledApp = mail,
    scheme: String? = nil, token: String? = nil, parameter: String = "data",
    dictionary: PropertyList? = nil, extra: String = ""
  ) throws -> String {
    let profile = try #require(draft.document.profile)
    let payload = profile.payloads[number]
    let packed = Packing.pack(dictionary ?? payload.requestDictionary())
    func escaped(_ text: String) -> String {
      String(decoding: PercentCoding.encode(Array(text.utf8)), as: UTF8.self)
    }
    let data = escaped(String(decoding: Base64Text.encode(packed), as: UTF8.self))
    return "\(scheme ?? app.scheme)://\(verb)?token=\(token ?? app.token)"
      + "&profile=\(escaped(profile.uuid))&payload=\(escaped(payload.uuid))&\(parameter)=\(data)"
      + extra
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

  private func findings(
    _ events: [ManagerEvent], _ observations: [ManagerObservation],
    on setup: ManagerSetup = ABTManager.device
  ) -> [String] {
    var judge = Judge(
      ManagerModel(), Situation(setup), clauses: ABTManager.suite.clauses, targets: [])
    for (event, observation) in zip(events, observations) { judge.judge(event, observation) }
    return judge.findings.map { "\($0.clause) \($0.kind)" }
  }

  private let draft = ProfileDraft("profile", [ABTManager.mail])

  @Test func aRightInstallationFits() throws {
    let reset = PropertyList.dictionary([
      .init(key: "Version", value: .integer(1)),
      .init(key: "Keys", value: .array([.string("host")])),
    ])
    let found = findings(
      [ABTManager.install(draft), ABTManager.yes("host"), ABTManager.remove, ABTManager.done],
      [
        saw([try request(draft)], "pending"), saw([], "installed", ["mail": ["host"]]),
        saw([try request(draft, verb: "reset", dictionary: reset)], nil, ["mail": ["host"]]),
        saw([], "removed"),
      ])
    #expect(found == [])
  }

  /// A first reply that is wrong in one way, and what it breaks.
  @Test func eachPartOfARequestIsLookedAt() throws {
    let all = try #require(draft.document.profile).payloads[0].requestDictionary()
    guard case .dictionary(let members) = all else { return #expect(Bool(false)) }
    let right = try request(draft)
    let rows: [(opened: [String], status: String, finding: String)] = [
      ([], "pending", "MGR-01 no-url"),
      ([right, right], "pending", "MGR-11 several-urls"),
      ([right], "installed", "MGR-11 wrong-status"),
      (
        [right.replacing("profile=profile", with: "profile=PROFILE")], "pending",
        "MGR-07 wrong-identifier"
      ),
      ([try request(draft, verb: "reset")], "pending", "MGR-01 wrong-verb"),
      ([try request(draft, scheme: "acme-mail")], "pending", "MGR-03 wrong-scheme"),
      ([try request(draft, token: Self.vault.token)], "pending", "MGR-05 wrong-token"),
      (
        [try request(draft, extra: "&data-x=AAAA")], "pending",
        "MGR-04 not-encrypted/both"
      ),
      (
        [try request(draft, dictionary: .dictionary(Array(members.dropFirst())))], "pending",
        "MGR-06 foreign-content/version"
      ),
      (
        [
          try request(
            draft,
            dictionary: .dictionary(
              members + [.init(key: "PayloadUUID", value: .string("mail"))]))
        ], "pending", "MGR-06 foreign-content/foreign-key"
      ),
      (
        [try request(draft, dictionary: .dictionary(members.filter { $0.key != "Category" }))],
        "pending", "MGR-06 foreign-content/category"
      ),
      (
        [
          try request(
            draft,
            dictionary: .dictionary(
              members.dropLast() + [.init(key: "Configuration", value: .dictionary([]))]))
        ], "pending", "MGR-01 wrong-values/configuration"
      ),
      (
        [try request(draft, extra: "&by=" + "Acme%20Profile%20Department")], "pending",
        "MGR-06 foreign-content/parameter"
      ),
      ([try request(draft, extra: "&token=0")], "pending", "MGR-01 malformed-url"),
      ([try request(draft, extra: "&chunk=1&chunks=2")], "pending", "MGR-12 wrong-piece"),
      ([right.replacing("&data=", with: "&data=A")], "pending", "MGR-01 unreadable-data"),
    ]
    for row in rows {
      let found = findings([ABTManager.install(draft)], [saw(row.opened, row.status)])
      #expect(found == [row.finding], "\(row.finding)")
    }
  }

  @Test func aCallbackThatMustNotCountIsHeldAgainstTheManager() throws {
    let first = saw([try request(draft)], "pending")
    let rows: [(AppAnswer, String)] = [
      (AppAnswer(keys: ["host"], token: .truncated), "MGR-10"),
      (AppAnswer(keys: ["host"], token: .ofApp("com.acme.vault")), "MGR-10"),
      (AppAnswer(keys: ["host"], list: .wrongChecksum), "MGR-13"),
      (AppAnswer(keys: ["host"], injection: .init(name: .status, isFirst: true)), "MGR-13"),
    ]
    for (answer, clause) in rows {
      let events = [ABTManager.install(draft), .answer(answer)]
      let found = findings(events, [first, saw([], "installed", ["mail": ["host"]])])
      #expect(Set(found.map { $0.prefix(6) }) == [Substring(clause)], "\(answer)")
      #expect(findings(events, [first, saw([], "pending")]) == [], "\(answer)")
    }
  }

  /// Letters that look the same are other keys.
  @Test func reportedKeysAreExactTexts() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    var payload = ABTManager.mail
    payload.configuration = [.init(key: decomposed, value: .integer(1))]
    let draft = ProfileDraft("profile", [payload])
    let events = [ABTManager.install(draft), ABTManager.yes(decomposed), ABTManager.remove]
    func found(_ key: String, stored: String) throws -> [String] {
      let reset = PropertyList.dictionary([
        .init(key: "Version", value: .integer(1)),
        .init(key: "Keys", value: .array([.string(key)])),
      ])
      return findings(
        events,
        [
          saw([try request(draft)], "pending"), saw([], "installed", ["mail": [stored]]),
          saw([try request(draft, verb: "reset", dictionary: reset)], nil, ["mail": [decomposed]]),
        ])
    }
    #expect(try found(decomposed, stored: decomposed) == [])
    #expect(try found(composed, stored: decomposed) == ["MGR-08 wrong-keys-reset/too-few"])
    #expect(try found(decomposed, stored: composed) == ["MGR-08 wrong-keys-stored"])
  }

  @Test func keysAccumulateAndAreResetExactly() throws {
    let events = [ABTManager.install(draft), ABTManager.yes("host"), ABTManager.remove]
    func found(_ keys: [String], stored: [String]) throws -> [String] {
      let reset = PropertyList.dictionary([
        .init(key: "Version", value: .integer(1)),
        .init(key: "Keys", value: .array(keys.map { .string($0) })),
      ])
      return findings(
        events,
        [
          saw([try request(draft)], "pending"), saw([], "installed", ["mail": stored]),
          saw([try request(draft, verb: "reset", dictionary: reset)], nil, ["mail": ["host"]]),
        ])
    }
    #expect(try found(["host"], stored: ["host"]) == [])
    #expect(try found(["host", "port"], stored: ["host"]) == ["MGR-08 wrong-keys-reset/too-many"])
    #expect(try found([], stored: ["host"]) == ["MGR-08 wrong-keys-reset/too-few"])
    #expect(try found(["host"], stored: []) == ["MGR-08 wrong-keys-stored"])
  }

  @Test func eitherOrderIsRightAndTheChoiceIsRead() throws {
    let two = ProfileDraft("profile", [ABTManager.mail, ABTManager.vault])
    for number in [0, 1] {
      var judge = Judge(
        ManagerModel(), Situation(ABTManager.device), clauses: ABTManager.suite.clauses,
        targets: [])
      let app = number == 0 ? Self.mail : Self.vault
      judge.judge(
        ABTManager.install(two), saw([try request(two, number, app: app)], "pending"))
      #expect(judge.findings == [])
      #expect(judge.states.map { $0.latest?.payload } == [number == 0 ? "mail" : "vault"])
      #expect(judge.choices.map(\.place) == ["install/order"])
    }
  }

  /// The URL of a callback echoes what the manager has opened, whatever it is.
  @Test func callbacksEchoWhatWasOpened() throws {
    let odd = ProfileDraft("a&b=c +%", [.init("p", for: "com.acme.mail")])
    let opened = saw([try request(odd)], "pending")
    let url = try CallbackURL(
      AppAnswer(keys: ["host"]).url(of: ABTManager.device, after: [opened]))
    #expect(url.text(of: "profile") == "a&b=c +%" && url.text(of: "payload") == "p")
    #expect(url.text(of: "token") == Self.mail.token && url.text(of: "status") == "Success")
    #expect(
      url.value(of: "changedValues").flatMap { ChangedValues.decode($0).value } == ["host"])
    #expect(url.repeatedName == nil)
    for form in AppAnswer.ListForm.allCases where form.isHostile {
      let hostile = try CallbackURL(
        AppAnswer(keys: ["host"], list: form).url(of: ABTManager.device, after: [opened]))
      let list = try #require(hostile.value(of: "changedValues"))
      #expect(ChangedValues.decode(list).value == nil, "\(form)")
    }
    for name in AppAnswer.Injection.Name.allCases {
      for isFirst in [true, false] {
        let answer = AppAnswer(keys: ["host"], injection: .init(name: name, isFirst: isFirst))
        let injected = try CallbackURL(answer.url(of: ABTManager.device, after: [opened]))
        #expect(injected.repeatedName == Array(name.rawValue.utf8))
      }
    }
  }

  /// A piece that is not the last missing one is answered without a list.
  @Test func piecesAreAnsweredOneByOne() throws {
    func opened(_ pieces: ClosedRange<Int>) throws -> [ManagerObservation] {
      try pieces.map { piece in
        saw([try request(draft, extra: "&chunk=\(piece)&chunks=3")], "pending")
      }
    }
    for last in 1...3 {
      let url = try CallbackURL(
        AppAnswer(keys: ["host"]).url(of: ABTManager.device, after: try opened(1...last)))
      #expect(url.text(of: "chunk") == "\(last)")
      #expect((url.value(of: "changedValues") != nil) == (last == 3))
    }
    let other = try CallbackURL(
      AppAnswer(namesOtherPiece: true).url(of: ABTManager.device, after: try opened(1...2)))
    #expect(other.text(of: "chunk") == "1")
  }

  @Test func noCaseOfTheSuiteHasAStepThatTheSourceRulesOut() throws {
    let suite = ABTManager.suite
    for item in suite.cases(seed: 1) {
      #expect(try suite.excludedStep(of: suite.script(item)) == nil, "\(item.id)")
    }
  }

  @Test func theManagerReadsThePlacesOfItsTable() throws {
    let suite = ABTManager.suite
    var read: Set<FreePlace.ID> = []
    for item in suite.cases(seed: 1) where !item.id.path.contains("/size/") {
      let script = try suite.script(item)
      let situation = Situation(script.setup)
      var states: Set<ManagerState> = [ManagerState()]
      for event in script.events {
        let expectations = states.prefix(64).filter {
          suite.model.permits(event, in: $0, of: situation)
        }.map { suite.model.expect(event, in: $0, of: situation) }
        for expectation in expectations {
          read.formUnion(expectation.choices.map(\.place))
          read.formUnion(expectation.branches.flatMap(\.choices).map(\.place))
        }
        states = Set(expectations.flatMap(\.branches).map(\.next))
      }
    }
    #expect(read == Set(ABTManager.freePlaces.map(\.id)))
  }

  @Test func theLargeRequestsAreAsLongAsTheySay() throws {
    let suite = ABTManager.suite
    for (path, length) in [("exactly", 1_048_576), ("one-more", 1_048_577)] {
      let id = CaseID("abt.manager/size/limit/\(path)")
      let item = try #require(suite.generated(id, seed: 1).first)
      guard case .install(let document)? = try suite.script(item).events.first else {
        return #expect(Bool(false))
      }
      let profile = try #require(document.profile)
      let payload = profile.payloads[0]
      let data = PercentCoding.encode(
        Base64Text.encode(Packing.pack(payload.requestDictionary())))
      let head = "\(payload.scheme())://apply?token=\(Self.mail.token)"
      let rest = "&profile=\(profile.uuid)&payload=\(payload.uuid)&data="
      #expect(head.utf8.count + rest.utf8.count + data.count == length)
    }
  }

  @Test func eventsAreStoredAndReadAgain() throws {
    let suite = ABTManager.suite
    let cases = suite.cases(seed: 1).filter { !$0.id.path.contains("/size/") }
    for item in cases where item.id.path.utf8.count % 3 == 0 {
      let noted = try suite.noted(item, Provenance())
      let again = try CaseFile.read(try suite.encode(noted), suites: [suite], name: "stored")
      #expect(try suite.script(again) == suite.script(item), "\(item.id)")
    }
  }

  @Test(arguments: [
    (#"{"action":"callback"}"#, "answer"), (#"{"action":"fly"}"#, "install, remove, callback"),
    (#"{"action":"install","profile":"*"}"#, "Base64"),
    (#"{"action":"callback","answer":{"token":"odd"}}"#, "token is one of"),
    (#"{"action":"callback","answer":{"to":{"profile":"p"}}}"#, "payload"),
    (#"{"action":"callback","answer":{"stat":"Success"}}"#, "status"),
  ])
  func mistakesInStepsAreNamed(step: String, words: String) throws {
    let text = #"{"format":"assay-case/1","suite":"abt.manager","start":{"installed":[]},"steps":["#
    do {
      _ = try CaseFile.read(
        Array((text + step + "]}").utf8), suites: [ABTManager.suite], name: "stored")
      Issue.record("it is read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  /// Texts that look alike are keys of their own: their bytes count.
  @Test func keysThatLookAlikeAreKeptApart() {
    let ring = CipherRing()
    let composed = InstalledApp("com.acme.mail", apiKey: "k\u{E9}y", encryptionSecret: "\u{E9}")
    let decomposed = InstalledApp(
      "com.acme.mail", apiKey: "ke\u{301}y", encryptionSecret: "e\u{301}")
    #expect(ring.token(of: composed) == composed.token)
    #expect(ring.token(of: decomposed) == decomposed.token)
    let message = [UInt8](repeating: 7, count: 24)
    #expect(
      ring.cipher(of: composed).decrypt(blocks: message)
        != ring.cipher(of: decomposed).decrypt(blocks: message))
  }
}
