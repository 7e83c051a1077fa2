import AdapterDriver
import ArgumentParser
import CProcess
import Conformance
import Reporting
import SuiteModels
import Suites
import SystemLibrary

@main
struct Assay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assay",
    abstract: "Tests libraries that are configured through URLs, requirement by requirement.",
    discussion: """
      An adapter is a small program around the library under test; it speaks JSON lines on its standard \
      input and output.
      Examples: assay run --reference
                assay adapter new --language python
                assay run -- python3 adapter.py
      """,
    version: Product.version,
    subcommands: [
      RunCommand.self, FuzzCommand.self, ReplayCommand.self, MinimizeCommand.self,
      TriageCommand.self, PromoteCommand.self, ExplainCommand.self, ListCommand.self,
      SpecCommand.self, ReportCommand.self, MergeCommand.self, CompareCommand.self,
      SelftestCommand.self, AdapterGroupCommand.self, DialectCommand.self, BaselineCommand.self,
      CertifyCommand.self, VerifyCommand.self, KeyCommand.self, URLGroupCommand.self,
    ])

  /// Wrong usage ends with 2, not with the 64 that the parser would choose.
  static func main() {
    if let stranger = StrangeCommand(in: Array(CommandLine.arguments.dropFirst())) {
      StandardError.write("assay: \(stranger)\n")
      SystemLibrary.exit(2)
    }
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      let told = misspeltOption(insteadOf: error) ?? error
      end(with: told) { fullMessage(for: told) }
    }
    AdapterWorker.adoptOrphans()
    // One case in thousands is a thousand times as large as the others, and a campaign goes on for days.
    cprocess_heap_return_large_blocks(1 << 20)
    do {
      try command.run()
    } catch {
      // What a command finds wrong with its arguments says all by itself; how they are written is not the matter.
      end(with: error) {
        let lines = message(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        return "assay: " + lines.map { VisibleText.escaped(String($0)) }.joined(separator: "\n")
      }
    }
  }

  /// The error about an option that is misspelt, where no adapter seems to be given because of that, as in `run --refrence`: the parser
  /// tells what is missing first.
  private static func misspeltOption(insteadOf error: any Error) -> (any Error)? {
    let words = Array(CommandLine.arguments.dropFirst())
    guard exitCode(for: error) == .validationFailure, !words.contains("--") else { return nil }
    do {
      _ = try parseAsRoot(words + ["--", "adapter"])
    } catch  where message(for: error).hasPrefix("Unknown option") {
      return error
    } catch {}
    return nil
  }

  /// Ends the program: help and versions go to standard output like any result, and what is wrong to standard error.
  private static func end(with error: any Error, saying words: () -> String) -> Never {
    let code = exitCode(for: error)
    if code == .validationFailure {
      StandardError.write(words() + "\n")
      SystemLibrary.exit(2)
    }
    let text = fullMessage(for: error)
    if !text.isEmpty {
      if code == .success {
        StandardOutput.write(text + "\n")
      } else {
        StandardError.write(text + "\n")
      }
    }
    SystemLibrary.exit(code.rawValue)
  }
}

/// What reports say of the tool itself.
enum Product {
  static let version = "0.1.0"
  /// The version of the suites that this program runs where nothing else is asked for.
  static let suiteVersion = SuiteHistory.current.description
}
