import ReferenceLibrary
import WireFormat

extension DeepFaults {
  /// Behind the cipher (4.8).
  static let encrypted: [Fault] = [
    Fault(
      "flushed-stream-unchecked", .parser,
      "a decrypted stream that ends with an empty stored block is taken for a flushed one, whose checksum is still to come",
      breaks: ["ABT-DATA-03"], mayAlso: ["ABT-DEL-05"], in: [.encrypting]
    ) { decisions in
      let isDecrypted = Memory(false)
      let (decrypt, inflate) = (decisions.decrypt, decisions.inflate)
      decisions.decrypt = { decryptor, bytes in
        isDecrypted.update { $0 = true }
        return decrypt(decryptor, bytes)
      }
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = inflate(inflater, bytes, limit, &output)
        let wasDecrypted = isDecrypted.update { isDecrypted in
          defer { isDecrypted = false }
          return isDecrypted
        }
        guard wasDecrypted, case .corrupt(_, offset: bytes.count) = outcome,
          bytes.dropLast(4).suffix(5).elementsEqual([1, 0, 0, 0xFF, 0xFF])
        else { return outcome }
        return .complete(consumed: bytes.count)
      }
    },
    Fault(
      "last-piece-of-one-block-left-out", .pieces,
      "a last piece of eight bytes of encrypted data is thought to hold padding only",
      breaks: ["ABT-CHUNK-01"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*"],
      in: [.encrypting]
    ) { decisions in
      let before = decisions.chunks.join
      decisions.chunks.join = { assembly in
        let joined = before(assembly)
        let last = assembly.pieces[assembly.identity.total]
        return assembly.identity.isEncrypted && last?.count == 8 ? joined.dropLast(8) : joined
      }
    },
    Fault(
      "whole-data-keeps-encrypted-pieces", .path,
      "a whole request ends the assemblies of its payload that came by the same parameter only",
      breaks: ["ABT-CHUNK-11"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*"],
      in: [.encrypting]
    ) { decisions in
      let isEncrypted = Memory(false)
      let (choose, isEnded) = (decisions.chooseData, decisions.chunks.isEnded)
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try choose(data, encryptedData, edition)
        isEncrypted.update { $0 = source.isEncrypted }
        return source
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        identity.isEncrypted == isEncrypted.update { $0 }
          && isEnded(identity, verb, profile, payload)
      }
    },
  ]
}
