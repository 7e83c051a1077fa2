package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary

/// The suite `appconnect.lifecycle` on the reference library.
package final class LifecycleHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "appconnect.lifecycle"

  private let decisions: () -> LifecycleDecisions
  private var device: ScriptedDevice?
  private var library: LifecycleLibrary?
  private var app: any NotingApp = DualModeListener()

  /// Each process calls `decisions`, so that what a decision remembers is forgotten with it.
  package init(decisions: @escaping () -> LifecycleDecisions) { self.decisions = decisions }

  package var claim: SuiteClaim { SuiteClaim(options: [:]) }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    let hears = configuration["implements"]?.arrayValue?.contains("managedPolicyChangedTo")
    app = hears == true ? DualModeListener() : PlainListener()
    let device = try ScriptedDevice(folder: request.storage, keep: request.keep)
    self.device = device
    library = LifecycleLibrary(device: device, decisions: decisions())
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let device, var library else { throw AdapterFailure("no app is installed") }
    let step = try request.value()
    app.begin()
    var answer: Bool?
    switch action {
    case "device":
      guard let isInstalled = step["clientInstalled"]?.booleanValue else {
        throw AdapterFailure("\"clientInstalled\" is missing or neither true nor false")
      }
      device.isClientInstalled = isInstalled
    case "shouldStart": answer = library.shouldStartAppConnect()
    case "init": library.initialise(delegate: app)
    case "start":
      guard let options = step["options"], options.isNull || options.members != nil else {
        throw AdapterFailure("\"options\" is missing, or neither an object nor null")
      }
      library.start(
        options: options.members.map { members in
          Dictionary(
            members.map { ($0.key, $0.value.stringValue ?? "") }, uniquingKeysWith: { $1 })
        })
    case "ready": library.becameReady(policy: try word(step, "policy"))
    case "policy": library.serverDecided(try word(step, "policy"))
    case "retire": library.retire()
    case "stop": library.stop()
    case "properties": break
    case "logLevel": library.serverSetLogLevel(try word(step, "level"))
    case "log": library.log(step["text"]?.stringValue ?? "", at: try word(step, "level"))
    case "terminate":
      library = LifecycleLibrary(device: device, decisions: decisions())
      self.library = library
    default:
      throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
    try device.store()
    reply.key("calls")
    reply.value(.array(app.calls))
    reply.key("properties")
    reply.value(library.properties)
    if let answer {
      reply.key("answer")
      reply.boolean(answer)
    }
    reply.key("secureData")
    reply.boolean(device.record.holdsSecureData)
  }

  /// The word of a member. An unknown word is trouble of the conversation.
  private func word<Word: RawRepresentable<String>>(
    _ step: JSONValue, _ member: String
  ) throws -> Word {
    guard let word = step[member]?.stringValue.flatMap(Word.init(rawValue:)) else {
      throw AdapterFailure("\"\(member)\" is missing or not a word of the protocol")
    }
    return word
  }
}

extension LifecycleLibrary {
  /// What the app can read, as the document names it.
  fileprivate var properties: JSONValue {
    var members = [
      JSONMember(
        key: "managedPolicy", value: .string(managedPolicy?.rawValue ?? "notReady")),
      JSONMember(key: "ready", value: .boolean(isReady)),
      JSONMember(key: "sharedInstance", value: .boolean(hasSharedInstance)),
      JSONMember(key: "logLevel", value: .string(logLevel.rawValue)),
    ]
    if let number = managedPolicy.flatMap({ number(of: $0) }) {
      let number = JSONValue.integer(Int64(number))
      members.append(
        JSONMember(
          key: "raw", value: .object([JSONMember(key: "managedPolicy", value: number)])))
    }
    return .object(members)
  }
}

/// An app that notes what it hears.
private protocol NotingApp: LifecycleDelegate {
  /// What it has heard since `begin`, in order.
  var calls: [JSONValue] { get }
  func begin()
}

/// An app with both callbacks.
private final class DualModeListener: NotingApp {
  private(set) var calls: [JSONValue] = []

  func begin() { calls = [] }

  func appConnectIsReady(_ library: LifecycleLibrary) {
    calls.append(["method": "appConnectIsReady", "properties": library.properties])
  }

  func managedPolicyChanged(to policy: LifecyclePolicy, _ library: LifecycleLibrary) {
    calls.append([
      "method": "managedPolicyChangedTo", "policy": .string(policy.rawValue),
      "properties": library.properties,
    ])
  }
}

/// An app that leaves out what it may leave out.
private final class PlainListener: NotingApp {
  private(set) var calls: [JSONValue] = []

  func begin() { calls = [] }

  func appConnectIsReady(_ library: LifecycleLibrary) {
    calls.append(["method": "appConnectIsReady", "properties": library.properties])
  }
}
