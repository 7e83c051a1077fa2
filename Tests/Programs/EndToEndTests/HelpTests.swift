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
      #expect(help.output.contains("Example"), "\(command) has no example")
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
      "--shuffle", "--after", "--baseline", "--shard", "--balance", "--since", "--suite-version",
    ]
    for option in options {
      #expect(outcome.lines.contains { $0.hasPrefix("  \(option) ") }, "\(option) is missing")
    }
    #expect(outcome.unwrapped.contains("* is any text without a slash, ** any text"))
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

  /// What `make install` puts beside the program: manual pages that groff has nothing to say of, and completions that work.
  @Test(.enabled(if: onPath("bash", "groff"), "no bash or groff on PATH"))
  func whatIsInstalledBesideTheProgram() throws {
    let place = try Workplace()
    let ci = BuiltPrograms.packageFolder + "/.ci"
    let assay = try BuiltPrograms.path(of: "assay")
    let install = try place.shell("'\(ci)/install-help' '\(assay)' 'root with spaces'")
    #expect(install.status == 0 && install.errors.isEmpty, "\(install.errors)")
    let pages = try place.names(in: "root with spaces/share/man/man1")
    for name in ["assay", "assay-run", "assay-url-decode", "assay-adapter-check"] {
      #expect(pages.contains(name + ".1"))
    }
    let documents = try place.names(in: "root with spaces/share/doc/assay/pages")
    #expect(documents.contains("Protocol.md") && documents.contains("Requirements.md"))
    let groff = try place.shell(
      "for page in 'root with spaces'/share/man/man1/*; do groff -man -ww -Kutf8 -Tutf8 -P-cbou \"$page\" || exit 1; done >text"
    )
    #expect(groff.status == 0 && groff.errors.isEmpty, "\(groff.errors)")
    let text = try place.text(place.file("text"))
    #expect(text.contains("EXIT STATUS") && text.contains("--max-url-bytes"))

    let bash = "root with spaces/share/bash-completion/completions/assay"
    try place.put(
      """
      . '\(bash)'
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      _assay assay "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"

      """.utf8, "complete")
    for (words, wanted) in [
      ("assay sel", "selftest"), ("assay url d", "decode"), ("assay run --shuf", "--shuffle"),
    ] {
      let outcome = try place.shell("bash complete \(words)")
      #expect(outcome.output.contains(wanted), "\(words): \(outcome.output)\(outcome.errors)")
    }
    let fish = try place.text(
      place.file("root with spaces/share/fish/vendor_completions.d/assay.fish"))
    let zsh = try place.text(place.file("root with spaces/share/zsh/site-functions/_assay"))
    #expect(zsh.hasPrefix("#compdef assay") && fish.contains("selftest"))
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
