/// A pattern over case ids: `*` is any text without a slash, `**` any text, `?` one character that is no slash, and a
/// pattern that ends in a slash stands for everything below it. Everything else stands for itself.
package struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  private let tokens: [Token]

  private enum Token: Hashable {
    case byte(UInt8)
    case one, segment, anything
  }

  package init(_ text: String) {
    self.text = text
    var tokens: [Token] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "?"): tokens.append(.one)
      case UInt8(ascii: "*"):
        if bytes.first == UInt8(ascii: "*") {
          while bytes.first == UInt8(ascii: "*") { bytes = bytes.dropFirst() }
          tokens.append(.anything)
        } else {
          tokens.append(.segment)
        }
      default: tokens.append(.byte(byte))
      }
    }
    if tokens.last == .byte(UInt8(ascii: "/")) { tokens.append(.anything) }
    self.tokens = tokens
  }

  package var description: String { text }

  /// Whether the whole id fits. Complexity: the product of both lengths, whatever the pattern.
  package func matches(_ id: String) -> Bool {
    // The places of the pattern that can be reached behind each character of the id.
    var places = [Bool](repeating: false, count: tokens.count + 1)
    places[0] = true
    skipEmptyRuns(&places)
    for byte in id.utf8 {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      for (index, token) in tokens.enumerated() where places[index] {
        switch token {
        case .byte(let wanted): if byte == wanted { next[index + 1] = true }
        case .one: if byte != UInt8(ascii: "/") { next[index + 1] = true }
        case .segment: if byte != UInt8(ascii: "/") { next[index] = true }
        case .anything: next[index] = true
        }
      }
      skipEmptyRuns(&next)
      places = next
    }
    return places[tokens.count]
  }

  private func skipEmptyRuns(_ places: inout [Bool]) {
    for (index, token) in tokens.enumerated()
    where places[index] && (token == .segment || token == .anything) {
      places[index + 1] = true
    }
  }
}
