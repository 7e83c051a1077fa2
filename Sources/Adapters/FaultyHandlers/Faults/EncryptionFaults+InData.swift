import ReferenceLibrary
import WireFormat

extension EncryptionFaults {
  /// ABT-ENC-08: encrypted data in the parameter for unencrypted data, taken on one path only.
  static let inData: [Fault] = [
    Fault(
      "pieces-always-decrypted", .path,
      "the encrypting edition decrypts joined pieces, whatever parameter they came in",
      breaks: ["ABT-ENC-08"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-*", "ABT-DEL-*", "ABT-ENC-04"],
      in: [.encrypting]
    ) { decisions in
      let isPiece = decisions.rememberPieces()
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try before(data, encryptedData, edition)
        return edition.decryptor != nil && isPiece.update { $0 } ? .encrypted(source.text) : source
      }
    },
    Fault(
      "cipher-tried-first-where-both-are-allowed", .cryptography,
      "where unencrypted data is allowed, data is decrypted if that leads to a stream",
      breaks: ["ABT-ENC-08"], in: [.encrypting]
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try before(data, encryptedData, edition)
        guard !source.isEncrypted, let decryptor = edition.decryptor,
          let bytes = Base64Text.decode(source.text).bytes, decryptor.decrypt(bytes)?.first == 0x78
        else { return source }
        return .encrypted(source.text)
      }
    },
    Fault(
      "payload-stays-encrypted", .state,
      "a payload that once came encrypted is decrypted ever after, whichever parameter it comes in",
      breaks: ["ABT-ENC-08"], mayAlso: ["ABT-ENC-04", "ABT-ROB-06"], in: [.encrypting]
    ) { decisions in
      typealias Payloads = (now: RequestIdentifiers?, encrypted: Set<RequestIdentifiers>)
      let payloads = Memory<Payloads>((nil, []))
      let identifiers = decisions.identifiers
      decisions.identifiers = { request in
        let own = identifiers(request)
        payloads.update { $0.now = own }
        return own
      }
      let decrypt = decisions.decrypt
      decisions.decrypt = { decryptor, bytes in
        let plain = decrypt(decryptor, bytes)
        if plain != nil {
          payloads.update { payloads in
            if let now = payloads.now { payloads.encrypted.insert(now) }
          }
        }
        return plain
      }
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try before(data, encryptedData, edition)
        let wasEncrypted = payloads.update { payloads in
          payloads.now.map(payloads.encrypted.contains) ?? false
        }
        return wasEncrypted ? .encrypted(source.text) : source
      }
    },
  ]
}
