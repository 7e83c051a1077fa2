import Foundation
import JSONText
import Testing

/// `assay adapter new` and `assay adapter check`: what a vendor begins with.
@Suite struct AdapterCommandTests {
  static let suites = ["abt", "appconnect.dualmode"]
  /// Suites that have templates. What is not among those above can be built, but not yet checked.
  static let templates =
    suites + [
      "abt.manager", "appconnect.config", "appconnect.lifecycle", "appconnect.openfrom",
      "managed-config",
    ]

  @Test(arguments: suites) func python(suite: String) throws {
    try isSound("python", suite)
  }

  @Test(.enabled(if: onPath("cc", "make"), "no C compiler or make on PATH"), arguments: suites)
  func c(suite: String) throws { try isSound("c", suite) }

  @Test(.enabled(if: onPath("node"), "no node on PATH"), arguments: suites)
  func javascript(suite: String) throws { try isSound("javascript", suite) }

  @Test(.enabled(if: onPath("ruby"), "no ruby on PATH"), arguments: suites)
  func ruby(suite: String) throws { try isSound("ruby", suite) }

  /// Writes the template, and does what its output says comes next, up to the check. The templates of other languages take longer to build:
  /// .ci/templates does the same for all of them and all suites.
  private func isSound(_ language: String, _ suite: String) throws {
    let place = try Workplace()
    let written = try place.assay(
      "adapter", "new", "--language", language, "--suite", suite, "my adapter")
    #expect(written.status == 0)
    #expect(written.errors.isEmpty)
    let names = try place.names(in: "my adapter")
    #expect(names.contains("README.md"))
    let next = written.lines.drop { !$0.hasPrefix("Next") }.dropFirst().prefix { !$0.isEmpty }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    try #require(next.first == "cd 'my adapter'")
    let check = try #require(next.firstIndex { $0.hasPrefix("assay adapter check") })
    let outcome = try place.shell(next[...check].joined(separator: " && ") + " 2>&1")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("\nok       step "))
    #expect(outcome.output.contains(" 0 failed"))
    #expect(outcome.output.contains("checked with \(suite)"))
  }

  /// The promise to a vendor: what is to be read and changed is less than a page.
  @Test func theAdapterInSwiftHasFewerThanSixtyLines() throws {
    let place = try Workplace()
    #expect(try place.assay("adapter", "new", "--language", "swift", "short").status == 0)
    let lines = try ["App.swift", "main.swift"].map { name in
      try place.text(place.file("short/Sources/adapter/" + name)).count { $0 == "\n" }
    }
    #expect(lines.reduce(0, +) < 60)
  }

  /// What has to be built is built for all suites by .ci/templates.
  @Test(arguments: templates)
  func everySuiteHasATemplateInEveryLanguage(suite: String) throws {
    let place = try Workplace()
    let languages = try place.assay("adapter", "new", "--language", "list").lines
    for language in languages.map(String.init) where !language.isEmpty {
      let written = try place.assay(
        "adapter", "new", "--language", language, "--suite", suite, language)
      #expect(written.status == 0)
      // All that the adapter claims: only such a run can be certified.
      #expect(written.output.contains("All cases: assay run -- "))
      #expect(try place.names(in: language).contains("README.md"))
    }
  }

  /// A misspelt word would look like something that is not claimed.
  @Test func misspeltClaimsAreNamed() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let claims =
      #"{"abt":{"editions":["plain","encypting"],"capabilities":["rolback","log"]},"abd":{}}"#
    let command = ["--", "python3", "claiming.py", "1", claims, "unsupported"]
    let words = [
      #"abt: there is no edition "encypting"; did you mean encrypting?"#,
      #"abt: there is no capability "rolback"; did you mean rollback?"#,
      #"there is no suite "abd"; did you mean abt?"#,
    ]
    let check = try place.assay(["adapter", "check"] + command)
    #expect(check.status == 3)
    #expect(check.output.contains("FAILED   claims "))
    let run = try place.assay(
      ["run", "--select", "abt/token/missing", "--timeout", "30", "--output", "r"] + command)
    for word in words {
      #expect(check.output.contains(word))
      #expect(run.errors.contains(word))
    }
  }

  /// What a terminal would break in the middle of a word is broken between words; commands are not.
  @Test(arguments: [60, 80]) func nothingIsWiderThanATerminal(columns: Int) throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let command = [
      "--", "python3", "claiming.py", "1", #"{"abt":{"editions":["plain"]}}"#, "failure",
    ]
    for arguments in [
      ["spec"], ["spec", "--not-tested"], ["spec", "ABT-CHUNK-10"], ["adapter", "check"] + command,
      ["adapter", "new", "--language", "objc", "new"], ["help", "run"],
      ["url", "decode", "--help"],
    ] {
      let outcome = try place.assayOnTerminal(arguments, columns: columns)
      let lines = outcome.output.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines where line.count > columns {
        let isWord = !line.drop { $0 == " " }.contains(" ")
        #expect(
          isWord || line.contains("assay run ") || line.contains("assay adapter "), "\(line)")
      }
    }
    // In a pipe each entry is one line.
    #expect(try place.assay("spec").lines.contains { $0.count > 160 })
  }

  @Test func languagesAreListed() throws {
    let outcome = try Workplace().assay("adapter", "new", "--language", "list")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == "c\ngo\njava\njavascript\nobjc\npython\nruby\nswift\n")
  }

  @Test func nothingIsWrittenOver() throws {
    let place = try Workplace()
    let first = try place.assay("adapter", "new", "--language", "py")
    #expect(first.status == 0)
    let before = try place.names(in: "python-adapter")
    try place.put("mine".utf8, "python-adapter/adapter.py")
    let second = try place.assay("adapter", "new", "--language", "python")
    #expect(second.status == 2)
    #expect(second.errors.contains("python-adapter is not empty"))
    #expect(second.errors.contains("nothing is overwritten"))
    #expect(try place.text(place.file("python-adapter/adapter.py")) == "mine")
    #expect(try place.names(in: "python-adapter") == before)
    try place.put("a file".utf8, "in the way")
    let third = try place.assay("adapter", "new", "--language", "python", "in the way")
    #expect(third.status == 2)
    #expect(third.errors.contains("in the way"))
  }

  @Test func anEmptyFolderIsFilled() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.file("deep"), withIntermediateDirectories: false)
    #expect(try place.assay("adapter", "new", "--language", "ruby", "deep").status == 0)
    #expect(try place.assay("adapter", "new", "--language", "ruby", "deep/er/still").status == 0)
    #expect(try place.names(in: "deep/er/still").contains("adapter.rb"))
  }

  @Test(arguments: [
    (["new"], ["which language?", "--language python", "objc", "swift"]),
    (["new", "ruby"], ["which language?", "--language ruby"]),
    (["new", "--language", "c", "--suite", "dualmode"], ["did you mean appconnect.dualmode?"]),
    (["check", "./my-adapter"], ["no adapter is given", "… -- ./my-adapter"]),
    (["new", "--language", "phyton"], ["\"phyton\"", "did you mean python?", "swift"]),
    (["new", "--language", "cobol-85-with-objects"], ["there are c, go"]),
    (["new", "--language", "c", "--suite", "abd"], ["\"abd\"", "did you mean abt?"]),
    (["check"], ["no adapter is given"]),
    (["check", "--suite", "nope", "--", "cat"], ["\"nope\"", "appconnect.dualmode"]),
    (["check", "--format", "pdf", "--", "cat"], ["'pdf'", "json"]),
    (["check", "--timeout", "0", "--", "cat"], ["--timeout"]),
    (["frobnicate"], ["frobnicate"]),
  ])
  func wrongUsage(arguments: [String], says parts: [String]) throws {
    let place = try Workplace()
    let outcome = try place.assay(["adapter"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(part) is missing") }
    #expect(try place.names().isEmpty)
  }

  @Test func theReferenceIsSound() throws {
    for suite in Self.suites {
      let outcome = try Workplace().assay("adapter", "check", "--suite", suite, "--reference")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains(" 0 failed"))
    }
  }

  @Test func aBadAdapterEndsWithThreeAndARemedy() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let command = [
      "--", "python3", "claiming.py", "1", #"{"abt":{"editions":["plain"]}}"#, "failure",
    ]
    let outcome = try place.assay(["adapter", "check"] + command)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("FAILED   start "))
    #expect(outcome.output.contains("saw: \"failure\" (not today) came"))
    #expect(outcome.output.contains("fix: Make a fresh instance"))
    #expect(outcome.output.contains("skipped  step "))
    #expect(outcome.output.contains(" 1 failed"))

    let json = try place.assay(["adapter", "check", "--format", "json"] + command)
    #expect(json.status == 3)
    let document = try JSONValue(parsing: Array(json.output.utf8))
    let checks = try #require(document["checks"]?.arrayValue)
    let outcomes = Dictionary(
      uniqueKeysWithValues: checks.map { ($0["id"]?.stringValue, $0["outcome"]?.stringValue) })
    #expect(outcomes["hello"] == "ok")
    #expect(outcomes["start"] == "failed")
    #expect(outcomes["step"] == "skipped")
  }
}

/// Whether all these programs can be run.
func onPath(_ programs: String...) -> Bool {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return programs.allSatisfy { program in
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
