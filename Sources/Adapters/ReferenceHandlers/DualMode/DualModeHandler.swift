package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary

/// The suite `appconnect.dualmode` on the reference library's mode logic.
package final class DualModeHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "appconnect.dualmode"

  private let decisions: () -> DualModeDecisions
  private var storage: FileStorage?
  private let host = ScriptedHost()
  /// Nil while the app does not run.
  private var app: DualModeApp<ScriptedHost>?

  private let manner: StoringManner

  /// Each launch calls `decisions`, so that what a decision remembers is forgotten with its run.
  package init(
    storing manner: StoringManner = .replacing, decisions: @escaping () -> DualModeDecisions
  ) {
    self.manner = manner
    self.decisions = decisions
  }

  package var claim: SuiteClaim { SuiteClaim(options: ["capabilities": ["killPoints"]]) }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    app = nil
    storage = try FileStorage(folder: request.storage, keep: request.keep, manner: manner)
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let storage else { throw AdapterFailure("no app is installed") }
    let step = try request.value()
    host.begin()
    storage.writesUntilDeath = step["dieAfterPersist"]?.integerValue.map { Int(clamping: $0) }
    do {
      try perform(action, step, storage)
    } catch is AppDied {
      app = nil
    }
    let record = storage.load() ?? DualModeRecord()
    for (name, value) in [
      ("calls", JSONValue.array(host.calls)), ("state", .string(record.state.rawValue)),
      ("encryption", .string(record.encryption.rawValue)), ("app", .array(host.actions)),
    ] {
      reply.key(name)
      reply.value(value)
    }
  }

  private func perform(_ action: String, _ step: JSONValue, _ storage: FileStorage) throws {
    switch action {
    case "launch":
      host.shouldStart = step["shouldStart"]?.booleanValue ?? false
      app = try DualModeApp(storage: storage, host: host, decisions: decisions())
      try app?.launch(options: step["options"] ?? .object([]))
    case "terminate":
      if app != nil { try storage.willEnd() }
      app = nil
    case "managedPolicy":
      try running().managedPolicyChanged(to: try ManagedPolicyNotice(step))
    case "userRequests":
      let mode = try word(step, "mode", as: DualModeState.self)
      try running().userRequests(appConnectMode: mode == .appConnectMode)
    default:
      throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
  }

  private func running() throws -> DualModeApp<ScriptedHost> {
    guard let app else { throw AdapterFailure("the app is not launched") }
    return app
  }
}

extension ManagedPolicyNotice {
  fileprivate init(_ step: JSONValue) throws {
    self.init(
      policy: try word(step, "policy", as: Policy.self),
      secureServices: step["secureServices"]?.booleanValue ?? false,
      secureFileIORequired: step["secureFileIORequired"]?.booleanValue ?? false,
      authorization: step["authState"] == nil
        ? .authorized : try word(step, "authState", as: Authorization.self))
  }
}

/// The word of a member. An unknown word is trouble of the conversation.
private func word<Word: RawRepresentable<String>>(
  _ step: JSONValue, _ member: String, as _: Word.Type
) throws -> Word {
  guard let word = step[member]?.stringValue.flatMap(Word.init(rawValue:)) else {
    throw AdapterFailure("\"\(member)\" is missing or not a word of the protocol")
  }
  return word
}
