import JSONText
import WireFormat

/// Reads the parameters of a value from the members of an object, in whichever order they stand.
struct FieldReader: FieldVisitor {
  typealias Failure = JSONError

  /// Where the object begins.
  private let start: JSONReader
  /// What has not been asked for yet: readers at the values, by name.
  private var members: [(name: String, reader: JSONReader)] = []
  /// The names that were asked for.
  private var known: [String] = []

  /// Passes an object and validates all of it; its values are read when they are asked for.
  init(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.peek()
    start = reader
    var members: [(name: String, reader: JSONReader)] = []
    try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
      guard members.count < StoredLimits.maxFields else {
        throw reader.error(
          .unexpectedValue("there are more than \(StoredLimits.maxFields) members here"))
      }
      members.append((name, reader))
      try reader.skipValue()
    }
    self.members = members
  }

  /// A reader at the value of a member, which then counts as read; nil where there is none.
  mutating func take(_ name: String) -> JSONReader? {
    known.append(name)
    guard let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    return members.remove(at: place).reader
  }

  mutating func has(_ name: String) -> Bool {
    known.append(name)
    return members.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private mutating func need(_ name: String) throws(JSONError) -> JSONReader {
    guard let reader = take(name) else { throw start.error(.missingMember(name)) }
    return reader
  }

  /// Refuses members that nobody has asked for.
  func finish() throws(JSONError) {
    guard let (name, reader) = members.first else { return }
    var words: [String] = []
    for word in known where !words.contains(word) { words.append(word) }
    throw reader.error(.noneOf(name, words, "members that may be here"))
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) throws(JSONError) {
    var reader = try need(name)
    value = try reader.readNumber()
  }

  mutating func numbers<Number: FixedWidthInteger>(
    _ name: String, _ values: inout [Number]
  ) throws(JSONError) {
    var reader = try need(name)
    values = try reader.readList { (reader) throws(JSONError) in try reader.readNumber() }
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) throws(JSONError) {
    var reader = try need(name)
    value = try reader.readBoolean()
  }

  mutating func text(
    _ name: String, _ value: inout String, _ rule: TextRule
  ) throws(JSONError) {
    var reader = try need(name)
    value = try reader.readString()
  }

  mutating func texts(_ name: String, _ values: inout [String]) throws(JSONError) {
    var reader = try need(name)
    values = try reader.readList { (reader) throws(JSONError) in try reader.readString() }
  }

  mutating func bytes(
    _ name: String, _ value: inout [UInt8], _ rule: BytesRule
  ) throws(JSONError) {
    var reader = try need(name)
    value = try reader.readBase64()
  }

  mutating func word<Word: FieldWord>(
    _ name: String, _ value: inout Word, simplest: Word?
  ) throws(JSONError) {
    var reader = try need(name)
    value = try reader.readWord()
  }

  mutating func value(
    _ name: String, _ value: inout PropertyList, keepsType: Bool
  ) throws(JSONError) {
    var reader = try need(name)
    value = try PropertyList.read(&reader)
  }

  mutating func members(
    _ name: String, _ values: inout [PropertyList.Member]
  ) throws(JSONError) {
    var reader = try need(name)
    values = try [PropertyList.Member].read(&reader)
  }

  mutating func presence(
    _ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool
  ) throws(JSONError) {
    isPresent = false
    guard has(name), let place = members.firstIndex(where: { $0.name == name }) else { return }
    // A null counts as a missing value.
    isPresent = try members[place].reader.peek() != .null
    if !isPresent { members.remove(at: place) }
  }

  mutating func record<Record: FieldHolding>(
    _ name: String, _ value: inout Record
  ) throws(JSONError) {
    var reader = try need(name)
    value = try Self.read(&reader, blank: value)
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) throws(JSONError) {
    var reader = try need(name)
    values = try reader.readList { (reader) throws(JSONError) in
      try Self.read(&reader, blank: blank)
    }
  }

  private static func read<Record: FieldHolding>(
    _ reader: inout JSONReader, blank: Record
  ) throws(JSONError) -> Record {
    var fields = try FieldReader(&reader)
    var record = blank
    try record.visitFields(&fields)
    try fields.finish()
    return record
  }

  mutating func check(
    _ holds: Bool, _ complaint: @autoclosure () -> String
  ) throws(JSONError) {
    if !holds { throw start.error(.unexpectedValue(complaint())) }
  }
}
