package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary

/// The suite `appconnect.config` on the reference library's delivery of configurations.
///
/// It plays the server and the app. What the server has is kept beside what the library stores, as a server would keep it.
package final class ConfigurationDeliveryHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "appconnect.config"

  private let decisions: () -> ConfigurationDecisions
  private var app: ScriptedConfigurableApp?
  private var storage = ConfigurationFile(path: nil)
  private var server = ConfigurationFile(path: nil)
  /// What the server has had since the app last ran, the present one last.
  private var since: [ServerConfiguration] = []
  /// Nil while the app does not run.
  private var delivery: ConfigurationDelivery?
  private var reports: [JSONValue] = []

  /// Each launch calls `decisions`, so that what a decision remembers is forgotten with its run.
  package init(decisions: @escaping () -> ConfigurationDecisions) { self.decisions = decisions }

  package var claim: SuiteClaim { SuiteClaim() }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    delivery = nil
    app = ScriptedConfigurableApp(try Self.callbacks(configuration))
    storage = ConfigurationFile(path: request.storage.map { $0 + "/configuration" })
    server = ConfigurationFile(path: request.storage.map { $0 + "/server" })
    if !request.keep {
      storage.removeAll()
      server.removeAll()
    }
    since = [try server.load() ?? ServerConfiguration(pairs: ConfigurationPairs(), revision: 0)]
  }

  private static func callbacks(_ configuration: JSONValue) throws -> Set<ConfigurationCallback> {
    guard let names = configuration["implements"]?.arrayValue else {
      throw AdapterFailure("\"implements\" is missing or no array")
    }
    return Set(
      try names.map { name in
        guard let callback = name.stringValue.flatMap(ConfigurationCallback.init(rawValue:)) else {
          throw AdapterFailure("\"implements\" holds what is no method of the suite")
        }
        return callback
      })
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let app else { throw AdapterFailure("no app is installed") }
    let step = try request.value()
    app.begin(try Self.answers(step))
    reports = []
    switch action {
    case "launch": try launch(app)
    case "serverChange": try change(step)
    case "terminate":
      guard delivery != nil else { throw AdapterFailure("the app is not launched") }
      delivery = nil
    default: throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
    reply.key("calls")
    reply.value(.array(app.calls))
    reply.key("reports")
    reply.value(.array(reports))
  }

  private func launch(_ app: ScriptedConfigurableApp) throws {
    guard delivery == nil else { throw AdapterFailure("the app runs already") }
    let delivery = ConfigurationDelivery(
      storage: storage, app: app, decisions: decisions()
    ) { [weak self] in self?.reports.append($0.json) }
    self.delivery = delivery
    try delivery.launch(with: since)
    since = since.suffix(1)
  }

  private func change(_ step: JSONValue) throws {
    guard let config = step["config"] else { throw AdapterFailure("\"config\" is missing") }
    let pairs = try ConfigurationPairs(json: config)
    let present = since[since.count - 1]
    // A server that has the same set does not count that as a change.
    let next = ServerConfiguration(
      pairs: pairs, revision: present.revision + (pairs == present.pairs ? 0 : 1))
    try server.store(next)
    guard let delivery else {
      if next.pairs != present.pairs { since.append(next) }
      return
    }
    since = [next]
    try delivery.serverChanged(to: next)
  }

  private static func answers(_ step: JSONValue) throws -> [ConfigurationCallback: String] {
    guard let returns = step["returns"], !returns.isNull else { return [:] }
    guard let members = returns.members else { throw AdapterFailure("\"returns\" is no object") }
    var answers: [ConfigurationCallback: String] = [:]
    for member in members where !member.value.isNull {
      guard let text = member.value.stringValue else {
        throw AdapterFailure("\"\(member.key)\" returns neither a string nor null")
      }
      if let callback = ConfigurationCallback(rawValue: member.key) { answers[callback] = text }
    }
    return answers
  }
}

/// An app that returns what the script says, and notes what it is told.
private final class ScriptedConfigurableApp: ConfigurableApp {
  let implementedCallbacks: Set<ConfigurationCallback>
  private var answers: [ConfigurationCallback: String] = [:]
  private(set) var calls: [JSONValue] = []

  init(_ callbacks: Set<ConfigurationCallback>) { implementedCallbacks = callbacks }

  /// Forgets what an earlier action led to.
  func begin(_ answers: [ConfigurationCallback: String]) {
    self.answers = answers
    calls = []
  }

  func receive(_ pairs: ConfigurationPairs, by callback: ConfigurationCallback) -> String? {
    calls.append(["method": .string(callback.rawValue), "config": pairs.json])
    return answers[callback]
  }
}

extension ConfigurationReport {
  fileprivate var json: JSONValue {
    [
      "method": .string(callback.rawValue), "status": .string(status.rawValue),
      "message": message.map { .string($0) } ?? nil,
    ]
  }
}
