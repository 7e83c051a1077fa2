import Forge

/// Ciphertext of the openssl command under keys of Python's hashlib: MD5 of "com.example.app" and
/// "fixed secret", since that command takes Blowfish keys of 16 bytes only.
struct GoldenCiphertext: Sendable {
  let layer: EncryptionLayer
  /// In hexadecimal.
  let sent: String

  static let all: [GoldenCiphertext] = [
    .init(
      layer: .canonical(iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "01020304050607089ca35a5cb56ff5fba74c205f915f1f079df9d4adb067a565b5aef5d9623acc3a"
    ),
    .init(
      layer: .chaining(.ecb, iv: []),
      sent:
        "22b1ae5b9fe3dcb9ad3162d0c9a37c03eedd51e000c168b10b110e208d2f378c"
    ),
    .init(
      layer: .chaining(.zeroVectorNotSent, iv: []),
      sent:
        "22b1ae5b9fe3dcb9fc22d1684ab64bbf942927771d564c3a08031a24f8b82f16"
    ),
    .init(
      layer: .padding(.zeros, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "01020304050607089ca35a5cb56ff5fba74c205f915f1f079df9d4adb067a565d4b6b6f5d77fd2b3"
    ),
    .init(
      layer: .slippedKey(.secretFirst, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "0102030405060708ac7ec804dc871c477408653fbbcfdb76c476c4d8116e4870b5f773dee4b952a9"
    ),
    .init(
      layer: .slippedKey(.bundleIdentifierAlone, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "0102030405060708e12bf0676f585c6e40715c0e26f3e4eb8d9a5f50be4bc3255d1e59cc07c1d09f"
    ),
    .init(
      layer: .slippedKey(.secretAlone, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "0102030405060708d1b13297dd4adcdc8a3a04c582a078346566e69d023cfe1e52112252e447d095"
    ),
    .init(
      layer: .slippedKey(.separatedByDot, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "010203040506070893e251d115a8e45180d4fdaa0f4a4dee909115fa2aee967d6c3352947550fd89"
    ),
    .init(
      layer: .slippedKey(.separatedByColon, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "01020304050607083ec46639f229aad3a7e46cd3e3561a167ef5caab790a32198de9d6177a1a0bd9"
    ),
    .init(
      layer: .slippedKey(.separatedByNUL, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "010203040506070804b7bc8543168aa5741203968b0359f11ffc5896210ad6c9dd7c87c509c6bd1c"
    ),
    .init(
      layer: .slippedKey(.endedByNUL, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "0102030405060708f8c9ace3147fc1ecb19ed9c397f2cd05af5e3834e4fcb3254f877ee9e0034438"
    ),
    .init(
      layer: .slippedKey(.endedByNewline, iv: [1, 2, 3, 4, 5, 6, 7, 8]),
      sent:
        "01020304050607089b972fc11f23e3449c1bc7a0c8065cba7da833edcff308b2c4192bdf520c25f0"
    ),
  ]
}
