package import Conformance
import WireFormat

extension ABT {
  /// Where the specification leaves a choice. What a library does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] =
    addressPlaces + contentPlaces + codePlaces + callbackPlaces + delegatePlaces + chunkPlaces

  /// Section 4.1, and which data an edition looks at.
  private static let addressPlaces = [
    FreePlace(
      "url/default-scheme-beside-own",
      "The default scheme is used for an app that has a scheme of its own.", source: "ABT-URL-02"),
    FreePlace(
      "url/parameter-twice", "A parameter occurs twice with the same value.", source: "ABT-URL-13"),
    FreePlace("url/user-information", "The URL has user information.", source: "ABT-URL-15"),
    FreePlace("url/port", "The URL has a port.", source: "ABT-URL-15"),
    FreePlace("url/path", "The URL has a path.", source: "ABT-URL-15"),
    FreePlace("url/fragment", "The URL has a fragment.", source: "ABT-URL-15"),
    FreePlace("url/without-slashes", "The URL lacks the two slashes.", source: "section 4.1"),
    FreePlace("url/escaped-verb", "The verb is percent-encoded.", source: "section 4.1"),
    FreePlace("url/foreign-verb", "The verb has characters beyond ASCII.", source: "section 4.1"),
    FreePlace("url/escaped-name", "A parameter's name is percent-encoded.", source: "section 4.1"),
    FreePlace("url/encoded-nul", "The profile or the payload has a NUL.", source: "section 4.1"),
    FreePlace("url/unreadable-parameter", "A known parameter is no text.", source: "ABT-URL-18"),
    FreePlace(
      "url/unreadable-stranger", "An ignored parameter is no text.", source: "ABT-URL-18"),
    FreePlace(
      "url/no-uri", "The URL has characters that no URI has (RFC 3986).", source: "ABT-URL-16"),
    FreePlace(
      "url/longer-than-limit", "The URL is longer than has to be processed.", source: "ABT-URL-16"),
    FreePlace(
      "edition/encrypted-data-beside",
      "The plain edition is sent encrypted data beside unencrypted data.", source: "ABT-ENC-09"),
    FreePlace(
      "edition/encrypted-data-twice",
      "The plain edition is sent encrypted data twice, beside unencrypted data.",
      source: "ABT-ENC-09"),
  ]

  /// Section 2.1: all that a reader may accept or refuse, and for which no SHOULD asks.
  private static let contentPlaces =
    [
      FreePlace(
        "contents/harmless-damage", "Bits are damaged where a library need not notice.",
        source: "ABT-DATA-03, ABT-ENC-06")
    ]
    + WireFormat.Freedom.Reason.allCases.compactMap { reason in
      reason.freePlace.map { id in
        FreePlace(
          id, "\(reason.row.layer.subject) has \(reason.row.sentence).",
          source: reason.clause == "ABT-DATA-15" ? "ABT-DATA-15, section 2.1" : reason.clause.path)
      }
    }

  /// Sections 2 and 4.7: which of several right codes is given.
  private static let codePlaces = [
    FreePlace("error/code", "A request is refused.", source: "section 2: errorCode is optional"),
    FreePlace(
      "error/message", "A request is refused, which may be put in words.",
      source: "section 2: errorMessage is optional"),
    FreePlace(
      "error/unknown-verb", "The verb is neither apply nor reset.", source: "ABT-URL-06, ABT-CB-11"),
    FreePlace(
      "error/empty-data", "The data is there but empty.", source: "ABT-CB-11: 4 or 7"),
    FreePlace(
      "error/encrypted-data-in-plain", "The plain edition is sent encrypted data alone.",
      source: "section 2, code 5: 4 conforms too"),
    FreePlace(
      "error/both-data", "The encrypting edition is sent data of both kinds.",
      source: "ABT-CB-11: 1, 5 or 6"),
    FreePlace(
      "error/broken-list", "The list is broken, and may lack what its dictionary needs.",
      source: "ABT-CB-11: 7 or 9"),
    FreePlace(
      "error/top-no-dictionary", "The top object of the list is no dictionary.",
      source: "ABT-CB-11: 7 or 9"),
    FreePlace(
      "error/over-limit", "The data unpacks to more than the limit.",
      source: "ABT-DATA-08, ABT-CB-11"),
    FreePlace(
      "error/huge-total", "A total of pieces fits into no integer of 32 bits.",
      source: "section 4.10: 12 or 13"),
  ]

  private static let callbackPlaces = [
    FreePlace(
      "callback/lacking-parameter",
      "The request lacks, or has empty, a parameter that the callback echoes.", source: "section 2"),
    FreePlace(
      "callback/own-parameters", "A callback may have parameters of the library's own.",
      source: "ABT-CB-08"),
  ]

  /// Sections 4.6 and 4.9: what the delegate records in more than one way.
  private static let delegatePlaces = [
    FreePlace(
      "changed/applied-then-not", "A key is recorded as applied, and then as not applied.",
      source: "ABT-CHG-08"),
    FreePlace(
      "changed/not-then-applied", "A key is recorded as not applied, and then as applied.",
      source: "ABT-CHG-08"),
    FreePlace(
      "changed/foreign-key", "A key that the configuration lacks is recorded as applied.",
      source: "ABT-CHG-07"),
    FreePlace(
      "rollback/not-applied", "A key is recorded with an old value and as not applied.",
      source: "ABT-ROLL-03"),
    FreePlace(
      "rollback/foreign-key", "A key that the configuration lacks is recorded with an old value.",
      source: "ABT-ROLL-03"),
  ]

  /// Section 4.10.
  private static let chunkPlaces = [
    FreePlace(
      "chunk/leading-zeros", "A number of a piece has leading zeros.", source: "section 4.10"),
    FreePlace("chunk/sign", "A number of a piece has a sign.", source: "section 4.10"),
    FreePlace("chunk/spaces", "A number of a piece has spaces around it.", source: "section 4.10"),
    FreePlace(
      "chunk/only-piece", "The callback of an only piece may name it.", source: "ABT-CHUNK-02"),
    FreePlace(
      "chunk/refused-piece", "The callback of a refused piece may name it.", source: "section 4.10"),
    FreePlace(
      "chunk/malformed-number", "The callback may name a piece whose number is malformed.",
      source: "section 4.10"),
    FreePlace("chunk/base64", "A piece is no Base64.", source: "section 4.10"),
    FreePlace("chunk/out-of-order", "A piece comes out of order.", source: "ABT-CHUNK-04"),
    FreePlace(
      "chunk/after-order-refused",
      "A piece is refused for its order: what came before is kept or dropped.",
      source: "ABT-CHUNK-04"),
    FreePlace(
      "chunk/after-completion", "A piece comes again after its assembly was completed.",
      source: "section 4.10"),
    FreePlace(
      "chunk/oldest-assembly", "There is one assembly too many, and the oldest is dropped.",
      source: "ABT-CHUNK-10, section 4.10"),
    FreePlace(
      "chunk/too-many-bytes", "The pieces of an assembly have more bytes than have to be kept.",
      source: "ABT-CHUNK-10"),
    FreePlace(
      "chunk/invalid-request",
      "An invalid whole request comes while pieces of its payload are kept.",
      source: "ABT-CHUNK-11, section 4.10"),
    FreePlace(
      "chunk/invalid-piece", "An invalid piece comes while pieces of its payload are kept.",
      source: "ABT-CHUNK-11, section 4.10"),
    FreePlace(
      "chunk/refused-whole",
      "The delegate refuses a whole request while pieces of its payload are kept.",
      source: "ABT-CHUNK-11"),
  ]
}
