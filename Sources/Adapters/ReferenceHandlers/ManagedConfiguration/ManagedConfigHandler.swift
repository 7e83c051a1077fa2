package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary

/// The suite `managed-config` on the reference library's client.
package final class ManagedConfigHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "managed-config"

  private let decisions: () -> ManagedDecisions
  private var schema = ManagedConfigurationSchema(keys: [], counters: [])
  private var defaults: DeviceDefaults?
  /// Nil while the app does not run.
  private var client: ManagedConfigurationClient?

  /// Each launch calls `decisions`, so that what a decision remembers is forgotten with its run.
  package init(decisions: @escaping () -> ManagedDecisions) { self.decisions = decisions }

  package var claim: SuiteClaim { SuiteClaim(options: [:]) }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    client = nil
    schema = try ManagedConfigurationSchema(configuration)
    defaults = try DeviceDefaults(folder: request.storage, keep: request.keep)
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let defaults else { throw AdapterFailure("no app is installed") }
    defaults.begin()
    var collected: [ConfigurationEntry]?
    switch action {
    case "launch":
      guard client == nil else { throw AdapterFailure("the app is launched already") }
      client = ManagedConfigurationClient(
        schema: schema, defaults: defaults, decisions: decisions())
      client?.launch()
    case "terminate":
      client = nil
      defaults.appEnded()
    case "configure": defaults[ManagedDefaultsKey.configuration] = try dictionary(of: request)
    case "count":
      let step = try request.value()
      guard let counter = step["counter"]?.stringValue else {
        throw AdapterFailure("\"counter\" is missing or no string")
      }
      try running().count(
        counter, times: step["times"]?.integerValue.map { Int(clamping: $0) } ?? 1)
    case "collectFeedback":
      collected = defaults[ManagedDefaultsKey.feedback]
      defaults[ManagedDefaultsKey.feedback] = nil
    case "settings": _ = try running().settings
    default:
      throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
    if client != nil { defaults.deliver() }
    reply.key("calls")
    reply.value(.array(defaults.calls))
    // What is asked for the reply only is no call of this step.
    let settings = client?.settings
    try defaults.store()
    write("settings", settings, into: &reply)
    write("configuration", defaults[ManagedDefaultsKey.configuration], into: &reply)
    write("feedback", defaults[ManagedDefaultsKey.feedback], into: &reply)
    if action == "collectFeedback" { write("collected", collected, into: &reply) }
  }

  private func running() throws -> ManagedConfigurationClient {
    guard let client else { throw AdapterFailure("the app is not launched") }
    return client
  }

  private func write(
    _ name: String, _ dictionary: [ConfigurationEntry]?, into reply: inout JSONWriter
  ) {
    reply.key(name)
    if let dictionary {
      TypedValue.writeValues(dictionary.map { TypedMember($0) }, to: &reply)
    } else {
      reply.null()
    }
  }

  private func dictionary(of request: StepRequest) throws -> [ConfigurationEntry]? {
    let value: TypedValue?? = try request.read { (reader) throws(JSONError) -> TypedValue?? in
      var value: TypedValue??
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        if key == "dictionary" {
          value = .some(
            try reader.readIfNull() ? nil : try TypedValue.readValues(from: &reader))
        } else {
          try reader.skipValue()
        }
      }
      return value
    }
    guard let value else { throw AdapterFailure("\"dictionary\" is missing") }
    return try value.map { try ConfigurationEntry.entries(of: $0) }
  }
}

extension ManagedConfigurationSchema {
  fileprivate init(_ configuration: JSONValue) throws {
    guard let keys = configuration["schema"]?.arrayValue,
      let counters = configuration["counters"]?.arrayValue
    else { throw AdapterFailure("\"schema\" or \"counters\" is missing or no list") }
    self.init(
      keys: try keys.map { try ManagedConfigurationKey($0) },
      counters: counters.compactMap(\.stringValue))
  }
}

extension ManagedConfigurationKey {
  fileprivate init(_ key: JSONValue) throws {
    guard let name = key["key"]?.stringValue else {
      throw AdapterFailure("a key of the schema has no name")
    }
    let kind: Kind
    switch (key["type"]?.stringValue, key["format"]?.stringValue) {
    case ("string", nil): kind = .string
    case ("string", "url"): kind = .url
    case ("boolean", nil): kind = .boolean
    case ("integer", nil):
      let minimum = key["minimum"]?.integerValue ?? .min
      kind = .integer(minimum...max(minimum, key["maximum"]?.integerValue ?? .max))
    default: throw UnsupportedRequest("the key \"\(name)\" has a type that no app here has")
    }
    var fallback: TypedValue?
    if let value = key["default"], !value.isNull {
      fallback = try JSONReader.read(Array(value.compactText.utf8)) {
        (reader) throws(JSONError) in try TypedValue.read(from: &reader)
      }
    }
    self.init(
      name, kind, default: try fallback.flatMap { try ConfigurationValue($0) },
      isSecret: key["secret"]?.booleanValue ?? false)
  }
}
