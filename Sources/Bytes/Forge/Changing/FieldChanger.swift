import WireFormat

/// Changes one parameter of a value, whichever the choices come upon.
///
/// The rules of parameters are for simplifying and do not bind it: a form that is changed in this way need not do what it claims any
/// more.
struct FieldChanger<Source: ForgeChoices>: FieldVisitor {
  typealias Failure = Never

  private let vocabulary: Vocabulary
  private var choices: Source
  /// The parameter that is changed; nil while they are counted.
  private let target: Int?
  private var count = 0
  /// Whether what came out goes together.
  private var isSound = true

  private init(_ vocabulary: Vocabulary, _ choices: Source, target: Int?) {
    self.vocabulary = vocabulary
    self.choices = choices
    self.target = target
  }

  /// Changes one parameter of a value.
  ///
  /// Complexity: linear in the parameters.
  /// - Returns: whether the value has changed: it has parameters, and they still go together.
  static func change<Value: FieldHolding>(
    _ value: inout Value, _ vocabulary: Vocabulary, _ choices: inout Source
  ) -> Bool {
    var counter = FieldChanger(vocabulary, choices, target: nil)
    var copy = value
    copy.visitFields(&counter)
    guard counter.count > 0 else { return false }
    let target = choices.below(counter.count)
    var changer = FieldChanger(vocabulary, choices, target: target)
    copy = value
    copy.visitFields(&changer)
    choices = changer.choices
    if changer.isSound { value = copy }
    return changer.isSound
  }

  private mutating func isNext() -> Bool {
    defer { count += 1 }
    return count == target
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) {
    if isNext() { value = value.changed(vocabulary, &choices) }
  }

  mutating func numbers<Number: FixedWidthInteger>(_ name: String, _ values: inout [Number]) {
    if isNext() {
      values.changeOrder(vocabulary, &choices) {
        Number(truncatingIfNeeded: $0.number(&$1))
      }
    }
    for index in values.indices { number(name, &values[index], NumberRule()) }
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) {
    if isNext() { value.toggle() }
  }

  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) {
    if isNext() { value = value.changed(vocabulary, &choices) }
  }

  mutating func texts(_ name: String, _ values: inout [String]) {
    if isNext() {
      if choices.below(3) == 0 {
        values.fill(vocabulary, &choices)
      } else {
        values.changeOrder(vocabulary, &choices) { $0.text(&$1) }
      }
    }
    for index in values.indices { text(name, &values[index], .free) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) {
    if isNext() { value = value.changed(vocabulary, &choices) }
  }

  mutating func word<Word: FieldWord>(_ name: String, _ value: inout Word, simplest: Word?) {
    if isNext() { value = choices.pick(Array(Word.allCases)) }
  }

  mutating func value(_ name: String, _ value: inout PropertyList, keepsType: Bool) {
    if isNext() { value = value.changed(vocabulary, &choices) }
  }

  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) {
    guard isNext() else { return }
    // Values, keys, and how many there are: libraries trip over each of them.
    switch choices.below(4) {
    case 0:
      if case .dictionary(let members) = PropertyList.dictionary(values).changed(
        vocabulary, &choices)
      {
        values = members
      }
    case 1 where !values.isEmpty:
      let place = choices.below(values.count)
      values[place].key = values[place].key.changed(vocabulary, &choices)
    case 2: values.fill(vocabulary, &choices)
    default: values.change(vocabulary, &choices)
    }
  }

  mutating func presence(_ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool) {
    if isNext() { isPresent.toggle() }
  }

  mutating func record<Record: FieldHolding>(_ name: String, _ value: inout Record) {
    value.visitFields(&self)
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) {
    if isNext() { values.changeOrder(vocabulary, &choices) { _, _ in blank } }
    for index in values.indices { values[index].visitFields(&self) }
  }

  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    isSound = isSound && holds
  }
}
