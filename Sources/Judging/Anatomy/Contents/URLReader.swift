import Conformance
package import Forge
import PayloadCipher
import SuiteModels
import Suites
import WireFormat

/// Reads requests and callbacks for what they say: the strict reader decides what is valid, and keys are used where somebody gave them.
///
/// Pieces are put together where all of them are read by one reader.
/// Complexity of a URL: linear in its bytes, and in what they unpack to up to the dialect's limit.
package struct URLReader {
  private let keys: KeyRing
  private let dialect: SharedDialect
  private let bundleIdentifier: String?
  private let workshop = RequestWorkshop()
  private let anatomist = Anatomist()
  private var packing: Packing
  private var assemblies: Assemblies
  /// The apps of the key ring by their tokens.
  private let appsByToken: [String: String]

  /// - Parameter bundleIdentifier: the app that requests are for; nil: the one that the scheme names, or whose token it is.
  package init(
    keys: KeyRing = KeyRing(), dialect: SharedDialect = .profile1, bundleIdentifier: String? = nil
  ) {
    self.keys = keys
    self.dialect = dialect
    self.bundleIdentifier = bundleIdentifier
    packing = Packing(dialect: dialect.value)
    assemblies = Assemblies(dialect.value.limits)
    let tokens = keys.apps.keys.sorted().compactMap { app in
      keys.keys(of: app).apiKey.flatMap { dialect.rightToken(bundleIdentifier: app, apiKey: $0) }
        .map { ($0, app) }
    }
    appsByToken = Dictionary(tokens, uniquingKeysWith: { first, _ in first })
  }

  /// What a URL says, whatever bytes it has.
  package mutating func read(_ bytes: [UInt8]) -> URLContents {
    let url = RequestURL(bytes)
    if isCallback(url) { return callback(url) }
    guard isRequest(url) else {
      var contents = URLContents(.other, url, names: dialect.value.parameters)
      contents.problems = [
        .init(
          words: url.scheme == nil
            ? "there is no scheme, so that it is no URL" : "it is neither a request nor a callback",
          clause: nil)
      ]
      return contents
    }
    return request(url)
  }

  private func isCallback(_ url: RequestURL) -> Bool {
    url.hasScheme(String(dialect.value.callbackPrefix.prefix { $0 != ":" }))
  }

  /// Whether it has the default scheme of an app, one of the verbs, or data under a name of the protocol. Apps choose their schemes.
  private func isRequest(_ url: RequestURL) -> Bool {
    guard url.scheme != nil else { return false }
    if appOfScheme(url) != nil { return true }
    let verbs = [dialect.value.verbs.apply, dialect.value.verbs.reset]
    let host = url.authority?.host ?? []
    if verbs.contains(where: { host.hasSameBytes(as: $0) }) { return true }
    let names = [dialect.value.parameters.data, dialect.value.parameters.encryptedData]
    var hasData = false
    url.forEachParameter { parameter in
      hasData = hasData || names.contains(where: parameter.isNamed)
    }
    return hasData
  }

  /// The bundle identifier in a default scheme; nil for a scheme of the app's own.
  private func appOfScheme(_ url: RequestURL) -> String? {
    let prefix = dialect.value.schemePrefix
    guard let scheme = url.scheme, scheme.count > prefix.utf8.count,
      let text = String(validating: scheme, as: UTF8.self),
      text.lowercased().hasPrefix(prefix.lowercased())
    else { return nil }
    return String(text.utf8.dropFirst(prefix.utf8.count)) ?? nil
  }

  // MARK: Requests

  private mutating func request(_ url: RequestURL) -> URLContents {
    var contents = URLContents(.request, url, names: dialect.value.parameters)
    let names = dialect.value.parameters
    let token = contents.value(of: names.token) ?? []
    contents.app = bundleIdentifier ?? appOfScheme(url)
    if contents.app == nil, let app = appsByToken[String(decoding: token, as: UTF8.self)] {
      contents.app = app
      contents.isAppFromToken = true
    }
    let own = keys.keys(of: contents.app)
    let setup = ABTSetup(
      bundleIdentifier: contents.app ?? "", apiKey: own.apiKey ?? "",
      urlScheme: String(decoding: url.scheme ?? [], as: UTF8.self), edition: .encrypting,
      encryptionSecret: own.encryptionSecret ?? "", allowUnencrypted: true, dialect: dialect)
    contents.isEncrypted = contents.value(of: names.encryptedData) != nil
    contents.dataParameter =
      contents.isEncrypted
      ? names.encryptedData : contents.value(of: names.data) == nil ? nil : names.data
    let isKeyed = contents.app != nil && own.encryptionSecret != nil
    let isClosed =
      contents.isEncrypted && !isKeyed && setup.context.recipient.blockMode != nil
    let isChecked = contents.app != nil && own.apiKey != nil
    let workshop = workshop
    workshop.withBench(dialect) { bench in
      var reader = RequestClassifier(setup: setup, bench: bench)
      let meaning = reader.read(url.bytes)
      // The strict reader asks no further where a parameter is no text; the verb is known all the same.
      contents.action = meaning.action ?? (meaning.isUnreadable ? action(of: contents.verb) : nil)
      contents.take(meaning, isChecked: isChecked, hasToken: !token.isEmpty, isClosed: isClosed)
      let text = contents.dataParameter.flatMap(contents.value(of:)) ?? []
      if isClosed {
        contents.withheld =
          contents.app == nil
          ? "it is encrypted, and it is not known for which app"
          : "it is encrypted, and the app's encryption secret is not known"
      }
      if let piece = meaning.piece, piece.total > 1 {
        contents.piece = .init(index: piece.index, total: piece.total)
        if contents.isValid { assemble(piece, &contents, &reader) }
      } else if !isClosed {
        contents.contents =
          reader.unpacked
          ?? Base64Text.read(text).then {
            reader.unpack($0, meaning.action, isEncrypted: contents.isEncrypted)
          }.value
        if contents.isValid, contents.contents == nil {
          contents.withheld = "its data has more than one reading"
        }
      }
    }
    if !contents.isValid {
      contents.place = place(
        in: anatomist.request(url.bytes, for: setup.context), withURL: isChecked, isClosed: isClosed
      )
    }
    return contents
  }

  /// What a verb asks for; nil for an unknown one.
  private func action(of verb: [UInt8]) -> RequestForge.Action? {
    if verb.elementsEqual(dialect.value.verbs.apply.utf8) { return .apply }
    return verb.elementsEqual(dialect.value.verbs.reset.utf8) ? .reset : nil
  }

  private mutating func assemble(
    _ piece: ChunkPiece, _ contents: inout URLContents, _ reader: inout RequestClassifier
  ) {
    let names = dialect.value.parameters
    let owner = Assemblies.Owner(
      scheme: contents.scheme, action: contents.action,
      profile: contents.value(of: names.profile) ?? [],
      payload: contents.value(of: names.payload) ?? [], parameter: contents.dataParameter ?? "",
      total: piece.total)
    switch assemblies.add(piece.bytes, at: piece.index, of: owner) {
    case .waiting(let missing):
      contents.withheld = "\(missing) of \(piece.total) pieces have not come yet"
    case .dropped(let words, let clause):
      contents.problems.append(.init(words: words, clause: clause))
    case .complete(let bytes):
      contents.piece?.completes = true
      guard contents.withheld == nil else { return }
      switch reader.unpack(bytes, contents.action, isEncrypted: contents.isEncrypted) {
      case .accepted(let value): contents.takeAssembled(value, dialect.value)
      case .free(let freedom, let value):
        contents.freedom = Finding(freedom).sentence
        if let value { contents.takeAssembled(value, dialect.value) }
      case .refused(let defect):
        let finding = Finding(defect)
        contents.problems.append(.init(words: finding.words, clause: finding.clause))
      }
    }
  }

  /// Where the strict reader stops first.
  ///
  /// - Parameters:
  ///   - withURL: whether what the URL itself says can be told right from wrong.
  ///   - isClosed: whether encrypted data cannot be read.
  private func place(
    in dissection: Dissection, withURL: Bool, isClosed: Bool
  ) -> URLContents.Place? {
    let closed = dialect.value.parameters.encryptedData
    for layer in dissection.layers {
      guard withURL || layer.kind != .url else { continue }
      if isClosed, layer.parameter == closed, layer.kind != .base64 { continue }
      guard let defect = layer.ending.defect else { continue }
      return .init(
        layer: layer.title, parameter: layer.parameter, offset: defect.offset,
        words: defect.sentence)
    }
    return nil
  }

  // MARK: Callbacks

  private mutating func callback(_ url: RequestURL) -> URLContents {
    var contents = URLContents(.callback, url, names: dialect.value.parameters)
    let names = dialect.value.parameters
    let dissection = anatomist.callback(url.bytes, dialect: dialect.value)
    for layer in dissection.layers {
      if let defect = layer.ending.defect {
        contents.problems.append(.init(words: defect.words, clause: defect.clause))
      }
      if contents.freedom == nil { contents.freedom = layer.ending.freedom?.sentence }
    }
    contents.place = place(in: dissection, withURL: true, isClosed: false)
    if let code = contents.value(of: names.errorCode),
      let number = Int(String(decoding: code, as: UTF8.self))
    {
      contents.errorMeaning = CallbackParameters.meaning(ofCode: number, in: dialect.value)
    }
    if let text = contents.value(of: names.changedValues) {
      contents.changedKeys = packing.unpackChangedValues(text).value
    }
    if contents.value(of: names.status) == nil {
      contents.problems.append(.init(words: "there is no \(names.status)", clause: "ABT-CB-04"))
    }
    return contents
  }
}

extension URLContents.Problem {
  /// - Parameter words: may end with the clause in brackets, which then stands by itself.
  fileprivate init(_ words: String, clause: String?) {
    let ending = clause.map { " (\($0))" } ?? ""
    self.init(
      words: words.hasSuffix(ending) ? String(words.dropLast(ending.count)) : words, clause: clause)
  }
}

extension URLContents {
  /// Takes what the strict reader says, but for what it cannot know without the keys.
  fileprivate mutating func take(
    _ meaning: RequestMeaning, isChecked: Bool, hasToken: Bool, isClosed: Bool
  ) {
    let isWrong = meaning.defects.contains { $0.place == .token }
    token = !hasToken ? .missing : !isChecked ? .unchecked : isWrong ? .wrong : .right
    problems = meaning.defects.filter { defect in
      // Beside a wrong token the reader counts what would be free otherwise. Without the key the token is wrong for nobody.
      if !isChecked, hasToken, defect.clauses.isEmpty { return false }
      return switch defect.place {
      case .request: true
      case .token: isChecked || !hasToken
      case .contents: !isClosed
      }
    }.map { Problem($0.words, clause: $0.clauses.first?.path) }
    if meaning.isUnreadable {
      problems.append(
        Problem(words: "a parameter of the protocol is no text", clause: "ABT-URL-18"))
    }
    if meaning.recognition == .foreign {
      problems.append(Problem(words: "the scheme is no text", clause: "ABT-URL-03"))
    }
    guard !isClosed else { return }
    if let advice = meaning.advice {
      freedom = "\(advice.words) (\(advice.clause.path))"
    } else {
      freedom = meaning.freedom?.words ?? meaning.excuse?.words
    }
  }

  /// Takes what all pieces together unpack to.
  fileprivate mutating func takeAssembled(_ value: PropertyList, _ dialect: Dialect) {
    contents = value
    guard case .dictionary(let members) = value else { return }
    for remark in DictionaryRules(members, action, dialect).remarks
    where remark.standing == .defect {
      problems.append(Problem(words: remark.words, clause: remark.clause))
    }
  }
}
