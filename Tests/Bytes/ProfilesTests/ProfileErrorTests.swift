import Profiles
import Testing
import WireFormat

/// What is wrong with a profile is said with the payload and the key.
@Suite struct ProfileErrorTests {
  typealias Problem = ProfileError.FieldProblem
  static let prefix = ProfileDocument.prefix

  @Test(arguments: ["PayloadType", "PayloadIdentifier", "PayloadUUID", "PayloadContent"])
  func `a required key of the profile`(key: String) {
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile([key: nil]))
        == .field(.profile, key: key, .missing))
    let expected: ProfileError.Kind = key == "PayloadContent" ? .array : .string
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile([key: .integer(1)]))
        == .field(.profile, key: key, .mistyped(expected: expected, found: .integer)))
  }

  @Test(arguments: [
    (
      "PayloadVersion", PropertyList.string("1"),
      Problem.mistyped(expected: .integer, found: .string)
    ),
    ("PayloadDisplayName", .data([1]), .mistyped(expected: .string, found: .data)),
    ("PayloadOrganization", .date(0), .mistyped(expected: .string, found: .date)),
    ("PayloadUUID", .string(""), .emptyText),
    ("PayloadIdentifier", .string(""), .emptyText),
    ("PayloadType", .string("com.apple.mail"), .notProfile(type: "com.apple.mail")),
    (
      prefix + "DataEncryption", .integer(1), .mistyped(expected: .boolean, found: .integer)
    ),
  ])
  func `a key of the profile`(key: String, value: PropertyList, problem: Problem) {
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile([key: value]))
        == .field(.profile, key: key, problem))
  }

  @Test(arguments: ["PayloadUUID", prefix + "BundleIdentifier", prefix + "Configuration"])
  func `a required key of a payload`(key: String) {
    let payloads = { (change: PropertyList?) in
      [
        ProfileDocument.payload(uuid: "p-0"),
        ProfileDocument.payload([key: change], uuid: "p-1"),
      ]
    }
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile(payloads: payloads(nil)))
        == .field(.payload(1), key: key, .missing))
    let expected: ProfileError.Kind = key.hasSuffix("Configuration") ? .dictionary : .string
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile(payloads: payloads(.array([]))))
        == .field(.payload(1), key: key, .mistyped(expected: expected, found: .array)))
  }

  @Test(arguments: [
    ("PayloadType", PropertyList.real(1), Problem.mistyped(expected: .string, found: .real)),
    ("PayloadVersion", .boolean(true), .mistyped(expected: .integer, found: .boolean)),
    ("PayloadIdentifier", .integer(1), .mistyped(expected: .string, found: .integer)),
    ("PayloadDisplayName", .integer(1), .mistyped(expected: .string, found: .integer)),
    ("PayloadUUID", .string(""), .emptyText),
    (prefix + "BundleIdentifier", .string(""), .emptyText),
    (prefix + "BundleIdentifier", .string("com.acmetop.a_b"), .notInScheme("com.acmetop.a_b")),
    (prefix + "BundleIdentifier", .string("com.acmetop.ä"), .notInScheme("com.acmetop.ä")),
    (prefix + "Category", .integer(1), .mistyped(expected: .string, found: .integer)),
    (prefix + "DataEncryption", .string("true"), .mistyped(expected: .boolean, found: .string)),
    (prefix + "URLScheme", .boolean(true), .mistyped(expected: .string, found: .boolean)),
    (prefix + "URLScheme", .string(""), .notScheme("")),
    (prefix + "URLScheme", .string("acme://"), .notScheme("acme://")),
    (prefix + "URLScheme", .string("1acme"), .notScheme("1acme")),
    (prefix + "URLScheme", .string("acmé"), .notScheme("acmé")),
  ])
  func `a key of a payload`(key: String, value: PropertyList, problem: Problem) {
    let profile = ProfileDocument.profile(payloads: [ProfileDocument.payload([key: value])])
    #expect(ProfileDocument.error(of: profile) == .field(.payload(0), key: key, problem))
  }

  @Test func `the shape around the payloads`() {
    #expect(
      ProfileDocument.error(of: .array([]))
        == .field(.profile, key: "", .notDictionary(found: .array)))
    #expect(
      ProfileDocument.error(
        of: ProfileDocument.profile(payloads: [ProfileDocument.payload(), .string("p")]))
        == .field(.payload(1), key: "PayloadContent", .notDictionary(found: .string)))
    #expect(
      ProfileDocument.error(
        of: ProfileDocument.profile([
          "PayloadContent": nil, "EncryptedPayloadContent": .data([0x30]),
        ])) == .field(.profile, key: "PayloadContent", .encryptedContent))
  }

  @Test func `two payloads with one PayloadUUID`() {
    let foreign = ProfileDocument.payload(
      [
        "PayloadType": .string("com.apple.mail"), Self.prefix + "BundleIdentifier": nil,
        Self.prefix + "Configuration": nil,
      ], uuid: "same")
    let same = ProfileDocument.payload(uuid: "same")
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile(payloads: [foreign, same, same]))
        == .field(.payload(2), key: "PayloadUUID", .repeatedUUID(first: 1)))
    let composed = ProfileDocument.payload(uuid: "\u{E9}")
    let decomposed = ProfileDocument.payload(uuid: "e\u{301}")
    #expect(
      ProfileDocument.error(of: ProfileDocument.profile(payloads: [composed, decomposed])) == nil)
  }

  @Test(arguments: [
    ([], ProfileError.empty),
    ([0x30, 0x82, 0x0A, 0x1B, 0x06], .signed(.der)),
    (Array("-----BEGIN CMS-----\nMIIK".utf8), .signed(.pem)),
    (Array("\n-----BEGIN PKCS7-----\nMIIK".utf8), .signed(.pem)),
    (Array("{ PayloadType = Configuration; }".utf8), .unknownFormat(Array("{ Payloa".utf8))),
    ([0x1F, 0x8B], .unknownFormat([0x1F, 0x8B])),
    ([0x20, 0x20], .unknownFormat([0x20, 0x20])),
  ])
  func `what is neither XML nor binary`(bytes: [UInt8], expected: ProfileError) {
    #expect(throws: expected) { try ConfigurationProfile.read(bytes) }
  }

  @Test func `an error of the XML keeps its place`() throws {
    let bytes = Array("<plist>\n<dict>\n<key>a</key></dict></plist>".utf8)
    let inner = try #require(XMLDocument.error(of: bytes))
    #expect(inner.line == 3)
    #expect(throws: ProfileError.xml(inner)) { try ConfigurationProfile.read(bytes) }
  }

  @Test func `UTF-16 is named as such`() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x3C, 0, 0x3F, 0]
    #expect(ProfileDocument.readError(bytes)?.description.contains("UTF-16") == true)
  }

  @Test func `the budget of bytes holds for both formats`() {
    for start in ["<plist>", "bplist00"] {
      let bytes = Array(start.utf8) + [UInt8](repeating: 0x20, count: 100)
      #expect(throws: ProfileError.tooManyBytes(count: bytes.count, limit: 99)) {
        try ConfigurationProfile.read(bytes, limits: ProfileLimits(maxBytes: 99))
      }
    }
  }

  @Test(arguments: [
    (
      ProfileError.field(.payload(3), key: "PayloadUUID", .missing),
      "PayloadContent[3]: key PayloadUUID is missing; add it"
    ),
    (
      .field(.profile, key: "PayloadContent", .mistyped(expected: .array, found: .dictionary)),
      "profile: key PayloadContent is of kind dictionary; it must be of kind array"
    ),
    (
      .unknownFormat([0x1F, 0x8B, 0x08]),
      "the file is neither an XML nor a binary property list (it begins with 1f 8b 08); "
        + "export the profile as XML, for example with plutil -convert xml1"
    ),
    (
      .signed(.der),
      "the profile is signed (CMS, DER), and signatures are not opened here; extract it first: "
        + "openssl cms -verify -inform DER -noverify -in signed.mobileconfig "
        + "-out profile.mobileconfig (with -CAfile instead of -noverify to check who signed it)"
    ),
  ])
  func `messages`(error: ProfileError, message: String) {
    #expect(error.description == message)
  }
}
