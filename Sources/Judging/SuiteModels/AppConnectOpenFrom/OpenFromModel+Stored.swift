package import Conformance
package import JSONText

// Setups and events as case files hold them, and in plain words.
extension OpenFromModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func words(_ setup: Setup) -> [(name: String, value: String)] {
    [("implements", List.text(setup.names))]
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    Setup(implements: try reader.readImplementedMethods(OpenFromFile.setup))
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: OpenFromEvent, difference: String?) {
    guard let known = OpenFromFile.steps[action] else {
      throw reader.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are authorizedApps, launch, openFrom, policy, "
            + "properties, ready, start and stop"))
    }
    try known.check(before: reader)
    let step = StoredStep(place: reader, members: try reader.readValue())
    let event: OpenFromEvent =
      switch action {
      case "launch": .launch(try step.policy())
      case "ready": .ready
      case "policy": .policy(try step.policy(), try step.acknowledgement())
      case "openFrom": .openFrom(try step.text("source"))
      case "properties": .properties
      case "authorizedApps": .authorizedApps(try step.texts("apps"))
      default: .stop
      }
    return (event, nil)
  }

  package func words(_ event: OpenFromEvent, of setup: Setup) -> String {
    switch event {
    case .launch(let policy): "The library is started; \(policy.words)."
    case .ready: "The library becomes ready."
    case .policy(let policy, let acknowledgement):
      "From now on \(policy.words)."
        + (acknowledgement.map {
          " The app acknowledges: \($0.state.rawValue)"
            + ($0.message == "" ? "." : " with the message \($0.message).")
        } ?? (setup.implements.contains(.changedTo) ? " The app does not acknowledge it." : ""))
    case .openFrom(let source): "A document comes from \(source)."
    case .properties: "The app reads the properties."
    case .authorizedApps(let apps): "The authorized AppConnect apps are \(Set(apps).words)."
    case .stop: "The library is ended."
    }
  }
}

extension ServerPolicy {
  fileprivate var words: String {
    if allAppConnectApps { return "the server lets in all AppConnect apps" }
    return "the server has \(policy.rawValue)"
      + (whitelist.isEmpty && policy != .whitelist ? "" : " with \(Set(whitelist).words)")
  }
}

/// A step of a case file that is being read.
private struct StoredStep {
  /// Where it stands, for errors.
  let place: JSONReader
  let members: JSONValue

  func policy() throws(JSONError) -> ServerPolicy {
    let list = try texts("whitelist")
    var policy = ServerPolicy(try word("policy"), list)
    guard let all = members["allAppConnectApps"], !all.isNull else { return policy }
    guard let isSet = all.booleanValue else {
      throw place.error(.unexpectedValue("allAppConnectApps is true or false"))
    }
    policy.allAppConnectApps = isSet
    if isSet, policy.policy != .whitelist || !list.isEmpty {
      throw place.error(
        .unexpectedValue(
          "allAppConnectApps stands in the place of a list: the policy is WHITELIST then, and whitelist is []"
        ))
    }
    return policy
  }

  func acknowledgement() throws(JSONError) -> Acknowledgement? {
    guard let json = members["acknowledge"], !json.isNull else { return nil }
    guard json.members != nil else {
      throw place.error(.unexpectedValue("acknowledge is an object, or null"))
    }
    let inner = StoredStep(place: place, members: json)
    let message = json["message"]?.isNull == false ? try inner.text("message") : ""
    return Acknowledgement(try inner.word("state"), message)
  }

  func text(_ name: String) throws(JSONError) -> ExactText {
    guard let value = members[name] else { throw place.error(.missingMember(name)) }
    guard let text = value.stringValue else {
      throw place.error(.unexpectedValue("\(name) is a string"))
    }
    return ExactText(text)
  }

  func texts(_ name: String) throws(JSONError) -> [ExactText] {
    guard let value = members[name] else { throw place.error(.missingMember(name)) }
    let texts = (value.arrayValue ?? []).compactMap { $0.stringValue.map { ExactText($0) } }
    guard texts.count == value.arrayValue?.count else {
      throw place.error(.unexpectedValue("\(name) is a list of strings"))
    }
    return texts
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(JSONError) -> Word {
    guard let word = Word(rawValue: try text(name).string) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw place.error(.unexpectedValue("\(name) is one of \(known)"))
    }
    return word
  }
}

/// The members that a case file of the suite may have.
private enum OpenFromFile {
  static let setup = KnownMembers.object(
    "the start of appconnect.openfrom", [("implements", .open)])

  private static let acknowledge = KnownMembers.object(
    "acknowledge", [("state", .open), ("message", .open)])

  private static let policy: [(name: String, members: KnownMembers)] = [
    ("policy", .open), ("whitelist", .open), ("allAppConnectApps", .open),
  ]

  static let steps: [String: KnownMembers] = [
    "launch": step("launch", policy), "ready": step("ready"),
    "policy": step("policy", policy + [("acknowledge", acknowledge)]),
    "openFrom": step("openFrom", [("source", .open)]), "properties": step("properties"),
    "authorizedApps": step("authorizedApps", [("apps", .open)]), "stop": step("stop"),
  ]

  private static func step(
    _ action: String, _ members: [(name: String, members: KnownMembers)] = []
  ) -> KnownMembers {
    .object(action, [("action", .open)] + members + [("comment", .open)])
  }
}
