package import Conformance
package import JSONText

// Setups and events as case files hold them, and in plain words.
extension DualModeModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func words(_ setup: Setup) -> [(name: String, value: String)] { [] }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      throw reader.error(.unexpectedValue("the app is configured by nothing, not by \"\(key)\""))
    }
    return Setup()
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: DualModeEvent, difference: String?) {
    let place = reader
    var members = try reader.readValue().members ?? []
    members.removeAll { ["action", "comment"].contains($0.key) }
    var taken = ["action"]
    func take(_ name: String) throws(JSONError) -> JSONValue {
      taken.append(name)
      guard let index = members.firstIndex(where: { $0.key == name }) else {
        throw place.error(.missingMember(name))
      }
      return members.remove(at: index).value
    }
    func truth(_ name: String) throws(JSONError) -> Bool {
      guard let truth = try take(name).booleanValue else {
        throw place.error(.unexpectedValue("\(name) is true or false"))
      }
      return truth
    }
    func word<Word: RawRepresentable<String> & CaseIterable>(
      _ name: String
    ) throws(JSONError) -> Word {
      guard let word = try take(name).stringValue.flatMap(Word.init) else {
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw place.error(.unexpectedValue("\(name) is one of \(known)"))
      }
      return word
    }
    var event: DualModeEvent
    switch action {
    case "launch":
      let shouldStart = try truth("shouldStart")
      let options = try take("options").members
      let texts = (options ?? []).compactMap { option in
        option.value.stringValue.map { (option.key, $0) }
      }
      guard texts.count == options?.count else {
        throw place.error(.unexpectedValue("launch options are strings"))
      }
      event = .launch(
        shouldStart: shouldStart,
        options: Dictionary(texts, uniquingKeysWith: { first, _ in first }))
    case "managedPolicy":
      let policy: ManagedPolicy = try word("policy")
      event = .managedPolicy(
        policy,
        .init(
          secureServices: try truth("secureServices"),
          secureFileIORequired: try truth("secureFileIORequired"),
          authorization: try word("authState")))
    case "userRequests": event = .userRequests(try word("mode"))
    case "terminate": event = .terminate
    default:
      throw place.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are launch, managedPolicy, userRequests, terminate "
            + "and start"))
    }
    if let index = members.firstIndex(where: { $0.key == "dieAfterPersist" }), event != .terminate {
      guard let writes = members.remove(at: index).value.integerValue.flatMap({ Int(exactly: $0) }),
        writes >= 0
      else { throw place.error(.unexpectedValue("dieAfterPersist is a number of writes")) }
      event = .killed(event, afterWrites: writes)
    }
    if event != .terminate { taken.append("dieAfterPersist") }
    if let member = members.first {
      throw place.error(.unknownMember(member.key, of: action, known: taken + ["comment"]))
    }
    return (event, nil)
  }

  package func words(_ event: DualModeEvent, of setup: Setup) -> String {
    switch event {
    case .launch(let shouldStart, let options):
      return "The app is launched; shouldStartAppConnect would answer \(shouldStart ? "YES" : "NO")"
        + (options.isEmpty ? "." : "; the launch options are \(Self.json(options).compactText).")
    case .managedPolicy(let policy, let policies):
      return "The library tells that the policy is \(policy.rawValue), secure services are "
        + "\(policies.secureServices ? "available" : "not available"), secure file I/O is "
        + "\(policies.secureFileIORequired ? "required" : "not required") and the app is "
        + "\(policies.authorization.rawValue)."
    case .userRequests(let mode): return "The user asks for \(mode.rawValue)."
    case .terminate: return "The app is killed."
    case .killed(let event, let writes):
      let moment =
        writes == 0
        ? "before its first write to its storage" : "right after write \(writes) to its storage"
      return words(event, of: setup) + " The app dies \(moment)."
    }
  }

  package var capabilities: [String] { [DualMode.killPoints] }

  package func needs(_ event: DualModeEvent, of setup: Setup) -> Set<String> {
    if case .killed = event { [DualMode.killPoints] } else { [] }
  }
}
