import Foundation
import JSONText
import Testing

/// All cases of `Corpus`, replayed.
@Suite("Stored cases") struct CorpusTests {
  private static let corpus = BuiltPrograms.packageFolder + "/Corpus"
  private static let regressions = corpus + "/regressions"
  private static let folders = [corpus + "/conformance", regressions]
  private static let independent =
    BuiltPrograms.packageFolder + "/Tests/Adapters/IndependentImplementation"

  /// Bugs that can be shown here, and the regression cases that find them.
  struct Bug: Sendable, CustomTestStringConvertible {
    let name: String
    let finds: Set<String>
    /// Whether it is a bug of the independent implementation; otherwise it is a fault of the faulty adapter.
    var isIndependent = true
    var status: Int32 = 1

    var testDescription: String { name }

    func adapter() throws -> [String] {
      isIndependent
        ? ["--", "python3", CorpusTests.independent + "/with_bug.py", name]
        : try Workplace.faulty("--fault", name)
    }
  }

  static let bugs = [
    Bug(
      name: "plistlib",
      finds: [
        "array-that-holds-itself", "cycle-through-configuration", "damaged-header",
        "integer-cut-off", "key-that-is-no-string", "reference-width-oversized", "shared-nines",
      ], status: 4),
    Bug(name: "narrow-dates", finds: ["date-at-the-bounds"]),
    Bug(name: "upper-case-escapes-only", finds: ["lower-case-escapes"]),
    Bug(name: "largest-window-only", finds: ["small-window"]),
    Bug(
      name: "rollback-behind-callback", finds: ["rollback-after-callback"], isIndependent: false),
  ]

  /// The names of the case files of a folder, and whether each has a signature.
  private func files(_ folder: String) throws -> [String: Bool] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    var files: [String: Bool] = [:]
    for name in names where name.hasSuffix(".json") {
      let text = try #require(FileManager.default.contents(atPath: folder + "/" + name))
      files[String(name.dropLast(5))] = try JSONValue(parsing: Array(text))["signature"] != nil
    }
    return files
  }

  @Test("conforming libraries pass each of them", arguments: folders)
  func pass(folder: String) throws {
    let files = try files(folder)
    #expect(files.count >= 18)
    let fixed = files.values.count { $0 }
    let counts = [(fixed, "fixed"), (files.count - fixed, "passes")].filter { $0.0 > 0 }
    let place = try Workplace()
    for adapter in [["--reference"], ["--", "python3", Self.independent + "/adapter.py"]] {
      let outcome = try place.assay(["replay", folder] + adapter)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let words = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      #expect(outcome.output.hasSuffix("\(files.count) cases: \(words)\n"))
      #expect(outcome.errors.isEmpty, "no stored forge has drifted: \(outcome.errors)")
    }
  }

  /// Defects of property-list readers that others made. `Tests/RealStacks/replay` shows that each is still there.
  @Test("the reference has no defect of a real stack")
  func realStacks() throws {
    let folder = Self.corpus + "/real-stacks"
    let files = try files(folder)
    #expect(files.count >= 60 && files.values.allSatisfy { $0 })
    let outcome = try Workplace().assay(["replay", folder, "--reference"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix("\n\(files.count) cases: \(files.count) fixed\n"))
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
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

  /// All of them run against the bug: those of it find what they are there to find, and the others stay silent.
  @Test("each regression still finds its bug", arguments: bugs)
  func find(bug: Bug) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      ["replay", Self.regressions, "--timeout", "2"] + bug.adapter())
    #expect(outcome.status == bug.status, "\(outcome.output)\(outcome.errors)")
    let found = outcome.lines.filter { $0.hasPrefix("same ") }.compactMap {
      $0.split(separator: " ").dropFirst().first?.split(separator: "/").last.map { String($0) }
    }
    #expect(Set(found) == bug.finds, "\(outcome.output)")
    let isElse = outcome.lines.contains {
      $0.hasPrefix("different ") || $0.hasPrefix("fails ") || $0.hasPrefix("not judged ")
    }
    #expect(!isElse, "\(outcome.output)")
  }

  @Test("each signature has a bug that shows it")
  func signatures() throws {
    let signed = try files(Self.regressions).filter(\.value).keys
    #expect(Set(signed) == Set(Self.bugs.flatMap(\.finds)))
  }

  @Test("a stored crash that comes again ends with exit code 4")
  func crash() throws {
    let place = try Workplace()
    let file = Self.regressions + "/array-that-holds-itself.json"
    let outcome = try place.assay(["replay", file] + Self.bugs[0].adapter())
    #expect(outcome.status == 4, "\(outcome.errors)")
    #expect(outcome.output.contains("            found     ABT-ROB-01 crash/exit-1\n"))
    #expect(outcome.output.contains("            stderr    | RecursionError: "))
    #expect(outcome.output.hasSuffix("\n1 case: 1 same\n"))
  }
}
