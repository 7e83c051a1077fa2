/// Section 2.1 of the `abt` document as a table: what every reader must accept, what it must
/// refuse, and where it is free.
///
/// The rows are in `Classification+Table.swift`, in the document's order. Everything else takes its
/// words from there: `Defect` and `Freedom` their sentences, the page for vendors its
/// tables. The tests have an example for every row.
package enum Classification {
  /// The layers of a request, from the outside in, and the callback's list of keys.
  package enum Layer: String, Hashable, Sendable, CaseIterable {
    case base64, cipher, zlib, magic, propertyList, dictionary, changedValues
  }

  /// How far a row binds a reader.
  package enum Section: String, Hashable, Sendable, CaseIterable {
    /// Every conforming reader accepts it, and sees the same value.
    case mustAccept = "must-accept"
    /// Every conforming reader refuses it.
    case mustRefuse = "must-refuse"
    /// Either is right, by the words of section 2.1 or of a requirement.
    case free
    /// Free as well, but a SHOULD asks for the refusal: accepting is a warning.
    case shouldRefuse = "should-refuse"
    /// Free because the document says nothing about it.
    case silent
  }

  /// One row of the table.
  package struct Row: Hashable, Sendable {
    /// Stable, unique, in lower case with hyphens.
    package let name: String
    /// How far it binds.
    package let section: Section
    /// The layer of a request to which it belongs.
    package let layer: Layer
    /// What it is: a phrase without a capital and without a full stop.
    package let sentence: String

    init(_ name: String, _ section: Section, _ layer: Layer, _ sentence: String) {
      self.name = name
      self.section = section
      self.layer = layer
      self.sentence = sentence
    }
  }

  /// All rows, in the document's order. Each call builds them anew.
  package static var rows: [Row] {
    Acceptance.allCases.map(\.row) + Defect.Kind.allCases.map(\.row)
      + Freedom.Reason.allCases.map(\.row)
  }
}
