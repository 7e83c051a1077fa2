import Anatomy
import Conformance
import JSONText

/// What a page keeps of the cases of a report while they pass by. However many there are and whatever is in them, it is bounded.
struct PageCases {
  /// A report of more cases has only those in its list that did not pass.
  static let maxListed = 30_000
  /// How many cases that did not pass are listed, and how many bytes the list has at most.
  static let maxFailures = 5_000
  static let maxListBytes = 24 << 20

  private let report: Report
  private let context: ReportContext
  private let commands: RepeatCommand
  private let listsAll: Bool

  // The list, as the script of the page reads it.
  private var rows = JSONWriter()
  private var listedCount = 0
  private var failuresListed = 0
  private var places: [String: Int] = [:]
  private(set) var parts: [String] = []
  private var clausePlaces: [ClauseName: Int] = [:]
  private(set) var clauses: [ClauseName] = []

  private(set) var causes = PageCauses()
  private(set) var costs: CaseCosts
  private(set) var machines: PageMachines

  struct ClauseName: Hashable {
    let suite: String
    let id: Clause.ID
  }

  init(_ report: Report, _ context: ReportContext) {
    self.report = report
    self.context = context
    commands = RepeatCommand(report)
    listsAll = report.summary.total <= Self.maxListed
    costs = CaseCosts(total: report.summary.total)
    machines = PageMachines(context, seed: report.seed)
    rows.beginArray()
  }

  mutating func add(_ result: CaseResult) {
    costs.add(result)
    machines.add(result)
    causes.add(result, context, commands)
    let isQuiet = [.passed, .skipped, .notRun].contains(result.verdict)
    guard listsAll || !isQuiet, rows.bytes.count < Self.maxListBytes else { return }
    if !listsAll || !isQuiet {
      guard failuresListed < Self.maxFailures || isQuiet else { return }
      failuresListed += 1
    }
    list(result, detailed: !isQuiet)
    listedCount += 1
  }

  // MARK: The list

  /// `["abt/token/missing",0,1,1.25,[3,4],["reason",["ABT-TOK-05","must",1,"message","expected","observed"],"command"]]`
  private mutating func list(_ result: CaseResult, detailed: Bool) {
    rows.beginArray()
    rows.string(VisibleText.shown(result.id.path, maxCharacters: 300))
    rows.integer(place(of: partName(suite: result.suite, variant: result.variant)))
    rows.integer(Verdict.allCases.firstIndex(of: result.verdict) ?? 0)
    rows.real(result.duration.inMilliseconds)
    rows.beginArray()
    for target in result.targets.prefix(12) {
      rows.integer(place(of: ClauseName(suite: result.suite, id: target)))
    }
    rows.endArray()
    if detailed || result.reason != nil {
      rows.string(result.reason.map { VisibleText.escaped($0, maxCharacters: 400) } ?? "")
    }
    if detailed {
      rows.beginArray()
      for finding in result.findings.prefix(6) { list(finding) }
      rows.endArray()
      rows.string(commands.short(for: result))
    }
    rows.endArray()
  }

  private mutating func list(_ finding: Conformance.Finding) {
    rows.beginArray()
    rows.string(VisibleText.shown(finding.clause.path, maxCharacters: 80))
    rows.string(finding.level.rawValue)
    rows.integer(finding.step)
    rows.string(VisibleText.escaped(finding.message, maxCharacters: 300))
    let texts = VisibleText.contrasted(finding.expected, finding.observed, maxCharacters: 300)
    rows.string(texts.expected)
    rows.string(texts.observed)
    rows.endArray()
  }

  private mutating func place(of part: String) -> Int {
    if let place = places[part] { return place }
    places[part] = parts.count
    parts.append(part)
    return parts.count - 1
  }

  private mutating func place(of clause: ClauseName) -> Int {
    if let place = clausePlaces[clause] { return place }
    // A foreign report may name any number.
    guard clauses.count < 20_000 else { return 0 }
    clausePlaces[clause] = clauses.count
    clauses.append(clause)
    return clauses.count - 1
  }

  /// How many cases are in the list, and how many are not.
  var listed: Int { listedCount }
  var leftOut: Int { max(0, report.summary.total - listedCount) }

  /// The data of the list, for its element in the page.
  var data: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("parts")
    writer.beginArray()
    for part in parts { writer.string(VisibleText.shown(part, maxCharacters: 80)) }
    writer.endArray()
    writer.key("verdicts")
    writer.beginArray()
    for verdict in Verdict.allCases {
      let mark = PageMark(verdict)
      writer.beginArray()
      for text in [verdict.rawValue, mark.sign, mark.word, mark.tone] { writer.string(text) }
      writer.endArray()
    }
    writer.endArray()
    writer.key("clauses")
    writer.beginArray()
    for clause in clauses {
      writer.beginArray()
      writer.string(VisibleText.shown(clause.id.path, maxCharacters: 80))
      writer.string(context.clause(clause.suite, clause.id)?.sentence ?? "")
      writer.endArray()
    }
    writer.endArray()
    writer.key("cases")
    // The array is open still.
    writer.raw(rows.bytes + [UInt8(ascii: "]")])
    writer.endObject()
    return writer.bytes
  }
}

extension RepeatCommand {
  /// A command is for copying: one that is too long is none.
  func short(for result: CaseResult) -> String {
    let text = text(for: result)
    return text.utf8.count <= 8_192 ? text : ""
  }
}
