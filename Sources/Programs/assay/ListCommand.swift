import ArgumentParser
import Conformance
import JSONText
import SuiteModels
import Suites

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the cases, and what each one is for.",
    discussion: """
      Examples: assay list --requirement ABT-TOK-05
                assay list --since 1
                assay list --shard 2/8 --json
                assay list --select 'abt/hostile/**' --json
                assay list --per-family 1 --save cases
      Exit codes: 0 shown, 2 wrong usage, or a pattern that fits nothing, 6 the selection is empty.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var sharding: ShardOptions
  @OptionGroup var dialect: DialectOptions

  @Option(
    name: .customLong("profile"),
    help: "Add cases for the payloads of a .mobileconfig (repeatable).")
  var profiles: [String] = []

  @Option(help: "What the generated parts of the cases are made from.")
  var seed: UInt64 = 1

  @OptionGroup var generation: GenerationOptions
  @OptionGroup var versions: VersionOptions

  @Option(
    name: .customLong("per-family"),
    help: ArgumentHelp(
      "Only so many cases of each family and variant, spread over it.", valueName: "number"))
  var perFamily: Int?

  @Option(
    name: .customLong("save"),
    help: ArgumentHelp(
      "Write each case into a file of its own below this folder, for assay replay.",
      valueName: "dir"))
  var folder: String?

  @Flag(help: "One JSON object per line.")
  var json = false

  func validate() throws {
    // Numbers beyond this stand in no file.
    guard seed <= UInt64(Int64.max) else {
      throw ValidationError("--seed takes a number from 0 to \(Int64.max), not \(seed)")
    }
    if let perFamily, perFamily < 1 {
      throw ValidationError("--per-family takes a number from 1 on, not \(perFamily)")
    }
  }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try versions.applied(
      to: Faults.reported {
        try SuiteCatalogue.suites(
          dialect: dialect, profiles: ProfileFiles.read(profiles, dialect: dialect),
          casesPerFamily: generation.casesPerFamily)
      })
    var cases = try sharding.part(of: selection.cases(of: suites, seed: seed)).cases
    if let perFamily { cases = Self.spread(cases, perFamily) }
    if cases.isEmpty {
      StandardError.write("assay: the selection is empty\n")
      throw ExitCode(6)
    }
    guard let folder else {
      for item in cases { StandardOutput.write(json ? line(item) : text(item)) }
      return
    }
    for item in cases {
      guard let suite = suites.first(where: { $0.name == item.suite }) else { continue }
      try CaseFiles.write(item, of: suite, below: folder)
    }
    StandardOutput.write(
      "\(cases.count) case \(cases.count == 1 ? "file" : "files") in \(folder)\n")
  }

  /// The first case of each family and variant, the last one, and others evenly between them.
  private static func spread(_ cases: CaseList, _ count: Int) -> CaseList {
    let families = Dictionary(grouping: cases.indices) { index in
      "\(cases[index].variant) \(cases[index].family)"
    }
    let chosen = families.values.flatMap { indices in
      indices.count <= count
        ? indices
        : (0..<count).map { indices[count == 1 ? 0 : $0 * (indices.count - 1) / (count - 1)] }
    }
    let places = chosen.sorted()
    return CaseList(count: places.count) { cases[places[$0]] }
  }

  private func text(_ summary: Case) -> String {
    let targets = summary.targets.map(\.path).joined(separator: " ")
    let needs =
      summary.needs.isEmpty ? "" : "  (needs \(summary.needs.sorted().joined(separator: ", ")))"
    let variant = summary.variant == .sole ? "" : "  [\(summary.variant)]"
    let since = summary.since == .first ? "" : "  (since version \(summary.since))"
    return "\(summary.id)\(variant)\n    \(summary.title)\n    \(targets)\(needs)\(since)\n"
  }

  private func line(_ summary: Case) -> String {
    let value: JSONValue = [
      "id": .string(summary.id.path), "suite": .string(summary.suite),
      "variant": .string(summary.variant.name), "title": .string(summary.title),
      "requirements": .array(summary.targets.map { .string($0.path) }),
      "needs": .array(summary.needs.sorted().map { .string($0) }),
      "since": .string(summary.since.description),
    ]
    return value.compactText + "\n"
  }
}
