import Conformance
package import Forge
import PayloadCipher
package import WireFormat

// The data: which parameter carries it, and what it unpacks to.
extension RequestClassifier {
  mutating func readData(
    _ parameters: Parameters, _ action: RequestForge.Action?, _ reading: inout RequestMeaning
  ) {
    reading.defects += Self.editionDefect(
      setup, hasData: parameters.data != nil, hasEncryptedData: parameters.encryptedData != nil,
      isOneEmpty: parameters.isDataEmpty, dialect.errorCodes)
    let isEncrypted = setup.edition == .encrypting && parameters.encryptedData != nil
    reading.parameter = isEncrypted ? .dataX : parameters.data == nil ? nil : .data
    guard let value = isEncrypted ? parameters.encryptedData : parameters.data else { return }
    guard let text = value.string, !text.isEmpty else {
      reading.defects.append(
        RequestDefect(
          ["ABT-URL-14"],
          codes: [dialect.errorCodes.missingData, dialect.errorCodes.undecodableData],
          "the data is empty or no text"))
      return
    }
    let decoded = Array(text.utf8).withUnsafeBytes { Base64Text.read($0) }
    if let piece = reading.piece {
      if let bytes = decoded.value { reading.piece?.bytes = bytes }
      if piece.total > 1 {
        readPiece(piece, text, decoded, action, isEncrypted: isEncrypted, &reading)
        return
      }
    }
    switch decoded.then({ unpack($0, action, isEncrypted: isEncrypted) }) {
    case .accepted(let value):
      unpacked = value
      reading.defects += dictionaryDefects(value, action)
      reading.contents = contents(of: value, action)
      if let keys = unknownKeys(in: value) {
        reading.unknownKeys = reading.excuse == nil ? keys : nil
        reading.excuse(by: .unknownKey(keys.first))
      }
    case .free(let freedom, let value) where freedom.shouldRefuse && reading.defects.isEmpty:
      // Who does not mind this has to refuse what else is wrong.
      if let value { reading.defects += dictionaryDefects(value, action) }
      reading.advice = advice(by: freedom)
    case .free(let freedom, let value):
      // A request with other defects must be refused, whether or not its data may be taken.
      if reading.defects.isEmpty {
        // What is wrong in the dictionary is a reason of its own to refuse it.
        let isWrong = value.map { !dictionaryDefects($0, action).isEmpty } ?? false
        reading.leave(
          isWrong ? nil : freedom.reason.freePlace, freedom.ruling,
          contents: isWrong ? nil : value.flatMap { contents(of: $0, action) })
      } else {
        reading.defects.append(
          RequestDefect(
            [],
            codes: [
              dialect.errorCodes.undecodableData, dialect.errorCodes.dataTooLarge,
              dialect.errorCodes.invalidDictionary,
            ], freedom.ruling, in: .contents))
      }
    case .refused(let defect):
      var refusal = defectOfData(defect, action, isEncrypted: isEncrypted)
      if decoded.value == nil { refusal.codes += codes(ofUndecodable: text) }
      reading.defects.append(refusal)
    }
  }

  /// The Base64 of a piece of several: the rest of its contents is judged when the assembly is complete, and this may be, too (section
  /// 4.10).
  private func readPiece(
    _ piece: ChunkPiece, _ text: String, _ decoded: Reading<[UInt8]>,
    _ action: RequestForge.Action?, isEncrypted: Bool, _ reading: inout RequestMeaning
  ) {
    func keepText(until defect: RequestDefect, isAdvised: Bool) {
      reading.undecodedPiece = ChunkPiece(
        index: piece.index, total: piece.total, bytes: Array(text.utf8),
        defect: .init(defect: defect, isAdvised: isAdvised))
    }
    switch decoded {
    case .accepted: return
    case .free(let freedom, _) where freedom.shouldRefuse && reading.defects.isEmpty:
      let advice = advice(by: freedom)
      reading.advice = advice
      if let defect = advice.defects.first { keepText(until: defect, isAdvised: true) }
    case .free(let freedom, _):
      reading.piece?.isLoose = true
      reading.leave(freedom.reason.freePlace, freedom.ruling)
    case .refused(let defect):
      var refusal = defectOfData(defect, action, isEncrypted: isEncrypted)
      refusal.codes += codes(ofUndecodable: text)
      keepText(until: refusal, isAdvised: false)
      reading.defects.append(refusal)
    }
  }

  /// What else is right for text that is no Base64: who looks at its size first finds another error, where it is longer than all that may
  /// come out of it.
  private func codes(ofUndecodable text: String) -> [Int] {
    text.utf8.count / 4 * 3 > dialect.limits.maxInflatedBytes
      ? [dialect.errorCodes.dataTooLarge] : []
  }

  /// What should be refused as undecodable.
  func advice(by freedom: Freedom) -> RequestMeaning.Advice {
    .init(
      freedom.clause, freedom.ruling,
      defects: [
        RequestDefect(
          [freedom.clause], codes: [dialect.errorCodes.undecodableData], freedom.ruling,
          in: .contents)
      ])
  }

  /// Whether a list that is broken may leave a reader without what its dictionary needs, so that its code is right, too. What is broken in
  /// a structure may be any member, or look like one of another type; in a reset request it may be one of the keys.
  private func isInvalidDictionary(_ defect: Defect, _ action: RequestForge.Action?) -> Bool {
    if defect.clause == "ABT-DATA-07" { return true }
    guard defect.clause == "ABT-DATA-06" else { return false }
    if action != .apply { return true }
    let keys = dialect.keys
    return !bench.packing.lastHolds([keys.version, keys.configuration])
  }

  func defectOfData(
    _ defect: Defect, _ action: RequestForge.Action?, isEncrypted: Bool
  ) -> RequestDefect {
    var clauses = [defect.clause]
    if isEncrypted { clauses += ["ABT-ENC-05", "ABT-ENC-06", "ABT-ENC-07"] }
    let codes = dialect.errorCodes
    let code =
      switch defect.reason {
      case .overLimit: codes.dataTooLarge
      case .topNotDictionary: codes.invalidDictionary
      default: codes.undecodableData
      }
    // Too much data may be undecodable, too; what is no dictionary may count as undecodable, and be too much as well; and a list
    // that is broken may also lack what the dictionary needs, or have no end (ABT-CB-11).
    let alsoRight: [Int] =
      switch defect.reason {
      case .overLimit: [codes.undecodableData]
      case .topNotDictionary: [codes.undecodableData, codes.dataTooLarge]
      case .referenceCycle: [codes.invalidDictionary, codes.dataTooLarge]
      default: isInvalidDictionary(defect, action) ? [codes.invalidDictionary] : []
      }
    return RequestDefect(
      clauses + ["ABT-ENC-08"], codes: [code] + alsoRight, defect.ruling, in: .contents)
  }

  /// Unpacks whole packed bytes, such as those of an assembly that is complete.
  package mutating func unpack(
    _ bytes: [UInt8], _ action: RequestForge.Action?, isEncrypted: Bool
  ) -> Reading<PropertyList> {
    bench.packing.checksConfiguration = action != .reset
    guard isEncrypted, let mode = context.recipient.blockMode else {
      return bench.packing.unpack(bytes)
    }
    switch bench.renderer.cipher(for: context).decrypt(bytes, mode: mode) {
    case .bytes(let plain): return bench.packing.unpack(plain)
    case .badLength: return .refused(Defect(.cipherLength, at: bytes.count))
    case .badPadding: return .refused(Defect(.cipherPadding, at: max(0, bytes.count - 8)))
    }
  }

  /// Section 4.8: which of `data` and `data-x` an edition takes.
  static func editionDefect(
    _ setup: ABTSetup, hasData: Bool, hasEncryptedData: Bool, isOneEmpty: Bool = false,
    _ codes: Dialect.ErrorCodes
  ) -> [RequestDefect] {
    switch (setup.edition, hasData, hasEncryptedData) {
    case (.plain, true, _), (.encrypting, false, true): return []
    case (.plain, false, true):
      return [
        RequestDefect(
          ["ABT-ENC-02"],
          codes: [codes.encryptionUnsupported, codes.missingData],
          "only encrypted data, which the plain edition does not take")
      ]
    case (.encrypting, true, true):
      if setup.allowUnencrypted { return [] }
      return [
        RequestDefect(
          ["ABT-ENC-09"],
          codes: codesOfBoth(codes, isOneEmpty: isOneEmpty), "both unencrypted and encrypted data")
      ]
    case (.encrypting, true, false):
      if setup.allowUnencrypted { return [] }
      return [
        RequestDefect(
          ["ABT-ENC-03"], codes: [codes.encryptionRequired],
          "unencrypted data, which the encrypting edition does not take unless it is told to")
      ]
    case (_, false, false):
      return [
        RequestDefect(
          ["ABT-DEL-05"], codes: [codes.missingData], "there is no data")
      ]
    }
  }

  /// The codes for a request with both `data` and `data-x` (ABT-CB-11), of which one may be empty besides.
  static func codesOfBoth(_ codes: Dialect.ErrorCodes, isOneEmpty: Bool) -> [Int] {
    [codes.malformedRequest, codes.encryptionUnsupported, codes.encryptionRequired]
      + (isOneEmpty ? [codes.missingData, codes.undecodableData] : [])
  }
}

extension RequestClassifier.Parameters {
  /// Whether `data` or `data-x` is there, and is empty or no text.
  var isDataEmpty: Bool {
    [data, encryptedData].contains { $0.map { $0.string?.isEmpty ?? true } ?? false }
  }
}

extension RequestDefect {
  /// Whether the request is right in itself and only comes to a library that must not take it: another edition, or one with
  /// lower limits.
  var isAboutReceiver: Bool {
    ["ABT-ENC-02", "ABT-ENC-03", "ABT-ENC-09", "ABT-CHUNK-08"].contains(clauses.first)
  }
}
