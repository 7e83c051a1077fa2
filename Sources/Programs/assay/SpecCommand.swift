import ArgumentParser
import Conformance

struct SpecCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec",
    abstract: "Show the requirements, their source and their cases; what no case covers.")

  @Option(name: .customLong("suite"), help: "Only this suite (repeatable).")
  var suites: [String] = []

  @Argument(help: "One requirement, such as ABT-TOK-05; without it: all, a line each.")
  var id: String?

  func run() throws {
    let all = try Faults.reported { try SuiteCatalogue.suites() }
    for name in suites where !all.contains(where: { $0.name == name }) {
      throw ValidationError(
        "there is no suite \"\(name)\"; there are \(all.map(\.name).joined(separator: ", "))")
    }
    let chosen = all.filter { suites.isEmpty || suites.contains($0.name) }
    if let id {
      try show(id, in: chosen)
    } else {
      for suite in chosen { StandardOutput.write(overview(suite)) }
    }
  }

  private func overview(_ suite: any Suite) -> String {
    let counts = Self.casesByClause(suite)
    var text = "\(suite.name)\n"
    for clause in suite.clauses.clauses {
      let count = counts[clause.id]?.count ?? 0
      let covered = count == 0 ? "no case" : count == 1 ? "1 case" : "\(count) cases"
      text += "  \(clause.id) (\(clause.level.rawValue), \(covered)): \(clause.sentence)\n"
    }
    let uncovered = suite.clauses.clauses.filter { counts[$0.id] == nil && $0.level != .info }
    text +=
      "  \(suite.clauses.clauses.count - uncovered.count) of \(suite.clauses.clauses.count) clauses are covered or informational"
    return text
      + (uncovered.isEmpty
        ? ".\n" : "; no case is about: \(uncovered.map(\.id.path).joined(separator: ", ")).\n")
  }

  private func show(_ id: String, in suites: [any Suite]) throws {
    var isFound = false
    for suite in suites {
      let counts = Self.casesByClause(suite)
      for clause in suite.clauses.clauses where clause.id.path == id || clause.id.requirement == id
      {
        isFound = true
        StandardOutput.write(
          """
          \(clause.id) (\(clause.level.rawValue), suite \(suite.name))
            \(clause.sentence)
            Source: \(clause.source)

          """)
        let cases = counts[clause.id] ?? []
        StandardOutput.write(cases.isEmpty ? "  No case is about it.\n" : "  Cases:\n")
        for name in cases { StandardOutput.write("    \(name)\n") }
      }
    }
    guard isFound else {
      throw ValidationError("there is no requirement \"\(id)\"; `assay spec` shows them all")
    }
  }

  /// The ids of the cases about each clause, once for all variants.
  private static func casesByClause(_ suite: any Suite) -> [Clause.ID: [CaseID]] {
    var result: [Clause.ID: [CaseID]] = [:]
    for summary in suite.cases(seed: 1) {
      for target in summary.targets where result[target]?.contains(summary.id) != true {
        result[target, default: []].append(summary.id)
      }
    }
    return result
  }
}
