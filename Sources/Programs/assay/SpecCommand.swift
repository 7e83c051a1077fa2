import ArgumentParser
import Conformance
import Reporting
import SuiteModels
import Suites

struct SpecCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec",
    abstract: "Show the requirements, their source and their cases; what no case covers.",
    usage: "assay spec [<options>] [ID]",
    discussion: """
      A suite whose model is a state machine can be drawn: for Graphviz (dot), for Mermaid, or as a drawing (svg). What the cases take of it \
      is marked; with a report, what the judged cases of that run took.
      Examples: assay spec ABT-TOK-05
                assay spec --suite appconnect.dualmode --diagram svg > machine.svg
      """)

  @Option(name: .customLong("suite"), help: "Only this suite (repeatable).")
  var suites: [String] = []

  @OptionGroup var versions: VersionOptions

  @Option(
    help: ArgumentHelp(
      "Only the requirements that this version of the suites did not have yet.",
      valueName: "version"))
  var since: String?

  @Flag(name: .customLong("not-tested"), help: "Only the requirements that no case is about.")
  var notTested = false

  @Option(help: "Draw the state machine of the suite: dot, mermaid, svg.")
  var diagram: Diagram?

  @Option(
    help: ArgumentHelp(
      "Mark in the drawing what the cases of this run took: report.json, or the folder of the run.",
      valueName: "report"))
  var report: String?

  enum Diagram: String, ExpressibleByArgument, CaseIterable {
    case dot, mermaid, svg
  }

  @Argument(help: "One requirement, such as ABT-TOK-05; without it: all, a line each.")
  var id: String?

  func validate() throws {
    if notTested, let id {
      throw ValidationError("--not-tested lists requirements; leave out \(id), or the option")
    }
    if since != nil, id != nil || notTested || diagram != nil {
      throw ValidationError("--since lists requirements; leave out what else is asked for")
    }
    if diagram != nil, id != nil || notTested {
      throw ValidationError("--diagram draws a suite; leave out \(id ?? "--not-tested")")
    }
    if report != nil, diagram == nil {
      throw ValidationError("--report marks a drawing; say which with --diagram")
    }
  }

  func run() throws {
    let all = try versions.applied(to: Faults.reported { try SuiteCatalogue.suites() })
    for name in suites where !all.contains(where: { $0.name == name }) {
      throw ValidationError(
        "there is no suite \"\(name)\""
          + NearestName.hint(for: name, among: all.map(\.name), all: all.map(\.name)))
    }
    let chosen = all.filter { suites.isEmpty || suites.contains($0.name) }
    if let since {
      try showNew(in: chosen, since: VersionOptions.known(since, option: "since"))
    } else if let diagram {
      try draw(chosen, as: diagram)
    } else if let id {
      try show(id, in: chosen)
    } else if notTested {
      for suite in chosen { StandardOutput.write(gaps(suite)) }
    } else {
      for suite in chosen { StandardOutput.write(overview(suite)) }
    }
  }

  /// The requirements that came after a version, and how many cases did.
  private func showNew(in suites: [any Suite], since version: SuiteVersion) throws {
    var text = ""
    for suite in suites {
      let clauses = suite.clauses.clauses.filter { $0.since > version }
      let cases = suite.cases(seed: 1).lazy.filter { suite.isNew($0, since: version) }.count
      guard !clauses.isEmpty || cases > 0 else { continue }
      text += "\(suite.name)\n"
      for clause in clauses {
        text +=
          "  \(clause.id) (\(clause.level.rawValue), since version \(clause.since)): \(clause.sentence)\n"
      }
      text +=
        "  \(Count.text(clauses.count, "new requirement")), \(Count.text(cases, "new case")); assay list --since \(version) lists the cases.\n"
    }
    StandardOutput.write(
      text.isEmpty ? "Nothing has come since version \(version) of the suites.\n" : text)
  }

  private func overview(_ suite: any Suite) -> String {
    let counts = Self.casesByClause(suite)
    var text = "\(suite.name)\n"
    for clause in suite.clauses.clauses {
      let count = counts[clause.id]?.count ?? 0
      let covered = count == 0 ? "no case" : count == 1 ? "1 case" : "\(count) cases"
      text += FittedText.lines(
        clause.sentence, after: "  \(clause.id) (\(clause.level.rawValue), \(covered)): ",
        hanging: 4)
    }
    let uncovered = suite.clauses.clauses.filter { counts[$0.id] == nil && $0.level != .info }
    let total = suite.clauses.clauses.count
    let gaps = uncovered.map(\.id.path).joined(separator: ", ")
    text += FittedText.lines(
      "\(total - uncovered.count) of \(total) clauses are covered or informational"
        + (uncovered.isEmpty ? "." : "; no case is about: \(gaps)."), after: "  ", hanging: 2)
    if let coverage = SuiteCharts.coverage(of: suite) {
      text += FittedText.lines("The cases take \(coverage.words).", after: "  ")
    }
    return text
  }

  /// The requirements that no case is about, and how many they are in each variant.
  private func gaps(_ suite: any Suite) -> String {
    let coverage = SuiteCoverage([suite])
    let variants = coverage.variants(of: suite)
    let gaps = coverage.gaps(in: suite)
    let passing = Self.judgedInPassing(in: suite)
    var text = "\(suite.name)\n"
    for (clause, lacking) in gaps {
      let own = variants.filter { (clause.variant ?? $0) == $0 }
      let place = lacking == own ? "" : ", \(lacking.map(\.name).joined(separator: ", "))"
      text += FittedText.lines(
        clause.sentence, after: "  \(clause.id) (\(clause.level.rawValue)\(place)): ", hanging: 4)
      if passing.contains(clause.id) { text += FittedText.lines(Self.inPassing, after: "    ") }
    }
    let counts = variants.map { variant in
      let count = gaps.count { $0.variants.contains(variant) }
      return variant == .sole ? "\(count)" : "\(count) in \(variant)"
    }
    return text
      + FittedText.lines(
        "Requirements without a case: \(counts.joined(separator: ", ")).", after: "  ")
  }

  private func show(_ id: String, in suites: [any Suite]) throws {
    var isFound = false
    for suite in suites {
      let clauses = suite.clauses.clauses.filter { $0.id.isOf(id) }
      guard !clauses.isEmpty else { continue }
      isFound = true
      let counts = Self.casesByClause(suite)
      for clause in clauses {
        StandardOutput.write(
          "\(clause.id) (\(clause.level.rawValue), suite \(suite.name))\n"
            + FittedText.lines(clause.sentence, after: "  ")
            + FittedText.lines(clause.source, after: "  Source: ")
            + Self.documentation(of: clause.id)
            + "  Since: version \(clause.since) of the suites\n")
        let cases = counts[clause.id] ?? []
        let isPassing = cases.isEmpty && Self.judgedInPassing(in: suite).contains(clause.id)
        StandardOutput.write(
          isPassing
            ? "  \(Self.inPassing)\n" : cases.isEmpty ? "  No case is about it.\n" : "  Cases:\n")
        for name in cases { StandardOutput.write("    \(name)\n") }
      }
    }
    guard isFound else {
      let ids = suites.flatMap { $0.clauses.clauses.map(\.id.path) }
      let meant = NearestName.of(id, among: ids).map { "did you mean \($0)? " } ?? ""
      throw ValidationError(
        "there is no requirement \"\(id)\"; \(meant)`assay spec` shows them all")
    }
  }

  /// The pages of the documentation that lay a clause down, and that list its cases and faults.
  private static func documentation(of id: Clause.ID) -> String {
    guard let place = ClauseSections.place(of: id.requirement) else { return "" }
    let entry = "Requirements.md#\(SpecificationPlace.anchor(of: id.path))"
    return FittedText.lines("\(place.link), \(entry)", after: "  Documentation: ")
  }

  private static let inPassing = "No case is about it alone; it is judged in passing."

  /// Clauses whose demands are made in cases about others, of a library that claims everything. One case of each family and variant
  /// is looked at: what is asked of every request shows in them.
  private static func judgedInPassing(in suite: any Suite) -> Set<Clause.ID> {
    var seen: Set<String> = []
    var found: Set<Clause.ID> = []
    let cases = suite.cases(seed: 1)
    let claimed = Set(cases.flatMap(\.needs))
    for item in cases where seen.insert("\(item.family) \(item.variant)").inserted {
      guard let explanation = try? suite.explain(item, capabilities: claimed) else { continue }
      for step in explanation.steps {
        // A demand that no target of the case makes is reported under the first of its clauses.
        found.formUnion((step.always + step.ways.flatMap(\.expected)).compactMap(\.clauses.first))
      }
    }
    return found
  }

  /// The ids of the cases about each clause, once for all variants.
  private static func casesByClause(_ suite: any Suite) -> [Clause.ID: [CaseID]] {
    var result: [Clause.ID: [CaseID]] = [:]
    var seen: [Clause.ID: Set<CaseID>] = [:]
    for item in suite.cases(seed: 1) {
      for target in item.targets where seen[target, default: []].insert(item.id).inserted {
        result[target, default: []].append(item.id)
      }
    }
    return result
  }
}
