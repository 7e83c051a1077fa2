package import Conformance
package import Forge
package import WireFormat

/// What one request to one app means by the specification: whether it has to be handled, whether it has to be accepted or refused,
/// each with the clauses that say so, and what it carries.
///
/// The bytes decide, whoever made them. Where contents were put in, they stand, and a reader that finds others is a fault of ours.
package struct RequestMeaning: Hashable, Sendable {
  package enum Recognition: String, Hashable, Sendable {
    /// ABT-URL-01, 02: handled.
    case ours
    /// ABT-URL-03: left to the app.
    case foreign
    /// ABT-URL-05: the same scheme, with letters of another case. Not handling it gives up a SHOULD.
    case oursInOtherCase
    /// ABT-URL-02: the default scheme of an app that has one of its own. It may be handled or not.
    case either
  }

  package var recognition: Recognition
  /// What the verb asks for; nil for an unknown verb.
  package var action: RequestForge.Action?
  /// The decoded parameters that tell requests apart and that callbacks repeat.
  package var echoes = Echoes()
  /// Where `echoes` do not say it: the profiles and payloads that a library may take the request to be for.
  var otherOwners: [Echoes] = []
  /// The parameter whose data counts for this edition, or nil where there is none.
  package var parameter: RequestForge.DataParameter?
  /// What the delegate is given; nil where nothing is, or where it is not known before the last piece.
  package var contents: Contents?
  /// Why the request has to be refused; empty where it does not.
  package var defects: [RequestDefect] = []
  /// Why the reader is free to accept or to refuse the request; nil where it is bound.
  package internal(set) var freedom: FreeRuling?
  /// Why the delegate may not be called although `freedom` leaves the rest open: the token is not the right one (ABT-TOK-02), whatever the
  /// address makes of the status (ABT-URL-15). Nil where the token is right, or may be taken for right.
  var missingToken: RequestDefect?
  /// Why the request may be refused although it is right: it is accepted with exactly its values, or refused. Nil where it has to
  /// be accepted.
  package var excuse: Excuse?
  /// The keys beside the known ones, where nothing else excuses a refusal.
  var unknownKeys: UnknownKeys?
  /// Where a SHOULD asks for one way of taking the request and any other is tolerated. Nil where none does.
  package var advice: Advice?
  /// A known parameter is no text (ABT-URL-18): the delegate is not called, and a callback may be made or not.
  package var isUnreadable = false
  /// A parameter that the protocol does not know is no text: the URL may be taken for unreadable, too.
  package var mayBeUnreadable = false
  /// It is no URI by RFC 3986, so that a reader of URIs may find nothing in it: it may be refused, and then nothing has to be repeated.
  package var isNoURI = false
  /// The piece of an assembly that the request carries; nil for a whole request.
  package var piece: ChunkPiece?
  /// The same as a library keeps it that decodes a piece when its assembly is complete ("contents are judged only when complete", section
  /// 4.10): its text, and what is then found wrong with it. Nil where nothing is.
  var undecodedPiece: ChunkPiece?
  /// The pieces that libraries may take the request for which read its parameters otherwise.
  var otherPieces: [PieceReading] = []
  /// Whether it has a number of a piece, whatever that says: a library may take it for one, and answer by what came before.
  package var hasPieceNumbers = false
  /// Whether a number of a piece is what makes the request unreadable, or stands in one that is: whoever knows no pieces reads it.
  package var hasUnreadablePieceNumbers = false
  /// The clauses by which a library accepts what is unusual about the request.
  package var liberties: [Clause.ID] = []
  /// Those of them by which its property list is read that no writer wrote. Wrong values break them as a refusal does (section 2.1:
  /// values are not compared only where a reader is free).
  package var clausesOfList: [Clause.ID] = []

  package init(_ recognition: Recognition) { self.recognition = recognition }

  package var mustRefuse: Bool { !defects.isEmpty }

  /// Whose request it may be, by profile and payload.
  package var owners: [Echoes] {
    otherOwners.isEmpty ? [echoes] : otherOwners
  }

  /// The pieces that it may be.
  var pieces: [PieceReading] {
    (piece.map { [PieceReading(piece: $0, parameter: parameter)] } ?? []) + otherPieces
  }

  /// Whether it is for this library, nothing is wrong with it, and nothing leaves it to the library.
  var hasToBeRead: Bool {
    !mustRefuse && freedom == nil && !isUnreadable && recognition != .foreign
  }

  /// Leaves the request to the library. Of several reasons the last one is told, and it is not known which of them decides.
  ///
  /// - Parameters:
  ///   - words: a sentence without a full stop.
  ///   - contents: what the request hands to the delegate if it is taken as it stands, or nil where that has more than one reading.
  package mutating func leave(
    _ place: FreePlace.ID?, _ words: String, contents: Contents? = nil
  ) {
    freedom = FreeRuling(
      place: freedom == nil ? place : nil, words: words,
      contents: freedom == nil ? contents : nil)
  }

  /// Lets the library refuse the request. Of several reasons the last one is told, and it is not known which of them decides: the codes
  /// of all are right, and a SHOULD is given up only where each of them gives one up.
  package mutating func excuse(by excuse: Excuse) {
    var excuse = excuse
    if let before = self.excuse {
      excuse.place = nil
      if before.concedes.isEmpty { excuse.concedes = [] }
      excuse.codes += before.codes
      excuse.isOfAnyCode = excuse.isOfAnyCode || before.isOfAnyCode
    }
    self.excuse = excuse
  }

  /// What a SHOULD asks for where everything is tolerated.
  package struct Advice: Hashable, Sendable {
    /// The SHOULD.
    package var clause: Clause.ID
    /// What is unusual: a sentence without a capital and without a full stop.
    package var words: String
    /// Why the request should be refused; empty where it should be accepted.
    package var defects: [RequestDefect]

    package init(_ clause: Clause.ID, _ words: String, defects: [RequestDefect] = []) {
      self.clause = clause
      self.words = words
      self.defects = defects
    }
  }

  /// The parameters that a callback repeats, each after one percent-decoding: empty where it was not sent, and nil where it is not
  /// clear what was sent (twice, under an odd name, malformed, with NUL, or in a URL whose query some readers do not find).
  package struct Echoes: Hashable, Sendable {
    package var profile: [UInt8]?
    package var payload: [UInt8]?
    package var token: [UInt8]?

    package init(profile: [UInt8]? = nil, payload: [UInt8]? = nil, token: [UInt8]? = nil) {
      self.profile = profile
      self.payload = payload
      self.token = token
    }
  }

  /// What a request hands to the delegate.
  package enum Contents: Hashable, Sendable {
    case apply(category: String?, [PropertyList.Member])
    case revert(category: String?, keys: [String])
  }
}

/// A reason for which a request may be accepted or refused.
package struct FreeRuling: Hashable, Sendable, CustomStringConvertible {
  /// The place where it is recorded what a library does; nil where there are several reasons, or where a SHOULD has a say.
  package var place: FreePlace.ID?
  /// A sentence without a full stop.
  package var words: String
  /// What the request hands to the delegate if it is taken as it stands, or nil where that has more than one reading. It is for the
  /// record: values are not compared.
  package var contents: RequestMeaning.Contents?

  package var description: String { words }
}

/// A reason for which a request may be refused although it is right.
package struct Excuse: Hashable, Sendable {
  /// The place where it is recorded what a library does; nil where there are several reasons, or where a SHOULD has a say.
  package var place: FreePlace.ID?
  /// The reason: a sentence without a full stop.
  package var words: String
  /// The SHOULDs that a library gives up by refusing it.
  package var concedes: [Clause.ID] = []
  /// Error codes that are right for the refusal.
  package var codes: [Int] = []
  /// Whether others are, too, because what allows the refusal names none.
  package var isOfAnyCode = true

  /// Bits are damaged where a library need not notice (ABT-DATA-03, ABT-ENC-06).
  package static let harmlessDamage = Excuse(
    place: "contents/harmless-damage", words: "bits are damaged where a library need not notice")

  /// An unknown key stands beside the known ones, and should be ignored (ABT-DICT-08).
  static func unknownKey(_ key: String) -> Excuse {
    Excuse(
      words: "the unknown key \(key) stands beside the known ones (ABT-DICT-08)",
      concedes: ["ABT-DICT-08"])
  }
}

/// The keys of a dictionary that the protocol does not know.
struct UnknownKeys: Hashable, Sendable {
  package var first: String
  package var values: [PropertyList]
  /// Whether all of them are keys of profiles, which change nothing about what is accepted (ABT-ENC-11).
  var areOfProfile: Bool
}

/// One reason to refuse a request.
package struct RequestDefect: Hashable, Sendable {
  /// Where a library that checks one thing after the other comes upon it.
  package enum Place: Hashable, Sendable {
    /// In the URL, its parameters, or the edition that they are for.
    case request
    case token
    /// In what the data unpacks to, which nobody sees before the token has been verified (ABT-TOK-07).
    case contents
  }

  /// The clauses that say so, the most general first.
  package var clauses: [Clause.ID]
  /// The error codes that are right for it.
  package var codes: [Int]
  /// What is wrong, in words.
  package var words: String
  package var place: Place

  package init(
    _ clauses: [Clause.ID], codes: [Int], _ words: String, in place: Place = .request
  ) {
    self.clauses = clauses
    self.codes = codes
    self.words = words
    self.place = place
  }
}

/// A piece of packed bytes on its way in a request of its own (ABT-CHUNK).
package struct ChunkPiece: Hashable, Sendable {
  /// From 1.
  package var index: Int
  package var total: Int
  package var bytes: [UInt8]
  /// Why its assembly is refused when it is complete: the bytes are those of its text then, which is no Base64.
  var defect: Defect?
  /// Whether its Base64 may be taken or not.
  var isLoose = false

  /// What is wrong with a piece that is kept as text.
  struct Defect: Hashable, Sendable {
    var defect: RequestDefect
    /// Whether no more than a SHOULD asks for a refusal.
    var isAdvised: Bool
  }
}

/// A piece, and the parameter that carries its bytes.
struct PieceReading: Hashable, Sendable {
  package var piece: ChunkPiece
  package var parameter: RequestForge.DataParameter?
}
