import Conformance
import JSONText

/// A call to the library that a row of the source lists.
package enum LibraryCall: Hashable, Sendable {
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

  func fits(_ call: ObservedCall) -> Bool {
    switch self {
    case .initialise: call.method == "initWithDelegate"
    case .start(let options):
      call.method == "startWithLaunchOptions"
        && (call["options"] ?? .null).holdsSameValues(as: DualModeModel.json(options))
    case .restart:
      call.method == "startWithLaunchOptions" && (call["options"] ?? .null) == .null
    case .retire: call.method == "retire"
    case .stop: call.method == "stop"
    }
  }
}

/// Whether the app may ask `shouldStartAppConnect` on an event.
enum Asking: Sendable { case allowed, forbidden }

extension Demand<DualModeObservation> {
  /// Exactly these calls to the library, in this order. Asking `shouldStartAppConnect` changes nothing, so how often an app
  /// does it before it starts the library, and when, is left to it where asking is allowed.
  static func calls(
    _ expected: [LibraryCall], asking: Asking, _ clauses: [Clause.ID]
  ) -> Demand {
    sequence(
      clauses, "wrong-calls", "other calls to the library than the transition has", expected,
      fits: { $0.fits($1) }, in: \.description, observedIn: \.text
    ) { observation in
      asking == .allowed ? observation.callsButQuestions : observation.calls
    }
  }

  /// The first of these calls, or all of them, and no others: the app may have died between them.
  static func callsBegin(
    _ expected: [LibraryCall], asking: Asking, _ clauses: Clause.ID...
  ) -> Demand {
    Demand(
      clauses, "wrong-calls",
      expecting: .made { "the beginning of: " + List.text(expected.map(\.description)) }
    ) { observation in
      let calls = asking == .allowed ? observation.callsButQuestions : observation.calls
      if calls.count <= expected.count, zip(expected, calls).allSatisfy({ $0.fits($1) }) {
        return nil
      }
      return Discrepancy(
        "other calls to the library than the transition has",
        observed: List.text(observation.calls.map(\.text)))
    }
  }

  /// The library was not started, or is retired and stopped in the end.
  static func libraryIsOver(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "library-runs", expecting: "no library that runs in the end") { observation in
      let methods = observation.calls.map(\.method)
      if !methods.contains("startWithLaunchOptions") || methods.suffix(2) == ["retire", "stop"] {
        return nil
      }
      return Discrepancy(
        "a regular app runs the library", observed: List.text(observation.calls.map(\.text)))
    }
  }

  static func neverCalled(_ methods: [String], _ clauses: Clause.ID...) -> Demand {
    none(
      clauses, "library-restarted", "the library is started or ended though the mode stays",
      expecting: .made { "no call of \(List.text(methods))" }, in: \.text
    ) { $0.calls.filter { methods.contains($0.method) } }
  }

  /// The persisted mode. Undecided may be persisted as nothing: at the next launch both are the same.
  static func mode(_ mode: AppMode, _ clauses: Clause.ID...) -> Demand {
    equal(clauses, "wrong-mode", "wrong persisted mode", to: mode.rawValue, in: { $0 }) {
      $0.mode ?? (mode == .undecided ? mode.rawValue : "nothing")
    }
  }

  static func encryption(
    _ encryption: DataEncryption, orNothing: Bool, _ clauses: [Clause.ID]
  ) -> Demand {
    equal(
      clauses, "wrong-encryption-state", "wrong persisted encryption state",
      to: encryption.rawValue, in: { $0 }
    ) { $0.encryption ?? (orNothing ? encryption.rawValue : "nothing") }
  }

  static func erased(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "data-kept", expecting: "eraseSensitiveData") { observation in
      observation.erases
        ? nil : Discrepancy("sensitive data is kept", observed: observation.actionsText)
    }
  }

  static func notErased(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "data-erased", expecting: "no eraseSensitiveData") { observation in
      observation.erases
        ? Discrepancy(
          "sensitive data is erased though the app is authorized",
          observed: observation.actionsText) : nil
    }
  }

  /// The user is told of this outcome, and of no other.
  static func userIsTold(success: Bool, _ clauses: Clause.ID...) -> Demand {
    Demand(
      clauses, "user-not-told", expecting: .fixed("notifyModeChange(success: \(success))")
    ) { observation in
      let told = observation.actions.filter { $0.method == "notifyModeChange" }
      if !told.isEmpty, told.allSatisfy({ $0["success"] == .boolean(success) }) { return nil }
      return Discrepancy(
        "the user is not told how the change of mode went", observed: observation.actionsText)
    }
  }
}

extension DualModeModel {
  /// ACC-DM-14 holds on every event.
  static let retireThenStop = retireThenStop(dies: false)

  /// An app that dies may do so between the two.
  static let retireThenStopOrDeath = retireThenStop(dies: true)

  private static func retireThenStop(dies: Bool) -> Demand<DualModeObservation> {
    Demand(
      ["ACC-DM-14"], "retire-without-stop", expecting: "retire, immediately followed by stop"
    ) { observation in
      let methods = observation.calls.map(\.method)
      for (index, method) in methods.enumerated() where method == "retire" {
        if index + 1 == methods.count ? !dies : methods[index + 1] != "stop" {
          return Discrepancy(
            "retire is not immediately followed by stop",
            observed: List.text(observation.calls.map(\.text)))
        }
      }
      return nil
    }
  }
}

extension DualModeObservation {
  fileprivate var erases: Bool { actions.contains { $0.method == "eraseSensitiveData" } }

  /// The calls without the questions: those at first, and, where there is one of these, those before the library is started.
  fileprivate var callsButQuestions: [ObservedCall] {
    guard calls.first?.method == "shouldStartAppConnect" else { return calls }
    let others = calls.drop { $0.method == "shouldStartAppConnect" }
    guard let start = others.firstIndex(where: { $0.method == "startWithLaunchOptions" }) else {
      return Array(others)
    }
    return others[..<start].filter { $0.method != "shouldStartAppConnect" } + others[start...]
  }

  fileprivate var actionsText: String { List.text(actions.map(\.text)) }
}

extension ObservedCall {
  /// `startWithLaunchOptions(options: {"a":"1"})`
  fileprivate var text: String {
    guard !arguments.isEmpty else { return method }
    return method + "(" + List.text(arguments.map { "\($0.key): \($0.value.compactText)" }) + ")"
  }
}
