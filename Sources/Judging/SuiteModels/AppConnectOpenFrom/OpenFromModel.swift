package import AdapterProtocol
package import Conformance
import JSONText

/// What the library does about documents from other apps: Table 13, Table 14 and the order of steps at a change, row by row.
package struct OpenFromModel: ProposingModel {
  package struct Setup: Hashable, Sendable {
    /// The methods that the app has.
    package var implements: Set<OpenFromCallback>

    package init(implements: Set<OpenFromCallback> = Set(OpenFromCallback.allCases)) {
      self.implements = implements
    }
  }

  package struct State: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
      case notLaunched, launched, ready, stopped
    }

    package var phase = Phase.notLaunched
    package var server = ServerPolicy.unauthorized
    /// The authorized AppConnect apps.
    package var authorizedApps: Set<ExactText> = []
    /// Whether the app has acknowledged what it was told last, and as applied; there is nothing to acknowledge at first.
    package var isAcknowledged = true

    /// What the properties have to be: the effective policy.
    var seen: Seen {
      // "When the Open From policy on the Ivanti server specifies 'All AppConnect apps', the Open From status value is
      // ACOPENFROMPOLICY_WHITELIST. The openFromWhitelist lists all the currently authorized AppConnect apps."
      Seen(
        policy: server.policy,
        whitelist: server.policy != .whitelist
          ? nil : server.allAppConnectApps ? authorizedApps : Set(server.whitelist))
    }

    /// Whether the list is that of all AppConnect apps.
    var followsApps: Bool { server.policy == .whitelist && server.allAppConnectApps }
  }

  /// A policy as an app sees it. Lists are sets, and count under WHITELIST only.
  struct Seen: Hashable, Sendable {
    package var policy: OpenFromPolicy
    /// Nil under another policy.
    package var whitelist: Set<ExactText>?
  }

  package typealias Event = OpenFromEvent
  package typealias Observation = OpenFromObservation
  typealias Branch = Expectation<State, Observation>.Branch

  package init() {}

  package func begin(_ setup: Setup, persisted: State?) -> State { State() }

  /// An app launches its library once, waits until it is ready, and ends it at most once. An app without the method that tells it
  /// of a policy acknowledges none.
  package func permits(
    _ event: OpenFromEvent, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    switch event {
    case .launch: state.phase == .notLaunched
    case .ready: state.phase == .launched
    case .policy(_, let acknowledgement):
      state.phase != .notLaunched
        && (acknowledgement == nil || situation.setup.implements.contains(.changedTo))
    case .openFrom, .properties, .authorizedApps: state.phase != .notLaunched
    case .stop: state.phase == .launched || state.phase == .ready
    }
  }

  package func expect(
    _ event: OpenFromEvent, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, OpenFromObservation> {
    let app = situation.setup.implements
    var next = state
    let branches: [Branch]
    switch event {
    case .launch(let policy):
      next.phase = .launched
      next.server = policy
      branches = [beforeReady("launched", next)]
    case .ready:
      next.phase = .ready
      branches = [ready(next)]
    case .policy(let policy, let acknowledgement):
      next.server = policy
      branches = changed(
        from: state, to: next, acknowledgement, app,
        // Server settings of another kind that come to the same are a change on the server, and none for the app.
        mayCount: policy.allAppConnectApps != state.server.allAppConnectApps
          || Set(policy.whitelist) != Set(state.server.whitelist))
    case .authorizedApps(let apps):
      next.authorizedApps = Set(apps)
      branches = changed(from: state, to: next, nil, app, mayCount: false)
    case .openFrom(let source): branches = open(from: source, app, in: state)
    case .properties: branches = [read(in: state)]
    case .stop:
      next.phase = .stopped
      branches = [Branch("stopped", demands: [], next: next)]
    }
    return Expectation(
      branches: branches.map { branch in
        guard event != .properties else { return branch }
        var branch = branch
        branch.demands.append(told(after: branch.next))
        return branch
      }, invariants: [.onlyImplemented(app)], choices: choices(event, app, in: state))
  }

  /// Whoever tells the properties with other events than the one that asks for them tells them as they are afterwards.
  private func told(after state: State) -> Demand<Observation> {
    state.phase == .ready
      ? .reads(state.seen, isAsked: false, [propertyRule(state)])
      : .cannotRead(isAsked: false, ["ACC-OF-10"])
  }

  private func propertyRule(_ state: State) -> Clause.ID {
    state.followsApps ? "ACC-OF-11" : "ACC-OF-06"
  }

  // MARK: Before ready, and after stop

  /// "Wait for the -appConnectIsReady: callback method before accessing the openFromPolicy and openFromWhitelist properties."
  private func beforeReady(_ name: String, _ next: State) -> Branch {
    Branch(name, demands: [], next: next)
  }

  /// Whether the policy at ready is told to the app is not laid down. Where it is, it is told right.
  private func ready(_ next: State) -> Branch {
    Branch("ready", demands: told(next, ["ACC-OF-07"], orNotReady: true), next: next)
  }

  /// "Once the library is stopped": nothing is told, to the app or the server.
  private func afterStop(_ next: State) -> Branch {
    Branch("stopped before", demands: [.silent(["ACC-OF-12"])], next: next)
  }

  // MARK: Changes

  /// "Whenever changes to the Open From policy or whitelist occur, the AppConnect library: 1. Updates the properties. 2. Calls the
  /// -openFromPolicyChangedTo:whitelist: method."
  ///
  /// - Parameter mayCount: whether a server that comes to the same for the app may count as changed.
  private func changed(
    from state: State, to next: State, _ acknowledgement: Acknowledgement?,
    _ app: Set<OpenFromCallback>, mayCount: Bool
  ) -> [Branch] {
    switch state.phase {
    case .notLaunched, .launched: return [beforeReady("until ready", next)]
    case .stopped: return [afterStop(next)]
    case .ready: break
    }
    let isChange = next.seen != state.seen
    let rule: Clause.ID =
      next.followsApps
      ? "ACC-OF-11" : next.seen.policy == state.seen.policy ? "ACC-OF-12" : "ACC-OF-07"
    var heard = next
    heard.isAcknowledged = acknowledgement?.state == .applied
    var demands = told(next, [next.followsApps ? "ACC-OF-11" : "ACC-OF-07"])
    if app.contains(.changedTo) {
      demands = [.toldOnce([rule])] + demands
      demands.append(.acknowledged(acknowledgement))
    } else {
      demands += [.unsupported, .notBlocked(["ACC-OF-04"])]
    }
    let told = Branch("change", demands: demands, next: heard)
    let untold = Branch(
      "no change",
      demands: [
        .notTold(["ACC-OF-12"]), .noReports(["ACC-OF-12"]), .notBlocked(["ACC-OF-04"]),
      ], next: next)
    return isChange ? [told] : mayCount ? [untold, told] : [untold]
  }

  /// What is told is what is there: in the arguments, and in the properties at that moment.
  ///
  /// - Parameter orNotReady: whether the app may hear of it before it hears that the library is ready.
  private func told(
    _ state: State, _ arguments: [Clause.ID], orNotReady: Bool = false
  ) -> [Demand<Observation>] {
    [
      .carries(state.seen, arguments),
      .sees(state.seen, during: .changedTo, orNotReady: orNotReady, ["ACC-OF-06"]),
    ]
  }

  // MARK: Documents

  /// Table 13, and the mail app.
  private func open(
    from source: ExactText, _ app: Set<OpenFromCallback>, in state: State
  ) -> [Branch] {
    switch state.phase {
    case .notLaunched, .launched:
      return [Branch("not ready", demands: [.allowed(false, ["ACC-OF-10"])], next: state)]
    case .stopped: return [afterStop(state)]
    case .ready: break
    }
    let isAllowed = allows(source, state.seen)
    // A listed identifier may send (ACC-OF-03), and the mail app may not (ACC-OF-05): whether this one is the mail app's is not said.
    let isOpen =
      source == Self.mailActivity && !isAllowed && state.seen.whitelist?.contains(source) == true
    return (isOpen ? [false, true] : [isAllowed]).map {
      opened(isAllowed: $0, from: source, app, in: state)
    }
  }

  private func opened(
    isAllowed: Bool, from source: ExactText, _ app: Set<OpenFromCallback>, in state: State
  ) -> Branch {
    var rules = [rule(source, state)]
    if !state.isAcknowledged { rules.append("ACC-OF-13") }
    var demands: [Demand<Observation>] = [
      .allowed(isAllowed, rules), .notTold(["ACC-OF-12"]), .noReports(["ACC-OF-12"]),
      .sees(state.seen, during: .blocked, ["ACC-OF-06"]),
    ]
    if isAllowed {
      demands.append(.notBlocked([state.seen.policy == .authorized ? "ACC-OF-01" : "ACC-OF-04"]))
    } else if app.contains(.blocked) {
      demands.append(.blocked(state.seen.policy, source, ["ACC-OF-04"]))
    }
    return Branch(isAllowed ? "received" : "refused", demands: demands, next: state)
  }

  /// "To put the iOS native email app in the whitelist, the whitelist must contain both of these bundle IDs."
  package static let mail: Set<ExactText> = [mailActivity, "com.apple.mobilemail"]
  private static let mailActivity: ExactText = "com.apple.UIKit.activity.Mail"

  func allows(_ source: ExactText, _ seen: Seen) -> Bool {
    switch seen.policy {
    // "The AppConnect library performs no actions on Open From behavior."
    case .authorized: true
    // "The AppConnect library does not allow another app to Open In to your app."
    case .unauthorized: false
    // "The AppConnect library does not allow an app that is not on the whitelist to Open In to your app."
    case .whitelist:
      Self.mail.contains(source)
        ? Self.mail.isSubset(of: seen.whitelist ?? []) : seen.whitelist?.contains(source) == true
    }
  }

  private func rule(_ source: ExactText, _ state: State) -> Clause.ID {
    switch state.seen.policy {
    case .authorized: "ACC-OF-01"
    case .unauthorized: "ACC-OF-02"
    case .whitelist:
      Self.mail.contains(source) ? "ACC-OF-05" : state.followsApps ? "ACC-OF-11" : "ACC-OF-03"
    }
  }

  // MARK: Properties

  private func read(in state: State) -> Branch {
    guard state.phase == .ready else {
      var demands: [Demand<Observation>] = [.cannotRead(isAsked: true, ["ACC-OF-10"])]
      if state.phase == .stopped { demands.append(.silent(["ACC-OF-12"])) }
      return Branch("cannot be read", demands: demands, next: state)
    }
    return Branch(
      "read",
      demands: [
        .reads(state.seen, isAsked: true, [propertyRule(state)]),
        .notTold(["ACC-OF-12"]), .noReports(["ACC-OF-12"]), .notBlocked(["ACC-OF-04"]),
      ], next: state)
  }

  // MARK: Requests

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(
      suite: AppConnectOpenFrom.name,
      configuration: ["implements": .array(setup.names.map { .string($0) })], keep: keep)
  }

  package func frame(
    _ event: OpenFromEvent, of setup: Setup, after history: [Observation]
  ) -> Frame? {
    .step(action: event.action) { writer in event.writeMembers(to: &writer) }
  }
}

extension OpenFromModel.Setup {
  /// In a fixed order.
  package var names: [String] {
    OpenFromCallback.allCases.filter(implements.contains).map(\.rawValue)
  }
}
