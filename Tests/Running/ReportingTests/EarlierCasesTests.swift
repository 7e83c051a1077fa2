import Conformance
import JSONText
import Testing

@testable import Reporting

/// Findings that need other cases before them in the same process.
struct EarlierCasesTests {
  private func failure(
    _ ids: [String], isMinimal: Bool = true, confirmation: Finding.Confirmation = .deterministic
  ) -> CaseResult {
    var finding = Finding.sample("ABT-URL-01", confirmation: confirmation)
    finding.after = .init(ids.map { CaseID($0) }, isMinimal: isMinimal)
    return .sample("abt/a", .failed, findings: [finding])
  }

  @Test(arguments: [[], ["abt/b"], ["abt/c", "abt/b"]] as [[String]])
  func theyStandInTheReportAndComeBack(ids: [String]) throws {
    let folder = try ScratchFolder()
    let result = failure(ids, isMinimal: !ids.isEmpty)
    let report = try folder.report([result])
    #expect(try SchemaValidator.report().complaints(report) == [])
    let finding = report["cases"]?.arrayValue?.first?["findings"]?.arrayValue?.first
    #expect(finding?["after"] == .array(ids.map { .string($0) }))
    #expect(finding?["afterIsMinimal"] == .boolean(!ids.isEmpty))
    #expect(try ReportFailures.read(try folder.bytes("report.json")).results == [result])
  }

  @Test func aFindingThatNeedsNoneSaysNothingOfThem() throws {
    let folder = try ScratchFolder()
    _ = try folder.report([.sample("abt/a", .failed, findings: [.sample("ABT-URL-01")])])
    #expect(!(try folder.text("report.json").contains("after")))
  }

  @Test func manyAreCutOff() throws {
    let folder = try ScratchFolder()
    let report = try folder.report([failure((0..<100).map { "abt/\($0)" })])
    #expect(try SchemaValidator.report().complaints(report) == [])
    let finding = report["cases"]?.arrayValue?.first?["findings"]?.arrayValue?.first
    #expect(finding?["after"]?.arrayValue?.count == 64)
    #expect(finding?["afterLeftOut"] == 36)
  }

  @Test(arguments: [
    ("\"after\":[\"abt/b\"]", "\"after\":\"abt/b\"", "after: is not of"),
    ("\"after\":[\"abt/b\"]", "\"after\":[\"\"]", "after[0]: is shorter"),
    ("\"afterIsMinimal\":true", "\"afterIsMinimal\":1", "afterIsMinimal: is not of"),
  ])
  func theSchemaRefusesOtherTypes(text: String, replacement: String, complaint: String) throws {
    let folder = try ScratchFolder()
    _ = try folder.report([failure(["abt/b"])])
    let damaged = try folder.text("report.json").replacing(text, with: replacement)
    let complaints = try SchemaValidator.report().complaints(
      JSONValue(parsing: Array(damaged.utf8)))
    #expect(complaints.contains { $0.contains(complaint) }, "\(complaints)")
  }

  @Test func theTerminalNamesThem() {
    let text = summary([failure(["abt/c", "abt/b"])])
    #expect(
      text.contains(
        """
            only after  abt/c
                      abt/b
            repeat
        """), "\(text)")
    let longer = summary([failure((0..<12).map { "abt/\($0)" }, isMinimal: false)])
    #expect(longer.contains("    after     abt/0\n"))
    #expect(longer.contains("… and 4 more cases, the last of them abt/11\n"))
    #expect(longer.contains("not all of these may be needed\n"))
  }

  @Test func theTerminalSaysWhatIsNotKnown() {
    let flaky = summary([failure([], isMinimal: false, confirmation: .flaky)])
    #expect(flaky.contains("flaky: it did not come again when repeated in that order"))
    #expect(flaky.contains("order     it came in a shuffled order, and not in the ordinary one"))
  }

  /// What fails by itself must not hide what fails after others only.
  @Test func theyAreTwoCauses() {
    let own = CaseResult.sample("abt/z", .failed, findings: [.sample("ABT-URL-01")])
    let text = summary([own, failure(["abt/b"])])
    #expect(text.contains("  abt/z  step 1\n") && text.contains("  abt/a  step 1\n"))
  }

  @Test func junitNamesThem() throws {
    let folder = try ScratchFolder()
    let text = try folder.document(.junit, [failure(["abt/c", "abt/b"])])
    #expect(text.contains("only after abt/c, abt/b, in one process"))
  }
}
