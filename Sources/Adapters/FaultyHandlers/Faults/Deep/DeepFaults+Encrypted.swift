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
      "crash-on-short-end-of-broken-blocks", .robustness,
      "a last piece of encrypted data that is shorter than a block is thought to complete the block that was begun before it",
      breaks: ["ABT-ROB-01"], mayAlso: ["ABT-ENC-06", "ABT-CHUNK-*"], in: [.encrypting]
    ) { decisions in
      let before = decisions.chunks.join
      decisions.chunks.join = { assembly in
        let joined = before(assembly)
        let last = assembly.pieces[assembly.identity.total] ?? []
        if assembly.identity.isEncrypted, last.count < 8 {
          precondition(joined.count.isMultiple(of: 8), "the last piece completes its block")
        }
        return joined
      }
    },
    Fault(
      "smaller-window-in-encrypted-pieces-refused", .parser,
      "pieces that were decrypted are thought to be joined in the wrong way if their stream does not begin with the byte of the largest window",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-CHUNK-*", "ABT-ENC-01", "ABT-ENC-04", "ABT-DEL-*", "ABT-CHG-*"],
      in: [.encrypting]
    ) { decisions in
      let isJoined = Memory(false)
      let (join, decrypt) = (decisions.chunks.join, decisions.decrypt)
      decisions.chunks.join = { assembly in
        isJoined.update { $0 = assembly.identity.isEncrypted }
        return join(assembly)
      }
      decisions.decrypt = { decryptor, bytes in
        let plain = decrypt(decryptor, bytes)
        let wasJoined = isJoined.update { isJoined in
          defer { isJoined = false }
          return isJoined
        }
        return wasJoined && plain?.first != 0x78 ? nil : plain
      }
    },
  ]
}
