import ReferenceLibrary
import WireFormat

extension EncryptionFaults {
  /// ABT-ENC-10: answers that tell how far a forged message came.
  static let oracles: [Fault] = [
    Fault(
      "padding-oracle", .cryptography,
      "data that does not decrypt has a message of its own",
      breaks: ["ABT-ENC-10"], in: [.encrypting]
    ) { decisions in
      let failed = Memory(false)
      let before = decisions.decrypt
      decisions.decrypt = { decryptor, bytes in
        let plain = before(decryptor, bytes)
        failed.update { $0 = plain == nil }
        return plain
      }
      tell(&decisions, "wrong padding", where: failed)
    },
    Fault(
      "format-oracle", .cryptography,
      "data that decrypts, and does not begin as it should, has a message of its own",
      breaks: ["ABT-ENC-10"], in: [.encrypting]
    ) { decisions in
      let failed = Memory(false)
      let before = decisions.magicBytes
      decisions.magicBytes = { unpacked, magic in
        let count = before(unpacked, magic)
        failed.update { $0 = count == nil }
        return count
      }
      tell(&decisions, "wrong magic", where: failed)
    }.needing(.magic(bytes: 1)),
    Fault(
      "list-oracle", .cryptography,
      "data that unpacks, and is no property list, has a message of its own",
      breaks: ["ABT-ENC-10"], in: [.encrypting]
    ) { decisions in
      let failed = Memory(false)
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        let list = before(&reader, bytes)
        failed.update { $0 = list == nil }
        return list
      }
      tell(&decisions, "no property list", where: failed)
    },
  ]

  /// Says so in the message about undecodable data, once.
  static func tell(
    _ decisions: inout Decisions, _ words: String, where failed: Memory<Bool>
  ) {
    let before = decisions.describe
    decisions.describe = { failure, edition in
      var report = before(failure, edition)
      let isTold = failed.update { failed in
        defer { failed = false }
        return failed
      }
      if isTold, edition.decryptor != nil, failure == .undecodableData { report.message = words }
      return report
    }
  }
}
