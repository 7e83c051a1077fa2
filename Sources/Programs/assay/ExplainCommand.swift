import Anatomy
import ArgumentParser
import Conformance
import JSONText
import Reporting
import Suites
import WireFormat

/// `assay explain`: a case, a failure or a URL, taken apart.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Take a case or a URL apart, layer by layer, with the bytes annotated.",
    discussion: """
      SUBJECT is the id of a case (abt/token/missing), a case file, a failure of a report \
      (report.json#abt/token/missing), or a request or callback URL: as it stands, in a file, or on \
      standard input (-).
      """)

  @Argument(help: ArgumentHelp("What to explain.", valueName: "subject"))
  var subject: String

  @OptionGroup(title: "Setup") var setup: SetupOptions

  @Option(help: "What the generated parts of a case are made from.")
  var seed: UInt64 = 1

  @Option(help: "How it is written: text, json.")
  var format: Format = .text

  @Flag(help: "All bytes, and all objects of a property list.")
  var full = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func run() throws {
    let suites = try Faults.reported { try SuiteCatalogue.suites() }
    let setup = try setup.read()
    let subject = try read(suites, setup)
    var writer = JSONWriter(pretty: true, reserving: 1 << 14)
    switch subject {
    case .callback(let url):
      let dissection = anatomist.callback(url)
      if format == .json {
        StandardOutput.write(bytes: ExplanationJSON.bytes(dissection))
      } else {
        StandardOutput.write(text(dissection))
      }
    case .items(let items):
      guard !items.isEmpty else {
        throw ValidationError("\(self.subject) has no failure to explain")
      }
      guard format == .json else {
        for (index, item) in items.enumerated() {
          if index > 0 { StandardOutput.write("\n") }
          try writeText(item, suites)
        }
        return
      }
      // Several cases are a list, so that what is written is one JSON text in any case.
      if items.count > 1 { writer.beginArray() }
      for item in items { try writeJSON(item, suites, &writer) }
      if items.count > 1 { writer.endArray() }
      writer.endLine()
      StandardOutput.write(bytes: writer.bytes)
    }
  }

  // MARK: What it is

  private enum Subject {
    case items([Case])
    case callback([UInt8])
  }

  private func read(_ suites: [any Suite], _ setup: ABTSetup) throws -> Subject {
    let sources = CaseSources(suites: suites, setup: setup)
    let own = suites.flatMap { $0.cases(seed: seed) }.filter { $0.id.path == subject }
    if let item = own.first(where: { $0.variant.name == self.setup.edition.rawValue }) ?? own.first
    {
      return .items([item])
    }
    if subject == "-" || InputFile.exists(subject) || CaseSources.fragment(subject) != nil {
      if subject != "-", InputFile.isFolder(subject) {
        throw ValidationError("\(subject) is a folder; name a file in it")
      }
      guard CaseSources.fragment(subject) == nil else {
        return .items(try sources.cases(at: subject))
      }
      let bytes = try InputFile.bytes(subject, kind: "file", maxBytes: 512 << 20)
      if Self.isCallback(bytes) { return .callback(Self.line(bytes)) }
      return .items(
        try sources.cases(holding: bytes, from: subject))
    }
    let bytes = Array(subject.utf8)
    if Self.isCallback(bytes) { return .callback(bytes) }
    if CaseSources.looksLikeURL(bytes) {
      return .items([
        try Faults.reported { try ForeignRequests.item(bytes, named: "stored/argument", to: setup) }
      ])
    }
    throw ValidationError(
      "there is no case, file or URL \"\(subject)\"; `assay list` shows the ids of the cases")
  }

  private static func line(_ bytes: [UInt8]) -> [UInt8] {
    bytes.last == 0x0A ? bytes.dropLast() : bytes
  }

  /// Whether it is a URL that libraries open.
  private static func isCallback(_ bytes: [UInt8]) -> Bool {
    let scheme = Dialect.profile1.callbackPrefix.utf8.prefix { $0 != UInt8(ascii: ":") }
    return bytes.prefix(scheme.count + 1).map { $0 | 0x20 }
      .elementsEqual(scheme.map { $0 | 0x20 } + [UInt8(ascii: ":")])
  }

  // MARK: What is said

  private var anatomist: Anatomist { Anatomist(limits: full ? .full : .usual) }

  private var style: TerminalStyle {
    var output = OutputOptions()
    output.noColor = noColor
    return TerminalStyle(color: output.usesColor, width: output.width)
  }

  /// More rows than a file has bytes; their columns can still be counted.
  private static let allRows = 1 << 30

  private func text(_ dissection: Dissection) -> String {
    ExplanationText.text(dissection, style: style, rowsPerNote: full ? Self.allRows : 2)
  }

  private func explanation(
    _ item: Case, _ suites: [any Suite]
  ) throws -> (CaseExplanation, any Suite) {
    guard let suite = suites.first(where: { $0.name == item.suite }) else {
      throw ValidationError("\(item.id) belongs to no suite")
    }
    let explanation = try Faults.reported {
      try suite.explain(item, capabilities: Self.allCapabilities)
    }
    return (explanation, suite)
  }

  /// What is asked of an implementation that can do everything.
  private static let allCapabilities: Set<String> = [
    "chunks", "rollback", "cancel", "delegateError", "log", "sequence", "bytes", "dialect",
  ]

  /// The requests of a case, each with its step.
  private func requests(
    of item: Case, _ suite: any Suite
  ) throws -> [(step: Int, dissection: Dissection)] {
    guard let suite = suite as? ModelSuite<ABTModel> else { return [] }
    let script = try Faults.reported { try suite.script(item) }
    return script.steps.enumerated().compactMap { index, step in
      step.event.map { (index + 1, anatomist.request($0.url, for: script.setup.context)) }
    }
  }

  private func writeText(_ item: Case, _ suites: [any Suite]) throws {
    let (explanation, suite) = try explanation(item, suites)
    StandardOutput.write(
      CaseExplanationText.text(item, explanation, clauses: suite.clauses, style: style))
    let requests = try requests(of: item, suite)
    for (step, dissection) in requests.prefix(full ? .max : Self.maxRequests) {
      StandardOutput.write("\n\(style.heading("The bytes of step \(step)"))\n" + text(dissection))
    }
    if !full, requests.count > Self.maxRequests {
      StandardOutput.write(
        "\n\(requests.count - Self.maxRequests) more requests are not taken apart: --full shows them\n"
      )
    }
  }

  /// How many requests of a case are taken apart unless everything is asked for.
  private static let maxRequests = 4

  private func writeJSON(
    _ item: Case, _ suites: [any Suite], _ writer: inout JSONWriter
  ) throws {
    let (explanation, suite) = try explanation(item, suites)
    writer.beginObject()
    writer.key("schema")
    writer.string(CaseExplanationJSON.schema)
    CaseExplanationJSON.writeMembers(item, explanation, to: &writer)
    writer.key("requests")
    writer.beginArray()
    for (step, dissection) in try requests(of: item, suite) {
      writer.beginObject()
      writer.key("step")
      writer.integer(step)
      writer.key("anatomy")
      writer.raw(ExplanationJSON.bytes(dissection).dropLast())
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
