/// The sections of the specification that clauses belong to, by the first words of their ids.
package enum ClauseSections {
  private static let titles = [
    "ABT-URL": "Recognising the URL", "ABT-TOK": "Token", "ABT-DATA": "Unpacking",
    "ABT-DICT": "Dictionary", "ABT-DEL": "Delegate", "ABT-CHG": "Changed values",
    "ABT-CB": "Callback", "ABT-ENC": "Encryption", "ABT-ROLL": "Failure and rollback",
    "ABT-CHUNK": "Chunked data", "ABT-MULTI": "Several payloads", "ABT-ROB": "Robustness",
    "MGR": "The manager's side", "ACC-CFG": "Configuration of the app",
    "ACC-OF": "The Open From policy",
    "ACC-DM": "The mode of the app", "ACC-LC": "The life of the library",
    "MC": "Managed configuration and feedback",
  ]

  /// The title of a section such as `ABT-TOK`; nil where the specification has none of this name.
  package static func title(of section: String) -> String? { titles[section] }

  /// `ABT-TOK` of `ABT-TOK-07`.
  package static func section(of requirement: String) -> String {
    requirement.lastIndex(of: "-").map { String(requirement[..<$0]) } ?? requirement
  }
}
