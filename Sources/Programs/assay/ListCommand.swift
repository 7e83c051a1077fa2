import ArgumentParser
import Conformance
import JSONText

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the cases, and what each one is for.")

  @OptionGroup var selection: SelectionOptions

  @Option(
    name: .customLong("profile"),
    help: "Add cases for the payloads of a .mobileconfig (repeatable).")
  var profiles: [String] = []

  @Flag(help: "One JSON object per line.")
  var json = false

  func run() throws {
    let suites = try Faults.reported {
      try SuiteCatalogue.suites(profiles: ProfileFiles.read(profiles))
    }
    let summaries = try selection.cases(of: suites, seed: 1)
    for summary in summaries {
      StandardOutput.write(json ? line(summary) : text(summary))
    }
    if summaries.isEmpty {
      StandardError.write("assay: the selection is empty\n")
      throw ExitCode(6)
    }
  }

  private func text(_ summary: Case) -> String {
    let targets = summary.targets.map(\.path).joined(separator: " ")
    let needs =
      summary.needs.isEmpty ? "" : "  (needs \(summary.needs.sorted().joined(separator: ", ")))"
    let variant = summary.variant == .sole ? "" : "  [\(summary.variant)]"
    return "\(summary.id)\(variant)\n    \(summary.title)\n    \(targets)\(needs)\n"
  }

  private func line(_ summary: Case) -> String {
    let value: JSONValue = [
      "id": .string(summary.id.path), "suite": .string(summary.suite),
      "variant": .string(summary.variant.name), "title": .string(summary.title),
      "requirements": .array(summary.targets.map { .string($0.path) }),
      "needs": .array(summary.needs.sorted().map { .string($0) }),
    ]
    return value.compactText + "\n"
  }
}
