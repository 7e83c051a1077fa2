import AdapterProtocol
import ArgumentParser
import Conformance
import Foundation
import Fuzzing
import Reporting
import SuiteModels
import Suites

/// `assay promote`: a finding becomes a regression case.
struct PromoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promote",
    abstract: "Turn a finding into a regression case of the corpus.",
    usage: "assay promote [<options>] FILE --requirement ID",
    discussion: """
      The case is written below Corpus/regressions with an id of its own, about the requirement that it shows to be broken. \
      assay run --corpus Corpus/regressions includes it from then on. \
      The recorded finding stays in the file, so that assay replay tells whether a library still has the mistake.
      Example: assay promote Reports/fuzz-x/findings/abt-abt-rob-01-crash-zlib.json --requirement ABT-ROB-01
      Exit codes: 0 written, 2 wrong usage, 70 a fault of assay itself.
      """)

  @Argument(help: ArgumentHelp("The case file, or a failure of a report as in report.json#CASE."))
  var file: String

  @Option(
    name: .customLong("requirement"),
    help: "What the case is about (repeatable; the first one names it).")
  var requirements: [String]

  @Option(
    help: ArgumentHelp(
      "The last part of the id and of the file's name (default: made of the finding).",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("One sentence that says what the case is.", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "What is wrong with the bytes, and what the library did (default: the steps in words).",
      valueName: "text"))
  var comment: String?

  @Option(
    help: ArgumentHelp(
      "The folder to write to (default: Corpus/regressions).", valueName: "dir"))
  var corpus = "Corpus/regressions"

  @OptionGroup(title: "Setup") var setup: SetupOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  func validate() throws {
    guard !requirements.isEmpty else {
      throw ValidationError("--requirement is missing; it says what the case is about")
    }
    if let name, !Self.isSound(name) {
      throw ValidationError(
        "--name takes words of small letters, digits and hyphens, not \(name)")
    }
    guard !corpus.isEmpty else { throw ValidationError("--corpus takes the name of a folder") }
  }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let found = try CaseSources(suites, setup, dialect).onlyCase(at: file, to: "promote")
    let item = found.item
    guard let suite = suites.first(where: { $0.name == item.suite }) else { return }
    guard found.earlier.isEmpty else {
      throw ValidationError(
        "the failure needs other cases before it; assay minimize makes one file of them where that can be done"
      )
    }
    let told = try Faults.reported { () throws(HarnessFault) in
      try suite.explain(item, capabilities: item.needs)
    }
    let targets = try targets(of: item, suite, told)
    let unusual = try Faults.reported { try suite.unusualParts(of: item) }
    let name = name ?? Self.name(item, targets, unusual)
    let promoted = try Faults.reported { () throws(HarnessFault) -> Case in
      var provenance = item.provenance ?? Provenance()
      provenance.generator = provenance.generator ?? (item.seed == nil ? nil : item.id)
      provenance.seed = provenance.seed ?? item.seed
      provenance.comment = comment ?? told.steps.map(\.words).joined(separator: " ")
      let named = try suite.named(
        item, CaseID("\(suite.name)/regressions/\(name)"), title ?? item.title, about: targets)
      return try suite.noted(named, provenance)
    }
    let bytes = try Faults.reported { try suite.encode(promoted) }
    try refuseCopies(of: promoted, suite, CaseSources(suites, setup, dialect))
    let path = "\(corpus)/\(name).json"
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ValidationError("\(path) is there already; give another name with --name")
    }
    try OutputFolder.make(corpus)
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in try file.write(bytes) }
    } catch {
      throw ValidationError("\(error)")
    }
    StandardOutput.write(
      """
      \(path): \(promoted.id), about \(targets.map(\.path).joined(separator: ", "))
      run  assay run --corpus \(ShellText.quoted(corpus)) -- ADAPTER

      """)
  }

  /// The requirements, each of which something in the case asks for.
  private func targets(
    of item: Case, _ suite: any Suite, _ told: CaseExplanation
  ) throws -> [Clause.ID] {
    var asked: [Clause.ID] = []
    for step in told.steps {
      for expected in step.always + step.ways.flatMap(\.expected) {
        for clause in expected.clauses where !asked.contains(clause) { asked.append(clause) }
      }
    }
    let recorded = item.provenance?.signature
    return try requirements.map { name in
      let clause = Clause.ID(name)
      guard suite.clauses[clause] != nil else {
        throw ValidationError(
          NearestName.unknownRequirement(name, in: suite.name, among: [suite]))
      }
      // Crashes, hangs and memory are asked of every case, and tell nothing of it but what it has shown. What a file of another tool has
      // shown, its owner knows.
      let isOfEvery =
        recorded?.clause == clause
        || suite.clausesOfAnyCase(showing: recorded?.kind).contains(clause)
      guard isOfEvery || asked.contains(clause) else {
        let shown = recorded.map { "it failed as \($0), and " } ?? "it "
        throw ValidationError(
          "nothing in this case asks for \(name), so that it could never fail by it; \(shown)is about \(asked.map(\.path).joined(separator: ", "))"
        )
      }
      return clause
    }
  }

  /// `tok-05-invalid-request-reaches-delegate-token`
  private static func name(
    _ item: Case, _ targets: [Clause.ID], _ unusual: [[String]]
  ) -> String {
    let kind = item.provenance?.signature?.kind
    let words =
      [targets.first?.path ?? "", kind ?? ""] + (kind == nil ? [] : FuzzFinding.guilty(unusual))
    let text = words.filter { !$0.isEmpty }.joined(separator: "-").lowercased().map {
      $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
    }
    return String(String(text).prefix(80)).trimmingCharacters(in: ["-"])
  }

  private static func isSound(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 120
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }

  /// A case that is there already must not get a second name.
  private func refuseCopies(
    of item: Case, _ suite: any Suite, _ sources: CaseSources
  ) throws {
    guard InputFile.isFolder(corpus),
      let names = try? FileManager.default.contentsOfDirectory(atPath: corpus),
      names.contains(where: { $0.hasSuffix(".json") })
    else { return }
    let bytes = try Faults.reported { try suite.frames(item).map(\.body) }
    for other in try sources.cases(at: [corpus])
    where other.item.suite == item.suite && other.item.variant == item.variant {
      let same = try Faults.reported { try suite.frames(other.item).map(\.body) }
      guard same != bytes else {
        throw ValidationError("the same requests stand in \(other.path ?? corpus) already")
      }
    }
  }
}
