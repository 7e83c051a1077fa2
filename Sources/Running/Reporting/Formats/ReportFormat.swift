package import Conformance
import SystemLibrary

/// A form in which the results of a run are written. The registry holds all of them: what can be written at the end of a run can be
/// made of its report later.
package struct ReportFormat: Sendable {
  /// As `--format` and the options of `assay report` have it.
  package let name: String
  /// The file in the run's folder.
  package let fileName: String
  package let mediaType: String
  /// What it is for, in half a sentence.
  package let purpose: String
  private let body: @Sendable (ReportSource, ReportContext, OutputFile) throws(OutputFault) -> Void

  init(
    _ name: String, fileName: String, mediaType: String, purpose: String,
    body: @escaping @Sendable (ReportSource, ReportContext, OutputFile) throws(OutputFault) -> Void
  ) {
    self.name = name
    self.fileName = fileName
    self.mediaType = mediaType
    self.purpose = purpose
    self.body = body
  }

  /// Writes a report in this form. The cases pass one by one: the memory that it takes does not grow with their number.
  package func write(
    _ source: ReportSource, _ context: ReportContext, to file: OutputFile
  ) throws(OutputFault) {
    try body(source, context, file)
  }

  /// Writes a file: its name shows what was there before, or all of the new one.
  package func write(
    _ source: ReportSource, _ context: ReportContext, path: String
  ) throws(OutputFault) {
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      try write(source, context, to: file)
    }
  }
}

// MARK: The registry

extension ReportFormat: CaseIterable {
  /// All formats; where a run writes several, its summary names the first.
  package static let allCases: [ReportFormat] = [
    json, html, junit, sarif, markdown, tap, badge,
  ]
  /// What a run writes where nothing else is asked for.
  package static let usual: Set<ReportFormat> = [json, junit]

  package static let json = ReportFormat(
    "json", fileName: ReportFile.fileName, mediaType: "application/json",
    purpose: "the report itself, in the order and with the line breaks of assay"
  ) { (source, _, file) throws(OutputFault) in try ReportDocument.write(source, to: file) }

  package static let html = ReportFormat(
    "html", fileName: "report.html", mediaType: "text/html",
    purpose: "a page in one file, to read, search, print and publish"
  ) { (source, context, file) throws(OutputFault) in
    try HTMLDocument.write(source, context, to: file)
  }

  package static let junit = ReportFormat(
    "junit", fileName: "junit.xml", mediaType: "application/xml",
    purpose: "JUnit's XML, for the test pages of CI systems"
  ) { (source, _, file) throws(OutputFault) in try JUnitDocument.write(source, to: file) }

  package static let sarif = ReportFormat(
    "sarif", fileName: "report.sarif", mediaType: "application/sarif+json",
    purpose:
      "SARIF 2.1.0, for code scanning: a rule for each requirement, a result for each finding"
  ) { (source, context, file) throws(OutputFault) in
    try SARIFDocument.write(source, context, to: file)
  }

  package static let markdown = ReportFormat(
    "markdown", fileName: "report.md", mediaType: "text/markdown",
    purpose: "Markdown, for the summary of a CI job or a comment on a pull request"
  ) { (source, context, file) throws(OutputFault) in
    try MarkdownDocument.write(source, context, to: file)
  }

  package static let tap = ReportFormat(
    "tap", fileName: "report.tap", mediaType: "text/plain",
    purpose: "TAP 14, a line for each case, with what failed in YAML below it"
  ) { (source, context, file) throws(OutputFault) in
    try TAPDocument.write(source, context, to: file)
  }

  package static let badge = ReportFormat(
    "badge", fileName: "badge.svg", mediaType: "image/svg+xml",
    purpose: "a small picture of the verdict (SVG)"
  ) { (source, _, file) throws(OutputFault) in try Badge.write(source, to: file) }

  /// - Returns: nil where there is no format of this name.
  package init?(named name: String) {
    guard let format = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
  }
}

extension ReportFormat: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What formats need beside a report: the sentences and sources of the clauses, which no report repeats, and the suites that read
/// recorded requests and draw state machines.
package struct ReportContext: Sendable {
  private let tables: [String: ClauseTable]
  let suites: [any Suite]

  package init(_ suites: [any Suite]) {
    self.suites = suites
    tables = Dictionary(
      suites.map { ($0.name, $0.clauses) }, uniquingKeysWith: { first, _ in first })
  }

  /// The clause of this version of assay; nil where the report is about another.
  func clause(_ suite: String, _ id: Clause.ID) -> Clause? { tables[suite]?[id] }

  func suite(_ name: String) -> (any Suite)? { suites.first { $0.name == name } }
}
