package import Conformance
package import JSONText

// Setups and events as requests and case files hold them, and in plain words.
extension LifecycleModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func words(_ setup: Setup) -> [(name: String, value: String)] {
    [("the app implements", setup.hearsPolicy ? "managedPolicyChangedTo" : "nothing")]
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    var ahead = reader
    try KnownMembers.object("the start of appconnect.lifecycle", [("implements", .open)])
      .check(&ahead)
    var setup: Setup?
    let place = reader
    try reader.readObject { (reader: inout JSONReader, _) throws(JSONError) in
      var hears = false
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        let method = try reader.readString()
        guard method == "managedPolicyChangedTo" else {
          throw reader.error(
            .unexpectedValue("an app implements managedPolicyChangedTo, not \"\(method)\""))
        }
        hears = true
      }
      setup = Setup(hearsPolicy: hears)
    }
    guard let setup else { throw place.error(.missingMember("implements")) }
    return setup
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?) {
    let place = reader
    let own: [String]
    switch action {
    case "device": own = ["clientInstalled"]
    case "start": own = ["options"]
    case "ready", "policy": own = ["policy"]
    case "logLevel": own = ["level"]
    case "log": own = ["level", "text"]
    case "shouldStart", "init", "retire", "stop", "properties", "terminate": own = []
    default:
      throw place.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are device, shouldStart, init, start, ready, "
            + "policy, retire, stop, properties, logLevel, log and terminate"))
    }
    try KnownMembers.object(action, (["action"] + own + ["comment"]).map { ($0, .open) })
      .check(&reader)
    reader = place
    let step = try reader.readValue()
    func member(_ name: String) throws(JSONError) -> JSONValue {
      guard let value = step[name] else { throw place.error(.missingMember(name)) }
      return value
    }
    func text(_ name: String) throws(JSONError) -> String {
      guard let text = try member(name).stringValue else {
        throw place.error(.unexpectedValue("\(name) is a string"))
      }
      return text
    }
    func word<Word: RawRepresentable<String> & CaseIterable>(
      _ name: String
    ) throws(JSONError) -> Word {
      guard let word = Word(rawValue: try text(name)) else {
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw place.error(.unexpectedValue("\(name) is one of \(known)"))
      }
      return word
    }
    switch action {
    case "device":
      guard let installed = try member("clientInstalled").booleanValue else {
        throw place.error(.unexpectedValue("clientInstalled is true or false"))
      }
      return (.device(clientInstalled: installed), nil)
    case "shouldStart": return (.shouldStart, nil)
    case "init": return (.initialise, nil)
    case "start":
      let options = try member("options")
      if options.isNull { return (.start(nil), nil) }
      var texts: [String: String] = [:]
      for option in options.members ?? [] {
        guard let text = option.value.stringValue else {
          throw place.error(.unexpectedValue("launch options are strings"))
        }
        texts[option.key] = text
      }
      guard texts.count == options.members?.count else {
        throw place.error(.unexpectedValue("options is null, or an object of strings"))
      }
      return (.start(texts), nil)
    case "ready": return (.ready(try word("policy")), nil)
    case "policy": return (.policy(try word("policy")), nil)
    case "retire": return (.retire, nil)
    case "stop": return (.stop, nil)
    case "properties": return (.properties, nil)
    case "logLevel": return (.logLevel(try word("level")), nil)
    case "log": return (.log(try word("level"), try text("text")), nil)
    default: return (.terminate, nil)
    }
  }

  package func words(_ event: Event, of setup: Setup) -> String {
    switch event {
    case .device(true): "The client app is installed."
    case .device(false): "The client app is deleted."
    case .shouldStart: "The app asks whether to start the library."
    case .initialise: "The app initialises the library."
    case .start(nil): "The app starts the library with nil options."
    case .start(let options?):
      "The app starts the library with the launch options \(DualModeModel.json(options).compactText)."
    case .ready(let policy): "The library is ready, and the policy is \(policy.rawValue)."
    case .policy(let policy): "The server says that the policy is \(policy.rawValue)."
    case .retire: "The app retires the library."
    case .stop: "The app stops the library."
    case .properties: "The app looks at the properties."
    case .logLevel(let level): "The server sets the log level \(level.rawValue)."
    case .log(let level, let text):
      "The app logs \(text.utf8.count) bytes at the level \(level.rawValue)."
    case .terminate: "The app is killed."
    }
  }
}

extension LifecycleEvent {
  package var action: String {
    switch self {
    case .device: "device"
    case .shouldStart: "shouldStart"
    case .initialise: "init"
    case .start: "start"
    case .ready: "ready"
    case .policy: "policy"
    case .retire: "retire"
    case .stop: "stop"
    case .properties: "properties"
    case .logLevel: "logLevel"
    case .log: "log"
    case .terminate: "terminate"
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .shouldStart, .initialise, .retire, .stop, .properties, .terminate: break
    case .device(let clientInstalled):
      writer.key("clientInstalled")
      writer.boolean(clientInstalled)
    case .start(let options):
      writer.key("options")
      writer.value(options.map(DualModeModel.json) ?? .null)
    case .ready(let policy), .policy(let policy):
      writer.key("policy")
      writer.string(policy.rawValue)
    case .logLevel(let level):
      writer.key("level")
      writer.string(level.rawValue)
    case .log(let level, let text):
      writer.key("level")
      writer.string(level.rawValue)
      writer.key("text")
      writer.string(text)
    }
  }
}
