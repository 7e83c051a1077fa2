import Conformance
import Profiles
import SuiteModels
import WireFormat

/// Data about as long as a URL may be (MGR-12).
extension ABTManager {
  private static let limit = Dialect.profile1.limits.maxURLBytes

  private static func device(
    chunks: Bool = true, othersTakeThem: Bool = false, allowChunks: Bool = true
  ) -> ManagerSetup {
    ManagerSetup(
      installed: [
        InstalledApp("com.acme.mail", apiKey: "k-3f9c", chunks: chunks),
        InstalledApp("com.acme.vault", apiKey: "k-c0de", chunks: othersTakeThem),
      ], allowChunks: allowChunks)
  }

  /// A profile whose payload for the first app holds this many bytes that cannot be compressed.
  private static func draft(
    _ count: Int, uuid: String = "profile", isEncrypted: Bool = false, _ choices: inout Choices
  ) -> ProfileDraft {
    ProfileDraft(
      uuid, isBinary: true,
      [
        .init(
          "mail", for: "com.acme.mail", isEncrypted: isEncrypted,
          [.init(key: "picture", value: .data(choices.bytes(count)))]), vault,
      ])
  }

  /// The same with a profile's PayloadUUID of such a length that the whole request, written as the document has it, is exactly so long.
  private static func draft(
    urlBytes: Int, _ choices: inout Choices
  ) throws(HarnessFault) -> ProfileDraft {
    var draft = draft(737_000, uuid: "p", &choices)
    guard let payload = draft.document.profile?.payloads.first else {
      throw HarnessFault("a draft is no profile")
    }
    var url = Array("\(payload.scheme())://apply?token=".utf8) + [UInt8](repeating: 0x30, count: 64)
    url += Array("&profile=p&payload=\(payload.uuid)&data=".utf8)
    PercentCoding.encode(
      Base64Text.encode(Packing.pack(payload.requestDictionary())), into: &url)
    guard url.count <= urlBytes else {
      throw HarnessFault("the request has \(url.count) bytes, which is too many to begin with")
    }
    draft.uuid = String("p", times: 1 + urlBytes - url.count)
    return draft
  }

  private static func large(
    _ path: String, _ title: String, on setup: ManagerSetup = device(),
    targets: [Clause.ID] = ["MGR-12"],
    _ build:
      @escaping @Sendable (inout Choices) throws(HarnessFault) -> (ProfileDraft, [ManagerEvent])
  ) -> Specification {
    Specification("\(name)/size/\(path)", title, variants: [.sole], targets: targets) {
      (choices, _) throws(HarnessFault) in
      let (draft, events) = try build(&choices)
      return Script(setup: setup, events: [install(draft)] + events)
    }
  }

  /// A profile of so many keys of a thousand letters each, which cannot be compressed.
  private static func draft(keys: [String]) -> ProfileDraft {
    ProfileDraft(
      "profile", isBinary: true,
      [.init("mail", for: "com.acme.mail", keys.map { .init(key: $0, value: .boolean(true)) })])
  }

  private static func longKeys(_ count: Int, _ choices: inout Choices) -> [String] {
    (0..<count).map { _ in
      var key = ""
      for _ in 0..<1_000 {
        key.unicodeScalars.append(Unicode.Scalar(0x4E00 + UInt32(choices.below(20_000))) ?? "x")
      }
      return key
    }
  }

  private static let picture = yes("picture", "pin")
  /// Enough callbacks for as many pieces as a library takes, and for the payload after them.
  private static let answered = [ManagerEvent](
    repeating: picture, count: Dialect.profile1.limits.maxChunks + 1)

  static let sizes: [Specification] = [
    large("limit/exactly", "The whole request has exactly as many bytes as a URL may have.") {
      (choices) throws(HarnessFault) in
      (try draft(urlBytes: limit, &choices), [picture, picture, picture])
    },
    large("limit/one-more", "The whole request has one byte more than a URL may have.") {
      (choices) throws(HarnessFault) in
      (try draft(urlBytes: limit + 1, &choices), [picture, picture, picture, picture])
    },
    large("pieces/two", "Data for two pieces.") { (choices) throws(HarnessFault) in
      (draft(800_000, &choices), [picture, picture, picture, picture, remove])
    },
    large(
      "pieces/other-edition", "A profile that was sent in pieces comes again with other values.",
      targets: ["MGR-01"]
    ) { (choices) throws(HarnessFault) in
      (
        draft(800_000, &choices),
        answered + [install(draft(801_000, &choices))] + answered
      )
    },
    // Six per cent are left for how it is packed: small windows and blocks make what cannot be compressed longer.
    large("pieces/most", "Nearly as much data as a library puts together.") {
      (choices) throws(HarnessFault) in
      (draft(985_000, &choices), [picture, picture, picture, picture])
    },
    large("pieces/encrypted", "Encrypted data for two pieces.", targets: ["MGR-12", "MGR-04"]) {
      (choices) throws(HarnessFault) in
      (draft(800_000, isEncrypted: true, &choices), [picture, picture, picture, picture])
    },
    large(
      "pieces/repeated-callback", "The callback of the first piece comes twice.",
      targets: ["MGR-10"]
    ) { (choices) throws(HarnessFault) in
      (
        draft(800_000, &choices),
        [
          picture, .answer(AppAnswer(keys: ["picture"], namesOtherPiece: true)), picture, picture,
        ]
      )
    },
    large(
      "pieces/wrong-token", "A callback of a piece has a wrong token.", targets: ["MGR-10"]
    ) { (choices) throws(HarnessFault) in
      (
        draft(800_000, &choices),
        [
          .answer(AppAnswer(keys: ["picture"], token: .changed)), picture,
          .answer(AppAnswer(keys: ["picture"], token: .empty)), picture, picture,
        ]
      )
    },
    large(
      "pieces/without-chunk", "A callback of a piece does not say which piece it is for.",
      targets: ["MGR-10"]
    ) { (choices) throws(HarnessFault) in
      (
        draft(800_000, &choices),
        [
          .answer(AppAnswer(keys: ["picture"], lacks: .chunk)), picture,
          .answer(AppAnswer(keys: ["picture"], lacks: .chunk)), picture, picture,
        ]
      )
    },
    large(
      "pieces/reset", "Two editions report so many keys that their reset fits into no URL.",
      targets: ["MGR-12", "MGR-08"]
    ) { (choices) throws(HarnessFault) in
      let keys = [longKeys(240, &choices), longKeys(240, &choices)]
      let reports = keys.map { ManagerEvent.answer(AppAnswer(keys: $0)) }
      return (
        draft(keys: keys[0]),
        [
          reports[0], reports[0], install(draft(keys: keys[1])), reports[1], reports[1], remove,
          done, done, done, done,
        ]
      )
    },
    large("pieces/refused", "An app refuses the first piece.", targets: ["MGR-09", "MGR-11"]) {
      (choices) throws(HarnessFault) in (draft(800_000, &choices), [no, yes("pin"), remove, done])
    },
    large("pieces/removed", "The profile is removed after its first piece.", targets: ["MGR-11"]) {
      (choices) throws(HarnessFault) in (draft(800_000, &choices), [picture, remove])
    },
    // Below what a library unpacks, also in UTF-16.
    large("whole/compressible", "Much data that compresses well.") { (_) throws(HarnessFault) in
      (
        ProfileDraft(
          "profile", isBinary: true,
          [
            .init(
              "mail", for: "com.acme.mail",
              [.init(key: "picture", value: .string(String("compress me ", times: 40_000)))]),
            vault,
          ]), [picture, picture, picture]
      )
    },
    large("whole/small", "Little data for an app that takes pieces.") {
      (choices) throws(HarnessFault) in (draft(1_000, &choices), [picture, picture])
    },
    large("whole/half", "Data for half a URL, for an app that takes pieces.") {
      (choices) throws(HarnessFault) in (draft(500_000, &choices), [picture, picture, picture])
    },
    large("whole/hundred-kilobytes", "Data of 100,000 bytes for an app that takes pieces.") {
      (choices) throws(HarnessFault) in (draft(100_000, &choices), [picture, picture])
    },
    large("no-pieces/app", "The app is not known to take pieces.", on: device(chunks: false)) {
      (choices) throws(HarnessFault) in (draft(800_000, &choices), [picture, picture])
    },
    large(
      "no-pieces/other-app", "The app is not known to take pieces, and another one is.",
      on: device(chunks: false, othersTakeThem: true)
    ) { (choices) throws(HarnessFault) in (draft(800_000, &choices), [picture, picture])
    },
    large("no-pieces/manager", "Pieces are not allowed.", on: device(allowChunks: false)) {
      (choices) throws(HarnessFault) in (draft(800_000, &choices), [picture, picture])
    },
    large("no-pieces/fits", "The app takes no pieces, and needs none.", on: device(chunks: false)) {
      (choices) throws(HarnessFault) in (draft(200_000, &choices), [picture, picture])
    },
  ]
}
