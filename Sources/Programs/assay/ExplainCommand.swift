import Anatomy
import ArgumentParser
import Conformance
import Forge
import JSONText
import Reporting
import Running
import SuiteModels
import Suites
import WireFormat

/// `assay explain`: a case, a failure or a URL, taken apart.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Take a case or a URL apart, layer by layer, with the bytes annotated.",
    usage: "assay explain [<options>] CASE|FILE|URL|REPORT#CASE",
    discussion: """
      SUBJECT is the id of a case (abt/token/missing), a case file, a failure of a report \
      (report.json#abt/token/missing), or a request or callback URL: as it stands, in a file, or on \
      standard input (-). A failure is told with what was observed beside what is expected.
      Examples: assay explain abt/token/missing
                assay explain Reports/acme-2026-11-23-1/report.json#abt/token/missing
                assay explain --full crash.url
      """)

  @Argument(help: ArgumentHelp("What to explain.", valueName: "subject"))
  var subject: String

  @OptionGroup(title: "Setup") var setup: SetupOptions
  @OptionGroup(title: "Dialect") var dialectOptions: DialectOptions

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
    let dialect = try dialectOptions.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let subject: Subject
    if let item = try generated(suites) {
      subject = .items([.init(item: item)])
    } else {
      subject = try read(suites, dialect)
    }
    var writer = JSONWriter(pretty: true, reserving: 1 << 14)
    switch subject {
    case .callback(let url):
      let dissection = anatomist.callback(url, dialect: dialect.value)
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
    case items([CaseSources.Found])
    case callback([UInt8])
  }

  private func read(_ suites: [any Suite], _ dialect: SharedDialect) throws -> Subject {
    let sources = try CaseSources(suites, setup, dialect)
    let bytes: [UInt8]
    var name = "stored/argument"
    if CaseInputs.fragment(subject) != nil {
      return .items(try sources.cases(at: [subject]))
    } else if subject == "-" || InputFile.exists(subject) {
      if subject != "-", InputFile.isFolder(subject) {
        throw ValidationError("\(subject) is a folder; name a file in it")
      }
      bytes = try InputFile.bytes(subject, kind: "file", maxBytes: CaseSources.maxBytes)
      name = CaseInputs.storedName(of: subject)
      if Self.isCallback(bytes, dialect.value) {
        return .callback(ForeignText.withoutLineEnd(bytes))
      }
      return .items(try wanted(sources.cases(holding: bytes, from: subject, named: name)))
    }
    bytes = Array(subject.utf8)
    if Self.isCallback(bytes, dialect.value) { return .callback(bytes) }
    if ForeignText.looksLikeURL(bytes) { return .items([try sources.foreign(bytes, named: name)]) }
    if suites.contains(where: { $0.clauses[Clause.ID(subject)] != nil }) {
      throw ValidationError(
        "\(subject) is a requirement; assay spec \(subject) shows it and its cases, and explain takes one of these, a file or a URL"
      )
    }
    throw ValidationError(
      "there is no case, file or URL \"\(subject)\"; "
        + (whatIsMeant(suites) ?? "`assay list` shows the ids of the cases"))
  }

  /// What to ask for instead, where the subject looks like the id of a case, or is what ids begin with.
  private func whatIsMeant(_ suites: [any Suite]) -> String? {
    let all = CaseList(joining: suites.map { $0.cases(seed: seed) })
    guard let meant = Selection.meant(by: subject, in: all) else { return nil }
    return meant.hasSuffix("/**")
      ? "`assay list --select '\(meant)'` shows the cases whose ids begin so"
      : "did you mean '\(meant)'? `assay list` shows the ids of the cases"
  }

  /// The generated case of the id: in the edition that is wanted, or else in the plain one if it has that.
  private func generated(_ suites: [any Suite]) throws -> Case? {
    let own = suites.flatMap { $0.generated(CaseID(subject), seed: seed) }
    let first = own.first { $0.variant.name == "plain" } ?? own.first
    guard let first, first.variant != .sole, let edition = setup.edition else { return first }
    guard let item = own.first(where: { $0.variant.name == edition.rawValue }) else {
      throw ValidationError(
        "the case \(subject) is not there in the edition \(edition.rawValue), but in \(first.variant)"
      )
    }
    return item
  }

  /// The cases, where they are of the edition that is wanted.
  private func wanted(_ items: [CaseSources.Found]) throws -> [CaseSources.Found] {
    guard let edition = setup.edition,
      let other = items.first(where: {
        !$0.isForeign && $0.item.variant != .sole && $0.item.variant.name != edition.rawValue
      })
    else { return items }
    throw ValidationError(
      "\(subject) is a case of the edition \(other.item.variant), not \(edition.rawValue)")
  }

  /// Whether it is a URL that libraries open.
  private static func isCallback(_ bytes: [UInt8], _ dialect: Dialect) -> Bool {
    let scheme = dialect.callbackPrefix.utf8.prefix { $0 != UInt8(ascii: ":") }
    return bytes.prefix(scheme.count + 1).map { $0 | 0x20 }
      .elementsEqual(scheme.map { $0 | 0x20 } + [UInt8(ascii: ":")])
  }

  // MARK: What is said

  private var anatomist: Anatomist { Anatomist(limits: full ? .full : .usual) }

  private var style: TerminalStyle {
    TerminalStyle(
      color: TerminalChoice.usesColor(noColor: noColor), width: TerminalChoice.width(of: 1))
  }

  /// More rows than a file has bytes; their columns can still be counted.
  private static let allRows = 1 << 30

  private func text(_ dissection: Dissection) -> String {
    ExplanationText.text(dissection, style: style, rowsPerNote: full ? Self.allRows : 2)
  }

  /// Whose request a bare URL is taken to be, where nobody has said it.
  private func assumption(_ found: CaseSources.Found) -> String? {
    guard found.isForAssumedApp else { return nil }
    let app = ForeignRequests.defaultSetup(.plain)
    return
      "it is for \(app.bundleIdentifier) with the API key \(app.apiKey); --setup FILE names another app"
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

  /// A request of a case, and the step in which it is opened.
  private struct Request {
    let step: Int
    let isCanary: Bool
    let dissection: () -> Dissection
  }

  private func requests(of item: Case, _ suite: any Suite) throws -> [Request] {
    guard let suite = suite as? ModelSuite<ABTModel> else { return [] }
    let script = try Faults.reported { try suite.script(item) }
    return script.steps.enumerated().compactMap { index, step in
      step.event.map { event in
        Request(step: index + 1, isCanary: event.role == .canary) {
          anatomist.request(event.url, for: script.setup.context)
        }
      }
    }
  }

  private func writeText(_ found: CaseSources.Found, _ suites: [any Suite]) throws {
    let (explanation, suite) = try explanation(found.item, suites)
    StandardOutput.write(
      CaseExplanationText.text(
        found.item, explanation, clauses: suite.clauses, remark: assumption(found),
        failure: found.failure, trace: try trace(found, suite), style: style))
    let all = try requests(of: found.item, suite)
    // A valid request after the one that matters is the same in every case.
    let subjects = full || all.allSatisfy(\.isCanary) ? all : all.filter { !$0.isCanary }
    let shown = subjects.prefix(full ? .max : Self.maxRequests)
    for request in shown {
      StandardOutput.write(
        "\n\(style.heading("The bytes of step \(request.step)"))\n" + text(request.dissection()))
    }
    let shownSteps = Set(shown.map(\.step))
    let left = all.filter { !shownSteps.contains($0.step) }
    if let first = left.first, let last = left.last {
      // A series of thousands is told by its ends.
      let steps =
        left.count > 300
        ? "\(first.step) to \(last.step)" : left.map { String($0.step) }.joined(separator: ", ")
      StandardOutput.write(
        "\nThe bytes of step\(left.count == 1 ? "" : "s") \(steps) are left out: --full shows them\n"
      )
    }
  }

  /// What the model allows beside what a report says that the implementation did; nil where it does not say.
  private func trace(_ found: CaseSources.Found, _ suite: any Suite) throws -> Trace? {
    guard let failure = found.failure, let exchange = failure.exchange else { return nil }
    let session = try Faults.reported { () throws(HarnessFault) in
      try suite.open(found.item, capabilities: Self.allCapabilities)
    }
    session.take(exchange)
    return session.trace(of: failure.findings)
  }

  /// How many requests of a case are taken apart unless everything is asked for.
  private static let maxRequests = 4

  private func writeJSON(
    _ found: CaseSources.Found, _ suites: [any Suite], _ writer: inout JSONWriter
  ) throws {
    let (explanation, suite) = try explanation(found.item, suites)
    writer.beginObject()
    writer.key("schema")
    writer.string(CaseExplanationJSON.schema)
    CaseExplanationJSON.writeMembers(
      found.item, explanation, remark: assumption(found), failure: found.failure,
      trace: try trace(found, suite), to: &writer)
    writer.key("requests")
    writer.beginArray()
    // As far as the steps are told.
    for request in try requests(of: found.item, suite).prefix(explanation.steps.count) {
      writer.beginObject()
      writer.key("step")
      writer.integer(request.step)
      writer.key("anatomy")
      writer.raw(ExplanationJSON.bytes(request.dissection()).dropLast())
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
