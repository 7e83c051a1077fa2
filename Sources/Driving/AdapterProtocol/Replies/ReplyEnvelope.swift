public import JSONText

/// What the harness must know of a reply before its suite reads the rest.
public struct ReplyEnvelope: Hashable, Sendable {
  /// The number of the request that is answered.
  public var id: Int64
  /// What the adapter answers.
  public var kind: Kind
  /// Whether the reply reports things that belong to earlier steps.
  public var hasLate: Bool

  /// The types of reply.
  public enum Kind: Hashable, Sendable {
    /// Who the adapter is.
    case hello(Hello)
    /// A fresh app process runs.
    case started
    /// What the implementation did; the suite reads it from the same line.
    case observed
    /// The last reply.
    case stopped
    /// The adapter does not know this request, action or configuration.
    case unsupported(reason: String)
    /// The adapter's own trouble.
    case failure(message: String)

    /// Its name on the wire.
    public var name: String {
      switch self {
      case .hello: "hello"
      case .started: "started"
      case .observed: "observed"
      case .stopped: "stopped"
      case .unsupported: "unsupported"
      case .failure: "failure"
      }
    }
  }

  /// An envelope as read.
  public init(id: Int64, kind: Kind, hasLate: Bool = false) {
    self.id = id
    self.kind = kind
    self.hasLate = hasLate
  }

  /// Reads one line without its line feed and validates all of it. Members may come in any order.
  /// Ignores unknown members, and skips what was observed.
  ///
  /// - Throws: what is wrong with the JSON, `missingMember` for `id` and `type`, `unexpectedValue`
  ///   for a type that is not a reply, and what is missing in a `hello`.
  public static func read(_ line: UnsafeRawBufferPointer) throws(JSONError) -> ReplyEnvelope {
    var reader = try JSONReader(line, limits: .adapterLine)
    var id: Int64?
    var type: String?
    var hasLate = false
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "id": id = try reader.readInteger()
      case "type": type = try reader.readWord()
      case "late":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          hasLate = true
          try reader.skipValue()
        }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard let id else { throw reader.error(.missingMember("id")) }
    guard let type else { throw reader.error(.missingMember("type")) }
    return ReplyEnvelope(id: id, kind: try kind(type, line), hasLate: hasLate)
  }

  /// The kind with this name. Its members are read in a second pass, because only the kind says
  /// what a member such as `reason` means.
  private static func kind(
    _ type: String, _ line: UnsafeRawBufferPointer
  ) throws(JSONError) -> Kind {
    // The most frequent kinds need no second pass.
    switch type {
    case "observed": return .observed
    case "started": return .started
    case "stopped": return .stopped
    default: break
    }
    var reader = try JSONReader(line, limits: .adapterLine)
    switch type {
    case "hello": return .hello(try Hello.read(from: &reader))
    case "unsupported": return .unsupported(reason: try text("reason", &reader))
    case "failure": return .failure(message: try text("message", &reader))
    default:
      throw reader.error(.unexpectedValue("there is no reply of the type \"\(type)\""))
    }
  }

  /// In bytes.
  private static let longestReason = 4_096

  /// The text of one member, or empty if it is missing: an adapter that gives no reason still says
  /// clearly that it cannot do something. Of a long text the beginning is kept: cases are counted by it.
  private static func text(
    _ wanted: String, _ reader: inout JSONReader
  ) throws(JSONError) -> String {
    var found = ""
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if case wanted = key {
        found = try reader.readString()
        if found.utf8.count > longestReason {
          found = String(found.unicodeScalars.prefix(longestReason / 4)) + "…"
        }
      } else {
        try reader.skipValue()
      }
    }
    return found
  }
}
