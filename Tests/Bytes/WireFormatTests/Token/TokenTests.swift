import Testing
import WireFormat

@Suite("Tokens")
struct TokenTests {
  @Test("are those of Python's hmac and hashlib")
  func golden() {
    for (bundle, key, hashes) in Golden.tokens {
      #expect(Token.hmacSHA256Hex(bundleIdentifier: bundle, apiKey: key) == hashes[0])
      #expect(Token.hmacSHA1Hex(bundleIdentifier: bundle, apiKey: key) == hashes[1])
      #expect(Token.sha256Hex(bundleIdentifier: bundle, apiKey: key) == hashes[2])
    }
  }

  @Test("follow the dialect's algorithm")
  func algorithms() {
    func make(_ algorithm: Dialect.TokenAlgorithm) -> String? {
      Token.make(algorithm, bundleIdentifier: "com.example.app", apiKey: "0123456789abcdef")
    }
    #expect(make(.hmacSHA256Hex) == Golden.tokens[0].2[0])
    #expect(make(.hmacSHA1Hex) == Golden.tokens[0].2[1])
    #expect(make(.sha256Hex) == Golden.tokens[0].2[2])
    #expect(make(.external(command: ["true"])) == nil)
  }

  @Test("match whole or not at all")
  func matching() {
    let token = "0a1b2c"
    #expect(Token.matches(Array(token.utf8), token))
    for other in ["0a1b2", "0a1b2c0", "0a1b2C", "0a1b2d", "1a1b2c", "", "0a1b2c\0", " 0a1b2c"] {
      #expect(!Token.matches(Array(other.utf8), token), "\(other)")
    }
    #expect(Token.matches([], ""))
  }
}
