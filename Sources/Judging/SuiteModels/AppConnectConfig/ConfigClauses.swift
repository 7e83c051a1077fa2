package import Conformance

extension AppConnectConfig {
  /// The requirements of the delivery of configurations, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01",
      "First launch, the server has a configuration: appConnectConfigChangedTo and appConnectConfigIs are called.",
      table + "row 1"),
    clause(
      "02", "First launch, the server has no configuration: neither is called.", table + "row 2"),
    clause(
      "03",
      "Relaunch after termination, with a configuration that is unchanged since the last run: appConnectConfigIs is called, appConnectConfigChangedTo is not.",
      table + "row 3"),
    clause(
      "04",
      "Relaunch after termination, with a configuration that has changed since the last run: both are called.",
      table + "row 4"),
    clause("05", "Change while the app runs: both are called.", table + "row 5"),
    clause(
      "06",
      "Each call carries the complete current set of pairs, keys and values exactly as the server has them, all strings.",
      "Methods for receiving app-specific configuration"),
    clause(
      "07",
      "A callback that the app does not implement is not called; the other one is unaffected.",
      "Methods for receiving app-specific configuration (one or both)"),
    clause(
      "08", "nil from the callback is reported as applied.",
      "Methods for receiving app-specific configuration (Return)"),
    clause(
      "09", "A string from the callback is reported as an error with that text.",
      "Methods for receiving app-specific configuration (Return)"),
    clause(
      "10",
      "A changed value, an added key and a removed key each count as a change; the same set again does not.",
      table + "row 5"),
    clause(
      "11",
      "Several changes while the app is not running lead to one delivery, of the last one.",
      table + "row 4"),
    clause(
      "12",
      "A certificate and its _MI_CERT_PW password are delivered in the same call, unchanged.",
      "Overview of app-specific configuration"),
    clause(
      "13",
      "Configuration taken away by the server while running is a change (to an empty set).",
      table + "row 5"),
    clause(
      "14", "An error from the callback does not stop later deliveries.",
      "Methods for receiving app-specific configuration (Return)"),
    clause(
      "15",
      "Hostile pairs (very long, empty keys, any Unicode, look-alike _MI_CERT_PW keys) are delivered unchanged.",
      "Overview of app-specific configuration (each key and value is a string)", .should),
  ]

  private static let table = "Details about when each method is called, "

  private static func clause(
    _ number: String, _ sentence: String, _ section: String, _ level: Level = .must
  ) -> Clause {
    Clause(
      "ACC-CFG-" + number, level, sentence,
      source: "App-specific configuration callback methods: " + section)
  }
}
