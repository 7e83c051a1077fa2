import WireFormat

// Callbacks as URLs, made from what the manager has opened.
extension AppAnswer {
  private struct Parameter {
    var name: String
    var value: [UInt8]

    init(_ name: String, _ value: [UInt8]) {
      self.name = name
      self.value = value
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  /// The URL of the callback.
  ///
  /// - Parameter history: what was observed so far. Where nothing was opened yet, the callback is for a request that nobody made.
  func url(of setup: ManagerSetup, after history: [ManagerObservation]) -> [UInt8] {
    let echo = echo(of: setup, after: history)
    var parameters = [
      Parameter("profile", echo.profile), Parameter("payload", echo.payload),
    ]
    if let token = spelled(echo.token, of: setup) { parameters.append(Parameter("token", token)) }
    parameters.append(Parameter("status", status.rawValue))
    if let list = changedValues(isExpected: echo.hasList) {
      parameters.append(Parameter("changedValues", list))
    }
    if status == .error {
      parameters += [Parameter("errorCode", "11"), Parameter("errorMessage", "not now & not here")]
    }
    if let chunk = echo.chunk {
      parameters.append(
        Parameter("chunk", String(namesOtherPiece ? chunk.otherIndex : chunk.index)))
    }
    inject(into: &parameters)
    return written(parameters)
  }

  /// What a callback repeats of the request that it answers.
  private struct Echo {
    var profile: [UInt8]
    var payload: [UInt8]
    var token: [UInt8]
    /// Whether a Success has a list.
    var hasList: Bool
    var chunk: OpenedRequest.Piece?
  }

  private func echo(of setup: ManagerSetup, after history: [ManagerObservation]) -> Echo {
    let latest = history.last { !$0.opened.isEmpty }?.opened.last
    func isAnsweredInFull(_ request: OpenedRequest) -> Bool {
      request.verb == .apply
        && (request.piece == nil || PieceLog(history.flatMap(\.opened)).latestIsComplete)
    }
    switch target {
    case .latest:
      guard let latest else {
        return Echo(
          profile: Array("nobody".utf8), payload: Array("nothing".utf8),
          token: Array((setup.installed.first?.token ?? "").utf8), hasList: true)
      }
      return Echo(
        profile: latest.value(of: "profile") ?? [], payload: latest.value(of: "payload") ?? [],
        token: latest.value(of: "token") ?? [], hasList: isAnsweredInFull(latest),
        chunk: latest.piece)
    case .payload(let profile, let payload, let bundleIdentifier):
      let isLatest = latest?.isFor(profile: profile, payload: payload) ?? false
      return Echo(
        profile: Array(profile.utf8), payload: Array(payload.utf8),
        token: Array((setup.app(bundleIdentifier)?.token ?? "").utf8),
        hasList: isLatest ? latest?.verb == .apply : true)
    }
  }

  private func spelled(_ token: [UInt8], of setup: ManagerSetup) -> [UInt8]? {
    switch self.token {
    case .right: token
    case .missing: nil
    case .empty: []
    case .truncated: Array(token.dropLast())
    case .extended: token + [UInt8(ascii: "0")]
    case .upperCase: Array(String(decoding: token, as: UTF8.self).uppercased().utf8)
    case .changed:
      Array(token.dropLast()) + [
        token.last == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
      ]
    case .ofApp(let bundleIdentifier): Array((setup.app(bundleIdentifier)?.token ?? "").utf8)
    }
  }

  private func changedValues(isExpected: Bool) -> [UInt8]? {
    if list == .missing { return nil }
    let isThere = status == .success ? isExpected : list == .stray
    return isThere ? HostileLists.text(list, keys) : nil
  }

  private func inject(into parameters: inout [Parameter]) {
    guard let injection else { return }
    let foreign =
      switch injection.name {
      case .status: Parameter("status", (status == .success ? Status.error : .success).rawValue)
      case .profile: Parameter("profile", "another-profile")
      case .payload: Parameter("payload", "another-payload")
      case .token: Parameter("token", String("0", times: 64))
      case .changedValues:
        Parameter("changedValues", ChangedValues.encode(["injected"]))
      }
    let place = parameters.firstIndex { $0.name == foreign.name }
    guard let place else {
      // What stands nowhere is put in twice, with a value of its own each time.
      parameters.append(foreign)
      parameters.append(Parameter(foreign.name, foreign.value + [UInt8(ascii: "0")]))
      return
    }
    parameters.insert(foreign, at: injection.isFirst ? place : place + 1)
  }

  private func written(_ parameters: [Parameter]) -> [UInt8] {
    var url = Array(Dialect.profile1.callbackPrefix.utf8)
    var parameters = parameters
    if spelling == .reversed { parameters.reverse() }
    if spelling == .withOwnParameter {
      parameters.insert(Parameter("assayLibraryVersion", "2.3"), at: 1)
    }
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { url.append(UInt8(ascii: "&")) }
      url += Array(parameter.name.utf8) + [UInt8(ascii: "=")]
      switch spelling {
      case .escaped:
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in parameter.value {
          url += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      case .rawBase64 where parameter.name == "changedValues": url += parameter.value
      default: PercentCoding.encode(parameter.value, into: &url)
      }
    }
    return url
  }
}

/// Texts of `changedValues`, right ones and others.
enum HostileLists {
  /// - Returns: the text before percent-encoding.
  static func text(_ form: AppAnswer.ListForm, _ keys: [String]) -> [UInt8] {
    let whole = ChangedValues.encode(keys)
    switch form {
    case .whole, .missing, .stray: return whole
    case .noBase64: return Array("*".utf8) + whole.dropFirst()
    case .truncated: return Base64Text.encode(Array(packed(keys).dropLast(6)))
    case .wrongChecksum:
      var bytes = packed(keys)
      bytes[bytes.count - 1] ^= 1
      return Base64Text.encode(bytes)
    case .rawDeflate: return Base64Text.encode(Array(packed(keys).dropFirst(2).dropLast(4)))
    case .noise: return compressed(Array("these are no keys".utf8))
    case .xml:
      return compressed(
        Array("<plist version=\"1.0\"><array><string>host</string></array></plist>".utf8))
    case .dictionary:
      return list(.dictionary(keys.map { .init(key: $0, value: .boolean(true)) }))
    case .numberAmongTexts: return list(.array(keys.map { .string($0) } + [.integer(7)]))
    case .bombOfZeros: return zeros
    case .bombOfOneKey: return oneKey
    case .bombOfReferences: return references
    }
  }

  private static func packed(_ keys: [String]) -> [UInt8] {
    var writer = PropertyListWriter()
    return Deflater().compress(writer.write(.array(keys.map { .string($0) })))
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    Base64Text.encode(Deflater().compress(bytes))
  }

  private static func list(_ value: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    return compressed(writer.write(value))
  }

  private static let zeros = compressed([UInt8](repeating: 0, count: 64 << 20))
  private static let oneKey = list(.array([.string(String("k", times: 8 << 20))]))
  /// Equal texts are written once, so that each element is a reference to the same one.
  private static let references = list(
    .array([PropertyList](repeating: .string(String("k", times: 4_000)), count: 100_000)))
}
