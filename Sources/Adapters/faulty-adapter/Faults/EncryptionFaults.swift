import ReferenceLibrary

/// Mistakes of one edition or the other (4.8).
enum EncryptionFaults {
  static let all: [Fault] = [
    Fault(
      "vector-cut-off-twice",
      "the initialisation vector is cut off before the cipher looks for it",
      breaks: ["ABT-ENC-01"], in: [.encrypting]
    ) { decisions in
      let before = decisions.decrypt
      decisions.decrypt = { decryptor, bytes in before(decryptor, Array(bytes.dropFirst(8))) }
    },
    Fault(
      "plain-reads-encrypted-data",
      "the plain edition takes data-x for another name of data",
      breaks: ["ABT-ENC-02"], in: [.plain]
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
      "encrypting-reads-plain-data",
      "the encrypting edition takes unencrypted data without having been allowed to",
      breaks: ["ABT-ENC-03"], in: [.encrypting]
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        var edition = edition
        edition.allowsUnencrypted = true
        return try before(data, encryptedData, edition)
      }
    },
    Fault(
      "unencrypted-never-allowed",
      "allowing unencrypted data has no effect",
      breaks: ["ABT-ENC-04"], in: [.encrypting]
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        var edition = edition
        if edition.decryptor != nil { edition.allowsUnencrypted = false }
        return try before(data, encryptedData, edition)
      }
    },
    Fault(
      "undecryptable-taken-as-plain",
      "data that cannot be decrypted is unpacked undecrypted",
      breaks: ["ABT-ENC-07"], in: [.encrypting]
    ) { decisions in
      let before = decisions.decrypt
      decisions.decrypt = { decryptor, bytes in before(decryptor, bytes) ?? bytes }
    },
  ]
}
