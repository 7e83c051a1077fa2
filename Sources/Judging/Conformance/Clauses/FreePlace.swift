/// A place where the specification leaves a choice: whatever an implementation does there is right, and it is recorded.
package struct FreePlace: Hashable, Sendable {
  /// The stable name of a place, such as `property-list/null`. Never reused for another place.
  package struct ID: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let path: String

    package init(_ path: String) { self.path = path }

    package init(stringLiteral path: String) { self.init(path) }

    package var description: String { path }
  }

  package let id: ID
  /// What may be done in one way or another, in one sentence.
  package let sentence: String
  /// The clause or the section that leaves it open.
  package let source: String

  package init(_ id: ID, _ sentence: String, source: String) {
    self.id = id
    self.sentence = sentence
    self.source = source
  }
}

/// What an implementation did in a free place.
package struct FreeChoice: Hashable, Sendable {
  package let place: FreePlace.ID
  /// In a few words: `refused, code 7`. A place has a fixed number of outcomes, whatever implementations send.
  package let outcome: String

  package init(_ place: FreePlace.ID, _ outcome: String) {
    self.place = place
    self.outcome = outcome
  }
}
