package import Conformance

/// What the specification says of one request to one app: whether it has to be handled, and whether it has to be accepted or
/// refused, each with the clauses that say so.
package struct RequestReading: Codable, Hashable, Sendable {
  package enum Recognition: String, Codable, Hashable, Sendable {
    /// ABT-URL-01, 02: handled.
    case ours
    /// ABT-URL-03: left to the app.
    case foreign
    /// ABT-URL-05: the same scheme in other case; not handling it gives up a SHOULD.
    case oursInOtherCase
    /// ABT-URL-02: the default scheme where the app has one of its own; either.
    case either
  }

  package var recognition: Recognition
  /// Why the request has to be refused; empty where it does not.
  package var defects: [RequestDefect] = []
  /// Why the reader is free to accept or to refuse it: a sentence; nil where it is bound.
  package var freedom: String?
  /// Why the request may be refused although it is right, a sentence: it is accepted with exactly its values, or refused; nil where
  /// it is bound to be accepted.
  package var excuse: String?
  /// A known parameter is no text (ABT-URL-18): the delegate is not called, and a callback may be made or not.
  package var isUnreadable = false
  /// A parameter that the protocol does not know is no text: the URL may be taken for unreadable, too.
  package var mayBeUnreadable = false
  /// The piece of an assembly that the request carries; nil for a whole request.
  package var piece: ChunkPiece?

  package init(_ recognition: Recognition) { self.recognition = recognition }

  package var mustRefuse: Bool { !defects.isEmpty }
}

/// One reason to refuse a request.
package struct RequestDefect: Codable, Hashable, Sendable {
  /// The clauses that say so, the most general first.
  package var clauses: [Clause.ID]
  /// The error codes that are right for it.
  package var codes: [Int]
  /// What is wrong, in words.
  package var words: String

  package init(_ clauses: [Clause.ID], codes: [Int], _ words: String) {
    self.clauses = clauses
    self.codes = codes
    self.words = words
  }
}

/// A piece of packed bytes on its way in a request of its own (ABT-CHUNK).
package struct ChunkPiece: Codable, Hashable, Sendable {
  /// From 1.
  package var index: Int
  package var total: Int
  package var bytes: [UInt8]
}
