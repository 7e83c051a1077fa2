import AdapterProtocol
package import Conformance

// Events that the model proposes, changes by chance and makes simpler.
extension ManagedConfigModel {
  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(setup: .usual, events: [.launch])
  }

  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event {
    let setup = situation.setup
    let dictionary = ManagedValues.dictionary(for: setup, &choices)
    let counter = setup.counters.isEmpty ? "" : choices.pick(setup.counters)
    let times = choices.once(in: 24) ? Self.maxTimes : 1 + choices.below(3)
    let running: [Event] = [
      .configure(dictionary), .count(counter, times: times), .collectFeedback, .settings,
      .terminate, .configure(choices.once(in: 2) ? nil : state.configuration),
    ]
    let others: [Event] = [.launch, .launch, .configure(dictionary), .collectFeedback]
    let events = (state.isRunning ? running : others).filter {
      permits($0, in: state, of: situation)
    }
    return events.isEmpty ? .collectFeedback : choices.pick(events)
  }

  package var eventChanges: [EventChange] {
    [
      EventChange("dictionary/other"), EventChange("dictionary/value"),
      EventChange("dictionary/drop"), EventChange("dictionary/unknown"),
      EventChange("dictionary/none"), EventChange("count/times"), EventChange("count/counter"),
    ]
  }

  package func changed(
    _ event: Event, by change: Int, of setup: Setup, among events: [Event], _ learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> [Event]? {
    switch (change, event) {
    case (0, .configure): return [.configure(ManagedValues.dictionary(for: setup, &choices))]
    case (1, .configure(let dictionary?)) where !setup.keys.isEmpty:
      let key = choices.pick(setup.keys)
      var members = dictionary.members.filter { $0.key != .string(key.name) }
      members.append(TypedMember(key.name, ManagedValues.value(for: key, &choices)))
      return [.configure(ManagedDictionary(members))]
    case (2, .configure(let dictionary?)) where !dictionary.members.isEmpty:
      var members = dictionary.members
      members.remove(at: choices.below(members.count))
      return [.configure(ManagedDictionary(members))]
    case (3, .configure(let dictionary?)):
      guard let member = ManagedValues.unknown(to: setup, &choices),
        !dictionary.members.contains(where: { $0.key == member.key })
      else { return nil }
      return [.configure(ManagedDictionary(dictionary.members + [member]))]
    case (4, .configure): return [.configure(nil)]
    case (5, .count(let counter, _)):
      return [.count(counter, times: choices.pick([1, 2, 255, 256, 999, Self.maxTimes]))]
    case (6, .count(_, let times)):
      return [.count(choices.pick(setup.counters), times: times)]
    default: return nil
    }
  }

  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? {
    let others = ManagedSchema.all.filter { $0 != setup }
    return others.isEmpty ? nil : choices.pick(others)
  }

  /// What was counted is counted in the first counter, where the other app has not the same.
  package func moved(_ event: Event, to setup: Setup) throws(HarnessFault) -> Event {
    guard case .count(let counter, let times) = event, let first = setup.counters.first,
      place(of: counter, in: setup) == nil
    else { return event }
    return .count(first, times: times)
  }

  package var parts: [String] { ["event"] }

  package func simpler(
    than event: Event, in part: String, of setup: Setup,
    _ body: (Event) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    switch event {
    case .launch, .terminate, .collectFeedback, .settings, .configure(nil): break
    case .count(let counter, let times):
      var tried: Set<Int> = []
      for fewer in [1, times / 2, times - 1] where (1..<times).contains(fewer) {
        guard tried.insert(fewer).inserted else { continue }
        guard try body(.count(counter, times: fewer)) else { return }
      }
    case .configure(let dictionary?):
      guard try body(.configure(nil)) else { return }
      for members in Self.fewer(dictionary.members) {
        guard try body(.configure(ManagedDictionary(members))) else { return }
      }
      for (place, member) in dictionary.members.enumerated() {
        for value in Self.simpler(than: member.value) {
          var members = dictionary.members
          members[place].value = value
          guard try body(.configure(ManagedDictionary(members))) else { return }
        }
      }
    }
  }

  /// Half of the members, or all but one.
  private static func fewer(_ members: [TypedMember]) -> [[TypedMember]] {
    let count = members.count
    guard count > 0 else { return [] }
    var lists: [[TypedMember]] = []
    if count > 2 {
      lists = [Array(members[..<(count / 2)]), Array(members[(count / 2)...])]
    }
    for place in members.indices.prefix(32) {
      var rest = members
      rest.remove(at: place)
      lists.append(rest)
    }
    return lists
  }

  private static func simpler(than value: TypedValue) -> [TypedValue] {
    switch value {
    case .string(let text):
      let scalars = text.unicodeScalars
      guard scalars.count > 1 else { return text.isEmpty ? [] : [.string("")] }
      let half = scalars.count / 2
      return [
        .string(""), .string(String(String.UnicodeScalarView(scalars.prefix(half)))),
        .string(String(String.UnicodeScalarView(scalars.suffix(half)))),
      ]
    case .integer(let number):
      return [0, number / 2].filter { $0 != number && abs($0) <= number.magnitude }
        .map { .integer($0) }
    case .boolean(true): return [.boolean(false)]
    case .boolean(false): return []
    case .real(let number): return number == 0 ? [] : [.real(0)]
    case .date(let seconds): return seconds == 0 ? [] : [.date(0)]
    case .data(let bytes):
      return bytes.isEmpty ? [] : [.data([]), .data(Array(bytes.prefix(bytes.count / 2)))]
    case .array(let elements):
      guard !elements.isEmpty else { return [] }
      return [.array([])] + (elements.count == 1 ? [elements[0]] : [.array([elements[0]])])
    case .dictionary(let members):
      guard !members.isEmpty else { return [] }
      return [.dictionary([])]
        + (members.count == 1 ? [members[0].value] : [.dictionary([members[0]])])
    case .bigInteger, .null, .utf16, .tooLarge: return []
    }
  }

  package func unusualParts(of event: Event) -> [String] {
    switch event {
    case .launch, .terminate, .collectFeedback, .settings, .configure(nil): []
    case .configure(let dictionary?):
      dictionary.mostBytes > Self.maxBytes
        ? ["dictionary/large"] : dictionary.depth > Self.maxDepth ? ["dictionary/deep"] : []
    case .count(_, let times): times > 1 ? ["times"] : []
    }
  }
}
