public import AdapterProtocol
public import JSONText

/// What an adapter does for one suite.
///
/// The loop calls it on one thread, one request at a time. For a request, an action or a
/// configuration that it does not know, it throws `UnsupportedRequest`. Any other error is reported
/// as trouble of the adapter. The loop discards what was written into a reply before an error.
public protocol SuiteHandler: AnyObject {
  /// What the implementation claims of this suite.
  var claim: SuiteClaim { get }

  /// Begins a fresh app process. It forgets everything; only with `request.keep` does what is
  /// persistent in `request.storage` survive.
  ///
  /// The reply needs no members; `late` may be written into it.
  func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter) throws

  /// Makes one thing happen to the implementation and writes the members of `observed` into the
  /// reply, each with `key` and a value. `id` and `type` are already written.
  func step(action: String, request: StepRequest, into reply: inout JSONWriter) throws

  /// The conversation ends; `late` may be written into the last reply.
  func stop(into reply: inout JSONWriter)
}

extension SuiteHandler {
  /// Nothing is late.
  public func stop(into reply: inout JSONWriter) {}
}

/// What a `start` says besides its configuration.
public struct StartRequest: Hashable, Sendable {
  /// The number of the request.
  public var id: Int64
  /// A folder, private to the case, in which the implementation may keep what is persistent.
  public var storage: String?
  /// Whether the state that an earlier start left in `storage` survives.
  public var keep: Bool

  /// A start.
  public init(id: Int64, storage: String? = nil, keep: Bool = false) {
    self.id = id
    self.storage = storage
    self.keep = keep
  }
}

/// A `step`. It can be read only while it is handled.
public struct StepRequest {
  /// The number of the request. `late` entries name it by this number.
  public let id: Int64
  private let line: UnsafeRawBufferPointer

  init(id: Int64, line: UnsafeRawBufferPointer) {
    self.id = id
    self.line = line
  }

  /// Reads the request from its opening brace; `id`, `type` and `action` are among its members.
  public func read<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    var reader = try JSONReader(line, limits: .adapterLine)
    return try body(&reader)
  }

  /// The whole request in memory.
  public func value() throws(JSONError) -> JSONValue {
    try read { (reader) throws(JSONError) -> JSONValue in try reader.readValue() }
  }
}

/// The answer to what an adapter or its implementation does not know; the case is skipped.
public struct UnsupportedRequest: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is not supported, for the report.
  public var reason: String

  /// A refusal with its reason for the report.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}

/// Trouble of an adapter, for handlers without an error type of their own.
public struct AdapterFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, for the report.
  public var message: String

  /// A failure with its message for the report.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}

/// Calls into the implementation under test.
///
/// An error that it lets out would end an app: it ends the process, and the harness sees the crash
/// that it is. A `failure` would hide it.
///
/// - Throws: `UnsupportedRequest` and `AdapterFailure`, which are the adapter's own.
public func libraryCall<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as UnsupportedRequest {
    throw error
  } catch let error as AdapterFailure {
    throw error
  } catch {
    _ = DescriptorIO.write(2, Array("the implementation throws: \(error)\n".utf8))
    DescriptorIO.leave(status: 70)
  }
}
