import CCrypto

/// What a private key in a file is kept under.
package struct Password: Sendable {
  /// libcrypto takes no longer ones.
  package static let maxBytes = 1_023

  private let characters: [CChar]

  /// The first line of a text, without its end; nil where that is empty or too long.
  package init?(firstLineOf text: [UInt8]) {
    var line = text.prefix { $0 != 0x0A }
    if line.last == 0x0D { line = line.dropLast() }
    guard (1...Self.maxBytes).contains(line.count) else { return nil }
    characters = line.map { CChar(bitPattern: $0) }
  }

  func withCharacters<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
    characters.withUnsafeBufferPointer { body($0.baseAddress, Int32($0.count)) }
  }

  /// Calls `body` with what libcrypto asks for a password: where there is none, it gets none, and nobody is asked.
  ///
  /// - Returns: what `body` returned, and whether a password was asked for.
  static func handed<Result>(
    _ password: Password?, _ body: (UnsafeMutablePointer<ccrypto_password>) -> Result
  ) -> (Result, wasAsked: Bool) {
    func call(_ characters: UnsafePointer<CChar>?, _ count: Int32) -> (Result, Bool) {
      var handed = ccrypto_password(bytes: characters, length: count, was_asked: 0)
      let result = body(&handed)
      return (result, handed.was_asked == 1)
    }
    return password.map { $0.withCharacters(call) } ?? call(nil, 0)
  }
}
