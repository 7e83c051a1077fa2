import Foundation
import Testing

@testable import Certification

/// Keys in files: theirs are read, ours are safe.
@Suite final class KeyTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/keys \(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func put(_ text: String, _ name: String, mode: Int = 0o600) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  /// As Python's cryptography, which is OpenSSL's, writes the key of RFC 8032.
  private static let publicText = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----

    """
  private static let privateText = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----

    """
  private static let encryptedText = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBA1+VlKVvjqRYcJapYV
    GJ4IAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQcrPD+Tcu9jNHO23G
    3cMJagRA6TAyDW/hW3oMpLPrDFKyFggx8vKi4DIjt5iddSC+Vb3FXh2j+yEb7AGH
    NLUFUAUCwwnhTYDtM4sx5rhrCt95HQ==
    -----END ENCRYPTED PRIVATE KEY-----

    """
  private static let otherKind = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXLfAzqoBfOyNWsbY
    CaM9tZ6cYlSofr9/Fgdnnl2TcMShRANCAATGIGwaUI8iPy71gLH6he3+MY39R1oK
    4RVE8tEoV3IEVqWsHyGc/lKQ4AtasnCgx05nnYCWf28kXCVDCK5cVKdY
    -----END PRIVATE KEY-----

    """

  @Test func othersKeysAreReadAndOursAreWrittenAlike() throws {
    let key = try KeyFile.signingKey(try put(Self.privateText, "key"))
    #expect(try key.signature(of: [7]) == SampleKey.signing().signature(of: [7]))
    #expect(String(decoding: try key.pem(), as: UTF8.self) == Self.privateText)
    let publicKey = try KeyFile.publicKey(try put(Self.publicText, "pub", mode: 0o644))
    #expect(String(decoding: try publicKey.pem(), as: UTF8.self) == Self.publicText)
    #expect(String(decoding: try key.publicKey().pem(), as: UTF8.self) == Self.publicText)
    // The digest of the DER that Python's cryptography writes.
    #expect(
      try publicKey.identifier()
        == "06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9")
  }

  @Test func aPasswordOpensAKey() throws {
    let path = try put(Self.encryptedText, "key")
    let right = try put("open sesame\nmore", "right")
    let key = try KeyFile.signingKey(path, passwordFile: right)
    #expect(try key.signature(of: [7]) == SampleKey.signing().signature(of: [7]))
    #expect(throws: KeyFault.encrypted(path)) { try KeyFile.signingKey(path) }
    let wrong = try put("open barley", "wrong")
    #expect(throws: KeyFault.wrongPassword(path)) {
      try KeyFile.signingKey(path, passwordFile: wrong)
    }
    let none = try put("\nsecond line", "none")
    #expect(throws: KeyFault.noPassword(none)) { try KeyFile.signingKey(path, passwordFile: none) }
    let open = try put("open sesame", "open", mode: 0o644)
    #expect(throws: KeyFault.readableByOthers(open, mode: "0644")) {
      try KeyFile.signingKey(path, passwordFile: open)
    }
    let own = folder + "/own"
    _ = try KeyFile.writePair(key, own, password: try KeyFile.password(right))
    #expect(try String(contentsOfFile: own, encoding: .utf8).contains("ENCRYPTED"))
    let read = try KeyFile.signingKey(own, passwordFile: right)
    #expect(try read.signature(of: [8]) == key.signature(of: [8]))
  }

  @Test func aNewPairIsSafeAndOverwritesNothing() throws {
    let path = folder + "/new"
    let key = try SigningKey.generate()
    _ = try KeyFile.writePair(key, path)
    #expect(try mode(path) == 0o600)
    #expect(try mode(path + ".pub") & 0o111 == 0)
    #expect(
      try KeyFile.signingKey(path).signature(of: [1]) == key.signature(of: [1]))
    #expect(try KeyFile.publicKey(path + ".pub").pem() == key.publicKey().pem())
    #expect(try SigningKey.generate().pem() != key.pem())
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let other = try SigningKey.generate()
    #expect(throws: KeyFault.exists(path + ".pub")) { try KeyFile.writePair(other, path) }
    try FileManager.default.removeItem(atPath: path + ".pub")
    #expect(throws: KeyFault.exists(path)) { try KeyFile.writePair(other, path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["new"])
    // A link is something that is there, wherever it leads.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: folder + "/nowhere")
    #expect(throws: KeyFault.exists(folder + "/link")) {
      try KeyFile.writePair(other, folder + "/link")
    }
    #expect(throws: KeyFault.self) { try KeyFile.writePair(other, folder + "/no/such") }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == ["new", "link"])
  }

  @Test func aPrivateKeyThatOthersCanReadIsRefused() throws {
    for mode in [0o640, 0o604, 0o622] {
      let path = try put(Self.privateText, "key \(mode)", mode: mode)
      #expect(throws: KeyFault.self, "\(mode)") { try KeyFile.signingKey(path) }
    }
    #expect(throws: Never.self) {
      try KeyFile.signingKey(try put(Self.privateText, "k", mode: 0o400))
    }
  }

  @Test func whatIsNoKeyIsToldApart() throws {
    let damaged = Self.privateText.replacing("MC4C", with: "MC5C")
    let text = try put(damaged, "damaged")
    #expect(throws: KeyFault.malformed(text, wanted: "private key")) {
      try KeyFile.signingKey(text)
    }
    let other = try put(Self.otherKind, "other")
    #expect(throws: KeyFault.otherKind(other, kind: "id-ecPublicKey")) {
      try KeyFile.signingKey(other)
    }
    let publicKey = try put(Self.publicText, "pub", mode: 0o644)
    #expect(throws: KeyFault.publicInPlaceOfPrivate(publicKey)) {
      try KeyFile.signingKey(publicKey)
    }
    let privateKey = try put(Self.privateText, "key")
    #expect(throws: KeyFault.privateInPlaceOfPublic(privateKey)) {
      try KeyFile.publicKey(privateKey)
    }
    let empty = try put("", "empty")
    #expect(throws: KeyFault.empty(empty)) { try KeyFile.publicKey(empty) }
    let long = try put(String(repeating: "x", count: KeyFile.maxBytes + 1), "long")
    #expect(throws: KeyFault.tooLong(long, maxBytes: KeyFile.maxBytes)) {
      try KeyFile.publicKey(long)
    }
    let garbage = try put("\u{0}\u{1}nothing", "garbage")
    #expect(throws: KeyFault.malformed(garbage, wanted: "public key")) {
      try KeyFile.publicKey(garbage)
    }
    #expect(throws: KeyFault.unreadable(folder, why: "it is a folder; name a file in it")) {
      try KeyFile.publicKey(folder)
    }
    // Nobody ever writes into it.
    #expect(mkfifo(folder + "/fifo", 0o600) == 0)
    #expect(throws: KeyFault.unreadable(folder + "/fifo", why: "it is no regular file")) {
      try KeyFile.signingKey(folder + "/fifo")
    }
  }
}
