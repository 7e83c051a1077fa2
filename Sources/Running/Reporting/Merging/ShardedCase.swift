import Conformance
import JSONText
import SystemLibrary

/// The object of a case in the report of a shard, and what becomes of it in the report of the whole run: its place is left out, and its
/// exchange goes where there is room in the new folder.
enum ShardedCase {
  private static let prefix = Array("{\"\(CaseRecord.placeKey)\":".utf8)

  /// Whether the object stands in one line that begins with its place, as assay writes it.
  static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress, text.count > prefix.count else { return false }
    return memcmp(base, prefix, prefix.count) == 0 && memchr(base, 0x0A, text.count) == nil
  }

  /// What follows the place, in an object that is plain.
  static func rest(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let base = text.baseAddress, let comma = memchr(base, 0x2C, text.count) else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: text[(UnsafeRawPointer(comma) - base + 1)...])
  }

  /// The object anew, in one line.
  ///
  /// - Parameter exchange: takes the bytes of the member `exchange`, and returns those that stand in its place; nil leaves it out.
  static func rewritten(
    _ text: UnsafeRawBufferPointer, exchange: ([UInt8]) throws(OutputFault) -> [UInt8]?
  ) throws(OutputFault) -> [UInt8] {
    var writer = JSONWriter(reserving: text.count)
    writer.beginObject()
    for (name, value) in members(of: text) where name != CaseRecord.placeKey {
      guard name == "exchange" else {
        writer.key(name)
        writer.raw(value)
        continue
      }
      guard let exchange = try exchange(value) else { continue }
      writer.key(name)
      writer.raw(exchange)
    }
    writer.endObject()
    return writer.bytes
  }

  /// The name of the file that an exchange says it is in, as assay gives them (`17.json`); nil where it is no such name.
  ///
  /// - Returns: nil where the exchange is not in a file at all; `.some(nil)` where the file has a name that assay gives to none.
  static func file(of exchange: [UInt8]) -> String?? {
    var name: String??
    _ = try? JSONReader.read(exchange, limits: ReportFile.caseLimits) {
      (reader) throws(JSONError) in
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        guard key == "file", try reader.peek() == .string else { return try reader.skipValue() }
        let text = try reader.readString()
        let prefix = ExchangeStore.folderName + "/"
        let own = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : ""
        name = .some(ExchangeStore.isOurs(own) ? own : nil)
      }
    }
    return name
  }

  /// A JSON object in one line; nil where the bytes are none.
  static func object(_ bytes: [UInt8]) -> [UInt8]? {
    do throws(JSONError) {
      let value = try JSONReader.read(bytes, limits: ReportFile.caseLimits) {
        (reader) throws(JSONError) -> [UInt8] in
        guard try reader.peek() == .object else { throw reader.error(.valueNotRead) }
        let place = try reader.skippedValue()
        return Array(bytes[place])
      }
      guard value.contains(0x0A) else { return value }
      var writer = JSONWriter()
      writer.value(
        try JSONReader.read(value, limits: ReportFile.caseLimits) { (reader) throws(JSONError) in
          try reader.readValue()
        })
      return writer.bytes
    } catch {
      return nil
    }
  }

  /// The name and the bytes of each member of an object, each value in one line.
  private static func members(
    of text: UnsafeRawBufferPointer
  ) -> [(name: String, value: [UInt8])] {
    var members: [(name: String, value: [UInt8])] = []
    // It has been read before.
    guard var reader = try? JSONReader(text, limits: ReportFile.caseLimits) else { return [] }
    try? reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      var ahead = reader
      let place = try reader.skippedValue()
      guard text[place].contains(0x0A) else { return members.append((key, Array(text[place]))) }
      var writer = JSONWriter()
      writer.value(try ahead.readValue())
      members.append((key, writer.bytes))
    }
    return members
  }
}
