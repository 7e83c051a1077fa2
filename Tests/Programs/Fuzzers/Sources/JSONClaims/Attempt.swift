import Claims
package import JSONText

/// What came of reading a text.
package struct Attempt<Value> {
  /// What was read.
  package let value: Value?
  /// Why nothing was read.
  package let error: JSONError?

  /// Tries to read.
  package init(_ read: () throws(JSONError) -> Value) {
    do throws(JSONError) {
      value = try read()
      error = nil
    } catch {
      value = nil
      self.error = error
    }
  }

  /// Claims that an error's offset lies within the text, and that line and column are those of it.
  package func checkPlace(in text: [UInt8]) {
    guard let error else { return }
    claim((0...text.count).contains(error.offset), "an error lies within the text")
    let before = text.prefix(error.offset)
    let line = 1 + before.count { $0 == 0x0A }
    let column = 1 + (before.lastIndex(of: 0x0A).map { error.offset - $0 - 1 } ?? error.offset)
    claim(error.line == line && error.column == column, "line and column are those of the offset")
    claim(!error.description.isEmpty, "an error has words")
  }
}
