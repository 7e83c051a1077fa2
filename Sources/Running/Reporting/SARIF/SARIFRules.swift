import Conformance
import JSONText
import SuiteModels
import Suites

/// The requirements of a report as rules: each once, whatever the number of editions.
struct SARIFRules {
  struct Rule {
    let id: Clause.ID
    let suite: String
    let level: Level
  }

  private(set) var all: [Rule] = []
  private var places: [Clause.ID: Int] = [:]
  private let context: ReportContext

  init(_ report: Report, _ context: ReportContext) {
    self.context = context
    for row in report.requirements where places[row.clause] == nil {
      places[row.clause] = all.count
      all.append(Rule(id: row.clause, suite: row.suite, level: row.level))
    }
  }

  /// Where the rule of a clause stands; nil where there is none.
  func place(of clause: Clause.ID) -> Int? { places[clause] }

  static func level(_ level: Level) -> String {
    switch level {
    case .must: "error"
    case .should: "warning"
    case .info: "note"
    }
  }

  func write(_ rule: Rule, to line: inout JSONWriter) {
    let clause = context.clause(rule.suite, rule.id)
    let place = clause.flatMap { ClauseSections.place(of: $0.id.requirement) }
    line.beginObject()
    line.key("id")
    line.string(rule.id.path)
    line.key("shortDescription")
    SARIFText.write(clause?.sentence ?? rule.id.path, to: &line)
    if let clause {
      line.key("fullDescription")
      SARIFText.write(clause.sentence, to: &line)
    }
    line.key("help")
    SARIFText.write(
      "\(rule.level == .must ? "A library must" : rule.level == .should ? "A library should" : "Recorded: a library may") "
        + "meet this (\(rule.suite)). \(clause.map { "Source: \($0.source). " } ?? "")"
        + (place.map { "Documentation: \($0.words). " } ?? "")
        + "Its cases are listed by: assay list --requirement \(rule.id.requirement)",
      to: &line)
    line.key("defaultConfiguration")
    line.beginObject()
    line.key("level")
    line.string(Self.level(rule.level))
    line.endObject()
    line.key("properties")
    line.beginObject()
    line.key("suite")
    line.string(rule.suite)
    line.key("level")
    line.string(rule.level.rawValue)
    if let clause {
      line.key("source")
      line.string(clause.source)
    }
    if let place {
      line.key("documentation")
      line.string(place.link)
    }
    line.key("tags")
    line.beginArray()
    // GitHub filters by them.
    line.string(rule.suite)
    line.string(rule.level.rawValue)
    line.endArray()
    line.endObject()
    line.endObject()
  }
}
