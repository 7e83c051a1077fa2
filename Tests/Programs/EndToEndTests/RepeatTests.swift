import JSONText
import Testing

@Suite struct RepeatTests {
  /// The command that the summary prints, typed into a shell, runs just that case, and it fails in
  /// the same way; also where the adapter's words need quotes.
  @Test func theRepeatCommandReproducesTheCase() throws {
    let place = try Workplace()
    let script = """
      #!/bin/sh
      test "$3" = "Ann's" || exit 9
      exec faulty-adapter "$1" "$2"

      """
    try place.put(script.utf8, "my adapter", mode: 0o755)
    let outcome = try place.assay(
      "run", "--select", "abt/token/*", "--seed", "5", "--timeout", "30", "--output", "first",
      "--verbose", "--", "./my adapter", "--fault", "token-in-any-case", "Ann's")
    #expect(outcome.status == 1)
    let first = try place.report("first")
    let failed = first.cases.filter { $0.verdict == "failed" }
    #expect(outcome.repeatCommands.count == failed.count)
    #expect(Set(failed.map(\.variant)) == ["plain", "encrypting"])

    for (number, command) in outcome.repeatCommands.enumerated() {
      let again = try place.shell(command)
      #expect(again.status == 1)
      let folders = try place.names(in: "Reports")
      try #require(folders.count == number + 1)
      let report = try place.report("Reports/" + folders[number])
      #expect(report.cases.count == 1)
      #expect(report.json["seed"]?.integerValue == 5)
      #expect(failed.contains(try #require(report.cases.first)))
      #expect(again.repeatCommands == [command])
    }
    let variants = outcome.repeatCommands.filter { $0.contains("--edition encrypting") }
    #expect(variants.count == failed.count { $0.variant == "encrypting" })
  }

  @Test func theRepeatCommandKeepsTheProfile() throws {
    let place = try Workplace()
    let profile = BuiltPrograms.packageFolder + "/Corpus/profiles/mail-and-vpn.mobileconfig"
    try place.put(try place.bytes(profile), "Ann's mail.mobileconfig")
    let outcome = try place.assay(
      [
        "run", "--select", "abt/profile/**", "--edition", "plain", "--profile",
        "Ann's mail.mobileconfig", "--timeout", "30", "--output", "first",
      ] + Workplace.faulty("--fault", "status-in-lower-case"))
    #expect(outcome.status == 1)
    let command = try #require(outcome.repeatCommands.first)
    #expect(command.contains("mail.mobileconfig"))
    let again = try place.shell(command)
    #expect(again.status == 1)
    let folder = try #require(try place.names(in: "Reports").first)
    let repeated = try place.report("Reports/" + folder).cases
    #expect(repeated.count == 1)
    #expect(try place.report("first").cases.contains(try #require(repeated.first)))
  }
}
