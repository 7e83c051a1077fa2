package import Conformance
import Profiles

extension ABTManager {
  /// Where the source leaves a manager the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "install/order", "A profile has several payloads: the one that is sent first.",
      source: "MGR-11: in any order"),
    FreePlace(
      "install/again", "A profile that is installed is installed again, unchanged.",
      source: "MGR-01, MGR-08"),
    FreePlace(
      "install/nobody", "No app of the profile is installed: how the profile stands.",
      source: "MGR-02"),
    FreePlace(
      "install/ignored", "Some apps are not installed, the others succeed: how the profile stands.",
      source: "MGR-02"),
    FreePlace(
      "install/partly-failed",
      "Some apps have taken their payload, and others have refused: how the profile stands.",
      source: "Adapters.md, abt.manager; the patent: multiple payloads, atomicity"),
    FreePlace(
      "install/other-scheme",
      "An app is installed under another scheme than the profile has for it.", source: "MGR-03"),
    FreePlace(
      "removal/nothing-to-reset", "An app has applied a payload, and reported no keys.",
      source: "MGR-08"),
    FreePlace(
      "removal/failed-again",
      "A payload was applied, and failed when it was sent again: whether it is reset.",
      source: "MGR-08, MGR-09"),
    FreePlace(
      "removal/way", "How what was applied is taken back.", source: "MGR-14"),
    FreePlace(
      "removal/pending", "How a profile stands while its resets are pending.",
      source: "Adapters.md, abt.manager"),
    FreePlace(
      "removal/refused", "How a profile stands after an app has refused its reset.",
      source: "MGR-08"),
    FreePlace(
      "callback/no-list", "A Success for an apply has no changedValues.", source: "ABT-CHG-09"),
    FreePlace(
      "callback/list-beside-error", "An Error or a Canceled has changedValues.",
      source: "ABT-CHG-09"),
    FreePlace(
      "callback/foreign-keys",
      "The list of a callback has keys that the configuration does not hold.",
      source: "ABT-CHG-07"),
    FreePlace(
      "callback/own-parameter", "A callback has a parameter that the protocol does not know.",
      source: "ABT-CB-08, MGR-13"),
    FreePlace(
      "callback/address",
      "A callback comes to another address than that of section 2, and is right otherwise.",
      source: "Section 2; section 5 has no sentence on it"),
    FreePlace(
      "callback/unknown-status", "The status of a callback is none of the three words.",
      source: "Section 2"),
    FreePlace(
      "callback/error-code",
      "A callback has an errorCode that is no number of 32 bits, or stands beside no Error.",
      source: "ABT-CB-06"),
    FreePlace(
      "callback/broken-escape",
      "An escape is broken in the message of an Error, or in a parameter of the library's own.",
      source: "ABT-CB-09, ABT-URL-18"),
    FreePlace(
      "callback/bytes-behind-list", "Bytes stand behind the end of a list's zlib stream.",
      source: "ABT-DATA-04"),
    FreePlace(
      "callback/list-after-reset", "The answer to a reset has changedValues.",
      source: "ABT-CHG-09"),
  ]
}

/// What an observation of the manager tells of free places (`ABTManager.freePlaces`).
extension ManagerRow {
  typealias Choosing = ChoiceReading<ManagerObservation>

  static func standing(_ place: FreePlace.ID) -> Choosing {
    Choosing(place) { $0.status ?? "nothing is said" }
  }

  /// What an install tells, by the state that it begins in.
  func choices(installing entry: ManagerState.Profile) -> [Choosing] {
    var readings: [Choosing] = []
    let due = entry.payloads.map(\.uuid).filter(entry.due.contains)
    if due.count > 1 {
      readings.append(
        Choosing("install/order") { observation in
          guard let first = observation.opened.first else { return nil }
          let place = due.firstIndex { $0 == first.text(of: "payload") }
          return place.map { $0 == 0 ? "the first of the profile" : "another one" }
        })
    }
    let again = entry.optional.subtracting(entry.unclear)
    if due.isEmpty, !again.isEmpty, entry.unclear.isEmpty {
      readings.append(
        Choosing("install/again") { $0.opened.isEmpty ? "nothing is sent" : "sent again" })
    }
    if due.isEmpty, again.isEmpty, !entry.unclear.isEmpty {
      let isLarge = entry.unclear.contains {
        entry.document.listBytes(ofPayload: $0) > Self.certainBytes
      }
      if !isLarge {
        readings.append(
          Choosing("install/other-scheme") { $0.opened.isEmpty ? "ignored" : "sent" })
      }
    }
    if entry.due.isEmpty, entry.optional.isEmpty {
      readings.append(Self.standing("install/nobody"))
    }
    return readings
  }

  /// What the end of a profile's requests tells.
  func choices(ending entry: ManagerState.Profile) -> [Choosing] {
    switch entry.phase {
    case .settled:
      let ended = entry.outcomes.values
      if entry.unclear.isEmpty, ended.contains(.applied), ended.contains(.failed),
        !ended.contains(.canceled)
      {
        return [Self.standing("install/partly-failed")]
      }
      guard !entry.ignored.isEmpty, !ended.isEmpty, ended.allSatisfy({ $0 == .applied }),
        entry.unclear.isEmpty
      else { return [] }
      return [Self.standing("install/ignored")]
    case .removed: return entry.hasFailedReset ? [Self.standing("removal/refused")] : []
    case .installing, .removing: return []
    }
  }

  /// What a removal tells, by the state that it begins in.
  func choices(removing entry: ManagerState.Profile) -> [Choosing] {
    guard entry.due.isEmpty, !entry.optional.isEmpty else { return [] }
    let place: FreePlace.ID =
      entry.optional.contains { entry.kept[$0] != nil }
      ? "removal/failed-again" : "removal/nothing-to-reset"
    return [Choosing(place) { $0.opened.isEmpty ? "nothing is sent" : "a reset is sent" }]
  }
}
