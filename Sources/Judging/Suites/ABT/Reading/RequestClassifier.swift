import Conformance
import Forge
import PayloadCipher
package import WireFormat

/// The strict reader of requests: what the specification says of a rendered request, whoever made it.
///
/// "Damaged" is not "must be refused": some damaged streams still inflate to the same bytes. So the bytes are read, not the
/// intentions of whoever forged them.
package struct RequestClassifier {
  let setup: ABTSetup
  let bench: RequestWorkshop.Bench
  let context: ForgeContext

  package init(setup: ABTSetup, bench: RequestWorkshop.Bench) {
    self.setup = setup
    self.bench = bench
    context = setup.context
    dialect = context.dialect
  }

  private let dialect: Dialect
  /// What the data of the request that was read last unpacks to, where a library is bound to see it.
  package private(set) var unpacked: PropertyList?

  /// What a forged request means, and its bytes.
  ///
  /// - Throws: where a request that was forged to be right is not, or has other contents than were put in: a fault of assay.
  static func classify(
    _ forge: RequestForge, _ setup: ABTSetup, _ workshop: RequestWorkshop
  ) throws(HarnessFault) -> (meaning: RequestMeaning, rendered: [UInt8]) {
    try workshop.withBench { (bench) throws(HarnessFault) in
      let bytes = bench.renderer.render(forge, for: setup.context)
      if forge.isCanonicalButForToken, forge.chunk == nil, forge.dictionary.isUnremarkable {
        return (canonicalMeaning(forge, setup, bench), bytes)
      }
      var classifier = RequestClassifier(setup: setup, bench: bench)
      var meaning = classifier.read(bytes)
      try classifier.compare(&meaning, with: forge)
      if forge.isCanonical, forge.dictionary.isUnremarkable, let defect = meaning.defects.first,
        !meaning.defects.contains(where: \.isAboutReceiver)
      {
        throw HarnessFault("a request forged to be right is refused by the reader: \(defect.words)")
      }
      if forge.isCanonical, !meaning.mustRefuse, meaning.piece?.bytes.isEmpty == true {
        throw HarnessFault(
          "a request forged to be right carries an empty piece: too few bytes for so many")
      }
      return (meaning, bytes)
    }
  }

  /// What a request means that somebody else made.
  static func classify(
    _ url: [UInt8], _ setup: ABTSetup, _ workshop: RequestWorkshop
  ) -> (meaning: RequestMeaning, lifted: RequestForge) {
    workshop.withBench { bench in
      var classifier = RequestClassifier(setup: setup, bench: bench)
      var meaning = classifier.read(url)
      let lifted = bench.lifter.lift(url, for: setup.context)
      meaning.liberties = lifted.liberties.flatMap(FormRequirements.clauses)
      return (meaning, lifted)
    }
  }

  /// Holds what was read against what was put in, which stands; and takes from the forge what the bytes do not say: whether bits
  /// were damaged, and which liberties were taken.
  private func compare(
    _ meaning: inout RequestMeaning, with forge: RequestForge
  ) throws(HarnessFault) {
    meaning.liberties = forge.liberties.flatMap(FormRequirements.clauses)
    guard !meaning.mustRefuse, meaning.freedom == nil, !meaning.isUnreadable, let unpacked,
      meaning.recognition != .foreign
    else { return }
    let claims = forge.claims
    if unpacked != bench.renderer.value(of: forge, dialect) {
      // Only what somebody else sent as it stands may have values that the forge does not know.
      guard claims.contains(.anything) else {
        throw HarnessFault("a request is read with other values than were put in")
      }
    } else if claims.contains(.refusedOrUnharmed) {
      meaning.excuse = .harmlessDamage
    }
  }

  /// What the bytes of a whole request with unremarkable contents would be read as, where nothing but the token may be wrong.
  /// Only the token and the edition have a say in it; the tests hold it against `read` for all cases.
  private static func canonicalMeaning(
    _ forge: RequestForge, _ setup: ABTSetup, _ bench: RequestWorkshop.Bench
  ) -> RequestMeaning {
    var meaning = RequestMeaning(.ours)
    meaning.action = forge.action
    meaning.parameter = setup.edition == .plain && forge.parameter == .dataX ? nil : forge.parameter
    let context = setup.context
    let right = bench.renderer.token(.canonical, context) ?? ""
    let sent =
      forge.token == .canonical ? right : bench.renderer.token(forge.token, context) ?? ""
    meaning.echoes = .init(
      profile: echo(forge.profile), payload: echo(forge.payload), token: echo(sent))
    if !sent.hasSameBytes(as: right) {
      meaning.defects.append(
        tokenDefect(isEmpty: sent.isEmpty, forge.action, isPiece: false, context.errorCodes))
    }
    meaning.defects += editionDefect(
      setup, hasData: forge.parameter == .data, hasEncryptedData: forge.parameter == .dataX,
      context.errorCodes)
    if meaning.defects.isEmpty { meaning.contents = forge.dictionary.contents(for: forge.action) }
    if forge.compression != .canonical || forge.escaping != .canonical {
      meaning.liberties = forge.liberties.flatMap(FormRequirements.clauses)
    }
    return meaning
  }

  /// What is repeated of a text; what has NUL is not compared.
  static func echo(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    return bytes.contains(0) ? nil : bytes
  }

  /// Reads a request as it stands on the wire.
  package mutating func read(_ bytes: [UInt8]) -> RequestMeaning {
    let url = RequestURL(bytes)
    var reading = RequestMeaning(recognition(of: url))
    unpacked = nil
    guard reading.recognition != .foreign else { return reading }
    let parameters = Parameters(url, dialect.parameters)
    if url.isOrdinary { reading.echoes = parameters.echoes }
    if parameters.isUnreadable(by: setup.edition) {
      reading.isUnreadable = true
      return reading
    }
    reading.action = action(of: url, &reading)
    readIdentifiers(parameters, &reading)
    readToken(parameters, reading.action, &reading)
    readChunk(parameters, &reading)
    readData(parameters, reading.action, &reading)
    if bytes.count > dialect.limits.maxURLBytes {
      reading.excuse = Excuse(words: "the URL is longer than has to be processed (ABT-URL-16)")
      reading.echoes = .init()
    }
    if parameters.hasUnreadableStranger {
      reading.excuse = Excuse(words: "an ignored parameter is no text (ABT-URL-18)")
      reading.mayBeUnreadable = true
    }
    if (url.query ?? []).isEmpty || (url.authority?.host ?? []).isEmpty {
      reading.defects.append(
        RequestDefect(
          ["ABT-URL-19"],
          codes: reading.defects.flatMap(\.codes) + [dialect.errorCodes.malformedRequest],
          "the URL has no verb or no parameters"))
    }
    advise(parameters, &reading)
    if url.authority?.userInformation != nil || url.authority?.port != nil || !url.path.isEmpty
      || url.fragment != nil
    {
      reading.freedom = "user information, port, path or fragment in the URL (ABT-URL-15)"
    }
    if parameters.hasEncodedName {
      reading.freedom = "a parameter's name is percent-encoded"
    }
    if parameters.hasNUL { reading.freedom = "an encoded NUL in profile or payload" }
    if let repeated = parameters.repeated, !repeated.differs {
      reading.freedom = "\(repeated.name) occurs twice with the same value (ABT-URL-13)"
    }
    if reading.mustRefuse || reading.freedom != nil { reading.contents = nil }
    return reading
  }

  /// Where it is not clear which parameter counts, a SHOULD says which does (ABT-URL-13, 17; ABT-ENC-09). A library may take another
  /// one, so that defects of the one that should count bind nobody.
  private func advise(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    let codes = dialect.errorCodes
    let all = [
      codes.malformedRequest, codes.invalidToken, codes.missingData, codes.encryptionUnsupported,
      codes.encryptionRequired, codes.undecodableData, codes.dataTooLarge, codes.invalidDictionary,
      codes.unsupportedVersion, codes.invalidChunk, codes.tooManyChunks,
    ]
    /// Keeps what has to be refused whichever parameter counts: a wrong token, unless it is the token that is unclear.
    func keepToken(unless name: String) -> [RequestDefect] {
      let (kept, unclear) =
        name == dialect.parameters.token
        ? ([], reading.defects)
        : (
          reading.defects.filter { $0.place == .token },
          reading.defects.filter { $0.place != .token }
        )
      reading.defects = kept
      return unclear
    }
    if let other = parameters.inOtherCase {
      reading.advice = .init(
        "ABT-URL-17", "\(other.name) is the parameter \(other.known) in other case",
        defects: keepToken(unless: other.known))
    }
    if let repeated = parameters.repeated, repeated.differs {
      if repeated.name == dialect.parameters.encryptedData, setup.edition == .plain {
        reading.excuse = Excuse(
          words: "\(repeated.name), which this edition does not look at, occurs twice")
      } else {
        let words = "\(repeated.name) occurs twice with different values"
        _ = keepToken(unless: repeated.name)
        reading.advice = .init(
          "ABT-URL-13", words,
          defects: [RequestDefect(["ABT-URL-13"], codes: all, words)])
      }
    }
    guard parameters.data != nil, parameters.encryptedData != nil else { return }
    let words = "both data and data-x"
    if setup.edition == .plain {
      reading.excuse = Excuse(words: "\(words) (ABT-ENC-09)")
    } else if setup.allowUnencrypted {
      reading.defects.removeAll { $0.place == .contents || $0.clauses.first == "ABT-URL-14" }
      let clause: Clause.ID = "ABT-ENC-09/allowed"
      reading.advice = .init(
        clause, words,
        defects: [RequestDefect([clause], codes: Self.codesOfBoth(codes), words)])
    }
  }

  /// The codes for a request with both `data` and `data-x` (ABT-CB-11).
  private static func codesOfBoth(_ codes: Dialect.ErrorCodes) -> [Int] {
    [codes.malformedRequest, codes.encryptionUnsupported, codes.encryptionRequired]
  }

  private func recognition(of url: RequestURL) -> RequestMeaning.Recognition {
    let byBundle = dialect.defaultScheme(bundleIdentifier: setup.bundleIdentifier)
    let own = setup.urlScheme ?? byBundle
    guard let scheme = url.scheme else { return .foreign }
    if scheme.hasSameBytes(as: own) { return .ours }
    if url.hasScheme(own) { return .oursInOtherCase }
    return url.hasScheme(byBundle) ? .either : .foreign
  }

  private func action(
    of url: RequestURL, _ reading: inout RequestMeaning
  ) -> RequestForge.Action? {
    let host = url.authority?.host ?? []
    if host.hasSameBytes(as: dialect.verbs.apply) { return .apply }
    if host.hasSameBytes(as: dialect.verbs.reset) { return .reset }
    if host.contains(UInt8(ascii: "%")) {
      reading.freedom = "the verb is percent-encoded"
      return nil
    }
    let words = String(decoding: host, as: UTF8.self)
    for (action, verb) in [
      (RequestForge.Action.apply, dialect.verbs.apply), (.reset, dialect.verbs.reset),
    ] where words.lowercased() == verb.lowercased() {
      reading.excuse = Excuse(
        words: "the verb is written in other case (ABT-URL-07)", concedes: ["ABT-URL-07"],
        codes: [dialect.errorCodes.unknownAction, dialect.errorCodes.malformedRequest])
      return action
    }
    reading.defects.append(
      RequestDefect(
        ["ABT-URL-06"],
        codes: [dialect.errorCodes.unknownAction, dialect.errorCodes.malformedRequest],
        words.isEmpty ? "there is no verb" : "the verb \(words) is none of the two"))
    return nil
  }

  private func readIdentifiers(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    for (name, value) in [
      (dialect.parameters.profile, parameters.profile),
      (dialect.parameters.payload, parameters.payload),
    ] where (value ?? .text("")) == .text("") {
      reading.defects.append(
        RequestDefect(
          ["ABT-URL-12"], codes: [dialect.errorCodes.malformedRequest],
          "\(name) is missing or empty"))
    }
  }

  private func readToken(
    _ parameters: Parameters, _ action: RequestForge.Action?, _ reading: inout RequestMeaning
  ) {
    let right = bench.renderer.token(.canonical, context) ?? ""
    guard parameters.token != .text(right) else { return }
    let isEmpty = (parameters.token ?? .text("")) == .text("")
    reading.defects.append(
      Self.tokenDefect(
        isEmpty: isEmpty, action, isPiece: parameters.chunk != nil, dialect.errorCodes))
  }

  /// Section 4.2.
  private static func tokenDefect(
    isEmpty: Bool, _ action: RequestForge.Action?, isPiece: Bool, _ codes: Dialect.ErrorCodes
  ) -> RequestDefect {
    var clauses: [Clause.ID] = ["ABT-TOK-02"]
    clauses += isEmpty ? ["ABT-TOK-04"] : ["ABT-TOK-05", "ABT-TOK-06"]
    if action == .reset { clauses.append("ABT-TOK-08") }
    if isPiece { clauses.append("ABT-TOK-09") }
    return RequestDefect(
      clauses, codes: [codes.invalidToken],
      isEmpty ? "the token is missing or empty" : "the token is not the right one", in: .token)
  }

  private func readChunk(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    guard parameters.chunk != nil || parameters.chunks != nil else { return }
    reading.hasPieceNumbers = true
    if [parameters.chunk, parameters.chunks].contains(where: { $0?.isOddNumber == true }) {
      reading.freedom = "leading zeros, signs or spaces in the chunk's numbers"
      return
    }
    let index = parameters.chunk?.number ?? 0
    let total = parameters.chunks?.number ?? 0
    let limit = dialect.limits.maxChunks
    // Both are beyond the largest `Int`, so that it is not known which one is larger.
    let mayBeAboveTotal = index == .max && total == .max
    if index < 1 || total < 1 || index > total || mayBeAboveTotal {
      reading.defects.append(
        RequestDefect(
          ["ABT-CHUNK-07"], codes: [dialect.errorCodes.invalidChunk],
          "the chunk's index and total are not right"))
    }
    if total > limit {
      // Some libraries may not take a number that does not fit into 32 bits for a number.
      let isNoNumber = total > Int32.max
      let noNumber = isNoNumber ? [dialect.errorCodes.invalidChunk] : []
      reading.defects.append(
        RequestDefect(
          ["ABT-CHUNK-08"] + (isNoNumber ? ["ABT-CHUNK-07"] : []),
          codes: [dialect.errorCodes.tooManyChunks] + noNumber,
          "more than \(limit) chunks are announced"))
    }
    guard index >= 1, index <= total, total <= limit else { return }
    reading.piece = ChunkPiece(index: index, total: total, bytes: [])
  }

  private mutating func readData(
    _ parameters: Parameters, _ action: RequestForge.Action?, _ reading: inout RequestMeaning
  ) {
    reading.defects += Self.editionDefect(
      setup, hasData: parameters.data != nil, hasEncryptedData: parameters.encryptedData != nil,
      dialect.errorCodes)
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
    if let piece = reading.piece, let bytes = decoded.value {
      reading.piece = ChunkPiece(index: piece.index, total: piece.total, bytes: bytes)
      if piece.total > 1 {
        if let freedom = decoded.freedom { reading.freedom = freedom.ruling }
        return
      }
    }
    switch decoded.then({ unpack($0, action, isEncrypted: isEncrypted) }) {
    case .accepted(let value):
      unpacked = value
      reading.defects += dictionaryDefects(value, action)
      reading.contents = contents(of: value, action)
      if let key = unknownKey(in: value), reading.excuse == nil {
        reading.excuse = .unknownKey(key)
      }
    case .free(let freedom, let value) where freedom.shouldRefuse && reading.defects.isEmpty:
      let clause = freedom.clause
      // Who does not mind this has to refuse what else is wrong.
      if let value { reading.defects += dictionaryDefects(value, action) }
      reading.advice = .init(
        clause, freedom.ruling,
        defects: [
          RequestDefect(
            [clause], codes: [dialect.errorCodes.undecodableData], freedom.ruling, in: .contents)
        ])
    case .free(let freedom, _):
      // A request with other defects must be refused, whether or not its data may be taken.
      if reading.defects.isEmpty {
        reading.freedom = freedom.ruling
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
      reading.defects.append(defectOfData(defect, action, isEncrypted: isEncrypted))
    }
  }

  /// Whether a list that is broken leaves a reader without what its dictionary needs, so that its code is right, too. In a reset request
  /// whatever is broken may be one of the keys.
  private func isInvalidDictionary(_ defect: Defect, _ action: RequestForge.Action?) -> Bool {
    guard defect.clause == "ABT-DATA-07" || defect.clause == "ABT-DATA-06" else { return false }
    if action != .apply || defect.reason == .keyNotString { return true }
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
    // that is broken may also lack what the dictionary needs (ABT-CB-11).
    let alsoRight: [Int] =
      switch defect.reason {
      case .overLimit: [codes.undecodableData]
      case .topNotDictionary: [codes.undecodableData, codes.dataTooLarge]
      default: isInvalidDictionary(defect, action) ? [codes.invalidDictionary] : []
      }
    return RequestDefect(
      clauses + ["ABT-ENC-08"], codes: [code] + alsoRight, defect.ruling, in: .contents)
  }

  /// Unpacks whole packed bytes.
  mutating func unpack(
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
  private static func editionDefect(
    _ setup: ABTSetup, hasData: Bool, hasEncryptedData: Bool, _ codes: Dialect.ErrorCodes
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
          codes: codesOfBoth(codes), "both unencrypted and encrypted data")
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
}

extension RequestDefect {
  /// Whether the request is right in itself and only comes to a library that must not take it: another edition, or one with
  /// lower limits.
  var isAboutReceiver: Bool {
    ["ABT-ENC-02", "ABT-ENC-03", "ABT-ENC-09", "ABT-CHUNK-08"].contains(clauses.first)
  }
}
