public import JSONText

/// One request of a conversation: a JSON object without its `id`, which the sender adds.
///
/// The body must be one JSON object on one line. The functions here see to that.
public struct Frame: Hashable, Sendable {
  /// The longest line that the protocol allows, in bytes (`adapter.md`, framing).
  public static let maxLineBytes = JSONLimits.adapterLine.maxBytes

  /// The object, such as `{"type":"stop"}`.
  public var body: [UInt8]

  /// A frame from an object that is already written.
  public init(body: [UInt8]) {
    self.body = body
  }

  /// A frame from an object in memory, such as one that was read from a case file.
  public init(_ object: JSONValue) {
    var writer = JSONWriter(reserving: 256)
    writer.value(object)
    body = writer.bytes
  }

  /// A frame of the given type. `members` writes what follows, in about `capacity` bytes.
  public init(
    type: String, reserving capacity: Int = 256, _ members: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter(reserving: capacity)
    writer.beginObject()
    writer.key("type")
    writer.string(type)
    members(&writer)
    writer.endObject()
    body = writer.bytes
  }

  /// How long the line of this request is with the longest `id` and the line feed, in bytes: whether it can be sent does not
  /// depend on what was sent before it.
  public var mostLineBytes: Int { body.count + #"{"id":9223372036854775807,"#.utf8.count }

  /// Appends the request as it goes over the wire: `{"id":7,"type":"stop"}` and a line feed.
  public func appendLine(id: Int64, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"id\":".utf8)
    bytes.append(contentsOf: String(id).utf8)
    if body.count > 2 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: body.dropFirst())
    bytes.append(UInt8(ascii: "\n"))
  }
}
