public import JSONText

/// What an adapter must know of a request before its handler reads the rest.
public struct RequestEnvelope: Hashable, Sendable {
  /// The number that the reply repeats.
  public var id: Int64
  /// What is asked.
  public var kind: Kind

  /// The types of request.
  public enum Kind: Hashable, Sendable {
    /// Who are you? With the version of the protocol that the harness speaks.
    case hello(protocolVersion: Int64)
    /// A fresh app process.
    case start(suite: String, storage: String?, keep: Bool)
    /// One thing happens. The action is empty if the request names none.
    case step(action: String)
    /// The end.
    case stop
    /// A type that this version does not know.
    case unknown(type: String)
  }

  /// An envelope as read.
  public init(id: Int64, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// Reads one line without its line feed and validates all of it. Members may come in any order.
  /// Skips what only handlers know.
  ///
  /// - Throws: what is wrong with the JSON, and `missingMember` for `id` and `type`.
  public static func read(_ line: UnsafeRawBufferPointer) throws(JSONError) -> RequestEnvelope {
    var reader = try JSONReader(line, limits: .adapterLine)
    var id: Int64?
    var type: String?
    var action = ""
    var suite = ""
    var storage: String?
    var keep = false
    var version: Int64 = 0
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "id": id = try reader.readInteger()
      case "type": type = try reader.readString()
      case "action" where try reader.peek() == .string: action = try reader.readString()
      case "suite" where try reader.peek() == .string: suite = try reader.readString()
      case "storage" where try reader.peek() == .string: storage = try reader.readString()
      case "keep" where try reader.peek() == .boolean: keep = try reader.readBoolean()
      case "protocol" where try reader.peek() == .number: version = try reader.readInteger()
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard let id else { throw reader.error(.missingMember("id")) }
    guard let type else { throw reader.error(.missingMember("type")) }
    let kind: Kind =
      switch type {
      case "hello": .hello(protocolVersion: version)
      case "start": .start(suite: suite, storage: storage, keep: keep)
      case "step": .step(action: action)
      case "stop": .stop
      default: .unknown(type: type)
      }
    return RequestEnvelope(id: id, kind: kind)
  }
}
