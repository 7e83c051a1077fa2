package import Conformance
import Profiles
import WireFormat

// Events and devices that are changed by chance, and events that are made simpler.
extension ManagerModel {
  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(
      setup: Self.walkSetup,
      events: [.install(Self.walkProfile(0, edition: 0)), .answer(AppAnswer(keys: ["host"]))])
  }

  package var parts: [String] { ["event"] }

  package func simpler(
    than event: ManagerEvent, in part: String, of setup: Setup,
    _ body: (ManagerEvent) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    guard case .answer(let answer) = event else {
      guard case .install(let document) = event else { return }
      return try document.simpler { (simpler) throws(HarnessFault) in
        try body(.install(simpler))
      }
    }
    let changes: [(inout AppAnswer) -> Void] = [
      { $0 = AppAnswer() }, { $0.target = .latest }, { $0.status = .success }, { $0.list = .whole },
      { $0.keys = [] }, { $0.keys = Array($0.keys.prefix(1)) }, { $0.token = .right },
      { $0.injection = nil }, { $0.spelling = .usual }, { $0.namesOtherPiece = false },
      { $0.errorCode = .usual }, { $0.lacks = nil }, { $0.brokenEscape = nil },
      { $0.address = .own },
    ]
    for change in changes {
      var simpler = answer
      change(&simpler)
      if simpler != answer, try !body(.answer(simpler)) { return }
    }
  }

  package var eventChanges: [EventChange] {
    Self.answerChanges.map { EventChange("answer/\($0)") }
      + ProfileChange.allCases.map { EventChange("profile/\($0.rawValue)") }
  }

  private static let answerChanges = [
    "status", "keys", "token", "list", "injection", "spelling", "form", "target",
  ]

  package func changed(
    _ event: ManagerEvent, by change: Int, of setup: Setup, among events: [ManagerEvent],
    _ learnt: LearntValues, _ choices: inout Choices
  ) throws(HarnessFault) -> [ManagerEvent]? {
    guard case .answer(var answer) = event else {
      let number = change - Self.answerChanges.count
      guard case .install(let document) = event, ProfileChange.allCases.indices.contains(number)
      else { return nil }
      let change = ProfileChange.allCases[number]
      return document.changed(change, setup, learnt, &choices).map { [.install($0)] }
    }
    switch change {
    case 0: answer.status = choices.pick(AppAnswer.Status.allCases)
    case 1:
      let known = ["host", "port", "käse", "tls", "", "another"] + Self.keys(in: events)
      answer.keys = (0..<choices.below(5)).map { _ in choices.pick(known) }
    case 2:
      answer.token = choices.pick(
        AppAnswer.TokenForm.named.dropLast()
          + setup.installed.map { AppAnswer.TokenForm.ofApp($0.bundleIdentifier) })
    case 3:
      // Bombs take their time, and have their fixed cases.
      answer.list = choices.pick(AppAnswer.ListForm.allCases.filter { !$0.isBomb })
    case 4:
      answer.injection =
        choices.once(in: 3)
        ? nil
        : .init(
          name: choices.pick(AppAnswer.Injection.Name.allCases), isFirst: choices.once(in: 2))
    case 5: answer.spelling = choices.pick(AppAnswer.Spelling.allCases)
    case 6: answer.disturbForm(&choices)
    case 7:
      let payloads = Self.profiles(in: events).flatMap { profile in
        profile.payloads.map { (profile.uuid, $0) }
      }
      guard !payloads.isEmpty else { return nil }
      let (profile, payload) = choices.pick(payloads)
      // Every third one is nearly that of a payload.
      let near = choices.below(6)
      answer.target = .payload(
        profile: near == 0 ? profile.nearlyTheSame(&choices) : profile,
        payload: near == 1 ? payload.uuid.nearlyTheSame(&choices) : payload.uuid,
        bundleIdentifier: payload.bundleIdentifier)
    default: return nil
    }
    return answer == event.answer ? nil : [.answer(answer)]
  }

  private static func profiles(in events: [ManagerEvent]) -> [ConfigurationProfile] {
    events.compactMap { event in
      guard case .install(let document) = event else { return nil }
      return document.profile
    }
  }

  /// The keys of all configurations.
  private static func keys(in events: [ManagerEvent]) -> [String] {
    profiles(in: events).flatMap(\.payloads).flatMap { payload -> [String] in
      guard case .dictionary(let members) = payload.configuration else { return [] }
      return members.map(\.key)
    }
  }

  package var changesSetups: Bool { true }

  /// Another device: other keys of an app, an app less, and who takes data in pieces.
  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? {
    guard !setup.installed.isEmpty else { return nil }
    var changed = setup
    let place = choices.below(setup.installed.count)
    switch choices.below(8) {
    case 0..<3: changed.installed[place].chunks.toggle()
    case 3: changed.allowChunks.toggle()
    case 4:
      changed.installed[place].apiKey = choices.pick([
        "k", "K-3F9C", "käse", "a b", "0", String("k", times: 64), String("k", times: 65),
      ])
    case 5:
      changed.installed[place].encryptionSecret = choices.pick([
        "s", "S3CRET", "käse", " s3cret", String("s", times: 72),
      ])
    case 6 where setup.installed.count > 1: changed.installed.remove(at: place)
    default:
      let missing = Self.walkSetup.installed.filter { setup.app($0.bundleIdentifier) == nil }
      guard !missing.isEmpty else { return nil }
      changed.installed.append(choices.pick(missing))
    }
    return changed == setup ? nil : changed
  }
}

extension ManagerEvent {
  fileprivate var answer: AppAnswer? { if case .answer(let answer) = self { answer } else { nil } }
}

extension AppAnswer {
  /// Gives the callback one form that no library's has.
  mutating func disturbForm(_ choices: inout Choices) {
    switch choices.below(5) {
    case 0: status = choices.pick([.unknown, .empty, .missing])
    case 1:
      status = choices.once(in: 4) ? status : .error
      errorCode = choices.pick(ErrorCode.allCases)
    case 2: lacks = choices.pick(Lack.allCases)
    case 3:
      brokenEscape = BrokenEscape(
        choices.pick(BrokenEscape.Place.allCases), choices.pick(BrokenEscape.Form.allCases))
    default: address = choices.pick(Address.allCases)
    }
  }
}

extension AppAnswer.ListForm {
  /// Whether it unpacks to more than anybody would report, or takes long to write.
  var isBomb: Bool {
    switch self {
    case .bombOfZeros, .bombOfOneKey, .bombOfReferences, .deep: true
    default: false
    }
  }
}
