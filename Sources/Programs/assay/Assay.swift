import AdapterDriver
import ArgumentParser
import Conformance
import Glibc
import Reporting
import Suites

@main
struct Assay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assay",
    abstract: "Tests libraries that are configured through URLs, requirement by requirement.",
    discussion: """
      An adapter is a small program around the library under test; it speaks JSON lines on its standard \
      input and output. Try it on the built-in reference first: assay run --reference
      """,
    version: Product.version,
    subcommands: [
      RunCommand.self, FuzzCommand.self, ReplayCommand.self, MinimizeCommand.self,
      TriageCommand.self, PromoteCommand.self, ExplainCommand.self, ListCommand.self,
      SpecCommand.self, ReportCommand.self, MergeCommand.self, CompareCommand.self,
      SelftestCommand.self, AdapterGroupCommand.self, DialectCommand.self, BaselineCommand.self,
      CertifyCommand.self, VerifyCommand.self, KeyCommand.self,
    ])

  /// Wrong usage ends with 2, not with the 64 that the parser would choose.
  static func main() {
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      StandardError.write(fullMessage(for: error) + "\n")
      Glibc.exit(2)
    }
    AdapterWorker.adoptOrphans()
    do {
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      // What a command finds wrong with its arguments says all by itself; how they are written is not the matter.
      let lines = message(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.map { VisibleText.escaped(String($0)) }.joined(separator: "\n")
      StandardError.write("assay: \(text)\n")
      Glibc.exit(2)
    }
  }
}

/// What reports say of the tool itself.
enum Product {
  static let version = "0.1.0"
  /// The version of the suites that this program runs where nothing else is asked for.
  static let suiteVersion = SuiteHistory.current.description
}
