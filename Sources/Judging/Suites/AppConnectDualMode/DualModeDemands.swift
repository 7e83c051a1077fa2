import Conformance
import JSONText

/// A call to the library that a row of the source lists.
enum LibraryCall: Hashable, Sendable {
  case initialise
  case start([String: String])
  /// Start with nil options.
  case restart
  case retire
  case stop

  var description: String {
    switch self {
    case .initialise: "initWithDelegate"
    case .start(let options): "startWithLaunchOptions(\(DualModeModel.json(options).compactText))"
    case .restart: "startWithLaunchOptions(nil)"
    case .retire: "retire"
    case .stop: "stop"
    }
  }

  func fits(_ call: DualModeObservation.Call) -> Bool {
    switch self {
    case .initialise: call.method == "initWithDelegate"
    case .start(let options):
      call.method == "startWithLaunchOptions"
        && (call.options ?? .null).holdsSameValues(as: DualModeModel.json(options))
    case .restart:
      call.method == "startWithLaunchOptions" && (call.options == nil || call.options == .null)
    case .retire: call.method == "retire"
    case .stop: call.method == "stop"
    }
  }
}

/// Whether the app may ask `shouldStartAppConnect` on an event.
enum Asking: Sendable { case allowed, forbidden }

extension Demand<DualModeObservation> {
  /// Exactly these calls to the library, in this order. Asking `shouldStartAppConnect` changes nothing, so how often an app
  /// does it before it starts the library is left to it where asking is allowed.
  static func calls(
    _ expected: [LibraryCall], asking: Asking, _ clauses: Clause.ID...
  ) -> Self {
    Demand(clauses) { observation in
      var calls = observation.calls
      if asking == .allowed {
        let asked = calls.prefix { $0.method == "shouldStartAppConnect" }.count
        calls.removeFirst(asked)
      }
      if calls.count == expected.count,
        zip(expected, calls).allSatisfy({ $0.fits($1) })
      {
        return nil
      }
      return Discrepancy(
        "other calls to the library than the transition has",
        expected: list(expected.map(\.description)),
        observed: list(observation.calls.map(\.text)))
    }
  }

  static func neverCalled(_ methods: [String], _ clauses: Clause.ID...) -> Self {
    Demand(clauses) { observation in
      guard let call = observation.calls.first(where: { methods.contains($0.method) }) else {
        return nil
      }
      return Discrepancy(
        "the library is started or ended though the mode stays",
        expected: "no call of " + list(methods), observed: call.text)
    }
  }

  /// The persisted mode. Undecided may be persisted as nothing: at the next launch both are the same.
  static func mode(_ mode: AppMode, _ clauses: Clause.ID...) -> Self {
    Demand(clauses) { observation in
      if observation.mode == mode.rawValue { return nil }
      if observation.mode == nil, mode == .undecided { return nil }
      return Discrepancy(
        "wrong persisted mode", expected: mode.rawValue, observed: observation.mode ?? "nothing")
    }
  }

  static func encryption(
    _ encryption: DataEncryption, orNothing: Bool, _ clauses: [Clause.ID]
  ) -> Self {
    Demand(clauses) { observation in
      if observation.encryption == encryption.rawValue { return nil }
      if observation.encryption == nil, orNothing { return nil }
      return Discrepancy(
        "wrong persisted encryption state", expected: encryption.rawValue,
        observed: observation.encryption ?? "nothing")
    }
  }

  static func erased(_ clauses: Clause.ID...) -> Self {
    Demand(clauses) { observation in
      observation.actions.contains { $0.method == "eraseSensitiveData" }
        ? nil
        : Discrepancy(
          "sensitive data is kept", expected: "eraseSensitiveData",
          observed: list(observation.actions.map(\.text)))
    }
  }

  static func notErased(_ clauses: Clause.ID...) -> Self {
    Demand(clauses) { observation in
      observation.actions.contains { $0.method == "eraseSensitiveData" }
        ? Discrepancy(
          "sensitive data is erased though the app is authorized",
          expected: "no eraseSensitiveData",
          observed: list(observation.actions.map(\.text))) : nil
    }
  }

  /// The user is told of this outcome, and of no other.
  static func userIsTold(success: Bool, _ clauses: Clause.ID...) -> Self {
    Demand(clauses) { observation in
      let told = observation.actions.filter { $0.method == "notifyModeChange" }
      if !told.isEmpty, told.allSatisfy({ $0.success == success }) { return nil }
      return Discrepancy(
        "the user is not told how the change of mode went",
        expected: "notifyModeChange(success: \(success))",
        observed: list(observation.actions.map(\.text)))
    }
  }
}

extension DualModeModel {
  /// ACC-DM-14 holds on every event.
  static let retireThenStop = Demand<DualModeObservation>(["ACC-DM-14"]) { observation in
    let methods = observation.calls.map(\.method)
    for (index, method) in methods.enumerated() where method == "retire" {
      if index + 1 == methods.count || methods[index + 1] != "stop" {
        return Discrepancy(
          "retire is not immediately followed by stop", expected: "retire, stop",
          observed: list(observation.calls.map(\.text)))
      }
    }
    return nil
  }
}

private func list(_ texts: [String]) -> String {
  texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
}

extension DualModeObservation.Call {
  var text: String { options.map { "\(method)(\($0.compactText))" } ?? method }
}

extension DualModeObservation.Action {
  var text: String { success.map { "\(method)(success: \($0))" } ?? method }
}
