import Conformance
import Forge
import WireFormat

// Parameters of which it is not clear which one counts.
extension RequestClassifier {
  /// Where it is not clear which parameter counts, a SHOULD says which does (ABT-URL-13, 17; ABT-ENC-09). A library may take another
  /// one, so that defects of the one that should count bind nobody.
  func advise(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    let codes = dialect.errorCodes
    let all = [
      codes.malformedRequest, codes.invalidToken, codes.missingData, codes.encryptionUnsupported,
      codes.encryptionRequired, codes.undecodableData, codes.dataTooLarge, codes.invalidDictionary,
      codes.unsupportedVersion, codes.invalidChunk, codes.tooManyChunks,
    ]
    /// Keeps what has to be refused whichever parameter counts: an unknown verb, and a wrong token, unless it is the token that is
    /// unclear.
    func keepCertain(unless name: String) -> [RequestDefect] {
      let isCertain: (RequestDefect) -> Bool = { defect in
        defect.isAboutVerb || defect.place == .token && name != dialect.parameters.token
      }
      let unclear = reading.defects.filter { !isCertain($0) }
      reading.defects.removeAll { !isCertain($0) }
      return unclear
    }
    if let other = parameters.inOtherCase {
      let unclear = keepCertain(unless: other.known)
      // Who takes it for the parameter finds other things wrong than who does not.
      let otherwise = unclear.isEmpty ? [] : [RequestDefect([], codes: all, "by its other name")]
      reading.advise(
        "ABT-URL-17", "\(other.name) is the parameter \(other.known) in other case",
        defects: unclear + otherwise)
    }
    if let repeated = parameters.repeated, repeated.differs {
      if repeated.name == dialect.parameters.encryptedData, setup.edition == .plain {
        reading.excuse(
          by: Excuse(
            place: "edition/encrypted-data-twice",
            words: "\(repeated.name), which this edition does not look at, occurs twice",
            codes: Self.codesOfBoth(codes, isOneEmpty: parameters.isDataEmpty)))
      } else {
        let words = "\(repeated.name) occurs twice with different values"
        _ = keepCertain(unless: repeated.name)
        reading.advise(
          "ABT-URL-13", words,
          defects: [RequestDefect(["ABT-URL-13"], codes: all, words)])
      }
    }
    guard parameters.data != nil, parameters.encryptedData != nil else { return }
    let words = "both data and data-x"
    let codesOfBoth = Self.codesOfBoth(codes, isOneEmpty: parameters.isDataEmpty)
    if setup.edition == .plain {
      // Data that stands twice stands beside other data, too.
      if reading.excuse?.place != "edition/encrypted-data-twice" {
        reading.excuse(
          by: Excuse(
            place: "edition/encrypted-data-beside", words: "\(words) (ABT-ENC-09)",
            codes: codesOfBoth))
      }
    } else if setup.allowUnencrypted {
      reading.defects.removeAll { $0.place == .contents || $0.clauses.first == "ABT-URL-14" }
      let clause: Clause.ID = "ABT-ENC-09/allowed"
      reading.advise(
        clause, words,
        defects: [RequestDefect([clause], codes: codesOfBoth, words)])
    }
  }
}

extension RequestDefect {
  /// Whether it lies in the verb, which no parameter makes good.
  fileprivate var isAboutVerb: Bool {
    clauses.first == "ABT-URL-06" || clauses.first == "ABT-URL-19"
  }
}

extension RequestMeaning {
  /// Takes a SHOULD that says how the request is to be taken. Where another one has been found before, the codes of both are right; and
  /// where one asks for an acceptance, it is left to the library which of the two it follows.
  fileprivate mutating func advise(
    _ clause: Clause.ID, _ words: String, defects: [RequestDefect]
  ) {
    let before = advice
    if let before, defects.isEmpty || before.defects.isEmpty {
      leave(nil, "\(before.words), and \(words)")
    }
    let others = (before?.defects ?? []).map {
      RequestDefect([], codes: $0.codes, $0.words, in: $0.place)
    }
    advice = .init(clause, words, defects: defects + others)
  }
}
