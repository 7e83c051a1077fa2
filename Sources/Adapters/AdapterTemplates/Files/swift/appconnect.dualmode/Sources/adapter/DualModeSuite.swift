import AdapterKit
import AdapterProtocol
import JSONText

/// The suite `appconnect.dualmode`: plays the library to an app's mode logic, and tells what the
/// logic did. You need not change this file.
final class DualModeSuite: SuiteHandler {
  let claim: SuiteClaim
  private let makeApp: (ScriptedLibrary, Storage) -> App
  private let library = ScriptedLibrary()
  private var storage: Storage?
  /// nil while the app does not run.
  private var app: App?

  init(capabilities: [String], makeApp: @escaping (ScriptedLibrary, Storage) -> App) {
    claim = SuiteClaim(options: ["capabilities": .array(capabilities.map { .string($0) })])
    self.makeApp = makeApp
  }

  func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    app = nil
    storage = try Storage(folder: request.storage, keep: request.keep)
  }

  func step(action: String, request: StepRequest, into reply: inout JSONWriter) throws {
    guard let storage else { throw AdapterFailure("no app is installed") }
    let step = try request.value()
    library.begin(shouldStart: step["shouldStart"]?.booleanValue ?? false)
    storage.writesUntilDeath = step["dieAfterPersist"]?.integerValue.map { Int(clamping: $0) }
    try libraryCall {
      do {
        try perform(action, step, storage)
      } catch is AppDied {
        app = nil
      }
    }
    let members: [(String, JSONValue)] = [
      ("calls", .array(library.calls)), ("app", .array(library.actions)),
      ("state", storage.persistedState.map { .string($0) } ?? .null),
      ("encryption", storage.persistedEncryption.map { .string($0) } ?? .null),
    ]
    for (name, value) in members {
      reply.key(name)
      reply.value(value)
    }
  }

  private func perform(_ action: String, _ step: JSONValue, _ storage: Storage) throws {
    switch action {
    case "launch":
      app = makeApp(library, storage)
      try app?.launch(options: step["options"] ?? .object([]))
    case "managedPolicy":
      try running().managedPolicy(
        try word("policy", of: step), secureServices: step["secureServices"]?.booleanValue ?? false,
        secureFileIORequired: step["secureFileIORequired"]?.booleanValue ?? false,
        authState: step["authState"]?.stringValue ?? "AUTHORIZED")
    case "userRequests":
      try running().userRequests(mode: try word("mode", of: step))
    case "terminate":
      app = nil
    default:
      throw UnsupportedRequest("the suite appconnect.dualmode has no action \"\(action)\"")
    }
  }

  private func running() throws -> App {
    guard let app else { throw AdapterFailure("the app is not launched") }
    return app
  }

  private func word(_ name: String, of step: JSONValue) throws -> String {
    guard let word = step[name]?.stringValue else {
      throw AdapterFailure("\"\(name)\" is missing or no text")
    }
    return word
  }
}
