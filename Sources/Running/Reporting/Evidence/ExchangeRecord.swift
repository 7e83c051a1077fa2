import Conformance
import JSONText

/// The form that the conversation of a case has in a report: its member `exchange`, or a file of `exchanges`.
///
/// A message that is one whole JSON object stands as it travelled; any other is text, and `bytesLeftOut` says how much of it is
/// missing. Bytes that are no UTF-8 become U+FFFD in text.
enum ExchangeRecord {
  /// What a message may be to stand as an object. A deeper one is text, so that readers with usual limits can read the report.
  private static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 200, maxNodes: 500_000)

  /// Writes one exchange: the configuration of the start, its reply, and the steps.
  static func write(_ exchange: ObservedExchange, to writer: inout JSONWriter) {
    writer.beginObject()
    if let start = exchange.steps.first {
      writer.key("start")
      write(configuration(of: start.request) ?? start.request, to: &writer)
      writer.key("startReply")
      if let reply = start.reply { write(reply, to: &writer) } else { writer.null() }
      if start.bytesLeftOut > 0 {
        writer.key("startBytesLeftOut")
        writer.integer(start.bytesLeftOut)
      }
    }
    writer.key("steps")
    writer.beginArray()
    for step in exchange.steps.dropFirst() { write(step, to: &writer) }
    writer.endArray()
    if exchange.stepsLeftOut > 0 {
      writer.key("stepsLeftOut")
      writer.integer(exchange.stepsLeftOut)
    }
    writer.key("standardError")
    writer.string(utf8: exchange.standardError)
    writer.endObject()
  }

  private static func write(_ step: ObservedExchange.Step, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("request")
    write(step.request, to: &writer)
    writer.key("reply")
    if let reply = step.reply { write(reply, to: &writer) } else { writer.null() }
    if step.bytesLeftOut > 0 {
      writer.key("bytesLeftOut")
      writer.integer(step.bytesLeftOut)
    }
    writer.endObject()
  }

  private static func write(_ message: [UInt8], to writer: inout JSONWriter) {
    if isObject(message) { writer.raw(message) } else { writer.string(utf8: message) }
  }

  /// Whether a message can stand in a line of the journal as it is.
  private static func isObject(_ message: [UInt8]) -> Bool {
    guard message.first == UInt8(ascii: "{"), !message.contains(UInt8(ascii: "\n")) else {
      return false
    }
    let isWhole: Void? = try? JSONReader.read(message, limits: limits) {
      (reader) throws(JSONError) in try reader.skipValue()
    }
    return isWhole != nil
  }

  /// The bytes of the configuration in a whole request `start`, or nil.
  private static func configuration(of request: [UInt8]) -> [UInt8]? {
    guard isObject(request) else { return nil }
    var type: String?
    var place: Range<Int>?
    let isRead: Void? = try? JSONReader.read(request, limits: limits) {
      (reader) throws(JSONError) in
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        switch (key, try reader.peek()) {
        case ("type", .string): type = try reader.readString()
        case ("configuration", .object): place = try reader.skippedValue()
        default: try reader.skipValue()
        }
      }
    }
    guard isRead != nil, type == "start", let place else { return nil }
    return Array(request[place])
  }
}

// MARK: Reading

extension ExchangeRecord {
  /// An exchange as it stands in a report, before it is known which suite it belongs to.
  struct Read {
    fileprivate var start: [UInt8]?
    fileprivate var startIsConfiguration = false
    fileprivate var startReply: [UInt8]?
    fileprivate var startBytesLeftOut = 0
    fileprivate var steps: [ObservedExchange.Step] = []
    fileprivate var stepsLeftOut = 0
    fileprivate var standardError: [UInt8] = []

    /// The exchange with the request that began it.
    func exchange(suite: String) -> ObservedExchange {
      var all = steps
      if let start {
        var request = start
        if startIsConfiguration {
          var name = JSONWriter()
          name.string(suite)
          request = Array(#"{"type":"start","suite":"#.utf8) + name.bytes
          request += Array(#","configuration":"#.utf8) + start + [UInt8(ascii: "}")]
        }
        all.insert(
          .init(request: request, reply: startReply, bytesLeftOut: startBytesLeftOut), at: 0)
      }
      return ObservedExchange(
        steps: all, stepsLeftOut: stepsLeftOut, standardError: standardError)
    }
  }

  /// Reads an exchange, or nil where it stands in a file of its own: no report makes us open a file that it names.
  ///
  /// - Parameter text: what the reader reads.
  static func read(
    _ reader: inout JSONReader, in text: UnsafeRawBufferPointer
  ) throws(JSONError) -> Read? {
    var read = Read()
    var isElsewhere = false
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "file":
        isElsewhere = true
        try reader.skipValue()
      case "start":
        read.startIsConfiguration = try reader.peek() == .object
        read.start = try message(&reader, in: text)
      case "startReply": read.startReply = try message(&reader, in: text)
      case "startBytesLeftOut": read.startBytesLeftOut = try count(&reader)
      case "steps":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          read.steps.append(try step(&reader, in: text))
        }
      case "stepsLeftOut": read.stepsLeftOut = try count(&reader)
      case "standardError": try reader.readStringBytes(into: &read.standardError)
      default: try reader.skipValue()
      }
    }
    return isElsewhere ? nil : read
  }

  private static func step(
    _ reader: inout JSONReader, in text: UnsafeRawBufferPointer
  ) throws(JSONError) -> ObservedExchange.Step {
    var step = ObservedExchange.Step(request: [])
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "request": step.request = try message(&reader, in: text) ?? []
      case "reply": step.reply = try message(&reader, in: text)
      case "bytesLeftOut": step.bytesLeftOut = try count(&reader)
      default: try reader.skipValue()
      }
    }
    return step
  }

  /// The bytes of an object as they stand, those of a text, or nil for `null`.
  private static func message(
    _ reader: inout JSONReader, in text: UnsafeRawBufferPointer
  ) throws(JSONError) -> [UInt8]? {
    switch try reader.peek() {
    case .object: return Array(text[try reader.skippedValue()])
    case .null:
      try reader.readNull()
      return nil
    default:
      var bytes: [UInt8] = []
      try reader.readStringBytes(into: &bytes)
      return bytes
    }
  }

  private static func count(_ reader: inout JSONReader) throws(JSONError) -> Int {
    max(0, Int(clamping: try reader.readInteger()))
  }
}
