import JSONText
import WireFormat

/// Writes the parameters of a value as members of an object.
struct FieldWriter: FieldVisitor {
  typealias Failure = Never

  private var json: JSONWriter

  /// Goes on where a writer stands, and keeps the writer until `give`: a copy of it would copy all that was written.
  init(taking writer: inout JSONWriter) {
    json = JSONWriter()
    swap(&json, &writer)
  }

  mutating func give(to writer: inout JSONWriter) { swap(&json, &writer) }

  mutating func begin() { json.beginObject() }
  mutating func end() { json.endObject() }

  mutating func write(_ name: String, _ value: (inout JSONWriter) -> Void) {
    json.key(name)
    value(&json)
  }

  /// Integers that other readers of JSON would round are written as text.
  private static func write(_ number: some FixedWidthInteger, to json: inout JSONWriter) {
    if number.magnitude < 1 << 53 {
      json.integer(number)
    } else {
      json.string(String(number))
    }
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) {
    json.key(name)
    Self.write(value, to: &json)
  }

  mutating func numbers<Number: FixedWidthInteger>(_ name: String, _ values: inout [Number]) {
    json.key(name)
    json.beginArray()
    for value in values { Self.write(value, to: &json) }
    json.endArray()
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) {
    json.key(name)
    json.boolean(value)
  }

  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) {
    json.key(name)
    json.string(value)
  }

  mutating func texts(_ name: String, _ values: inout [String]) {
    json.key(name)
    json.beginArray()
    for value in values { json.string(value) }
    json.endArray()
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) {
    json.key(name)
    json.string(utf8: Base64Text.encode(value))
  }

  mutating func word<Word: FieldWord>(_ name: String, _ value: inout Word, simplest: Word?) {
    json.key(name)
    json.string(value.word)
  }

  mutating func value(_ name: String, _ value: inout PropertyList, keepsType: Bool) {
    json.key(name)
    value.write(to: &json)
  }

  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) {
    json.key(name)
    values.write(to: &json)
  }

  mutating func presence(_ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool) {}

  mutating func record<Record: FieldHolding>(_ name: String, _ value: inout Record) {
    json.key(name)
    json.beginObject()
    value.visitFields(&self)
    json.endObject()
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) {
    json.key(name)
    json.beginArray()
    for index in values.indices {
      json.beginObject()
      values[index].visitFields(&self)
      json.endObject()
    }
    json.endArray()
  }

  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {}
}
