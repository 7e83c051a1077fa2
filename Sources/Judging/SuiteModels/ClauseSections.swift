/// The sections of the specification that clauses belong to, by the first words of their ids.
package enum ClauseSections {
  private static let sections: [String: SpecificationPlace] = [
    "ABT-URL": .protocolSection("4.1", "Recognising the URL"),
    "ABT-TOK": .protocolSection("4.2", "Token"),
    "ABT-DATA": .protocolSection("4.3", "Unpacking"),
    "ABT-DICT": .protocolSection("4.4", "Dictionary"),
    "ABT-DEL": .protocolSection("4.5", "Delegate"),
    "ABT-CHG": .protocolSection("4.6", "Changed values"),
    "ABT-CB": .protocolSection("4.7", "Callback"),
    "ABT-ENC": .protocolSection("4.8", "Encryption"),
    "ABT-ROLL": .protocolSection("4.9", "Failure and rollback"),
    "ABT-CHUNK": .protocolSection("4.10", "Chunked data"),
    "ABT-MULTI": .protocolSection("4.11", "Several payloads"),
    "ABT-ROB": .protocolSection("4.12", "Robustness"),
    "MGR": .protocolSection("5", "The manager's side"),
    "ACC-CFG": .appConnectSection("1", "Configuration of the app"),
    "ACC-OF": .appConnectSection("2", "The Open From policy"),
    "ACC-DM": .appConnectSection("3", "The mode of the app"),
    "ACC-LC": .appConnectSection("4", "The life of the library"),
    "MC": SpecificationPlace(
      page: "ManagedConfiguration.md", number: "1", title: "Managed configuration and feedback"),
  ]

  /// The title of a section such as `ABT-TOK`; nil where the specification has none of this name.
  package static func title(of section: String) -> String? { sections[section]?.title }

  /// Where the documentation lays down a requirement such as `ABT-TOK-07`; nil where it has none of this name.
  package static func place(of requirement: String) -> SpecificationPlace? {
    sections[section(of: requirement)]
  }

  /// `ABT-TOK` of `ABT-TOK-07`.
  package static func section(of requirement: String) -> String {
    requirement.lastIndex(of: "-").map { String(requirement[..<$0]) } ?? requirement
  }
}

/// A section of the documentation's specification: a page, and the heading on it.
package struct SpecificationPlace: Sendable, Hashable {
  /// The file, which lies beside all other pages: `Protocol.md`.
  package let page: String
  /// The number that the sources of clauses name, such as `4.2`.
  package let number: String
  package let title: String

  /// The heading as it stands on the page: `4.2 Token`.
  package var heading: String { "\(number) \(title)" }

  /// What a link to the heading ends with, as code hosts and the documentation's site make it: `42-token`.
  package var anchor: String { Self.anchor(of: heading) }

  /// The page and the heading, for a link: `Protocol.md#42-token`.
  package var link: String { "\(page)#\(anchor)" }

  /// The page and the section, for a reader: `Protocol.md, section 4.2`.
  package var words: String { "\(page), section \(number)" }

  /// Small letters and digits; a space becomes a hyphen, and all else goes.
  package static func anchor(of heading: String) -> String {
    var anchor = ""
    for character in heading.lowercased() {
      if character == " " {
        anchor.append("-")
      } else if character.isLetter || character.isNumber || character == "-" || character == "_" {
        anchor.append(character)
      }
    }
    return anchor
  }

  fileprivate static func protocolSection(_ number: String, _ title: String) -> Self {
    SpecificationPlace(page: "Protocol.md", number: number, title: title)
  }

  fileprivate static func appConnectSection(_ number: String, _ title: String) -> Self {
    SpecificationPlace(page: "AppConnect.md", number: number, title: title)
  }
}
