import Foundation
import JSONText
import Testing

/// The faults that no fixed case meets, and the case files that show them, one for each.
@Suite("Deep faults") struct DeepFaultTests {
  private static let folder =
    BuiltPrograms.packageFolder + "/Tests/Programs/EndToEndTests/DeepCases"

  /// The faults that have a case file.
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

  private func file(_ name: String) throws -> JSONValue {
    let path = Self.folder + "/\(name).json"
    let text = try #require(FileManager.default.contents(atPath: path))
    return try JSONValue(parsing: Array(text))
  }

  /// The deep faults as `faulty-adapter --list` tells them.
  private func listed(_ place: Workplace) throws -> [JSONValue] {
    let list = try place.shell("faulty-adapter --list")
    try #require(list.status == 0, "\(list.errors)")
    let faults = try JSONValue(parsing: Array(list.output.utf8))["faults"]?.arrayValue ?? []
    return faults.filter { $0["deep"] == true }
  }

  @Test("each has a case file, signed with the requirement that it breaks")
  func signed() throws {
    let faults = try listed(Workplace())
    #expect(faults.compactMap { $0["name"]?.stringValue }.sorted() == Self.names)
    for fault in faults {
      let name = try #require(fault["name"]?.stringValue)
      let file = try file(name)
      let broken = fault["requirements"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(broken.count == 1, "\(name): what else is found is a consequence")
      let signature = file["signature"]?.stringValue ?? ""
      #expect(signature.hasPrefix((broken.first ?? "none") + " "), "\(name)")
      #expect(file["suite"] == fault["suite"], "\(name)")
      let variant = try #require(file["variant"])
      #expect(fault["variants"]?.arrayValue?.contains(variant) == true, "\(name)")
    }
  }

  @Test("they are of several kinds")
  func kinds() throws {
    let faults = try listed(Workplace())
    func count(_ isMeant: (JSONValue) -> Bool) -> Int { faults.count(where: isMeant) }
    #expect(count { $0["suite"] == "appconnect.dualmode" } >= 3)
    #expect(count { $0["variants"] == ["encrypting"] } >= 3)
    #expect(count { $0["kind"] == "robustness" } >= 2)
    let several = try Self.names.filter { (try file($0)["steps"]?.arrayValue?.count ?? 0) > 1 }
    #expect(several.count >= 8)
  }

  @Test("its case shows each, and passes on the reference", arguments: names)
  func shows(name: String) throws {
    let place = try Workplace()
    let path = Self.folder + "/\(name).json"
    let right = try place.assay("replay", "--timeout", "30", path, "--reference")
    #expect(right.status == 0 && right.errors.isEmpty, "\(right.output)\(right.errors)")
    #expect(right.output.hasSuffix("\n1 case: 1 fixed\n"))
    let signature = try #require(try file(name)["signature"]?.stringValue)
    let timeout = name.hasPrefix("hang") ? "2" : "30"
    let wrong = try place.assay(
      ["replay", "--timeout", timeout, path] + Workplace.faulty("--fault", name))
    let isFatal = signature.hasPrefix("ABT-ROB-")
    #expect(wrong.status == (isFatal ? 4 : 1), "\(wrong.output)\(wrong.errors)")
    // The signal of a trap depends on the processor.
    if let signal = signature.range(of: "crash/signal-") {
      #expect(wrong.output.contains("found     \(signature[..<signal.upperBound])"))
    } else {
      #expect(wrong.output.hasSuffix("\n1 case: 1 same\n"), "\(wrong.output)")
    }
  }

  @Test("the selftest runs one by name only, and says that no case meets it")
  func selftest() throws {
    let name = "third-equal-notice-unheard"
    let outcome = try Workplace().assay("selftest", "--jobs", "2", "--fault", name)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix("ok   fault \(name): missed, as a deep fault is: no case meets it, ")
    )
    #expect(outcome.output.hasSuffix("1 of 1 right\n"))
  }

  @Test(
    "the selftest of one suite runs the faults and liberties of that suite, and looks for its gaps")
  func selftestOfOneSuite() throws {
    let outcome = try Workplace().assay(
      "selftest", "--jobs", "2", "--suite", "appconnect.dualmode", "--combinations", "3")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.filter { $0.hasPrefix("ok   fault ") }.count > 40)
    #expect(!outcome.output.contains("ABT-"))
    #expect(outcome.lines.filter { $0.hasPrefix("ok   combination ") }.count == 3)
  }
}
