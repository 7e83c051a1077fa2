package import Conformance
package import JSONText

// Setups and events as case files hold them, and in plain words.
extension ConfigModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func words(_ setup: Setup) -> [(name: String, value: String)] {
    [("implements", List.text(setup.names))]
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    Setup(implements: try reader.readImplementedMethods(ConfigFile.setup))
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: ConfigEvent, difference: String?) {
    let place = reader
    guard let known = ConfigFile.steps[action] else {
      throw place.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are launch, serverChange, terminate and start"))
    }
    try known.check(before: reader)
    let step = try reader.readValue()
    switch action {
    case "terminate": return (.terminate, nil)
    case "launch": return (.launch(try Self.answers(step, place)), nil)
    default:
      guard let config = step["config"] else { throw place.error(.missingMember("config")) }
      let pairs = config.members?.compactMap { member in
        member.value.stringValue.map { (key: ExactText(member.key), value: ExactText($0)) }
      }
      guard config.isNull || pairs?.count == config.members?.count, config.isNull || pairs != nil
      else {
        throw place.error(.unexpectedValue("config is an object of strings, or null"))
      }
      return (.serverChange(pairs.map(ConfigPairs.init), try Self.answers(step, place)), nil)
    }
  }

  private static func answers(
    _ step: JSONValue, _ place: JSONReader
  ) throws(JSONError) -> ConfigAnswers {
    func answer(_ callback: ConfigCallback) throws(JSONError) -> ExactText? {
      guard let value = step["returns"]?[callback.rawValue], !value.isNull else { return nil }
      guard let text = value.stringValue else {
        throw place.error(.unexpectedValue("\(callback.rawValue) returns a string or null"))
      }
      return ExactText(text)
    }
    guard let returns = step["returns"] else { return .applied }
    guard returns.members != nil else {
      throw place.error(.unexpectedValue("returns is an object"))
    }
    return ConfigAnswers(
      configIs: try answer(.configIs), changedTo: try answer(.changedTo))
  }

  package func words(_ event: ConfigEvent, of setup: Setup) -> String {
    switch event {
    case .launch(let answers): "The app is launched." + words(answers)
    case .terminate: "The app is killed."
    case .serverChange(let pairs, let answers):
      (pairs.map { "The server has this configuration: \($0.words)." }
        ?? "The server has no configuration.") + words(answers)
    }
  }

  private func words(_ answers: ConfigAnswers) -> String {
    ConfigCallback.allCases.compactMap { callback in
      answers[callback].map { " \(callback.rawValue) would return the error \($0)." }
    }.joined()
  }
}

/// The members that a case file of the suite may have.
private enum ConfigFile {
  static let setup = KnownMembers.object("the start of appconnect.config", [("implements", .open)])

  private static let returns = KnownMembers.object(
    "returns", ConfigCallback.allCases.map { ($0.rawValue, .open) })

  static let steps: [String: KnownMembers] = [
    "launch": .object("launch", [("action", .open), ("returns", returns), ("comment", .open)]),
    "terminate": .object("terminate", [("action", .open), ("comment", .open)]),
    "serverChange": .object(
      "serverChange",
      [("action", .open), ("config", .open), ("returns", returns), ("comment", .open)]),
  ]
}
