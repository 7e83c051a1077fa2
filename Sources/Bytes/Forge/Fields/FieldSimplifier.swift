import WireFormat

/// Counts the simpler values of each parameter, or puts one of them in its place.
struct FieldSimplifier: FieldVisitor {
  typealias Failure = Never

  /// How many simpler values each parameter has, in the order of the visit.
  private(set) var counts: [Int] = []
  private var target: Target?

  private struct Target {
    let field: Int
    let candidate: Int
  }

  /// How many simpler values each parameter of a value has.
  static func counts(_ value: some FieldHolding) -> [Int] {
    var value = value
    var simplifier = FieldSimplifier()
    value.visitFields(&simplifier)
    return simplifier.counts
  }

  /// The value with a simpler one in the place of one parameter.
  static func simplified<Value: FieldHolding>(
    _ value: Value, field: Int, candidate: Int
  ) -> Value {
    var value = value
    var simplifier = FieldSimplifier()
    simplifier.target = Target(field: field, candidate: candidate)
    value.visitFields(&simplifier)
    return value
  }

  /// One parameter with so many candidates, of which `make` makes one.
  private mutating func visit<Value>(
    _ value: inout Value, _ count: @autoclosure () -> Int, _ make: (Int) -> Value?
  ) {
    guard let target else {
      counts.append(count())
      return
    }
    if counts.count == target.field, let simpler = make(target.candidate) { value = simpler }
    counts.append(0)
  }

  private mutating func visit<Value>(_ value: inout Value, _ candidates: () -> [Value]) {
    visit(&value, candidates().count) { index in
      let all = candidates()
      return all.indices.contains(index) ? all[index] : nil
    }
  }

  /// A list, from which parts are left out.
  private mutating func cut<Element>(_ values: inout [Element]) {
    let copy = values
    visit(&values, Reductions.cuts(copy.count).count) { index in
      let cuts = Reductions.cuts(copy.count)
      guard cuts.indices.contains(index) else { return nil }
      var rest = copy
      rest.removeSubrange(cuts[index])
      return rest
    }
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) {
    let number = value
    visit(&value) { Reductions.numbers(number, rule) }
  }

  mutating func numbers<Number: FixedWidthInteger>(_ name: String, _ values: inout [Number]) {
    cut(&values)
    guard values.count <= Reductions.maxElements else { return }
    for index in values.indices { number(name, &values[index], NumberRule()) }
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) {
    let isSimplest = value == simplest
    visit(&value) { isSimplest ? [] : [simplest] }
  }

  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) {
    let text = value
    visit(&value) { Reductions.texts(text, rule) }
  }

  mutating func texts(_ name: String, _ values: inout [String]) {
    cut(&values)
    guard values.count <= Reductions.maxElements else { return }
    for index in values.indices { text(name, &values[index], .free) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) {
    let bytes = value
    visit(&value) { Reductions.bytes(bytes, rule) }
  }

  mutating func word<Word: FieldWord>(_ name: String, _ value: inout Word, simplest: Word?) {
    let isSimplest = simplest == nil || value == simplest
    visit(&value) { isSimplest ? [] : simplest.map { [$0] } ?? [] }
  }

  mutating func value(_ name: String, _ value: inout PropertyList, keepsType: Bool) {
    let list = value
    visit(&value, list.simplerCount(keepsType: keepsType)) {
      list.simpler(at: $0, keepsType: keepsType)
    }
  }

  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) {
    let members = values
    visit(&values, members.simplerCount) { members.simpler(at: $0) }
  }

  mutating func presence(_ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool) {
    let canGo = isPresent && isSimplerWithout
    visit(&isPresent) { canGo ? [false] : [] }
  }

  mutating func record<Record: FieldHolding>(_ name: String, _ value: inout Record) {
    value.visitFields(&self)
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) {
    cut(&values)
    guard values.count <= Reductions.maxElements else { return }
    for index in values.indices { values[index].visitFields(&self) }
  }

  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {}
}
