import Conformance

extension TerminalSummary {
  /// What the library does where the specification leaves it free, suite by suite. It stands in verbose summaries only: nobody passes or
  /// fails by it.
  mutating func addChoices() {
    let rows = scorecard.choices
    var suites: [String] = []
    for row in rows where suites.last != row.suite { suites.append(row.suite) }
    for suite in suites {
      let own = rows.filter { $0.suite == suite }
      addHeading("What this library does where it is free (\(VisibleText.escaped(suite)))")
      let met = own.filter { !$0.outcomes.isEmpty }
      let width = met.map(\.place.id.path.unicodeScalars.count).max() ?? 0
      for row in met {
        let outcomes = row.outcomes.map { "\($0.name) (\(Count.text($0.cases, "case")))" }
        add(
          style.paragraph(
            outcomes.joined(separator: "; "), label: Self.padded(row.place.id.path, width + 2),
            indent: 2))
      }
      let unseen = own.filter(\.outcomes.isEmpty).map(\.place.id.path)
      if !unseen.isEmpty {
        add(
          style.paragraph(
            unseen.joined(separator: ", "), label: Self.padded("not seen", width + 2), indent: 2))
      }
    }
  }

  /// How much is recorded, and where; nil where nothing is.
  var choicesLine: String? {
    let rows = scorecard.choices
    guard !rows.isEmpty else { return nil }
    let met = Count.text(rows.count { !$0.outcomes.isEmpty })
    let holder = reportPath?.hasSuffix("report.json") == true ? "report.json and " : ""
    return
      "choices \(met) of \(Count.text(rows.count, "free place")) met: \(holder)--verbose "
      + "\(holder.isEmpty ? "tells" : "tell") what the library does there"
  }
}
