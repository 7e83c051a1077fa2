extension ChunkLayer: RequestLayer {
  /// Plain numbers that are wrong without any form are stored as plain numbers.
  package var storedKind: Kind {
    switch (form, kind) {
    case (.numbers, .single): .single
    case (.numbers, _): .canonical
    default: kind
    }
  }

  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.number("index", &index, simplest: 1)
    try fields.number("total", &total, simplest: form == .numbers && total > 1 ? 2 : 1)
    try form.visitFields(&fields)
    var part = cut.map(Part.init)
    try fields.optional("cut", &part, blank: Part(0..<0)) {
      (fields, name, part) throws(Visitor.Failure) in
      try fields.record(name, &part)
    }
    cut = part?.range
  }

  /// A range in a form each of whose numbers can be made smaller without the other.
  private struct Part: FieldHolding {
    var start: Int
    var count: Int

    init(_ range: Range<Int>) {
      start = range.lowerBound
      // Ranges that a number cannot count are longer than anything that there is to cut.
      count =
        range.upperBound.subtractingReportingOverflow(range.lowerBound).overflow
        ? .max : range.count
    }

    var range: Range<Int> {
      let (end, overflows) = start.addingReportingOverflow(max(0, count))
      return start..<(overflows ? .max : end)
    }

    mutating func visitFields<Visitor: FieldVisitor>(
      _ fields: inout Visitor
    ) throws(Visitor.Failure) {
      try fields.number("from", &start)
      try fields.number("count", &count)
      try fields.check(count >= 0, "a piece cannot have \(count) bytes")
    }
  }
}

extension ChunkLayer.Form: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .numbers, .indexZero, .totalZero, .without: break
    case .indexAboveTotal(var excess):
      try fields.number("by", &excess, simplest: 1)
      self = .indexAboveTotal(by: excess)
    case .totalAboveLimit(var excess):
      try fields.number("by", &excess, simplest: 1)
      self = .totalAboveLimit(by: excess)
    case .beyond32Bits(var place):
      try fields.word("of", &place)
      self = .beyond32Bits(place)
    case .beyond64Bits(var place):
      try fields.word("of", &place)
      self = .beyond64Bits(place)
    case .notANumber(var place, var word):
      try fields.word("of", &place)
      try fields.word("text", &word)
      self = .notANumber(place, word)
    case .leadingZeros(var place, var count):
      try fields.word("of", &place)
      try fields.number("zeros", &count, simplest: 1)
      self = .leadingZeros(place, count)
    case .plusSign(var place):
      try fields.word("of", &place)
      self = .plusSign(place)
    case .minusSign(var place):
      try fields.word("of", &place)
      self = .minusSign(place)
    case .space(var place):
      try fields.word("of", &place)
      self = .space(place)
    }
  }
}

extension ChunkLayer.Place: FieldWord {}
extension ChunkLayer.Word: FieldWord {}
