import AdapterProtocol
package import Conformance
import JSONText

// What was done on an event in the suites of steps, for holding implementations beside each other.

extension ConfigModel {
  package func answer(_ observation: ConfigObservation, of setup: Setup) -> Answer {
    let reports = observation.reports.map {
      "reports \($0.method) \($0["status"]?.stringValue ?? "")"
    }
    return Answer(
      observation.calls.methods + reports.map { "; \($0)" }.joined(),
      (observation.calls.map(\.orderedText)
        + observation.reports.map { "reports " + $0.orderedText }).joined(separator: "; "))
  }
}

extension DualModeModel {
  package func answer(_ observation: DualModeObservation, of setup: Setup) -> Answer {
    let state = "mode \(observation.mode ?? "none"), encryption \(observation.encryption ?? "none")"
    return Answer(
      "\((observation.calls + observation.actions).methods); \(state)",
      (observation.calls.map(\.orderedText) + observation.actions.map { "app " + $0.orderedText }
        + [state]).joined(separator: "; "))
  }
}

extension LifecycleModel {
  package func answer(_ observation: LifecycleObservation, of setup: Setup) -> Answer {
    let properties = observation.properties
    let calls = observation.calls.map(\.text)
    let answer = observation.answer.map { [$0 ? "YES" : "NO"] } ?? []
    let words = (calls.isEmpty ? ["no callback"] : calls) + answer + [properties.policyText]
    return Answer(
      words.joined(separator: "; "),
      (words + [
        "instance \(properties.sharedInstance.map { "\($0)" } ?? "-")",
        "level \(properties.logLevel?.rawValue ?? "-")", "data \(observation.secureData)",
      ]).joined(separator: "; "))
  }
}

extension OpenFromModel {
  package func answer(_ observation: OpenFromObservation, of setup: Setup) -> Answer {
    let reports = observation.reports.map { "reports \($0["state"]?.stringValue ?? "nothing")" }
    let allowed = observation.allowed.map { ["allowed: \($0.orderedText)"] } ?? []
    // A whitelist is a set.
    let properties = observation.properties.map { ["reads \($0.text(listsAreSets: true))"] } ?? []
    return Answer(
      ([observation.calls.methods] + reports + allowed).joined(separator: "; "),
      (observation.calls.map { $0.text(listsAreSets: true) }
        + observation.reports.map { "reports " + $0.without("message").orderedText } + allowed
        + properties).joined(separator: "; "))
  }
}

extension ManagedConfigModel {
  package func answer(_ observation: ManagedConfigObservation, of setup: Setup) -> Answer {
    let stored = [
      ("settings", observation.settings), ("configuration", observation.configuration),
      ("feedback", observation.feedback), ("collected", observation.collected ?? .null),
    ]
    let words =
      [observation.calls.isEmpty ? "no call" : observation.callsText]
      + stored.compactMap { name, value in
        if case .dictionary(let members) = value { "\(members.count) in \(name)" } else { nil }
      }
    return Answer(
      words.joined(separator: "; "),
      (observation.calls.map(\.rawValue)
        + stored.map { "\($0.0) \($0.1.orderedText)" }).joined(separator: "; "))
  }
}

extension [ObservedCall] {
  /// `appConnectConfigIs, configChanged`
  fileprivate var methods: String {
    isEmpty ? "no call" : prefix(8).map(\.method).joined(separator: ", ") + (count > 8 ? ", …" : "")
  }
}

extension ObservedCall {
  fileprivate var orderedText: String { text(listsAreSets: false) }

  /// The call with its arguments in one order, without a text for people.
  fileprivate func text(listsAreSets: Bool) -> String {
    let told = JSONValue.object(arguments).without("message")
    return "\(method) \(told.text(listsAreSets: listsAreSets))"
  }
}

extension JSONValue {
  fileprivate func without(_ name: String) -> JSONValue {
    members.map { .object($0.filter { $0.key != name }) } ?? self
  }

  fileprivate var orderedText: String { text(listsAreSets: false) }

  /// A text that is the same for the same value, whatever the order of members.
  fileprivate func text(listsAreSets: Bool) -> String {
    switch self {
    case .array(let elements):
      let texts = elements.map { $0.text(listsAreSets: listsAreSets) }
      return "[\((listsAreSets ? texts.sorted() : texts).joined(separator: ","))]"
    case .object(let members):
      let texts = members.map { member in
        JSONValue.string(member.key).compactText + ":"
          + member.value.text(listsAreSets: listsAreSets)
      }
      return "{\(texts.sorted().joined(separator: ","))}"
    default: return compactText
    }
  }
}
