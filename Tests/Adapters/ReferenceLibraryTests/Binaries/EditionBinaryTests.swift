import Testing

/// What an app links is decided by the linker, so that it is looked for in built programs: one that
/// has the plain edition and nothing else, and one that has the encrypting edition.
@Suite("What the editions bring into an app's binary")
struct EditionBinaryTests {
  /// Parts of names by which cipher code is known: this package's own, and what libcrypto has for
  /// it.
  private static let cipherNames = [
    "PayloadCipher", "BlowfishCipher", "BlowfishDecryptor", "ccrypto_blowfish", "BF_", "EVP_bf_",
    "EVP_CIPHER", "EVP_Cipher", "EVP_Encrypt", "EVP_Decrypt", "EVP_aes_", "AES_", "DES_", "RC4",
    "CAST_", "Camellia_",
  ]

  private func cipherSymbols(of program: String) throws -> [String] {
    let image = try ELFImage(path: try BuiltProgram(program).path)
    try #require(image.hasOwnSymbols, "\(program) is stripped")
    #expect(image.symbols.contains { $0.contains("16ReferenceLibrary20ConfigurationManagerC") })
    return image.symbols.filter { symbol in
      Self.cipherNames.contains { symbol.contains($0) }
    }.sorted()
  }

  @Test("the plain edition brings no cipher code")
  func plain() throws {
    #expect(try cipherSymbols(of: "plain-app") == [])
  }

  @Test("the plain edition takes hashes from libcrypto and nothing else")
  func plainImports() throws {
    let image = try ELFImage(path: try BuiltProgram("plain-app").path)
    let crypto = image.imports.filter { $0.key.hasPrefix("libcrypto.") }
    let hashes: Set<String> = ["EVP_Digest", "EVP_sha1", "EVP_sha256", "HMAC"]
    #expect(crypto.count == 1 && crypto.keys.allSatisfy { image.needed.contains($0) })
    #expect(crypto.values.first == hashes)
  }

  @Test("the encrypting edition brings Blowfish, where the same search finds it")
  func encrypting() throws {
    let symbols = try cipherSymbols(of: "encrypting-app")
    #expect(symbols.contains { $0.contains("PayloadCipher") })
    #expect(symbols.contains("BF_cbc_encrypt") && symbols.contains("BF_set_key"))
    let image = try ELFImage(path: try BuiltProgram("encrypting-app").path)
    let crypto = image.imports.first { $0.key.hasPrefix("libcrypto.") }
    #expect(crypto?.value.contains("BF_cbc_encrypt") == true)
  }

  @Test("both programs are the apps that they are said to be")
  func run() throws {
    let plain = try BuiltProgram("plain-app")
    let encrypting = try BuiltProgram("encrypting-app")
    let sealed = RequestVectors.encrypted
    let clear = RequestVectors.applied
    let applied = ["apply host port tls", "handled true"]
    #expect(try plain.output([clear.url]).filter { !$0.hasPrefix("open ") } == applied)
    #expect(try encrypting.output([sealed.url]).filter { !$0.hasPrefix("open ") } == applied)
    #expect(
      try plain.output([sealed.url])
        == ["open " + RequestVectors.encryptedForPlain.callback, "handled true"])
    #expect(
      try encrypting.output([clear.url])
        == ["open " + RequestVectors.plainForEncrypting.callback, "handled true"])
  }
}
