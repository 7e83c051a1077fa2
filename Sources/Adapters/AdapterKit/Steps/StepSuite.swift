public import AdapterProtocol
public import JSONText

/// What an adapter makes of an implementation; the actions of a suite are its methods.
public protocol StepInstallation: AnyObject {
  /// Tells what each reply tells, after any action.
  func observe() throws
}

/// A suite of steps: one thing happens to an implementation, and the reply tells what it did.
public final class StepSuite<Host: Journal, Installation: StepInstallation>: SuiteHandler {
  /// The capabilities, or nothing if there are none.
  public let claim: SuiteClaim
  private let lists: [String]
  private let capabilities: [String]
  private let actions: [StepAction<Installation>]
  private let install: (JSONValue, Host, Storage) throws -> Installation
  private var host: Host?
  private var installation: Installation?
  private var isRunning = false
  private let late = LateEntries()

  /// - Parameters:
  ///   - lists: the members of a reply that are always there.
  ///   - capabilities: what the implementation claims.
  ///   - actions: the table of the suite.
  ///   - install: makes a new installation from the configuration.
  public init(
    lists: [String], capabilities: [String] = [], actions: [StepAction<Installation>],
    install: @escaping (JSONValue, Host, Storage) throws -> Installation
  ) {
    let words = JSONValue.array(capabilities.map { .string($0) })
    claim = SuiteClaim(options: capabilities.isEmpty ? [:] : ["capabilities": words])
    self.lists = lists
    self.capabilities = capabilities
    self.actions = actions
    self.install = install
  }

  /// Makes a new installation.
  public func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    installation = nil
    isRunning = false
    let host = Host()
    host.beginStart(id: request.id, late: late)
    self.host = host
    let storage = try Storage(folder: request.storage, keep: request.keep, journal: host)
    installation = try libraryCall { try install(configuration, host, storage) }
    writeLate(into: &reply)
  }

  /// Performs an action of the table.
  ///
  /// - Throws: `UnsupportedRequest` for an action that is not in the table, and `AdapterFailure` for
  ///   a member that is not what the table says.
  public func step(
    action name: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let action = actions.first(where: { $0.name == name }) else {
      throw UnsupportedRequest("there is no action \"\(name)\"")
    }
    guard let host, let installation else { throw AdapterFailure("nothing is installed") }
    let step = try request.value()
    if step["dieAfterPersist"]?.isNull == false, !capabilities.contains("killPoints") {
      throw UnsupportedRequest("this app cannot be killed at a given write")
    }
    if action.whileRunning, !isRunning { throw AdapterFailure("the app is not launched") }
    try action.check(step)
    host.begin(step, id: request.id, lists: lists)
    defer { _ = host.finish() }
    try libraryCall {
      try action.perform(installation)(step)
      if name == "launch" || name == "terminate" { isRunning = name == "launch" }
      if host.isDead {
        isRunning = false
        try actions.first { $0.name == "terminate" }?.perform(installation)([:])
      }
      try installation.observe()
    }
    for member in host.finish() {
      reply.key(member.key)
      reply.value(member.value)
    }
    writeLate(into: &reply)
  }

  /// Writes what is late.
  public func stop(into reply: inout JSONWriter) { writeLate(into: &reply) }

  private func writeLate(into reply: inout JSONWriter) {
    let entries = late.take()
    if entries.isEmpty { return }
    reply.key("late")
    reply.value(.array(entries))
  }
}
