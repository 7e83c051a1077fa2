import WireFormat

extension Decisions {
  /// Decides every MUST and SHOULD as the protocol requires, in the words of a dialect.
  package static func standard(for dialect: ConfigurationDialect) -> Decisions {
    Decisions(
      dialect: dialect,
      schemeIsOurs: { scheme, ours in schemeEquals(scheme, ours.registered) },
      verb: { host in knownVerb(host, dialect.verbs) },
      query: { $0.query },
      isNamed: { name, known in name.elementsEqual(known.utf8) },
      identifiers: { request in
        guard let profile = request.profile.bytes, let payload = request.payload.bytes,
          !profile.isEmpty, !payload.isEmpty
        else { return nil }
        return RequestIdentifiers(profile: profile, payload: payload)
      },
      urlFailure: { _ in nil },
      decodeParameter: { ParameterValue.decode($0) },
      mergeParameter: { first, next in first == next ? first : .contradictory },
      isHandled: { _ in true },
      ownToken: { app, algorithm in algorithm.token(for: app) },
      needsToken: { _ in true },
      tokenComesFirst: { true },
      tokenIsValid: { token, right in token.bytes.map { tokenEquals($0, right) } ?? false },
      tokenLog: { _ in ["a configuration request was refused: its token is not valid"] },
      chooseData: { (data, encryptedData, edition) throws(RequestFailure) in
        try DataSource.choose(data: data, encryptedData: encryptedData, edition: edition)
      },
      decodeBase64: { base64($0) },
      decrypt: { decryptor, bytes in decryptor.decrypt(bytes) },
      inflate: { inflater, bytes, limit, output in
        bytes.withUnsafeBytes { inflater.inflate($0, limit: limit, into: &output) }
      },
      magicBytes: { unpacked, magic in unpacked.starts(with: magic) ? magic.count : nil },
      readList: { reader, bytes in Unpacker.read(&reader, bytes) },
      readPayload: { (list, verb) throws(RequestFailure) in
        try Payload(list, verb: verb, keys: dialect.keys)
      },
      chunks: .standard(dialect.limits),
      delegateCalls: { verb, _ in verb == .apply ? [.apply] : [.revert] },
      keptRecords: { records, _ in records },
      revertEntries: { keys in keys.map { ConfigurationEntry($0, nil) } },
      changedKeys: { keys, records in ChangedKeys.after(records, keys: keys) },
      listsChanges: { verb, answer, _ in verb == .apply && answer == .yes },
      rollsBack: { answer, verb in verb == .apply && answer != .yes },
      reportsBeforeRollback: { _ in false },
      rollbackEntries: { records in oldValues(records) },
      rollbackCategory: { $0 },
      rollsBackRollback: { _ in false },
      answerAfterRollback: { first, _ in first },
      status: { answer, _ in
        switch answer {
        case .yes: .success
        case .no: .error
        case .canceled: .canceled
        }
      },
      describe: { failure, _ in failure.report(dialect.errorCodes) },
      changedValuesList: { writer, keys in
        let list = writer.write(.array(keys.map { .string($0) }))
        return dialect.changedValuesCarryMagic ? dialect.magic + list : list
      },
      changedValuesLevel: { 6 },
      callbackParameters: { CallbackWriter.parameters($0, in: dialect) },
      escape: { parameter, output in PercentCoding.encode(parameter.value, into: &output) },
      openings: { url, _ in [url] })
  }

  /// The standard decisions for wire profile 1.
  package static let standard = standard(for: .profile1)

  /// Compares schemes and ignores the case of ASCII letters (RFC 3986 section 3.1).
  package static func schemeEquals(_ scheme: ArraySlice<UInt8>, _ ours: String) -> Bool {
    let ours = ours.utf8
    return scheme.count == ours.count && zip(scheme, ours).allSatisfy { lowered($0) == lowered($1) }
  }

  /// Whether both are the same bytes. Takes a time that does not reveal where they differ. An empty
  /// token is never right (ABT-TOK-04).
  package static func tokenEquals(_ token: [UInt8], _ right: String) -> Bool {
    var right = right
    return right.withUTF8 { right in
      guard !token.isEmpty, token.count == right.count else { return false }
      var difference: UInt8 = 0
      for index in right.indices { difference |= token[index] ^ right[index] }
      return difference == 0
    }
  }

  /// The verb of a host, in any case (RFC 3986 section 3.2.2).
  package static func knownVerb(
    _ host: ArraySlice<UInt8>, _ verbs: ConfigurationDialect.Verbs
  ) -> Verb? {
    if schemeEquals(host, verbs.apply) { return .apply }
    return schemeEquals(host, verbs.reset) ? .reset : nil
  }

  /// Decodes Base64. Padding must be canonical; unused bits may be anything (RFC 4648 section 3.5).
  package static func base64(_ text: [UInt8]) -> [UInt8]? {
    switch Base64Text.decode(text) {
    case .decoded(let bytes), .nonCanonicalBits(let bytes): bytes
    case .foreignCharacter, .impossibleLength, .paddingMissing, .paddingSurplus: nil
    }
  }

  /// The keys that were recorded with an old value, each with the first one (ABT-ROLL-07).
  package static func oldValues(_ records: [ConfigurationRecord]) -> [ConfigurationEntry]? {
    var seen: Set<ExactText> = []
    var entries: [ConfigurationEntry] = []
    for case .replaced(let key, let oldValue) in records
    where seen.insert(ExactText(key)).inserted {
      entries.append(ConfigurationEntry(key, oldValue))
    }
    return entries.isEmpty ? nil : entries
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
