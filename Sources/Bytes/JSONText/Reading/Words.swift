/// Whether a text is this word, byte for byte: what `switch` and `if case` ask of member names and other words.
///
/// `==` takes canonically equivalent texts for equal, and sorts the combining marks of a text for it. That takes time for each pair of them,
/// so a member name of a few hundred thousand marks would hold up its reader for minutes.
package func ~= (word: String, text: String) -> Bool {
  word.utf8.count == text.utf8.count && word.utf8.elementsEqual(text.utf8)
}

extension JSONReader {
  /// How many bytes a word has at most.
  package static let longestWord = 255

  /// Reads a name that a protocol lays down: of a kind of reply, a method, a state.
  ///
  /// - Throws: what is wrong with the text, and `unexpectedValue` for one of more than 255 bytes, which is no word of any protocol.
  package mutating func readWord() throws(JSONError) -> String {
    let place = self
    let word = try readString()
    guard word.utf8.count <= Self.longestWord else {
      throw place.error(.unexpectedValue("a word has at most \(Self.longestWord) bytes"))
    }
    return word
  }
}
