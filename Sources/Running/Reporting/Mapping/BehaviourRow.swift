package import Conformance

/// One row of the map: cases of one layer and form in which the implementations did the same things.
package struct BehaviourRow: Sendable {
  /// What kind of difference it is.
  package enum Kind: String, Sendable, CaseIterable {
    /// An implementation breaks a MUST, dies, hangs, or takes more than it may.
    case finding
    /// An implementation does not do what a SHOULD asks for.
    case advice
    /// Whatever they do is allowed, and no free place says that it is open.
    case open
    /// They differ where the specification leaves a choice, and says so.
    case free
    /// They do the same.
    case same

    /// The gravest is 0.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What one implementation did.
  package struct Cell: Hashable, Sendable {
    /// In few words; they are equal for equal answers only.
    package let words: String
    /// The requirements that it breaks.
    package let breaks: [Clause.ID]
    /// Whether it was judged: what was not says nothing of the library.
    package let isJudged: Bool
  }

  /// What cases share that stand in one row.
  package struct Key: Hashable, Sendable {
    package let suite: String
    package let form: BehaviourForm
    package let kind: Kind
    /// In the order of the implementations.
    package let cells: [Cell]
  }

  package let key: Key
  package internal(set) var cases = 1
  /// The number of its first case among all, from 1.
  let order: Int
  /// The requirements that its first case is about; none where the difference is free.
  package let about: [Clause.ID]
  /// The free places in which the implementations differ in its first case.
  package let places: [FreePlace.ID]
  /// What each of them answered in its first case, in full up to a bound; nil where it was not answered.
  package let told: [String?]
  package let example: BehaviourMap.Example

  init(
    key: Key, order: Int, about: [Clause.ID], places: [FreePlace.ID], told: [String?],
    example: BehaviourMap.Example
  ) {
    self.key = key
    self.order = order
    self.about = about
    self.places = places
    self.told = told
    self.example = example
  }
}

/// What is unusual about a case: the layer, and its form.
package struct BehaviourForm: Hashable, Sendable {
  /// `zlib`, `token`; the family of a case in which nothing is unusual, or several things are.
  package let layer: String
  /// `checksum-missing`; empty where the family has no parts.
  package let form: String

  /// `zlib/checksum-missing`
  package var path: String { form.isEmpty ? layer : "\(layer)/\(form)" }

  /// - Throws: a fault of the suite, whose script is made for it.
  init(of item: Case, _ suite: (any Suite)?) throws(HarnessFault) {
    let words = item.id.path.split(separator: "/")
    let parts = Set(try suite?.unusualParts(of: item).joined() ?? [].joined())
    var path = item.id.group.drop { $0 != "/" }.dropFirst()
    if words.count > 3, words[1] == "form" {
      // A case that is there for one form says which; what else is unusual about it serves that.
      path = Substring("\(words[2])/\(words[3])")
    } else if parts.count == 1, let only = parts.first {
      path = Substring(only)
    }
    if path.isEmpty { path = Substring(item.id.path) }
    layer = String(path.prefix { $0 != "/" })
    form = String(path.drop { $0 != "/" }.dropFirst())
  }
}
