package import Conformance
import JSONText

extension AppConnectOpenFrom {
  /// Where the source leaves a library the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "ready/callback", "The library becomes ready, and has a policy.",
      source: "section 2: whether the initial policy at ready leads to a callback"),
    FreePlace(
      "before-ready/callback", "The policy or the set of apps changes before the library is ready.",
      source: "section 2: policy before ready"),
    FreePlace(
      "before-ready/blocked", "A document is refused before the library is ready.",
      source: "ACC-OF-04, ACC-OF-10"),
    FreePlace(
      "change/comes-to-the-same",
      "The server has another setting that comes to the same for the app, such as a list that does not count, or all AppConnect apps in the place of a list of them.",
      source: "ACC-OF-12"),
    FreePlace(
      "report/unsupported", "The policy changes, and the app has no method that tells it so.",
      source: "ACC-OF-09"),
    FreePlace(
      "stopped/document", "A document comes after the library was ended.",
      source: "section 2: stop"),
  ]
}

/// What an observation tells of free places (`AppConnectOpenFrom.freePlaces`).
extension OpenFromModel {
  typealias Choosing = ChoiceReading<OpenFromObservation>

  func choices(
    _ event: OpenFromEvent, _ app: Set<OpenFromCallback>, in state: State
  ) -> [Choosing] {
    switch (event, state.phase) {
    case (.ready, _) where app.contains(.changedTo): [Self.tells("ready/callback")]
    case (.policy, .launched) where app.contains(.changedTo),
      (.authorizedApps, .launched) where app.contains(.changedTo):
      [Self.tells("before-ready/callback")]
    case (.openFrom, .launched) where app.contains(.blocked):
      [
        Choosing("before-ready/blocked") {
          $0.calls(of: .blocked).isEmpty ? "not told" : "told"
        }
      ]
    case (.openFrom, .stopped):
      [
        Choosing("stopped/document") { observation in
          observation.allowed?.booleanValue.map { $0 ? "received" : "refused" }
        }
      ]
    case (.policy(let policy, _), .ready): changed(to: policy, app, in: state)
    default: []
    }
  }

  private func changed(
    to policy: ServerPolicy, _ app: Set<OpenFromCallback>, in state: State
  ) -> [Choosing] {
    var next = state
    next.server = policy
    if next.seen != state.seen {
      guard !app.contains(.changedTo) else { return [] }
      return [
        Choosing("report/unsupported") { $0.reports.isEmpty ? "not reported" : "reported" }
      ]
    }
    let isAnother =
      policy.allAppConnectApps != state.server.allAppConnectApps
      || Set(policy.whitelist) != Set(state.server.whitelist)
    return isAnother && app.contains(.changedTo) ? [Self.tells("change/comes-to-the-same")] : []
  }

  private static func tells(_ place: FreePlace.ID) -> Choosing {
    Choosing(place) { $0.calls(of: .changedTo).isEmpty ? "not told" : "told" }
  }
}
