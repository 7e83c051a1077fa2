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
  package func url(of setup: ManagerSetup, after history: [ManagerObservation]) -> [UInt8] {
    let echo = echo(of: setup, after: history)
    var parameters: [Parameter] = []
    if lacks != .profile {
      parameters.append(Parameter("profile", lacks == .emptyProfile ? [] : echo.profile))
    }
    if lacks != .payload {
      parameters.append(Parameter("payload", lacks == .emptyPayload ? [] : echo.payload))
    }
    if let token = spelled(echo.token, of: setup) { parameters.append(Parameter("token", token)) }
    if let word { parameters.append(Parameter("status", word)) }
    if let list = changedValues(isExpected: echo.hasList) {
      parameters.append(Parameter("changedValues", list))
    }
    if hasErrorMessage {
      parameters += [
        Parameter("errorCode", errorCode.text), Parameter("errorMessage", "not now & not here"),
      ]
    }
    if let chunk = echo.chunk, lacks != .chunk {
      parameters.append(
        Parameter("chunk", String(namesOtherPiece ? chunk.otherIndex : chunk.index)))
    }
    inject(into: &parameters)
    return written(parameters)
  }

  /// The value of the status, or nil where there is none.
  private var word: String? {
    switch status {
    case .success, .error, .canceled: status.rawValue
    case .unknown: "Denied"
    case .empty: ""
    case .missing: nil
    }
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
    case .spaceBehind: token + [UInt8(ascii: " ")]
    case .nulBehind: token + [0, UInt8(ascii: "0")]
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
    // What is no status may be taken for a Success, which has a list.
    let isThere = [.error, .canceled].contains(status) ? false : isExpected
    return isThere || list == .stray ? HostileLists.text(list, keys) : nil
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
    var url = Array(address.text(own: Dialect.profile1.callbackPrefix).utf8)
    var parameters = parameters
    if spelling == .reversed { parameters.reverse() }
    let own = "assayLibraryVersion"
    if spelling == .withOwnParameter || brokenEscape?.place == .own {
      parameters.insert(Parameter(own, "2.3"), at: 1)
    }
    let broken = brokenEscape?.place == .own ? own : brokenEscape?.place.rawValue
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { url.append(UInt8(ascii: "&")) }
      url += Array(parameter.name.utf8) + [UInt8(ascii: "=")]
      switch spelling {
      case .escaped, .escapedInSmallLetters:
        let digits = Array((spelling == .escaped ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        for byte in parameter.value {
          url += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      case .rawBase64 where parameter.name == "changedValues": url += parameter.value
      default: PercentCoding.encode(parameter.value, into: &url)
      }
      if let brokenEscape, parameter.name == broken { url += Array(brokenEscape.form.text.utf8) }
    }
    return url
  }
}
