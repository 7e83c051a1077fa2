import Foundation
import Testing

/// All cases of `Corpus`, replayed.
@Suite("Stored cases") struct CorpusTests {
  private static let folders = ["conformance", "regressions"].map {
    BuiltPrograms.packageFolder + "/Corpus/" + $0
  }
  private static let independent =
    BuiltPrograms.packageFolder + "/Tests/Adapters/IndependentImplementation/adapter.py"

  private func files(_ folder: String) -> Int {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return names.count { $0.hasSuffix(".json") }
  }

  @Test("conforming libraries pass each of them", arguments: folders)
  func pass(folder: String) throws {
    let count = files(folder)
    #expect(count >= 19)
    let place = try Workplace()
    for adapter in [["--reference"], ["--", "python3", Self.independent]] {
      let outcome = try place.assay(["replay", folder] + adapter)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.hasSuffix("\(count) cases: \(count) passes\n"))
      #expect(outcome.errors.isEmpty, "no stored forge has drifted: \(outcome.errors)")
    }
  }

  @Test("a wrong library fails some of them")
  func fail() throws {
    let place = try Workplace()
    let faulty = try BuiltPrograms.path(of: "faulty-adapter")
    let outcome = try place.assay(
      ["replay"] + Self.folders + ["--", faulty, "--fault", "token-unchecked"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("fails       abt/token/"))
  }
}
