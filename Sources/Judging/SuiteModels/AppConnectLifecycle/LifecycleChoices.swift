package import Conformance

extension Lifecycle {
  /// Where the source leaves a library the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "retire/told", "The app retires the library, which may tell it that the policy is UNKNOWN.",
      source: "section 4: free (I)"),
    FreePlace(
      "retired/should-start", "The app was retired, and the client app is deleted.",
      source: "section 4: free (I)"),
    FreePlace(
      "ready/order", "The app hears that the library is ready, and what its policy is.",
      source: "The managedPolicy property: no order of the two is laid down"),
    FreePlace(
      "ready/again", "The policy changes, or the app retires the library, which is ready already.",
      source: "ACC-LC-05: nothing says whether appConnectIsReady comes again"),
    FreePlace(
      "retired/ready", "The library is retired, and not yet stopped.",
      source: "ACC-LC-05, 09: nothing says whether it is still ready"),
    FreePlace(
      "restart/log-level", "The server has set a log level before the library was stopped.",
      source: "section 4: the level holds while the library runs"),
    FreePlace(
      "properties/raw", "The number behind managedPolicy may be told.", source: "section 4: raw"),
  ]
}

/// What an observation tells of free places (`Lifecycle.freePlaces`).
extension LifecycleModel {
  typealias Choosing = ChoiceReading<LifecycleObservation>

  func choices(_ event: LifecycleEvent, in state: State, of setup: Setup) -> [Choosing] {
    switch event {
    case .retire:
      var readings = [
        Self.readyAgain,
        Choosing("retired/ready") { $0.properties.ready == true ? "ready" : "not ready" },
      ]
      guard setup.hearsPolicy else { return readings }
      readings.append(
        Choosing("retire/told") { observation in
          observation.calls.contains { $0.method == .policy } ? "told" : "not told"
        })
      return readings
    case .policy where state.phase == .ready: return [Self.readyAgain]
    case .shouldStart where answer(in: state) == nil:
      return [
        Choosing("retired/should-start") { $0.answer.map { $0 ? "YES" : "NO" } ?? nil }
      ]
    case .ready:
      var readings = [
        Choosing("properties/raw") { $0.properties.rawPolicy == nil ? "not told" : "told" }
      ]
      guard setup.hearsPolicy else { return readings }
      readings.append(
        Choosing("ready/order") { observation in
          let methods = observation.calls.map(\.method)
          guard let ready = methods.firstIndex(of: .ready),
            let policy = methods.firstIndex(of: .policy)
          else { return nil }
          return ready < policy ? "ready first" : "the policy first"
        })
      return readings
    case .start where state.wasStopped:
      return [
        Choosing("restart/log-level") {
          $0.properties.logLevel.map { $0 == .status ? "STATUS" : "another one" }
        }
      ]
    default: return []
    }
  }

  private static let readyAgain = Choosing("ready/again") { observation in
    observation.calls.contains { $0.method == .ready } ? "told again" : "not told again"
  }
}
