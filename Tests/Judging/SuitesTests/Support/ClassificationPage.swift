import Conformance
import Foundation
import SuiteModels
import Suites
import WireFormat

/// The page for vendors, of which the tables are made from `Classification`.
///
/// The text around them is written by hand. A table stands between two comments,
/// `<!-- must-accept: made from the classification -->` and `<!-- must-accept: end -->`.
struct ClassificationPage {
  struct MissingMarkers: Error {
    /// Whose table has no place on the page.
    let section: Classification.Section
  }

  static let path: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { url.deleteLastPathComponent() }
    return url.path + "/Sources/Programs/assay/Assay.docc/Classification.md"
  }()

  /// `page` with its tables as they should be.
  ///
  /// - Throws: `MissingMarkers`.
  static func updated(_ page: String) throws(MissingMarkers) -> String {
    var page = page
    for section in Classification.Section.allCases {
      let begin = "<!-- \(section.rawValue): made from the classification -->\n"
      let end = "<!-- \(section.rawValue): end -->"
      guard let first = page.range(of: begin),
        let last = page.range(of: end, range: first.upperBound..<page.endIndex)
      else { throw MissingMarkers(section: section) }
      page.replaceSubrange(first.upperBound..<last.lowerBound, with: table(section))
    }
    return page
  }

  /// The rows of one section as a Markdown table.
  static func table(_ section: Classification.Section) -> String {
    let rows = rows.filter { $0.row.section == section }
    return rows.reduce("| name | layer | what it is | requirement |\n|---|---|---|---|\n") {
      let row = $1.row
      return $0 + "| `\(row.name)` | \(name(of: row.layer)) | \(row.sentence) | \($1.clause) |\n"
    }
  }

  /// All rows, in the document's order, each with its requirement.
  static let rows: [(row: Classification.Row, clause: Clause.ID)] =
    Acceptance.allCases.map { ($0.row, $0.clause) }
    + Defect.Kind.allCases.map { ($0.row, $0.clause) }
    + Freedom.Reason.allCases.map { ($0.row, $0.clause) }

  private static func name(of layer: Classification.Layer) -> String {
    switch layer {
    case .base64: "Base64"
    case .cipher: "cipher"
    case .zlib: "zlib"
    case .magic: "magic"
    case .propertyList: "property list"
    case .dictionary: "dictionary"
    case .changedValues: "`changedValues`"
    }
  }
}
