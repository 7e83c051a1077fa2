import Testing

@Suite struct HelpTests {
  @Test func helpNamesTheCommands() throws {
    let outcome = try Workplace().assay("--help")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    for command in ["run", "list", "spec", "selftest"] {
      #expect(outcome.lines.contains { $0.hasPrefix("  \(command) ") }, "\(command) is missing")
    }
  }

  @Test func everyCommandOfTheHelpHasHelp() throws {
    let place = try Workplace()
    let lines = try place.assay("--help").lines
    let commands = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    try #require(commands.count >= 4)
    for command in commands {
      let help = try place.assay("help", command)
      #expect(help.status == 0)
      #expect(help.output.contains("USAGE: assay \(command)"))
      #expect(try place.assay(command, "--help").output == help.output)
    }
  }

  @Test func helpOfRunNamesOptionsAndExitCodes() throws {
    let outcome = try Workplace().assay("help", "run")
    let help = outcome.lines.joined(separator: " ")
    #expect(outcome.status == 0)
    let options = [
      "--suite", "--select", "--skip", "--requirement", "--level", "--edition", "--reference",
      "--timeout", "--output", "--format", "--quiet", "--verbose", "--no-color", "--progress",
      "--profile", "--seed", "--cases-per-family", "--jobs", "--strict", "--fail-fast",
      "--shuffle", "--after", "--baseline",
    ]
    for option in options {
      #expect(outcome.lines.contains { $0.hasPrefix("  \(option) ") }, "\(option) is missing")
    }
    for code in ["2 wrong usage", "4 a crash", "6 nothing was run", "130 interrupted"] {
      #expect(help.contains(code))
    }
  }

  @Test func helpOfReportNamesEveryFormat() throws {
    let outcome = try Workplace().assay("help", "report")
    #expect(outcome.status == 0)
    for (format, _) in ReportCommandTests.formats {
      #expect(outcome.lines.contains { $0.hasPrefix("  --\(format) ") }, "\(format) is missing")
    }
    #expect(outcome.unwrapped.contains("assay report report.json --sarif --output report.sarif"))
    let run = try Workplace().assay("help", "run").unwrapped
    #expect(run.contains("json, html, junit, sarif, markdown, tap, badge"))
  }

  @Test func versionIsANumberAlone() throws {
    let outcome = try Workplace().assay("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
  }

  /// Without a command the help comes, and nothing is run.
  @Test func nothingAskedIsHelp() throws {
    let place = try Workplace()
    #expect(try place.assay().output == place.assay("--help").output)
    #expect(try place.names().isEmpty)
  }
}
