extension DialectSchema {
  /// Names that must differ because they occur in one URL, one dictionary or one parameter.
  struct Group {
    /// Paths of fields that take names.
    let paths: [String]
    /// Where they would clash, as a phrase.
    let place: String
    /// Whether two names that differ only in case are the same.
    var ignoresCase = false
  }

  static let groups: [Group] = [
    Group(paths: paths(of: "verbs"), place: "as the host of a request", ignoresCase: true),
    Group(
      paths: ["token", "profile", "payload", "data", "encryptedData", "chunk", "chunks"].map {
        "parameters." + $0
      }, place: "in one request"),
    Group(
      paths: [
        "token", "profile", "payload", "chunk", "status", "changedValues", "errorCode",
        "errorMessage",
      ].map { "parameters." + $0 }, place: "in one callback"),
    Group(paths: paths(of: "keys"), place: "in one dictionary"),
    Group(paths: paths(of: "statuses"), place: "as the status of a callback"),
  ]

  private static func paths(of section: String) -> [String] {
    fields.filter { $0.section == section }.map(\.path)
  }

  /// The sections, in the order of the schema.
  static let sections: [String] = {
    var sections: [String] = []
    for field in fields {
      if let section = field.section, !sections.contains(section) { sections.append(section) }
    }
    return sections
  }()

  /// The names that may stand at the top of a file (`section` nil) or in a section.
  static func names(in section: String?) -> [String] {
    guard let section else {
      var names: [String] = []
      for field in fields {
        let name = field.section ?? field.name
        if !names.contains(name) { names.append(name) }
      }
      return names
    }
    return fields.filter { $0.section == section }.map(\.name)
  }

  /// The field with this path, or nil if there is none.
  static func field(_ path: String) -> DialectField? {
    fields.first { $0.path.utf8.elementsEqual(path.utf8) }
  }
}
