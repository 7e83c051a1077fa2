/// A pattern over case ids: `*` is any text without a slash, `**` any text, `?` one character that is no slash, and a
/// pattern that ends in a slash stands for everything below it. Everything else stands for itself.
package struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  private let tokens: [Token]
  /// The bytes that every id begins with that fits.
  package let literalStart: [UInt8]
  /// Whether only one id fits: the pattern itself.
  package let isLiteral: Bool

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
    let literals = tokens.prefix { if case .byte = $0 { true } else { false } }
    literalStart = literals.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    isLiteral = literals.count == tokens.count
    self.tokens = tokens
  }

  package var description: String { text }

  /// Whether the whole id fits. Complexity: the product of both lengths, whatever the pattern.
  package func matches(_ id: String) -> Bool {
    // Most ids fail here, and that costs next to nothing.
    guard id.utf8.starts(with: literalStart) else { return false }
    if isLiteral { return id.utf8.count == literalStart.count }
    // The places of the pattern that can be reached after each character of the id.
    var places = [Bool](repeating: false, count: tokens.count + 1)
    var next = places
    places[0] = true
    skipEmptyRuns(&places)
    for byte in id.utf8 {
      var isReachable = false
      for index in tokens.indices where places[index] {
        let place: Int? =
          switch tokens[index] {
          case .byte(let wanted): byte == wanted ? index + 1 : nil
          case .one: byte != UInt8(ascii: "/") ? index + 1 : nil
          case .segment: byte != UInt8(ascii: "/") ? index : nil
          case .anything: index
          }
        guard let place else { continue }
        next[place] = true
        isReachable = true
      }
      guard isReachable else { return false }
      skipEmptyRuns(&next)
      swap(&places, &next)
      for index in next.indices { next[index] = false }
    }
    return places[tokens.count]
  }

  /// Whether an id may fit that begins so.
  package func mayFit(below start: String) -> Bool {
    zip(start.utf8, literalStart).allSatisfy { $0 == $1 }
  }

  private func skipEmptyRuns(_ places: inout [Bool]) {
    for index in tokens.indices
    where places[index] && (tokens[index] == .segment || tokens[index] == .anything) {
      places[index + 1] = true
    }
  }
}
