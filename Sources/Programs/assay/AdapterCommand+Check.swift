import AdapterChecking
import AdapterDriver
import ArgumentParser
import Conformance
import Foundation
import JSONText
import SuiteModels
import Suites

/// `assay adapter check`: tells a bad adapter from a bad library.
struct AdapterCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Try an adapter out: whether it keeps to the protocol, whatever its library does.",
    usage: "assay adapter check [<options>] -- ADAPTER [ARGS...]",
    discussion: """
      Example: assay adapter check -- python3 adapter.py
      Exit codes: 0 every check is met or skipped, 2 wrong usage, 3 the adapter does not keep to the \
      protocol; what to do stands after each failure.
      """)

  @Option(
    help: "The suite to check with (default: the first that the adapter claims).")
  var suite: String?

  @Option(help: "How the results are written: text, json.")
  var format: Format = .text

  @OptionGroup(title: "Adapter") var adapter: AdapterOptions

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func validate() throws {
    guard let suite, !AdapterCheckup.suites.contains(suite) else { return }
    throw ValidationError(
      "there is no suite \"\(suite)\" to check with; there are "
        + AdapterCheckup.suites.joined(separator: ", "))
  }

  func run() throws {
    let storage = FileManager.default.temporaryDirectory.appending(
      path: "assay-adapter-check-\(UUID().uuidString)")
    let isStored: Bool
    do {
      try FileManager.default.createDirectory(at: storage, withIntermediateDirectories: false)
      isStored = true
    } catch {
      isStored = false
    }
    defer { try? FileManager.default.removeItem(at: storage) }
    let suites = try Faults.reported { try SuiteCatalogue.suites() }
    let checkup = AdapterCheckup(
      command: adapter.command, suite: suite, limits: adapter.limits,
      storageFolder: isStored ? storage.path : nil, harnessVersion: Product.version,
      defect: { name, line in suites.first { $0.name == name }?.defect(ofObservation: line) },
      unknownClaims: { hello in UnknownClaim.all(in: hello, of: suites).map(\.description) })
    var results: [CheckResult] = []
    checkup.run { result in
      results.append(result)
      if format == .text { StandardOutput.write(CheckText.lines(result)) }
    }
    StandardOutput.write(
      format == .json ? CheckText.document(results) : CheckText.summary(results, adapter.typed))
    if results.contains(where: \.isFailed) { throw ExitCode(3) }
  }
}
