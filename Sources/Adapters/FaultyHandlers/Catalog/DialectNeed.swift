import WireFormat

/// What a dialect must have so that a mistake or a liberty can be there at all, and can be told from what is right.
struct DialectNeed: Sendable {
  /// What a dialect is like that does not have it, as a sentence.
  let absence: String
  let isMet: @Sendable (Dialect) -> Bool

  private init(_ absence: String, _ isMet: @escaping @Sendable (Dialect) -> Bool) {
    self.absence = absence
    self.isMet = isMet
  }
}

extension DialectNeed {
  /// What stands in front of a property list has at least so many bytes.
  static func magic(bytes least: Int) -> DialectNeed {
    DialectNeed(least == 1 ? "there is no magic" : "the magic has fewer than \(least) bytes") {
      $0.magic.count >= least
    }
  }

  /// The library makes its tokens itself, in lower-case digits.
  static let ownTokens = DialectNeed("a command makes the tokens") {
    if case .external = $0.token { false } else { true }
  }

  /// The words for a status have capital letters.
  static let capitalsInStatuses = DialectNeed("the statuses have no capital letters") { dialect in
    let statuses = dialect.statuses
    return [statuses.success, statuses.error, statuses.canceled].contains { $0 != $0.lowercased() }
  }

  /// The key of the cipher has more than 16 bytes.
  static let longKeys = DialectNeed("the key has 16 bytes") { $0.keyHash != .md5 }
}
