import Conformance
import Forge
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

  let dialect: Dialect
  /// What the data of the request that was read last unpacks to, where a library is bound to see it.
  package internal(set) var unpacked: PropertyList?

  /// What a forged request means, its bytes, and for a piece the packed bytes that it is cut out of, where they are known.
  ///
  /// - Throws: where a request that was forged to be right is not, or has other contents than were put in: a fault of assay.
  static func classify(
    _ forge: RequestForge, _ setup: ABTSetup, _ workshop: RequestWorkshop
  ) throws(HarnessFault) -> (meaning: RequestMeaning, rendered: [UInt8], whole: [UInt8]?) {
    try workshop.withBench(setup.dialect) { (bench) throws(HarnessFault) in
      let bytes = bench.renderer.render(forge, for: setup.context)
      let dialect = setup.dialect.value
      let isUnremarkable = forge.dictionary.isUnremarkable(in: dialect)
      let hasNUL = forge.profile.utf8.contains(0) || forge.payload.utf8.contains(0)
      if forge.isCanonicalButForToken, forge.chunk == nil, isUnremarkable, !hasNUL,
        bytes.count <= dialect.limits.maxURLBytes
      {
        return (canonicalMeaning(forge, setup, bench), bytes, nil)
      }
      var classifier = RequestClassifier(setup: setup, bench: bench)
      var meaning = classifier.read(bytes)
      try classifier.compare(&meaning, with: forge)
      if forge.isCanonical, isUnremarkable, let defect = meaning.defects.first,
        !meaning.defects.contains(where: \.isAboutReceiver)
      {
        throw HarnessFault("a request forged to be right is refused by the reader: \(defect.words)")
      }
      if forge.isCanonical, !meaning.mustRefuse, meaning.piece?.bytes.isEmpty == true {
        throw HarnessFault(
          "a request forged to be right carries an empty piece: too few bytes for so many")
      }
      let whole =
        meaning.piece == nil ? nil : bench.renderer.latestWhole(of: forge, for: setup.context)
      return (meaning, bytes, whole)
    }
  }

  /// What a request means that somebody else made.
  static func classify(
    _ url: [UInt8], _ setup: ABTSetup, _ workshop: RequestWorkshop
  ) -> (meaning: RequestMeaning, lifted: RequestForge) {
    workshop.withBench(setup.dialect) { bench in
      var classifier = RequestClassifier(setup: setup, bench: bench)
      var meaning = classifier.read(url)
      let lifted = bench.lifter.lift(url, for: setup.context)
      meaning.liberties = lifted.liberties.flatMap(FormRequirements.clauses)
      if meaning.hasToBeRead { meaning.take(classifier.requirements(ofListIn: lifted)) }
      return (meaning, lifted)
    }
  }

  /// What the right property list that was read last is about: one that no writer wrote has to be read in whatever way it is written, and a deep one,
  /// whatever its depth is part of.
  private func requirements(ofListIn forge: RequestForge) -> [Clause.ID] {
    let clauses: [Clause.ID] =
      switch forge.propertyList {
      case .image, .replaced: ["ABT-DATA-14"]
      default: []
      }
    let isDeep = unpacked?.hasContainers(dialect.limits.remarkableDepth) == true
    return isDeep ? clauses + ["ABT-DATA-11"] : clauses
  }

  /// Holds what was read against what was put in, which stands; and takes from the forge what the bytes do not say: whether bits
  /// were damaged, and which liberties were taken.
  private func compare(
    _ meaning: inout RequestMeaning, with forge: RequestForge
  ) throws(HarnessFault) {
    meaning.liberties = forge.liberties.flatMap(FormRequirements.clauses)
    guard meaning.hasToBeRead, let unpacked else { return }
    meaning.take(requirements(ofListIn: forge))
    let claims = forge.claims
    if unpacked != bench.renderer.value(of: forge, dialect) {
      // Only what somebody else sent as it stands may have values that the forge does not know, and what is free because it is beyond
      // the limits of profile 1, where the dialect has others.
      let isWithinOtherLimits = claims.contains(.free) && dialect.limits != Dialect.Limits()
      guard claims.contains(.anything) || isWithinOtherLimits else {
        throw HarnessFault("a request is read with other values than were put in")
      }
    } else if claims.contains(.refusedOrUnharmed) {
      meaning.excuse(by: .harmlessDamage)
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
    if reading.echoes.profile == nil || reading.echoes.payload == nil {
      reading.otherOwners = parameters.owners(in: url)
    }
    if parameters.isUnreadable(by: setup.edition) {
      reading.isUnreadable = true
      reading.hasUnreadablePieceNumbers = parameters.chunk != nil || parameters.chunks != nil
      return reading
    }
    reading.action = action(of: url, &reading)
    readIdentifiers(parameters, &reading)
    readToken(parameters, reading.action, &reading)
    readChunk(parameters, &reading)
    readData(parameters, reading.action, &reading)
    readOtherwise(url, parameters, &reading)
    if bytes.count > dialect.limits.maxURLBytes {
      reading.excuse(
        by: Excuse(
          place: "url/longer-than-limit",
          words: "the URL is longer than has to be processed (ABT-URL-16)"))
      if reading.otherOwners.isEmpty { reading.otherOwners = [reading.echoes] }
      reading.echoes = .init()
    }
    if parameters.hasUnreadableStranger {
      reading.excuse(
        by: Excuse(
          place: "url/unreadable-stranger", words: "an ignored parameter is no text (ABT-URL-18)"))
      reading.mayBeUnreadable = true
    } else if !url.isURI {
      reading.excuse(
        by: Excuse(place: "url/no-uri", words: "the URL is no URI by RFC 3986 (ABT-URL-16)"))
      reading.isNoURI = true
    }
    if (url.query ?? []).isEmpty || (url.authority?.host ?? []).isEmpty {
      reading.defects.append(
        RequestDefect(
          ["ABT-URL-19"],
          codes: reading.defects.flatMap(\.codes) + [dialect.errorCodes.malformedRequest],
          "the URL has no verb or no parameters"))
    }
    advise(parameters, &reading)
    let isOpenBefore = reading.freedom != nil
    leaveParts(of: url, &reading)
    if !isOpenBefore, reading.freedom != nil, reading.advice == nil, parameters.repeated == nil,
      !parameters.hasEncodedName, url.fragment?.contains(UInt8(ascii: "&")) != true
    {
      reading.missingToken = reading.defects.first { $0.place == .token }
    }
    if parameters.hasEncodedName {
      reading.leave("url/escaped-name", "a parameter's name is percent-encoded")
    }
    if parameters.hasNUL {
      reading.leave("url/encoded-nul", "an encoded NUL in profile or payload")
    }
    if let repeated = parameters.repeated, !repeated.differs {
      reading.leave(
        "url/parameter-twice", "\(repeated.name) occurs twice with the same value (ABT-URL-13)")
    }
    if reading.mustRefuse || reading.freedom != nil { reading.contents = nil }
    return reading
  }
}

extension RequestMeaning {
  /// Takes what the property list is about.
  fileprivate mutating func take(_ clausesOfList: [Clause.ID]) {
    self.clausesOfList = clausesOfList
    liberties += clausesOfList
  }
}

extension PropertyList {
  /// Whether so many containers stand in each other somewhere.
  fileprivate func hasContainers(_ count: Int) -> Bool {
    switch self {
    case .array(let members):
      count <= 1 || members.contains { $0.hasContainers(count - 1) }
    case .dictionary(let members):
      count <= 1 || members.contains { $0.value.hasContainers(count - 1) }
    case .string, .integer, .real, .boolean, .date, .data: count <= 0
    }
  }
}
