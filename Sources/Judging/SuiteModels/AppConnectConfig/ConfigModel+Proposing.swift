package import Conformance
import WireFormat

// Events that the model proposes, and simpler ones.
extension ConfigModel {
  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> ConfigEvent {
    let answers =
      choices.once(in: 4)
      ? ConfigAnswers(
        configIs: choices.once(in: 2) ? nil : Self.error(&choices),
        changedTo: choices.once(in: 2) ? nil : Self.error(&choices))
      : .applied
    // The server says first what it has.
    if !state.serverIsHeard, choices.below(4) != 3 { return .serverChange(state.server, .applied) }
    let events: [ConfigEvent] = [
      .launch(answers), .launch(answers), .serverChange(Self.next(state, &choices), answers),
      .serverChange(Self.next(state, &choices), answers), .terminate,
    ]
    return choices.pick(events.filter { permits($0, in: state, of: situation) })
  }

  private static func error(_ choices: inout Choices) -> ExactText {
    choices.pick([
      "the server does not answer", "", "e\u{301}rreur: \u{1F4A5}", "a\nb\t\"c\" \\ <d>",
      "applied", ExactText(String("too long ", times: 300)),
    ])
  }

  /// What the server may have next: mostly one change away from what it has.
  private static func next(_ state: State, _ choices: inout Choices) -> ConfigPairs? {
    var pairs = state.server
    let key = pairs.isEmpty ? "server" : choices.pick(pairs.keys)
    switch choices.below(12) {
    case 0: return ["server": "a.example.com", "user": "ann"]
    case 1, 2: pairs[key] = ExactText(choices.hexadecimal(6))
    case 3, 4: pairs[choices.pick(plainKeys)] = ExactText(choices.hexadecimal(4))
    case 5: pairs[key] = nil
    case 6: return state.lastRun ?? pairs
    case 7: return pairs
    case 8: return choices.once(in: 2) ? nil : ConfigPairs.none
    case 9:
      pairs["identity"] = ExactText("MIIK" + choices.hexadecimal(8))
      if choices.once(in: 2) {
        pairs["identity_MI_CERT_PW"] = ExactText("p" + choices.hexadecimal(4))
      }
    case 10:
      let pair = choices.pick(hostile)
      pairs[pair.key] = pair.value
    default: return ["server": ExactText(choices.hexadecimal(4)), "ssl": "true", "note": ""]
    }
    return pairs
  }

  private static let plainKeys: [ExactText] = [
    "user", "ssl", "port", "Server", "note", "com.acme.flag", "a=b&c", "null",
  ]

  private static let hostile: [(key: ExactText, value: ExactText)] = [
    ("", "an empty key"), ("n\u{E4}me", "M\u{FC}ller"), ("na\u{308}me", "Mu\u{308}ller"),
    ("zero\u{0}tail", "x\u{0}y"), ("_MI_CERT_PW", "alone"),
    ("user_MI_CERT_PW", "of no certificate"),
    ("identity_mi_cert_pw", "in lower case"), ("emoji", "\u{1F469}\u{200D}\u{1F4BB}"),
    ("lines", "a\r\nb\n"), ("long", ExactText(String("0123456789abcdef", times: 1_024))),
    (ExactText(String("key", times: 200)), "a long key"), ("bom", "\u{FEFF}x\u{FFFD}"),
  ]

  package var changesSetups: Bool { true }

  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? {
    Setup(
      implements: choices.pick([
        Set(ConfigCallback.allCases), [.configIs], [.changedTo], [],
      ]))
  }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(setup: Setup(), events: [.launch(.applied)])
  }

  package var parts: [String] { ["answers", "pairs"] }

  package func unusualParts(of event: ConfigEvent) -> [String] {
    switch event {
    case .terminate: []
    case .launch(let answers): answers == .applied ? [] : ["answers"]
    case .serverChange(let pairs, let answers):
      (answers == .applied ? [] : ["answers"]) + (pairs == nil ? [] : ["pairs"])
    }
  }

  package func simpler(
    than event: ConfigEvent, in part: String, of setup: Setup,
    _ body: (ConfigEvent) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    var simpler: [ConfigEvent] = []
    switch (event, part) {
    case (.launch(let answers), "answers"): simpler = fewer(answers).map { .launch($0) }
    case (.serverChange(let pairs, let answers), "answers"):
      simpler = fewer(answers).map { .serverChange(pairs, $0) }
    case (.serverChange(let pairs?, let answers), "pairs"):
      simpler = fewer(pairs).map { .serverChange($0, answers) }
    default: break
    }
    for event in simpler { guard try body(event) else { return } }
  }

  private func fewer(_ answers: ConfigAnswers) -> [ConfigAnswers] {
    let candidates: [ConfigAnswers] = [
      .applied, ConfigAnswers(configIs: answers.configIs),
      ConfigAnswers(changedTo: answers.changedTo),
      ConfigAnswers(
        configIs: answers.configIs.map { _ in "e" }, changedTo: answers.changedTo.map { _ in "e" }),
    ]
    let count = [answers.configIs, answers.changedTo].count { $0 != nil }
    return candidates.filter { candidate in
      let left = [candidate.configIs, candidate.changedTo].count { $0 != nil }
      return left < count
        || left == count && candidate != answers
          && candidate == candidates[3]
    }
  }

  private func fewer(_ pairs: ConfigPairs) -> [ConfigPairs?] {
    guard !pairs.isEmpty else { return [nil] }
    var candidates: [ConfigPairs?] = [nil]
    for key in pairs.keys {
      var one = pairs
      one[key] = nil
      candidates.append(one)
    }
    for pair in pairs.pairs where pair.value.byteCount > 1 {
      var short = pairs
      short[pair.key] = pair.value == "a" ? "b" : "a"
      candidates.append(short)
    }
    return candidates
  }
}
