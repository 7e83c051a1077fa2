import AdapterProtocol
import JSONText

extension ABTObserved {
  /// Writes `calls`, `callbacks` and, if asked to, `log`.
  ///
  /// With sequence numbers, one count from 1 runs over calls and callbacks.
  func write(to reply: inout JSONWriter, withSequence: Bool, withLog: Bool) {
    for (name, wantsCallbacks) in [("calls", false), ("callbacks", true)] {
      reply.key(name)
      reply.beginArray()
      for (index, event) in events.enumerated() where event.isCallback == wantsCallbacks {
        event.write(to: &reply, sequence: withSequence ? index + 1 : nil)
      }
      reply.endArray()
    }
    guard withLog else { return }
    reply.key("log")
    reply.beginArray()
    for line in log { reply.string(line) }
    reply.endArray()
  }
}

extension ABTObserved.Event {
  /// The most levels of arrays and dictionaries that a reply shows.
  static let maxLevels = 500

  /// How many bytes the values of one call may take. The rest of a reply stays far below the rest
  /// of its 16 MiB.
  static let maxValueBytes = 12 << 20

  /// Writes the entry of `calls` or `callbacks`.
  func write(to reply: inout JSONWriter, sequence: Int?) {
    switch self {
    case .apply(let category, let values):
      reply.beginObject()
      reply.key("method")
      reply.string("apply")
      Self.writeCategory(category, to: &reply)
      reply.key("values")
      Self.writeValues(values, to: &reply)
      Self.writeSequence(sequence, to: &reply)
      reply.endObject()
    case .revert(let category, let keys):
      Self.writeRevert(category, keys, values: nil, sequence, to: &reply)
    case .revertWithValues(let category, let members):
      Self.writeRevert(
        category, members.map { TypedValue($0.key) }, values: .dictionary(members), sequence,
        to: &reply)
    case .callback(let url):
      Self.writeCallback(sequence, to: &reply) { $0.string(url) }
    case .callbackBytes(let url):
      Self.writeCallback(sequence, to: &reply) { reply in
        reply.beginObject()
        reply.key("base64")
        reply.string(utf8: AdapterBase64.encode(url))
        reply.endObject()
      }
    }
  }

  private static func writeRevert(
    _ category: TypedValue, _ keys: [TypedValue], values: TypedValue?, _ sequence: Int?,
    to reply: inout JSONWriter
  ) {
    reply.beginObject()
    reply.key("method")
    reply.string("revert")
    writeCategory(category, to: &reply)
    reply.key("keys")
    reply.beginArray()
    for key in keys { writeName(key, to: &reply) }
    reply.endArray()
    if let values {
      reply.key("values")
      writeValues(values, to: &reply)
    }
    writeSequence(sequence, to: &reply)
    reply.endObject()
  }

  private static func writeCallback(
    _ sequence: Int?, to reply: inout JSONWriter, _ writeURL: (inout JSONWriter) -> Void
  ) {
    guard let sequence else { return writeURL(&reply) }
    reply.beginObject()
    reply.key("url")
    writeURL(&reply)
    writeSequence(sequence, to: &reply)
    reply.endObject()
  }

  private static func writeCategory(_ category: TypedValue, to reply: inout JSONWriter) {
    reply.key("category")
    writeName(category, to: &reply)
  }

  /// Text as it is, and any other value with its type.
  private static func writeName(_ name: TypedValue, to reply: inout JSONWriter) {
    var budget = maxValueBytes
    switch name {
    case .string(let text): reply.string(text)
    case _ where !name.fits(&budget, levels: maxLevels): TypedValue.tooLarge.write(to: &reply)
    default: name.write(to: &reply)
    }
  }

  private static func writeSequence(_ sequence: Int?, to reply: inout JSONWriter) {
    guard let sequence else { return }
    reply.key("sequence")
    reply.integer(sequence)
  }

  private static func writeValues(_ values: TypedValue, to reply: inout JSONWriter) {
    let beginning = reply.mark
    var budget = maxValueBytes - reply.bytes.count
    if case .dictionary(let members) = values, values.fits(&budget, levels: maxLevels) {
      TypedValue.writeValues(members, to: &reply)
      // The budget ignores escapes, which can take six bytes for one.
      if reply.bytes.count <= maxValueBytes { return }
      reply.rewind(to: beginning)
    }
    TypedValue.tooLarge.write(to: &reply)
  }
}

extension TypedValue {
  /// The text of a key, or `.null` for none.
  init(_ key: TypedKey?) {
    switch key {
    case .string(let text): self = .string(text)
    case .utf16(let units): self = .utf16(units)
    case nil: self = .null
    }
  }

  /// Whether the value takes at most about `budget` bytes as JSON and nests at most `levels` arrays
  /// and dictionaries. Deducts these bytes from `budget`.
  ///
  /// Stops as soon as it exceeds either, because a value whose parts are shared can be small in
  /// memory and enormous when written out. Recurses no deeper than `levels`.
  func fits(_ budget: inout Int, levels: Int) -> Bool {
    let overhead = 16
    switch self {
    case .string(let text): budget -= text.utf8.count
    case .data(let bytes), .utf16(let bytes): budget -= bytes.count / 3 * 4
    case .array(let elements):
      guard levels > 0 else { return false }
      for element in elements where !element.fits(&budget, levels: levels - 1) { return false }
    case .dictionary(let members):
      guard levels > 0 else { return false }
      for member in members {
        if case .string(let key) = member.key { budget -= key.utf8.count }
        guard member.value.fits(&budget, levels: levels - 1) else { return false }
      }
    default: break
    }
    budget -= overhead
    return budget >= 0
  }
}
