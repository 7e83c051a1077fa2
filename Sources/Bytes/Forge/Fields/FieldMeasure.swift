import WireFormat

/// Adds up how far parameters are from their simplest values: 0 for the simplest, and never the same after a simplification.
///
/// | parameter | measure |
/// |---|---|
/// | number | the distance from the simplest |
/// | text, bytes | 0 for the simplest, else 1 and the bytes; a byte that is not 0 counts twice |
/// | word, flag | 0 for the simplest, else 1 |
/// | list | the elements', and 1 for each |
/// | what may be missing | 0 where it is missing, else its own and 1 where it would be simpler without |
/// | values of property lists | see `PropertyList.measure` |
struct FieldMeasure: FieldVisitor {
  typealias Failure = Never

  private(set) var total: UInt128 = 0

  static func of(_ value: some FieldHolding) -> UInt128 {
    var value = value
    var measure = FieldMeasure()
    value.visitFields(&measure)
    return measure.total
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) {
    total += Reductions.distance(value, rule)
  }

  mutating func numbers<Number: FixedWidthInteger>(_ name: String, _ values: inout [Number]) {
    for value in values { total += 1 + Reductions.distance(value, NumberRule()) }
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) {
    total += value == simplest ? 0 : 1
  }

  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) {
    total += Reductions.measure(value, rule)
  }

  mutating func texts(_ name: String, _ values: inout [String]) {
    for value in values { total += 1 + Reductions.measure(value, .free) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) {
    total += Reductions.measure(value, rule)
  }

  mutating func word<Word: FieldWord>(_ name: String, _ value: inout Word, simplest: Word?) {
    total += simplest == nil || value == simplest ? 0 : 1
  }

  mutating func value(_ name: String, _ value: inout PropertyList, keepsType: Bool) {
    total += value.measure
  }

  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) {
    total += values.measure
  }

  mutating func presence(_ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool) {
    total += isPresent && isSimplerWithout ? 1 : 0
  }

  mutating func record<Record: FieldHolding>(_ name: String, _ value: inout Record) {
    value.visitFields(&self)
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) {
    total += UInt128(values.count)
    for index in values.indices { values[index].visitFields(&self) }
  }

  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {}
}
