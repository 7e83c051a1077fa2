import Testing
import WireFormat

@testable import Forge

@Suite struct TokenDamageTests {
  private static let tokens: [String] = (0..<400).map { number in
    Token.make(
      .hmacSHA256Hex, bundleIdentifier: "com.acme.app\(number % 7)", apiKey: "k-\(number)")!
  }

  /// What leaves no token right, whatever the key.
  private static let certain: [TokenDamage] =
    [.emptied, .doubled, .lookAlike(index: 0), .lookAlike(index: 63), .replaced(with: "null")]
    + [" ", "\t", "\n", "\u{0}", "\u{A0}", "0", "\u{301}"].flatMap { text -> [TokenDamage] in
      [.extended(by: text), .prefixed(by: text)]
    }
    + [0, 1, 31, 63].flatMap { length -> [TokenDamage] in
      [.truncated(length: length), .beheaded(length: length)]
    }
    + (0..<64).map { .digitChanged(index: $0) }

  @Test func damagedTokensDifferFromTheRightOne() {
    for token in Self.tokens {
      for damage in Self.certain {
        let damaged = damage.applied(to: token)
        #expect(!damaged.utf8.elementsEqual(token.utf8), "\(damage) of \(token)")
      }
    }
  }

  /// A token without letters has no upper case and one that reads the same both ways no reverse.
  @Test func upperCaseAndReverseDifferWhereTheyCan() {
    for token in Self.tokens {
      let hasLetters = token.contains { $0.isLetter }
      #expect((TokenDamage.upperCased.applied(to: token) == token) == !hasLetters)
      #expect(
        (TokenDamage.reversed.applied(to: token) == token) == (Array(token) == token.reversed()))
    }
    #expect(TokenDamage.upperCased.applied(to: "0129") == "0129")
    #expect(TokenDamage.reversed.applied(to: "abba") == "abba")
  }

  @Test func aChangedDigitIsAnotherDigitInTheSamePlace() {
    let digits = "0123456789abcdef"
    for token in Self.tokens.prefix(40) {
      for index in 0..<64 {
        let damaged = Array(TokenDamage.digitChanged(index: index).applied(to: token))
        #expect(damaged.count == 64)
        #expect(damaged.allSatisfy(digits.contains))
        let changed = zip(damaged, token).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(changed == [index])
      }
    }
    let all = digits.indices.map {
      String(TokenDamage.digitChanged(index: 0).applied(to: String(digits[$0])))
    }
    #expect(all.joined() == "123456789abcdef0")
  }

  @Test func eachDamageIsTheOneItsNameSays() {
    let token = "0a9f"
    let expected: [(TokenDamage, String)] = [
      (.emptied, ""), (.truncated(length: 3), "0a9"), (.beheaded(length: 3), "a9f"),
      (.extended(by: "\u{0}"), "0a9f\u{0}"), (.prefixed(by: " "), " 0a9f"),
      (.digitChanged(index: 3), "0a90"), (.digitChanged(index: 2), "0aaf"), (.upperCased, "0A9F"),
      (.lookAlike(index: 1), "0\u{FF41}9f"), (.lookAlike(index: 0), "\u{FF10}a9f"),
      (.doubled, "0a9f0a9f"), (.reversed, "f9a0"), (.replaced(with: "x"), "x"),
    ]
    for (damage, text) in expected {
      #expect(damage.applied(to: token).utf8.elementsEqual(text.utf8), "\(damage)")
    }
  }

  @Test func placesOutsideTheTokenAreClamped() {
    #expect(TokenDamage.digitChanged(index: -5).applied(to: "ab") == "bb")
    #expect(TokenDamage.digitChanged(index: 500).applied(to: "ab") == "ac")
    #expect(TokenDamage.truncated(length: -1).applied(to: "ab") == "")
    #expect(TokenDamage.beheaded(length: 99).applied(to: "ab") == "ab")
    #expect(TokenDamage.lookAlike(index: 0).applied(to: "") == "")
    #expect(TokenDamage.digitChanged(index: 0).applied(to: "") == "")
  }

  @Test func theTokenOfAnotherOwnerIsTheirRightOne() {
    let context = ForgeContext(
      bundleIdentifier: "com.acme.app", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    let renderer = RequestRenderer()
    let right = renderer.token(.canonical, context)
    let other = renderer.token(
      .damaged(.ofOther(bundleIdentifier: "com.acme.mail", apiKey: "k")), context)
    #expect(other == Token.make(.hmacSHA256Hex, bundleIdentifier: "com.acme.mail", apiKey: "k"))
    #expect(right == Token.make(.hmacSHA256Hex, bundleIdentifier: "com.acme.app", apiKey: "k"))
    #expect(other != right)
    #expect(renderer.token(.absent, context) == nil)
    #expect(
      renderer.token(.damaged(.truncated(length: 8)), context) == right.map { String($0.prefix(8)) }
    )
  }

  /// More owners than the renderer remembers.
  @Test func rememberedTokensAreNeverMixedUp() {
    let renderer = RequestRenderer()
    for round in 0..<3 {
      for number in 0..<100 {
        let context = ForgeContext(
          bundleIdentifier: "b\(number)", apiKey: "k\(number / 2)", urlScheme: nil,
          encryptionSecret: "")
        #expect(
          renderer.token(.canonical, context)
            == Token.make(.hmacSHA256Hex, bundleIdentifier: "b\(number)", apiKey: "k\(number / 2)"),
          "round \(round)")
      }
    }
  }
}
