import JSONText

/// What a file is that is no report, as far as its beginning and its members tell.
enum ForeignKind {
  /// Why a text that could not be read as a report is none.
  ///
  /// - Parameter error: what was found wrong first.
  static func reason(_ text: UnsafeRawBufferPointer, _ error: JSONError) -> ReportFault.Reason {
    guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      return .empty
    }
    if case .tooLong(let limit) = error.reason { return .tooLong(maxBytes: limit) }
    guard first == UInt8(ascii: "{") else { return kind(beginning: text) ?? .malformed(error) }
    let members = Members(text)
    if let schema = members.words["schema"] { return of(schema: schema) ?? .malformed(error) }
    if members.names.contains("schema") { return .malformed(error) }
    return kind(of: members)
      ?? (members.isWhole
        ? .foreign(
          "it is JSON without the member schema", remedy: "name the report.json of a run")
        : .malformed(error))
  }

  private static func of(schema: String) -> ReportFault.Reason? {
    if schema == ReportDocument.schema { return nil }
    guard schema.hasPrefix(ReportDocument.schemaFamily) else {
      let name = VisibleText.escaped(schema, maxCharacters: 80)
      return .foreign("its schema is \"\(name)\"", remedy: "name the report.json of a run")
    }
    let version = schema.dropFirst(ReportDocument.schemaFamily.count)
    let name = VisibleText.escaped(schema, maxCharacters: 80)
    return version.first == "0" ? .older(schema: name) : .newer(schema: name)
  }

  private static func kind(beginning text: UnsafeRawBufferPointer) -> ReportFault.Reason? {
    func begins(_ words: String) -> Bool { text.starts(with: Array(words.utf8)) }
    let remedy = "name the report.json of its run"
    if begins("<") { return .foreign("it is XML or HTML", remedy: remedy) }
    if begins("TAP version") { return .foreign("it is TAP", remedy: remedy) }
    if begins("SQLite format 3") {
      return .foreign("it is the database of a campaign", remedy: "see it with assay triage")
    }
    if begins("format: assay-baseline/") || begins("# ") {
      return .foreign(
        "it is a text such as a baseline",
        remedy: "name the report.json of a run, and the baseline behind --update or --baseline")
    }
    return nil
  }

  private static func kind(of members: Members) -> ReportFault.Reason? {
    let beside = "name the report.json that stands beside it"
    if let format = members.words["format"] {
      let name = VisibleText.escaped(format, maxCharacters: 80)
      return .foreign(
        format.hasPrefix("assay-case/") ? "it is a case file" : "its format is \"\(name)\"",
        remedy: format.hasPrefix("assay-case/")
          ? "run it with assay replay, or name the report.json of a run"
          : "name the report.json of a run")
    }
    if members.names.contains("number"), members.names.contains("verdict") {
      return .foreign("it is the journal of a run", remedy: beside)
    }
    if members.names.contains("runs"), members.names.contains("version") {
      return .foreign("it is SARIF", remedy: "name the report.json of its run")
    }
    if members.names.contains("steps"), members.names.contains("standardError") {
      return .foreign(
        "it is the conversation of one case", remedy: "name the report.json of its run")
    }
    return nil
  }

  /// The members of the outermost object, as far as they can be read.
  private struct Members {
    var names: Set<String> = []
    var words: [String: String] = [:]
    /// Whether the object came to its end.
    var isWhole = false

    init(_ text: UnsafeRawBufferPointer) {
      guard var reader = try? JSONReader(text, limits: ReportFile.limits) else { return }
      let isRead: Void? = try? reader.readObject {
        (reader: inout JSONReader, key: String) throws(JSONError) in
        if names.count < 1_000 { names.insert(key) }
        if key == "schema" || key == "format", try reader.peek() == .string {
          words[key] = try reader.readBounded(maxBytes: 4_096, maxNodes: 1) {
            (reader) throws(JSONError) in try reader.readString()
          }
        } else {
          try reader.skipValue()
        }
      }
      isWhole = isRead != nil
    }
  }
}
