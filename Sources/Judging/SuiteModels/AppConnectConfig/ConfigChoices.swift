package import Conformance
import JSONText

extension AppConnectConfig {
  /// Where the source leaves a library the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "delivery/order", "Both methods are called in one delivery.",
      source: "section 1: the order of the two callbacks within one delivery"),
    FreePlace(
      "launch/still-without",
      "The app is relaunched without a configuration, and there was none when it last ran.",
      source: "section 1: a relaunch with none, and none at the last run"),
    FreePlace(
      "launch/there-and-back",
      "The app is relaunched after the configuration has changed, and changed back.",
      source: "ACC-CFG-03, ACC-CFG-11"),
    FreePlace(
      "report/applied-message", "A configuration is reported as applied.", source: "ACC-CFG-08"),
    FreePlace(
      "report/not-called", "A method of the app is not called, and may be reported all the same.",
      source: "ACC-CFG-07, ACC-CFG-08"),
  ]
}

/// What an observation tells of free places (`AppConnectConfig.freePlaces`).
extension ConfigModel {
  typealias Choosing = ChoiceReading<ConfigObservation>

  func choices(
    _ event: ConfigEvent, _ app: Set<ConfigCallback>, in state: State
  ) -> [Choosing] {
    switch event {
    case .terminate: return []
    case .serverChange: return state.isRunning ? Self.ofDelivery : []
    case .launch:
      var readings = Self.ofDelivery
      switch Row(lastRun: state.lastRun, now: state.server, missedSome: !state.missed.isEmpty) {
      case .stillWithout where !app.isEmpty:
        readings.append(Choosing("launch/still-without") { Self.called($0) })
      case .thereAndBack where app.contains(.changedTo):
        readings.append(
          Choosing("launch/there-and-back") {
            $0.calls(of: .changedTo).isEmpty ? "unchanged" : "changed"
          })
      default: break
      }
      return readings
    }
  }

  private static let ofDelivery: [Choosing] = [
    Choosing("delivery/order") { observation in
      guard let first = observation.calls.first?.method,
        ConfigCallback.allCases.allSatisfy({ !observation.calls(of: $0).isEmpty })
      else { return nil }
      return first == ConfigCallback.configIs.rawValue ? "Is first" : "ChangedTo first"
    },
    Choosing("report/applied-message") { observation in
      let applied = observation.reports.filter { $0["status"] == "applied" }
      guard !applied.isEmpty else { return nil }
      return applied.contains { $0["message"]?.stringValue?.isEmpty == false }
        ? "with a message" : "without a message"
    },
    Choosing("report/not-called") { observation in
      let silent = ConfigCallback.allCases.filter { observation.calls(of: $0).isEmpty }
      guard !silent.isEmpty else { return nil }
      return observation.reports.contains { report in
        silent.contains { $0.rawValue == report.method }
      } ? "reported" : "not reported"
    },
  ]

  private static func called(_ observation: ConfigObservation) -> String {
    let called = ConfigCallback.allCases.filter { !observation.calls(of: $0).isEmpty }
    return called.isEmpty
      ? "nothing is called"
      : called.count == 2 ? "both are called" : "\(called[0].rawValue) is called"
  }
}
