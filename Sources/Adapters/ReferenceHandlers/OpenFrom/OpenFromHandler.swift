package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary

/// The suite `appconnect.openfrom` on the reference library's Open From policy. It plays the server, the system and the app.
package final class OpenFromHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "appconnect.openfrom"

  private let decisions: () -> OpenFromDecisions
  private var app: ScriptedOpenFromApp?
  /// Nil before the launch. It stays after its end, and says what an app reads then.
  private var library: OpenFrom?
  private var reports: [JSONValue] = []

  /// Each launch calls `decisions`, so that what a decision remembers is forgotten with its library.
  package init(decisions: @escaping () -> OpenFromDecisions) { self.decisions = decisions }

  package var claim: SuiteClaim { SuiteClaim() }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    guard let names = configuration["implements"]?.arrayValue else {
      throw AdapterFailure("\"implements\" is missing or no array")
    }
    let methods = try names.map { name in
      guard let method = name.stringValue.flatMap(OpenFromMethod.init(rawValue:)) else {
        throw AdapterFailure("\"implements\" holds what is no method of the suite")
      }
      return method
    }
    library = nil
    app = ScriptedOpenFromApp(Set(methods))
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let app else { throw AdapterFailure("no app is installed") }
    let step = try request.value()
    app.begin(try Self.acknowledgement(step))
    reports = []
    var allowed: Bool?
    switch action {
    case "launch":
      guard library == nil else { throw AdapterFailure("the library is started already") }
      let library = OpenFrom(
        setting: try Self.setting(step), app: app, decisions: decisions()
      ) { [weak self] in self?.reports.append($0.json) }
      self.library = library
      app.readProperties = { [weak library] in library?.properties }
    case "ready": try running().becomeReady()
    case "policy": try running().serverChanged(to: try Self.setting(step))
    case "authorizedApps":
      try running().authorizedAppsChanged(to: try Self.identifiers(step, "apps"))
    case "openFrom":
      guard let source = step["source"]?.stringValue else {
        throw AdapterFailure("\"source\" is missing or no string")
      }
      allowed = try running().receives(from: BundleIdentifier(source))
    case "properties": _ = try running()
    case "stop": try running().stop()
    default: throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
    reply.key("calls")
    reply.value(.array(app.calls))
    reply.key("reports")
    reply.value(.array(reports))
    reply.key("properties")
    reply.value((library?.properties).json)
    guard let allowed else { return }
    reply.key("allowed")
    reply.boolean(allowed)
  }

  private func running() throws -> OpenFrom {
    guard let library else { throw AdapterFailure("the library is not started") }
    return library
  }

  private static func setting(_ step: JSONValue) throws -> OpenFromSetting {
    guard let policy = step["policy"]?.stringValue.flatMap(OpenFromPolicy.init(rawValue:)) else {
      throw AdapterFailure("\"policy\" is missing or not a word of the protocol")
    }
    if step["allAppConnectApps"]?.booleanValue == true { return .allAppConnectApps }
    let list = step["whitelist"] == nil ? [] : try identifiers(step, "whitelist")
    return .policy(policy, whitelist: list)
  }

  private static func identifiers(
    _ step: JSONValue, _ member: String
  ) throws -> Set<BundleIdentifier> {
    guard let elements = step[member]?.arrayValue else {
      throw AdapterFailure("\"\(member)\" is missing or no array")
    }
    return Set(
      try elements.map { element in
        guard let text = element.stringValue else {
          throw AdapterFailure("\"\(member)\" holds what is no string")
        }
        return BundleIdentifier(text)
      })
  }

  private static func acknowledgement(_ step: JSONValue) throws -> OpenFromAcknowledgement? {
    guard let json = step["acknowledge"], !json.isNull else { return nil }
    guard let state = json["state"]?.stringValue.flatMap(PolicyAcknowledgementState.init(rawValue:))
    else { throw AdapterFailure("\"acknowledge\" has no state of the protocol") }
    return OpenFromAcknowledgement(state: state, message: json["message"]?.stringValue ?? "")
  }
}

/// An app that acknowledges as the script says, and notes what it is told and what it reads then.
private final class ScriptedOpenFromApp: OpenFromApp {
  let implementedMethods: Set<OpenFromMethod>
  var readProperties: () -> OpenFromProperties? = { nil }
  private var acknowledgement: OpenFromAcknowledgement?
  private(set) var calls: [JSONValue] = []

  init(_ methods: Set<OpenFromMethod>) { implementedMethods = methods }

  /// Forgets what an earlier action led to.
  func begin(_ acknowledgement: OpenFromAcknowledgement?) {
    self.acknowledgement = acknowledgement
    calls = []
  }

  func openFromPolicyChanged(to properties: OpenFromProperties) -> OpenFromAcknowledgement? {
    calls.append([
      "method": .string(OpenFromMethod.changedTo.rawValue),
      "policy": .string(properties.policy.rawValue), "whitelist": properties.whitelist.json,
      "properties": readProperties().json,
    ])
    return acknowledgement
  }

  func openFromAttemptedWhenBlocked(policy: OpenFromPolicy, source: BundleIdentifier) {
    calls.append([
      "method": .string(OpenFromMethod.blocked.rawValue), "policy": .string(policy.rawValue),
      "source": .string(source.text), "properties": readProperties().json,
    ])
  }
}

extension OpenFromProperties? {
  fileprivate var json: JSONValue {
    guard let properties = self else { return "notReady" }
    return [
      "policy": .string(properties.policy.rawValue), "whitelist": properties.whitelist.json,
    ]
  }
}

extension Set<BundleIdentifier> {
  /// In a fixed order, so that the same set is the same list.
  fileprivate var json: JSONValue {
    .array(
      sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map { .string($0.text) })
  }
}

extension OpenFromAcknowledgement {
  fileprivate var json: JSONValue {
    ["state": .string(state.rawValue), "message": .string(message)]
  }
}
