import Foundation
import Testing

/// `assay spec --diagram`.
@Suite struct DiagramTests {
  private static let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Sources/Programs/assay/Assay.docc/StateMachines"
  ).standardized.path

  /// The pictures of the documentation are what the command draws today.
  @Test func thePicturesAreFresh() throws {
    let place = try Workplace()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures)
    #expect(names.contains("appconnect.dualmode.svg"))
    for name in names.sorted() {
      let suite = String(name.dropLast(".svg".count))
      let drawn = try place.assay("spec", "--suite", suite, "--diagram", "svg")
      #expect(drawn.status == 0, "\(drawn.errors)")
      let path = Self.pictures + "/" + name
      guard try place.text(path) != drawn.output else { continue }
      guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
        Issue.record("\(name) is old: ASSAY_UPDATE_DOCUMENTS=1 swift test --filter DiagramTests")
        continue
      }
      try drawn.output.write(toFile: path, atomically: false, encoding: .utf8)
      Issue.record("\(name) has been drawn anew; run the test once more.")
    }
    // Each machine has its picture.
    let overview = try place.assay("spec").lines
    #expect(overview.count { $0.hasPrefix("  The cases take ") } == names.count)
  }

  /// Without a report all cases count, and with one those that were judged.
  @Test func aRunMarksWhatItTook() throws {
    let place = try Workplace()
    let run = try place.assay(
      "run", "--reference", "--suite", "appconnect.dualmode", "--select",
      "appconnect.dualmode/launch/first/**", "--quiet", "--output", "r")
    #expect(run.status == 0, "\(run.errors)")
    let whole = ["spec", "--suite", "appconnect.dualmode", "--diagram", "mermaid"]
    #expect(try place.assay(whole).output.contains("38 of 38 transitions"))
    for report in ["r", "r/report.json"] {
      let text = try place.assay(whole + ["--report", report]).output
      #expect(text.contains("  s0 --> s1: launch, shouldStart YES\n"), "\(text)")
      #expect(text.contains("s0: ") == false && text.contains(" (not taken)"))
    }
    try place.put("{}".utf8, "empty.json")
    let empty = try place.assay(whole + ["--report", "empty.json"])
    #expect(empty.status == 2 && empty.errors.contains("empty.json: "))
  }

  @Test(arguments: [
    (
      ["--diagram", "svg", "--suite", "appconnect.config", "--suite", "managed-config"],
      "choose with --suite"
    ),
    (["--diagram", "svg", "--suite", "abt"], "appconnect.dualmode"),
    (["--diagram", "png", "--suite", "appconnect.dualmode"], "mermaid"),
    (["--diagram", "dot", "--suite", "appconnect.dualmode", "--not-tested"], "--not-tested"),
    (["--diagram", "dot", "--suite", "appconnect.dualmode", "ACC-DM-01"], "ACC-DM-01"),
    (["--suite", "appconnect.dualmode", "--report", "r"], "--diagram"),
    (["--diagram", "dot", "--suite", "appconnect.dualmode", "--report", "nowhere"], "nowhere"),
  ])
  func wrongUsage(arguments: [String], says part: String) throws {
    let outcome = try Workplace().assay(["spec"] + arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }
}
