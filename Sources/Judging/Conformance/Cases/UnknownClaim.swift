package import AdapterProtocol

/// A word of a claim that no suite knows. It is passed over, so that a misspelt one looks like something that was not claimed.
package struct UnknownClaim: Hashable, Sendable, CustomStringConvertible {
  /// What the word stands for.
  package enum Kind: String, Sendable {
    case suite, edition, capability
  }

  package let kind: Kind
  /// The suite whose claim has the word; nil where the word is itself the name of a suite.
  package let suite: String?
  /// The word, as the adapter wrote it.
  package let word: String
  /// The words that there are.
  package let known: [String]

  /// `abt: there is no capability "rolback"; did you mean rollback? There are chunks, …`. The word is cut at 80 characters.
  package var description: String {
    let place = suite.map { "\($0): " } ?? ""
    let shown = word.count > 80 ? word.prefix(80) + "…" : word[...]
    let hint =
      known.isEmpty ? "; it has none" : NearestName.hint(for: word, among: known, all: known)
    return "\(place)there is no \(kind.rawValue) \"\(shown)\"\(hint)"
  }

  /// What a greeting claims that none of `suites` knows: suites by name, and of each suite editions before capabilities.
  package static func all(in hello: Hello, of suites: [any Suite]) -> [UnknownClaim] {
    let names = suites.map(\.name)
    return hello.suites.sorted { $0.key < $1.key }.flatMap { name, claim in
      guard let suite = suites.first(where: { $0.name == name }) else {
        return [UnknownClaim(kind: .suite, suite: nil, word: name, known: names)]
      }
      let editions = suite.claimableVariants.filter { $0 != .sole }.map(\.name)
      return unknown(.edition, claim.editions, in: suite, known: editions)
        + unknown(.capability, claim.capabilities.sorted(), in: suite, known: suite.capabilities)
    }
  }

  private static func unknown(
    _ kind: Kind, _ words: [String], in suite: any Suite, known: [String]
  ) -> [UnknownClaim] {
    words.filter { !known.contains($0) }.map {
      UnknownClaim(kind: kind, suite: suite.name, word: $0, known: known)
    }
  }
}
