package import Conformance
import Profiles
import WireFormat

// What may sensibly happen next.
extension ManagerModel {
  /// The device of walks: three apps, and room for one that is not there.
  package static let walkSetup = ManagerSetup(
    installed: [
      InstalledApp("com.acme.mail", apiKey: "k-3f9c"),
      InstalledApp("com.acme.notes", apiKey: "k-71aa", urlScheme: "acme-notes"),
      InstalledApp("com.acme.vault", apiKey: "k-c0de", encryptionSecret: "vault-s3cret"),
    ])

  /// The profiles of walks. The payloads of a profile never change; an edition has other values.
  static func walkProfile(_ number: Int, edition: Int) -> ProfileDocument {
    func values(_ name: String) -> [PropertyList.Member] {
      [
        .init(key: "host", value: .string("\(name)-\(edition).acme.com")),
        .init(key: "port", value: .integer(Int64(100 + edition))),
        .init(key: "käse", value: .boolean(edition % 2 == 0)),
      ]
    }
    let mail = ProfileDraft.Payload(
      "mail-\(number)", for: "com.acme.mail", category: "Mail", values("mail"))
    let notes = ProfileDraft.Payload(
      "notes & more=\(number)", for: "com.acme.notes", urlScheme: "acme-notes", values("notes"))
    let vault = ProfileDraft.Payload(
      "vault", for: "com.acme.vault", isEncrypted: true, values("vault"))
    let absent = ProfileDraft.Payload("absent", for: "com.acme.absent", values("absent"))
    let payloads =
      switch number {
      case 0: [mail]
      case 1: [mail, notes, vault]
      case 2: [notes, absent, vault]
      default: [absent]
      }
    return ProfileDraft("profile/\(number)", isBinary: edition % 2 == 1, payloads).document
  }

  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> ManagerEvent {
    guard let busy = state.busy, let latest = state.latest else {
      return proposeAtRest(state, situation, &choices)
    }
    switch choices.below(16) {
    case 0..<8:
      return .answer(
        AppAnswer(
          keys: keys(of: latest, in: state, &choices),
          spelling: choices.pick([.usual, .usual, .escaped, .reversed, .rawBase64])))
    case 8: return .answer(AppAnswer(.error))
    case 9: return .answer(AppAnswer(.canceled))
    case 10:
      return .answer(
        AppAnswer(
          keys: ["host"],
          token: choices.pick([
            .missing, .empty, .truncated, .extended, .upperCase, .changed,
            .ofApp(situation.setup.installed.last?.bundleIdentifier ?? ""),
          ])))
    case 11:
      let hostile = AppAnswer.ListForm.allCases.filter { $0.isHostile && !$0.isBomb }
      return .answer(AppAnswer(keys: ["host", "port"], list: choices.pick(hostile)))
    case 12 where choices.once(in: 2):
      var answer = AppAnswer(keys: ["host"])
      answer.disturbForm(&choices)
      return .answer(answer)
    case 12:
      return .answer(
        AppAnswer(
          choices.pick(AppAnswer.Status.known), keys: ["host"],
          injection: .init(
            name: choices.pick(AppAnswer.Injection.Name.allCases), isFirst: choices.once(in: 2))))
    case 13: return foreign(state, situation, &choices)
    default:
      let removal = ManagerEvent.remove(latest.profile)
      return permits(removal, in: state, of: situation) && busy.phase == .installing
        ? removal : .answer(AppAnswer(keys: ["port"]))
    }
  }

  private func proposeAtRest(
    _ state: State, _ situation: Situation<Setup>, _ choices: inout Choices
  ) -> ManagerEvent {
    switch choices.below(8) {
    case 0..<4:
      let document = Self.walkProfile(choices.below(4), edition: choices.below(3))
      let install = ManagerEvent.install(document)
      if permits(install, in: state, of: situation) { return install }
      return .answer(AppAnswer(keys: ["host"]))
    case 4..<6:
      let known = state.profiles.keys.sorted()
      return .remove(known.isEmpty ? "profile/9" : choices.pick(known))
    case 6: return .answer(AppAnswer(choices.pick(AppAnswer.Status.known), keys: ["host"]))
    default: return foreign(state, situation, &choices)
    }
  }

  /// A callback for something that need not be pending.
  private func foreign(
    _ state: State, _ situation: Situation<Setup>, _ choices: inout Choices
  ) -> ManagerEvent {
    let profile = choices.pick(state.profiles.keys.sorted() + ["profile/7"])
    let payloads = state.profiles[profile]?.payloads ?? []
    let payload = choices.pick(payloads.map(\.uuid) + ["nothing"])
    let app =
      payloads.first { $0.uuid == payload }?.bundleIdentifier
      ?? situation.setup.installed.first?.bundleIdentifier ?? ""
    return .answer(
      AppAnswer(
        choices.pick(AppAnswer.Status.known), keys: ["host"],
        target: .payload(profile: profile, payload: payload, bundleIdentifier: app)))
  }

  private func keys(
    of latest: ManagerState.Sent, in state: State, _ choices: inout Choices
  ) -> [String] {
    let payload = state.profiles[latest.profile]?.payload(latest.payload)
    guard case .dictionary(let members)? = payload?.configuration else { return [] }
    let all = members.map(\.key)
    return choices.once(in: 8) ? [] : all.filter { _ in !choices.once(in: 2) }
  }
}
