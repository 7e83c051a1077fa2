import Conformance

extension ABT {
  /// Encryption (ABT-ENC).
  static let encryptionClauses: [Clause] = [
    Clause(
      "ABT-ENC-01", .must,
      "The encrypting edition accepts valid data-x.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-02", .must,
      "The plain edition refuses a request that has only data-x, encrypted or not.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .plain),
    Clause(
      "ABT-ENC-03", .must,
      "The encrypting edition refuses data by default.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-04", .must,
      "With allowUnencrypted it accepts both.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-05", .must,
      "Ciphertext under another key (other secret, other bundle identifier, wrong key derivation) is refused.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-06", .must,
      "Damaged ciphertext (a bit flipped in IV, first, middle or last block; truncated; length not a multiple of 8; IV only; empty) is refused.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-07", .must,
      "Unencrypted packed data in data-x is refused.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-08", .must,
      "Ciphertext in data is refused.",
      source: "configuration-URL protocol, section 4.8 (Encryption)"),
    Clause(
      "ABT-ENC-09", .must,
      "Encrypting edition, both data and data-x: refused where encryption is required. The plain edition does not look at data-x: beside data it is ignored, however malformed or repeated (refusing is I).",
      source: "configuration-URL protocol, section 4.8 (Encryption)",
      shownBy: ["ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-01"]),
    Clause(
      "ABT-ENC-09/allowed", .should,
      "Refused also with allowUnencrypted.",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-10", .should,
      "All failures of decryption, padding, zlib, magic and property-list structure of data-x give the same code and message: no padding or format oracle (codes 8, 9 and 10 apart).",
      source: "configuration-URL protocol, section 4.8 (Encryption)", only: .encrypting),
    Clause(
      "ABT-ENC-11", .must,
      "Keys of the profile that strayed into the dictionary (such as com.absolute.thirdpartyconfig.DataEncryption) change nothing about what is accepted.",
      source: "configuration-URL protocol, section 4.8 (Encryption)",
      shownBy: ["ABT-ENC-01", "ABT-ENC-02", "ABT-ENC-03", "ABT-DEL-01"]),
  ]
}
