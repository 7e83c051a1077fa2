package import Running

/// A baseline with the text that it was read from, so that it can be written again with comments and order kept.
package struct BaselineDocument: Sendable {
  package let baseline: Baseline
  /// For each entry, where its parts stand.
  let layouts: [EntryLayout]
  let text: BaselineText

  /// The value of the member `format`.
  package static let format = "assay-baseline/1"

  /// The longest file that is read, in bytes.
  package static let maxBytes = BaselineText.maxBytes

  /// Reads a whole file strictly.
  ///
  /// - Parameter path: how the file is called.
  /// - Throws: everything that is wrong with the file, each problem with its line and column.
  package init(_ bytes: [UInt8], path: String) throws(BaselineError) {
    text = try BaselineText(bytes)
    var reader = BaselineReader(text)
    try reader.read()
    baseline = Baseline(path: path, entries: reader.entries.map(\.entry))
    layouts = reader.entries.map(\.layout)
  }
}

/// Where the parts of an entry stand: lines from 1, ranges without trailing empty lines and comments.
struct EntryLayout: Sendable {
  struct Member: Sendable {
    let name: String
    var lines: Range<Int>
    /// The lines of a list that has one element a line, or nil.
    let items: [Int]?
  }

  /// All lines of the entry.
  var lines: Range<Int>
  /// In the order of the file.
  var members: [Member]
  /// The column of the members' names, from 1.
  let column: Int

  func member(_ name: String) -> Member? { members.first { $0.name == name } }
}
