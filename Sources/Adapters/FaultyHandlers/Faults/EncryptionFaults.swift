import PayloadCipher
import Profiles
import ReferenceLibrary
import ReferenceLibraryEncrypting
import WireFormat

/// Mistakes of one edition or the other (4.8).
enum EncryptionFaults {
  static let all: [Fault] =
    oracles + inData + [
      Fault(
        "vector-cut-off-twice", .cryptography,
        "the initialisation vector is cut off before the cipher looks for it",
        breaks: ["ABT-ENC-01"],
        mayAlso: ["ABT-*"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in before(decryptor, Array(bytes.dropFirst(8))) }
      },
      Fault(
        "vector-of-zeros-as-missing", .cryptography,
        "an initialisation vector of zeros is taken for a missing one",
        breaks: ["ABT-ENC-01"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          bytes.prefix(8).allSatisfy { $0 == 0 } ? nil : before(decryptor, bytes)
        }
      },
      Fault(
        "plain-reads-encrypted-data", .path,
        "the plain edition takes data-x for another name of data",
        breaks: ["ABT-ENC-02"],
        mayAlso: ["ABT-CB-11"], in: [.plain]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          if edition.decryptor == nil, data == .absent {
            return try before(encryptedData, .absent, edition)
          }
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "encrypting-reads-plain-data", .path,
        "the encrypting edition takes unencrypted data without having been allowed to",
        breaks: ["ABT-ENC-03"],
        mayAlso: ["ABT-CB-11", "ABT-ENC-11"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          var edition = edition
          edition.allowsUnencrypted = true
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "unencrypted-never-allowed", .path,
        "allowing unencrypted data has no effect",
        breaks: ["ABT-ENC-04"],
        mayAlso: ["ABT-CB-11", "ABT-CHUNK-03"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          var edition = edition
          if edition.decryptor != nil { edition.allowsUnencrypted = false }
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "undecryptable-taken-as-plain", .cryptography,
        "data that cannot be decrypted is unpacked undecrypted",
        breaks: ["ABT-ENC-07"],
        mayAlso: ["ABT-CHUNK-12", "ABT-ENC-06"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in before(decryptor, bytes) ?? bytes }
      },

      Fault(
        cipher: "key-of-16-bytes",
        "only the first 16 bytes of the hash are the key, as of other ciphers",
        breaks: ["ABT-ENC-01"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        Self.replaceKeys(&decisions) { keys in keys.map { Array($0.prefix(16)) } }
      }.needing(.longKeys),
      Fault(
        cipher: "key-as-hex",
        "the key is the hash written in digits",
        breaks: ["ABT-ENC-01"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        Self.replaceKeys(&decisions) { keys in keys.map { Self.hex($0) } }
      },
      Fault(
        cipher: "secret-composed",
        "the secret is kept as a text of normal form C",
        breaks: ["ABT-ENC-01"]
      ) { decisions in
        Self.replaceSecret(&decisions) { Texts.composed($0) }
      },
      Fault(
        cipher: "secret-in-latin-1",
        "characters of the secret beyond Latin-1 become question marks",
        breaks: ["ABT-ENC-01"]
      ) { decisions in
        Self.replaceSecret(&decisions) { secret in
          String(String.UnicodeScalarView(secret.unicodeScalars.map { $0.value < 256 ? $0 : "?" }))
        }
      },
      Fault(
        cipher: "secret-of-72-bytes",
        "the secret is cut to 72 bytes",
        breaks: ["ABT-ENC-01"]
      ) { decisions in
        Self.replaceSecret(&decisions) { String(decoding: $0.utf8.prefix(72), as: UTF8.self) }
      },
      Fault(
        cipher: "key-fallback-to-secret-first",
        "data under the key of an earlier version, with the secret in front, is accepted too",
        breaks: ["ABT-ENC-05"]
      ) { decisions in
        Self.tryAlso(&decisions) { bundle, secret, hash in
          PayloadKey.derive(bundleIdentifier: secret, secret: bundle, hash: hash)
        }
      },
      Fault(
        cipher: "key-fallback-to-secret-alone",
        "data under a key that all apps of the vendor share is accepted too",
        breaks: ["ABT-ENC-05"]
      ) { decisions in
        Self.tryAlso(&decisions) { _, secret, hash in
          PayloadKey.derive(bundleIdentifier: "", secret: secret, hash: hash)
        }
      },
      Fault(
        cipher: "key-fallback-to-older-hash",
        "data under the key of an older hash is accepted too",
        breaks: ["ABT-ENC-05"],
        mayAlso: ["ABT-ENC-06"]
      ) { decisions in
        for older in [PayloadKey.Hash.sha1, .md5] {
          Self.tryAlso(&decisions) { bundle, secret, _ in
            PayloadKey.derive(bundleIdentifier: bundle, secret: secret, hash: older)
          }
        }
      },
      Fault(
        cipher: "key-fallback-without-secret",
        "data under the key of an empty secret is accepted too",
        breaks: ["ABT-ENC-05"],
        mayAlso: ["ABT-ENC-06"]
      ) { decisions in
        Self.tryAlso(&decisions) { bundle, _, hash in
          PayloadKey.derive(bundleIdentifier: bundle, secret: "", hash: hash)
        }
      },
      Fault(
        cipher: "fallback-to-single-blocks",
        "data that does not fit as a chain is decrypted block by block",
        breaks: ["ABT-ENC-06"]
      ) { decisions in
        decisions.modes = { [$0, .ecb] }
      },
      Fault(
        "vector-of-first-request", .state,
        "the vector of the first request is used for all",
        breaks: ["ABT-ENC-01", "ABT-ROB-04"],
        mayAlso: [
          "ABT-CB-11", "ABT-CHUNK-*", "ABT-DATA-14", "ABT-DEL-01", "ABT-DEL-02", "ABT-DICT-01",
          "ABT-DICT-08", "ABT-MULTI-01", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-ROB-06",
          "ABT-ROLL-09",
          "ABT-TOK-01", "ABT-URL-*", "ABT-ENC-11",
        ], in: [.encrypting]
      ) { decisions in
        let first = Memory<[UInt8]?>(nil)
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          guard bytes.count > 8 else { return before(decryptor, bytes) }
          let vector = first.update { first in
            first = first ?? Array(bytes.prefix(8))
            return first ?? []
          }
          return before(decryptor, vector + bytes.dropFirst(8))
        }
      },
      Fault(
        "padding-unchecked", .cryptography,
        "as much padding is cut off as the last byte says, without a look at the rest of it",
        breaks: ["ABT-ENC-06"], in: [.encrypting]
      ) { decisions in
        decisions.decrypt = { decryptor, bytes in
          guard bytes.count > 8, bytes.count % 8 == 0 else { return nil }
          let blocks = decryptor.blocks(bytes)
          guard let last = blocks.last, (1...8).contains(last) else { return nil }
          return Array(blocks.dropLast(Int(last)))
        }
      },
      Fault(
        "padding-left-to-the-stream", .cryptography,
        "the padding is not looked at, as the stream knows where it ends",
        breaks: ["ABT-ENC-06"],
        mayAlso: ["ABT-CHUNK-12", "ABT-DATA-04"], in: [.encrypting]
      ) { decisions in
        decisions.decrypt = { decryptor, bytes in
          bytes.count > 8 && bytes.count % 8 == 0 ? decryptor.blocks(bytes) : nil
        }
        let before = decisions.inflate
        decisions.inflate = { inflater, bytes, limit, output in
          let outcome = before(inflater, bytes, limit, &output)
          guard case .complete(let consumed) = outcome, bytes.count - consumed <= 8 else {
            return outcome
          }
          return .complete(consumed: bytes.count)
        }
      },
      Fault(
        "padding-of-other-kinds", .lenientCall,
        "padding with zeros in front of the count is removed as well",
        breaks: ["ABT-ENC-06"], mayAlso: ["ABT-CHUNK-12"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          if let plain = before(decryptor, bytes) { return plain }
          guard bytes.count > 8, bytes.count % 8 == 0 else { return nil }
          let blocks = decryptor.blocks(bytes)
          guard let last = blocks.last else { return nil }
          let content = blocks.dropLast((1...8).contains(last) ? 1 : 0)
          guard let end = content.lastIndex(where: { $0 != 0 }) else { return nil }
          return Array(content[...end])
        }
      },
      Fault(
        "partial-block-dropped", .cryptography,
        "bytes behind the last whole block are dropped",
        breaks: ["ABT-ENC-06"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          before(decryptor, Array(bytes.prefix(bytes.count & ~7)))
        }
      },
      Fault(
        "unencrypted-by-its-header", .path,
        "data-x that begins as a stream does is taken for unencrypted",
        breaks: ["ABT-ENC-07"],
        mayAlso: ["ABT-CHUNK-12", "ABT-ENC-06"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          let isStream =
            bytes.count > 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
          return isStream ? bytes : before(decryptor, bytes)
        }
      },
      Fault(
        "data-decrypted-too", .path,
        "the encrypting edition decrypts whatever parameter the data is in",
        breaks: ["ABT-ENC-08"],
        mayAlso: ["ABT-CHUNK-12", "ABT-CB-11", "ABT-ENC-03", "ABT-ENC-04"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor != nil && encryptedData == .absent
            ? try before(.absent, data, edition) : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "data-decrypted-if-it-has-to-be", .cryptography,
        "data without the header of a stream is taken for encrypted",
        breaks: ["ABT-ENC-08"],
        mayAlso: ["ABT-CHUNK-12", "ABT-ENC-03"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          if edition.decryptor != nil, encryptedData == .absent, let text = data.bytes,
            let bytes = Base64Text.decode(text).bytes, bytes.first != 0x78, !bytes.isEmpty
          {
            return .encrypted(text)
          }
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "data-x-wins", .path,
        "of data and data-x the encrypting edition takes the encrypted one",
        breaks: ["ABT-ENC-09", "ABT-ENC-09/allowed"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor != nil && encryptedData != .absent
            ? try before(.absent, encryptedData, edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "once-encrypted-always-encrypted", .state,
        "where unencrypted data is allowed, a payload that once came encrypted is refused when it does not",
        breaks: ["ABT-ENC-04"],
        mayAlso: [
          "ABT-CB-11", "ABT-CHUNK-*", "ABT-MULTI-*", "ABT-ROB-*", "ABT-DEL-01", "ABT-DEL-04",
        ],
        in: [.encrypting]
      ) { decisions in
        let current = Memory<[UInt8]>([])
        let seen = Memory<Set<[UInt8]>>([])
        let identifiers = decisions.identifiers
        decisions.identifiers = { request in
          let found = identifiers(request)
          current.update { $0 = found?.payload ?? [] }
          return found
        }
        let choose = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          guard edition.decryptor != nil else {
            return try choose(data, encryptedData, edition)
          }
          let payload = current.update { $0 }
          let isEncrypted = encryptedData != .absent
          let isKnown = seen.update {
            isEncrypted ? !$0.insert(payload).inserted : $0.contains(payload)
          }
          guard isEncrypted || !isKnown else { throw .encryptionRequired }
          return try choose(data, encryptedData, edition)
        }
      },
      Fault(
        "data-wins-where-allowed", .path,
        "where unencrypted data is allowed, data-x beside it is not looked at",
        breaks: ["ABT-ENC-09/allowed"],
        mayAlso: ["ABT-CB-11"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor != nil && edition.allowsUnencrypted && data != .absent
            ? try before(data, .absent, edition) : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "equal-data-taken", .comparison,
        "data and data-x are only refused if they differ",
        breaks: ["ABT-ENC-09", "ABT-ENC-09/allowed"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor != nil && data == encryptedData
            ? try before(.absent, encryptedData, edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "plain-edition-prefers-data-x", .path,
        "the plain edition takes data-x where there are both",
        breaks: ["ABT-ENC-09"],
        mayAlso: ["ABT-CHG-01"], in: [.plain]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor == nil && data != .absent && encryptedData != .absent
            ? try before(encryptedData, .absent, edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "plain-edition-succeeds-with-data-x", .error,
        "the plain edition reports that it has done what it could not read",
        breaks: ["ABT-ENC-02"], in: [.plain]
      ) { decisions in
        decisions.changeReport { report in
          if report.cause == .encryptionUnsupported {
            report.status = .success
            report.failure = nil
          }
        }
      },
      Fault(
        "plain-edition-takes-pieces-of-data-x", .path,
        "in pieces the plain edition takes data-x",
        breaks: ["ABT-ENC-02"],
        mayAlso: ["ABT-CB-11"], in: [.plain]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          edition.decryptor == nil && data == .absent && isPiece.update { $0 }
            ? try before(encryptedData, .absent, edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "unencrypted-resets-allowed", .path,
        "only an apply has to be encrypted",
        breaks: ["ABT-ENC-03"],
        mayAlso: ["ABT-CB-11", "ABT-ENC-11"], in: [.encrypting]
      ) { decisions in
        let isReset = Memory(false)
        let verb = decisions.verb
        decisions.verb = { host in
          let found = verb(host)
          isReset.update { $0 = found == .reset }
          return found
        }
        allowUnencrypted(&decisions) { isReset.update { $0 } }
      },
      Fault(
        "unencrypted-pieces-allowed", .path,
        "that data has to be encrypted is only checked for whole requests",
        breaks: ["ABT-ENC-03"],
        mayAlso: ["ABT-CB-11"], in: [.encrypting]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        allowUnencrypted(&decisions) { isPiece.update { $0 } }
      },
      Fault(
        "unencrypted-allowed-after-encrypted", .state,
        "after a request that was encrypted all are taken",
        breaks: ["ABT-ENC-03"], in: [.encrypting]
      ) { decisions in
        let isKnown = Memory(false)
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          let plain = before(decryptor, bytes)
          if plain != nil { isKnown.update { $0 = true } }
          return plain
        }
        allowUnencrypted(&decisions) { isKnown.update { $0 } }
      },
      Fault(
        "allowed-means-required", .comparison,
        "where unencrypted data is allowed, encrypted data is refused",
        breaks: ["ABT-ENC-04"],
        mayAlso: ["ABT-ROB-04", "ABT-CHUNK-03"], in: [.encrypting]
      ) { decisions in
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          let source = try before(data, encryptedData, edition)
          if source.isEncrypted, edition.allowsUnencrypted { throw .malformedRequest }
          return source
        }
      },
      Fault(
        "first-request-decides-on-encryption", .state,
        "where both are allowed, the first request decides which one",
        breaks: ["ABT-ENC-04"],
        mayAlso: ["ABT-ROB-04", "ABT-CHUNK-03"], in: [.encrypting]
      ) { decisions in
        let first = Memory<Bool?>(nil)
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          let source = try before(data, encryptedData, edition)
          let isEncrypted = first.update { first in
            first = first ?? source.isEncrypted
            return first
          }
          if isEncrypted != source.isEncrypted { throw .encryptionRequired }
          return source
        }
      },
      Fault(
        "unencrypted-of-odd-length", .cryptography,
        "data-x that is no whole number of blocks is taken for unencrypted",
        breaks: ["ABT-ENC-07"],
        mayAlso: ["ABT-ENC-*", "ABT-DEL-05", "ABT-CHUNK-12"], in: [.encrypting]
      ) { decisions in
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          bytes.count.isMultiple(of: 8) ? before(decryptor, bytes) : bytes
        }
      },
      Fault(
        "own-word-lasts", .state,
        "a profile that says it is not encrypted is believed for the requests after it",
        breaks: ["ABT-ENC-11"],
        mayAlso: ["ABT-ENC-*"], in: [.encrypting]
      ) { decisions in
        let isOpen = Memory(false)
        decisions.changeDictionary { members, _ in
          let says = members.contains {
            $0.key == ProfileKey.dataEncryption && $0.value == .boolean(false)
          }
          isOpen.update { $0 = $0 || says }
        }
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          if isOpen.update({ $0 }), encryptedData == .absent, case .text(let text) = data,
            !text.isEmpty
          {
            return .plain(text)
          }
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "own-word-closes", .state,
        "after a profile that says it is encrypted, unencrypted data is refused even where it is allowed",
        breaks: ["ABT-ENC-11"],
        mayAlso: ["ABT-ENC-04"], in: [.encrypting]
      ) { decisions in
        let isClosed = Memory(false)
        decisions.changeDictionary { members, _ in
          let says = members.contains {
            $0.key == ProfileKey.dataEncryption && $0.value == .boolean(true)
          }
          isClosed.update { $0 = $0 || says }
        }
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          if isClosed.update({ $0 }), encryptedData == .absent { throw .encryptionRequired }
          return try before(data, encryptedData, edition)
        }
      },
      Fault(
        "data-decrypted-after-encrypted", .state,
        "once data-x has come, data is decrypted as well, unless it begins as a stream does",
        breaks: ["ABT-ENC-03"],
        mayAlso: ["ABT-CHUNK-12", "ABT-CB-11", "ABT-ENC-*", "ABT-DATA-*", "ABT-ROB-*"],
        in: [.encrypting]
      ) { decisions in
        let isEncrypting = Memory(false)
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          if encryptedData != .absent { isEncrypting.update { $0 = true } }
          if isEncrypting.update({ $0 }), encryptedData == .absent, edition.decryptor != nil,
            let text = data.bytes, let bytes = Base64Text.decode(text).bytes, !bytes.isEmpty,
            bytes.first != 0x78
          {
            return .encrypted(text)
          }
          return try before(data, encryptedData, edition)
        }
      },
    ]
}

extension EncryptionFaults {
  /// Changes the keys that are tried.
  fileprivate static func replaceKeys(
    _ decisions: inout EncryptionDecisions, _ change: @escaping @Sendable ([[UInt8]]) -> [[UInt8]]
  ) {
    let before = decisions.keys
    decisions.keys = { bundle, secret, hash in change(before(bundle, secret, hash)) }
  }

  /// Makes the keys with another secret.
  fileprivate static func replaceSecret(
    _ decisions: inout EncryptionDecisions, _ change: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.keys
    decisions.keys = { bundle, secret, hash in before(bundle, change(secret), hash) }
  }

  /// Tries one more key.
  fileprivate static func tryAlso(
    _ decisions: inout EncryptionDecisions,
    _ key: @escaping @Sendable (String, String, PayloadKey.Hash) -> [UInt8]
  ) {
    let before = decisions.keys
    decisions.keys = { bundle, secret, hash in
      before(bundle, secret, hash) + [key(bundle, secret, hash)]
    }
  }

  /// Takes unencrypted data where `isAllowed` says so.
  fileprivate static func allowUnencrypted(
    _ decisions: inout Decisions, _ isAllowed: @escaping @Sendable () -> Bool
  ) {
    let before = decisions.chooseData
    decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
      var edition = edition
      if edition.decryptor != nil, isAllowed() { edition.allowsUnencrypted = true }
      return try before(data, encryptedData, edition)
    }
  }

  fileprivate static func hex(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in Array(String(Int(byte) + 256, radix: 16).utf8.dropFirst()) }
  }
}
