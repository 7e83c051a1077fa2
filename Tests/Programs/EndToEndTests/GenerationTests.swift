import JSONText
import Testing

/// As many generated cases as are wanted (`--cases-per-family`).
@Suite struct GenerationTests {
  /// The ids of the plain edition, by whether their family is seeded.
  private func ids(_ place: Workplace, _ options: String...) throws -> Set<String> {
    Set(try SelectionTests.list(place, ["--edition", "plain"] + options).map(\.id))
  }

  @Test func fixedCasesStayAndSeededFamiliesGrow() throws {
    let place = try Workplace()
    let usual = try ids(place)
    let few = try ids(place, "--cases-per-family", "2")
    let many = try ids(place, "--cases-per-family", "300")
    let last = ["abt/hostile/noise/", "appconnect.dualmode/walk/", "abt/rollback/any/"]
    for prefix in last {
      #expect(few.contains(prefix + "1") && !few.contains(prefix + "2"))
      #expect(many.contains(prefix + "299") && !many.contains(prefix + "300"))
    }
    #expect(few.isSubset(of: usual) && usual.isSubset(of: many))
    let families = Set(many.subtracting(few).map { $0.prefix { !$0.isNumber } })
    #expect(families.count == 14)
    #expect(many.count == few.count + 298 * families.count)
  }

  @Test func aRunHasThatManyAndSaysSo() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--cases-per-family", "700", "--select", "appconnect.dualmode/walk/*",
      "--timeout", "30", "--seed", "7", "--output", "reports")
    #expect(outcome.status == 0)
    let report = try place.report()
    #expect(report.cases.map(\.id) == (0..<700).map { "appconnect.dualmode/walk/\($0)" })
    #expect(report.json["options"]?["cases-per-family"] == "700")
  }

  /// A failure beyond the usual number is found again: by its command, its id, its report and its file.
  @Test func aFailureBeyondTheUsualNumberIsRepeated() throws {
    let place = try Workplace()
    let faulty = try Workplace.faulty("--fault", "plus-is-space")
    let outcome = try place.assay(
      [
        "run", "--cases-per-family", "9", "--select", "abt/url/raw-base64/8", "--edition", "plain",
        "--timeout", "30", "--save-failures", "--output", "reports",
      ] + faulty)
    #expect(outcome.status == 1)
    let command = try #require(outcome.repeatCommands.first)
    #expect(command.contains(" --cases-per-family 9 "))
    #expect(try place.shell(command).status == 1)
    let id = "abt/url/raw-base64/8"
    #expect(try place.report().cases.map(\.id) == [id])
    #expect(try place.assay("explain", id).output.hasPrefix(id))
    let words = ["--timeout", "30"] + faulty
    for source in ["reports/report.json", "reports/report.json#\(id)", "reports/failures"] {
      let replayed = try place.assay(["replay", source] + words)
      #expect(replayed.status == 1 && replayed.output.contains("1 case: 1 same"), "\(source)")
    }
    let after = try place.assay(
      "run", "--reference", "--select", "abt/token/missing", "--edition", "plain", "--after", id,
      "--timeout", "30", "--output", "reports")
    #expect(after.status == 0, "\(after.errors)")
  }
}
