import Conformance

extension Demand<LifecycleObservation> {
  static func answers(_ answer: Bool, _ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "wrong-answer", expecting: .made { answer ? "YES" : "NO" }) { observation in
      observation.answer == answer
        ? nil
        : Discrepancy(
          "shouldStartAppConnect gives another answer",
          observed: observation.answer.map { $0 ? "YES" : "NO" } ?? "no member \"answer\"")
    }
  }

  /// The app hears once that the library is ready.
  static func becomesReady(_ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "ready-not-told", expecting: "appConnectIsReady") { observation in
      observation.calls.count { $0.method == .ready } == 1
        ? nil
        : Discrepancy(
          "the app does not hear once that the library is ready", observed: observation.callsText)
    }
  }

  /// What the property is while the app hears that the library is ready, where the adapter tells it.
  static func unknownUntilDetermined(_ value: PolicyValue, _ clauses: Clause.ID...) -> Demand {
    Demand(
      clauses, "known-too-early",
      expecting: .made { "UNKNOWN, or \(value.rawValue), during appConnectIsReady" }
    ) { observation in
      let wrong = observation.calls.first { call in
        guard call.method == .ready, case .value(let seen)? = call.seen else { return false }
        return seen != .unknown && seen != value
      }
      return wrong.map {
        Discrepancy("managedPolicy is not UNKNOWN until it is determined", observed: $0.text)
      }
    }
  }

  /// The app hears exactly these policies, each when the property has it already.
  ///
  /// - Parameter hears: whether the app has the callback.
  static func tells(
    _ values: [PolicyValue], _ hears: Bool, _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(
      hears ? clauses : ["ACC-LC-06"], "wrong-policy-told",
      expecting: .made {
        hears && !values.isEmpty
          ? List.text(values.map { "managedPolicyChangedTo(\($0.rawValue)) with that property" })
          : "no managedPolicyChangedTo"
      }
    ) { observation in
      let told = observation.calls.filter { $0.method == .policy }
      let expected = hears ? values : []
      guard told.count == expected.count, zip(told, expected).allSatisfy({ $0.policy == $1 })
      else {
        return Discrepancy(
          "the app hears another policy than it has to", observed: observation.callsText)
      }
      return nil
    }
  }

  static func callsNothing(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "called", expecting: "no callback") { observation in
      observation.calls.isEmpty
        ? nil
        : Discrepancy("the app is called back for nothing", observed: observation.callsText)
    }
  }

  static func managedPolicy(_ value: PolicyValue, _ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "wrong-policy", expecting: .made { "managedPolicy = \(value.rawValue)" }) {
      observation in
      observation.properties.policy == .value(value)
        ? nil
        : Discrepancy(
          "managedPolicy has another value", observed: observation.properties.policyText)
    }
  }

  /// The number behind the word, where the adapter tells it.
  static func number(_ value: PolicyValue, _ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "wrong-number", expecting: .made { "\(value.rawValue) = \(value.number)" }) {
      observation in
      guard let number = observation.properties.rawPolicy, number != value.number else {
        return nil
      }
      return Discrepancy(
        "the enumeration has another number", observed: "\(value.rawValue) = \(number)")
    }
  }

  static func notReadable(_ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "readable", expecting: "managedPolicy = notReady, and not ready") {
      observation in
      observation.properties.policy == .notReady && observation.properties.ready != true
        ? nil
        : Discrepancy(
          "properties can be read that cannot", observed: observation.properties.policyText)
    }
  }

  static func isReady(_ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "not-ready", expecting: "ready = true") { observation in
      observation.properties.ready == true
        ? nil
        : Discrepancy(
          "a library that is ready does not say so", observed: observation.properties.policyText)
    }
  }

  /// Where the adapter tells it.
  static func sharedInstance(_ isThere: Bool, _ clauses: Clause.ID...) -> Demand {
    Demand(
      clauses, "wrong-instance",
      expecting: .made { isThere ? "a shared instance" : "no shared instance" }
    ) { observation in
      guard let found = observation.properties.sharedInstance, found != isThere else { return nil }
      return Discrepancy(
        isThere ? "there is no shared instance" : "the shared instance is still there",
        observed: "sharedInstance = \(found)")
    }
  }

  /// Where the adapter tells it.
  static func logLevel(_ level: LogLevel, _ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "wrong-log-level", expecting: .made { level.rawValue }) { observation in
      guard let found = observation.properties.logLevel, found != level else { return nil }
      return Discrepancy("the log level is another one", observed: found.rawValue)
    }
  }

  /// The library holds something about the app exactly once it was managed, until it is retired.
  static func keepsData(_ keeps: Bool, _ event: LifecycleEvent) -> Demand {
    Demand(
      ["ACC-LC-09"], event == .retire ? "secure-data-kept" : "wrong-secure-data",
      expecting: .made { "secureData = \(keeps)" }
    ) { observation in
      observation.secureData == keeps
        ? nil
        : Discrepancy(
          keeps
            ? "the library has lost what it kept about the app"
            : "the library keeps something about an app that is not managed, or is retired",
          observed: "secureData = \(observation.secureData)")
    }
  }
}

extension LifecycleModel {
  /// ACC-LC-06 holds for every call: the property is set first. Where the app is told before it hears that the library is ready, it
  /// cannot look yet.
  ///
  /// - Parameter wasReady: whether the library was ready before the event.
  static func setBeforeTold(isReady wasReady: Bool) -> Demand<LifecycleObservation> {
    Demand(
      ["ACC-LC-06"], "told-before-set",
      expecting: "managedPolicy has the value of managedPolicyChangedTo during the call"
    ) { observation in
      var isReady = wasReady || !observation.calls.contains { $0.method == .ready }
      for call in observation.calls {
        switch call.method {
        case .ready: isReady = true
        case .policy:
          let isSet =
            switch call.seen {
            case .value(let seen)?: seen == call.policy
            case .notReady?: !isReady
            case nil: false
            }
          guard !isSet else { continue }
          return Discrepancy(
            "the app is told of a policy that the property does not have yet",
            observed: observation.callsText)
        case .other: break
        }
      }
      return nil
    }
  }
}

extension LifecycleObservation {
  fileprivate var callsText: String { List.text(calls.map(\.text)) }
}

extension LifecycleObservation.Call {
  var text: String {
    let name =
      switch method {
      case .ready: "appConnectIsReady"
      case .policy: "managedPolicyChangedTo"
      case .other(let name): name
      }
    let value = policy.map { "(\($0.rawValue))" } ?? ""
    return switch seen {
    case .value(let seen)?: "\(name)\(value) with managedPolicy = \(seen.rawValue)"
    case .notReady?: "\(name)\(value) with managedPolicy = notReady"
    case nil: "\(name)\(value)"
    }
  }
}

extension LifecycleObservation.Properties {
  var policyText: String {
    let value =
      switch policy {
      case .value(let value): value.rawValue
      case .notReady: "notReady"
      }
    return "managedPolicy = \(value), ready = \(ready.map { "\($0)" } ?? "not told")"
  }
}
