public import AdapterProtocol
public import JSONText

/// The suite `abt`: starts libraries, opens URLs, and shows what the scripted delegate saw.
public final class ABTHandler: SuiteHandler {
  private let abtClaim: ABTClaim
  private let makeLibrary: (ABTStart, StandingDelegate) throws -> any ABTLibrary
  private let plainValue: PlainValue
  private var library: (any ABTLibrary)?
  /// The delegate of the running library.
  private var standing: StandingDelegate?
  /// The late events of all libraries so far. What a library does after its app is gone is reported
  /// under the number of its step.
  private let late = LateEvents()

  /// A handler. `start` makes a library within a fresh app, and throws `UnsupportedRequest` for a
  /// configuration that it cannot adopt. `plainValue` is asked about values of the library's own
  /// types.
  public convenience init(
    _ claim: ABTClaim, plainValue: @escaping PlainValue = { _ in nil },
    start: @escaping (ABTStart) throws -> any ABTLibrary
  ) {
    self.init(claim, plainValue: plainValue) { app, _ in try start(app) }
  }

  /// A handler for a library that gets its delegate once, with its app. That delegate does what
  /// each step scripts.
  public init(
    _ claim: ABTClaim, plainValue: @escaping PlainValue = { _ in nil },
    start: @escaping (ABTStart, StandingDelegate) throws -> any ABTLibrary
  ) {
    abtClaim = claim
    self.plainValue = plainValue
    makeLibrary = start
  }

  /// What is claimed.
  public var claim: SuiteClaim { abtClaim.suiteClaim }

  /// Starts a library. Refuses editions and dialects that are not claimed.
  public func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    library = nil
    let app = try ABTStart(configuration)
    guard abtClaim.editions.contains(app.edition) else {
      throw UnsupportedRequest("there is no \(app.edition.rawValue) edition of this library")
    }
    if app.dialect != nil, !abtClaim.capabilities.contains(.dialect) {
      throw UnsupportedRequest("this library speaks the default dialect only")
    }
    // What the library does before any step belongs to no step. It is reported as late, under this
    // start.
    let none = ScriptedDelegate(
      step: request.id, script: DelegateScript(), late: late, plainValue: plainValue)
    _ = none.finish()
    let standing = StandingDelegate(none)
    self.standing = standing
    library = try libraryCall { try makeLibrary(app, standing) }
    // Last, because a refused reply would take the entries with it.
    late.write(to: &reply)
  }

  /// Opens a URL and writes what happened.
  public func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard action == OpenStep.action else {
      throw UnsupportedRequest("the suite abt has no action \"\(action)\"")
    }
    guard let library else { throw AdapterFailure("no library is started") }
    let step = try request.read { (reader) throws(JSONError) -> OpenStep in
      try OpenStep.read(from: &reader)
    }
    let delegate = ScriptedDelegate(
      step: request.id, script: step.delegate, late: late, plainValue: plainValue)
    standing?.follow(delegate)
    let handled = try libraryCall {
      if let text = step.urlText {
        try library.open(text, delegate: delegate)
      } else {
        try library.open(bytes: step.url, delegate: delegate)
      }
    }
    let observed = delegate.finish()
    if let trouble = observed.trouble { throw trouble }
    reply.key("handled")
    reply.boolean(handled)
    observed.write(
      to: &reply, withSequence: abtClaim.capabilities.contains(.sequence),
      withLog: abtClaim.capabilities.contains(.log))
    late.write(to: &reply)
  }

  /// Shows what came after the last reply.
  public func stop(into reply: inout JSONWriter) {
    late.write(to: &reply)
    library = nil
  }
}
