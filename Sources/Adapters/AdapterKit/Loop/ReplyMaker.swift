import AdapterProtocol
import JSONText

/// Answers one request line after the other. It does not know where they come from.
struct ReplyMaker {
  /// The longest reply, in bytes.
  static let maxReplyBytes = JSONLimits.adapterLine.maxBytes

  let identity: AdapterIdentity
  let suites: [String: any SuiteHandler]
  let needsFreshProcess: Bool
  private var current: (any SuiteHandler)?
  private(set) var hasStopped = false

  init(identity: AdapterIdentity, suites: [String: any SuiteHandler], needsFreshProcess: Bool) {
    self.identity = identity
    self.suites = suites
    self.needsFreshProcess = needsFreshProcess
  }

  /// Appends the reply to one line, and a line feed.
  mutating func answer(_ line: UnsafeRawBufferPointer, into writer: inout JSONWriter) {
    let beginning = writer.mark
    var id: Int64 = 0
    do {
      let request = try RequestEnvelope.read(line)
      id = request.id
      try answer(request, line, into: &writer)
      if writer.depth != 1 {
        throw AdapterFailure("the handler left objects or arrays open in its reply")
      }
      writer.endObject()
      let count = writer.bytes.count - beginning.count
      if count > Self.maxReplyBytes {
        throw AdapterFailure("the reply has \(count) bytes, \(Self.maxReplyBytes) are allowed")
      }
    } catch let error as UnsupportedRequest {
      writer.rewind(to: beginning)
      Self.refuse(id, "unsupported", "reason", error.reason, into: &writer)
    } catch {
      writer.rewind(to: beginning)
      Self.refuse(id, "failure", "message", "\(error)", into: &writer)
    }
    writer.endLine()
  }

  private mutating func answer(
    _ request: RequestEnvelope, _ line: UnsafeRawBufferPointer, into writer: inout JSONWriter
  ) throws {
    switch request.kind {
    case .step(let action):
      guard let current else { throw AdapterFailure("a step came before any start") }
      Self.begin(request.id, "observed", into: &writer)
      try current.step(
        action: action, request: StepRequest(id: request.id, line: line), into: &writer)
    case .start(let suite, let storage, let keep):
      current = nil
      guard let handler = suites[suite] else {
        throw UnsupportedRequest("this adapter has no suite \"\(suite)\"")
      }
      Self.begin(request.id, "started", into: &writer)
      try handler.start(
        configuration: try Self.configuration(line),
        request: StartRequest(id: request.id, storage: storage, keep: keep), into: &writer)
      current = handler
    case .hello:
      Self.begin(request.id, "hello", into: &writer)
      greeting.writeMembers(to: &writer)
    case .stop:
      hasStopped = true
      Self.begin(request.id, "stopped", into: &writer)
      current?.stop(into: &writer)
    case .unknown(let type):
      throw UnsupportedRequest("there is no request \"\(type)\" in protocol 1")
    }
  }

  private var greeting: Hello {
    Hello(
      implementationName: identity.name, implementationVersion: identity.version,
      language: identity.language, suites: suites.mapValues(\.claim),
      freshProcess: needsFreshProcess)
  }

  private static func configuration(
    _ line: UnsafeRawBufferPointer
  ) throws(JSONError) -> JSONValue {
    var configuration = JSONValue.object([])
    var reader = try JSONReader(line, limits: .adapterLine)
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if key == "configuration" {
        configuration = try reader.readValue()
      } else {
        try reader.skipValue()
      }
    }
    return configuration
  }

  private static func begin(_ id: Int64, _ type: String, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.integer(id)
    writer.key("type")
    writer.string(type)
  }

  private static func refuse(
    _ id: Int64, _ type: String, _ member: String, _ text: String,
    into writer: inout JSONWriter
  ) {
    begin(id, type, into: &writer)
    writer.key(member)
    writer.string(text)
    writer.endObject()
  }
}
