import JSONText

/// A `report.json` that was read back.
struct Report {
  struct Case: Hashable {
    let id: String
    let suite: String
    let variant: String
    let requirements: [String]
    let verdict: String
    /// Each finding as compact JSON.
    let findings: [String]
  }

  let json: JSONValue
  let cases: [Case]

  init(_ bytes: [UInt8]) throws {
    json = try JSONValue(parsing: bytes)
    cases = (json["cases"]?.arrayValue ?? []).map { entry in
      Case(
        id: entry["id"]?.stringValue ?? "", suite: entry["suite"]?.stringValue ?? "",
        variant: entry["variant"]?.stringValue ?? "",
        requirements: entry["requirements"]?.arrayValue?.compactMap(\.stringValue) ?? [],
        verdict: entry["verdict"]?.stringValue ?? "",
        findings: entry["findings"]?.arrayValue?.map(\.compactText) ?? [])
    }
  }

  var verdict: String? { json["verdict"]?.stringValue }

  var isInterrupted: Bool? { json["interrupted"]?.booleanValue }

  /// How many cases have a verdict, as the summary says.
  func count(_ verdict: String) -> Int64? { json["summary"]?[verdict]?.integerValue }

  /// The verdicts about a requirement, by edition.
  func verdicts(of requirement: String) -> [String: String] {
    var result: [String: String] = [:]
    for row in json["requirements"]?.arrayValue ?? []
    where row["id"]?.stringValue == requirement && row["facet"]?.isNull == true {
      result[row["variant"]?.stringValue ?? ""] = row["verdict"]?.stringValue
    }
    return result
  }

  /// A member as compact JSON.
  func text(_ member: String) -> String? { json[member]?.compactText }
}

extension Workplace {
  /// The report of a run with `--output` set to this folder.
  func report(_ folder: String = "reports") throws -> Report {
    try Report(try bytes(file(folder + "/report.json")))
  }
}
