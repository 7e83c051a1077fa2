import Conformance
import Forge
import Foundation
import Testing

@testable import SuiteModels
@testable import Suites

/// The page of all forms is the catalogue of the code.
@Suite struct FormsPageTests {
  private static let path: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path + "/Sources/Programs/assay/Assay.docc/Forms.md"
  }()

  private static let begin = "<!-- forms: made from the catalogue -->\n"
  private static let end = "<!-- forms: end -->"

  @Test func thePageListsEveryForm() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let first = try #require(page.range(of: Self.begin))
    let last = try #require(page.range(of: Self.end))
    var updated = page
    updated.replaceSubrange(first.upperBound..<last.lowerBound, with: Self.tables)
    guard page != updated else { return }
    guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
      Issue.record(
        """
        Assay.docc/Forms.md is not what the catalogue says. Rewrite its tables with
          ASSAY_UPDATE_DOCUMENTS=1 swift test --filter FormsPageTests
        and read what has changed.
        """)
      return
    }
    try updated.write(toFile: Self.path, atomically: false, encoding: .utf8)
    Issue.record("Assay.docc/Forms.md has been rewritten; run the test once more.")
  }

  @Test func namesAreUniqueAndNotesComplete() {
    #expect(Set(Self.layers.map(\.name)).count == Self.layers.count)
    for layer in Self.layers {
      #expect(Set(layer.forms.map(\.name)).count == layer.forms.count, "\(layer.name)")
      for form in layer.forms {
        let (name, note) = (form.name, form.note)
        #expect(!note.sentence.isEmpty && !note.sentence.hasSuffix("."), "\(layer.name)/\(name)")
        #expect(
          name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(name)")
      }
    }
  }

  @Test func everyFormHasItsRequirements() {
    let forms = Self.layers.flatMap(\.forms)
    #expect(forms.map(\.path).sorted() == FormRequirements.paths.sorted())
    let known = ABT.suite().clauses
    for form in forms {
      let clauses = FormRequirements.clauses(of: form)
      #expect(!clauses.isEmpty, "\(form.path)")
      for clause in clauses { #expect(known[clause] != nil, "\(form.path): \(clause)") }
    }
  }

  /// The list says of a form that has to be refused why it has to be, as the strict reader finds it.
  @Test(arguments: Edition.allCases) func requirementsAreThoseThatTheReaderNames(edition: Edition) {
    let workshop = RequestWorkshop()
    for layer in LayerTable.layers where edition == .encrypting || !layer.isForEncryptedOnly {
      for form in layer.forms where form.note.claim == .refused {
        let clauses = FormRequirements.clauses(of: form)
        for seed in 0..<20 as Range<UInt64> {
          var g = RequestGenerator(
            choices: Choices(seed: seed, case: CaseID("requirements/" + form.path)),
            edition: edition, workshop: workshop)
          let right = g.anyRequest(largeOnceIn: 12)
          var forge = right
          layer.put(form.name, into: &forge, &g.choices)
          guard let opening = try? Opening(forge, to: g.setup, in: workshop),
            opening.meaning.mustRefuse
          else { continue }
          let found = opening.meaning.defects.flatMap(\.clauses)
          #expect(
            found.contains(where: clauses.contains),
            "\(form.path), \(edition), seed \(seed): the reader names \(found)")
        }
      }
    }
  }

  /// The layers of a request, and the ways to send one in pieces, which are no layer of one request.
  private static let layers: [(name: String, forms: [LayerForm])] =
    LayerTable.layers.map { ($0.name, $0.forms) }
    + [(ChunkSequence.layerName, ChunkSequence.forms)]

  private static var tables: String {
    layers.map { layer in
      layer.forms.reduce(
        "\n## \(layer.name)\n\n| form | what it does | claim | requirements |\n|---|---|---|---|\n"
      ) {
        $0 + "| `\($1.name)` | \($1.note.sentence) | \(words($1.note.claim)) "
          + "| \(FormRequirements.clauses(of: $1).map(\.path).joined(separator: ", ")) |\n"
      }
    }.joined() + "\n"
  }

  private static func words(_ claim: LayerNote.Claim) -> String {
    switch claim {
    case .canonical: "canonical"
    case .liberty: "liberty"
    case .free: "free"
    case .refusedOrUnharmed: "refused or unharmed"
    case .refused: "refused"
    case .unbound: "unbound"
    case .foreign: "not handled"
    case .anything: "by its bytes"
    }
  }
}
