extension ParametersLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .emptyPieces, .dataSwapped, .dataBoth, .dataBothUnlike: break
    case .reordered(var order):
      try fields.number("order", &order)
      self = .reordered(order: order)
    case .unknownAdded(var name, var value, var index):
      try fields.text("name", &name, .whole(simplest: "x"))
      try fields.optional("value", &value, blank: "") {
        (fields, name, text) throws(Visitor.Failure) in
        try fields.text(name, &text, .free)
      }
      try fields.number("index", &index)
      self = .unknownAdded(name: name, value: value, index: index)
    case .unknownMany(var count):
      try fields.number("count", &count)
      self = .unknownMany(count: count)
    case .padded(var count):
      try fields.number("bytes", &count)
      self = .padded(byteCount: count)
    case .missing(var parameter):
      try fields.word("parameter", &parameter, simplest: .data)
      self = .missing(parameter)
    case .emptied(var parameter, var withoutEquals):
      try fields.word("parameter", &parameter, simplest: .data)
      try fields.flag("withoutEquals", &withoutEquals)
      self = .emptied(parameter, withoutEquals: withoutEquals)
    case .repeatedAlike(var parameter):
      try fields.word("parameter", &parameter, simplest: .data)
      self = .repeatedAlike(parameter)
    case .repeatedUnlike(var parameter, var wrongFirst):
      try fields.word("parameter", &parameter, simplest: .data)
      try fields.flag("wrongFirst", &wrongFirst)
      self = .repeatedUnlike(parameter, wrongFirst: wrongFirst)
    case .nameInOtherCase(var parameter):
      try fields.word("parameter", &parameter, simplest: .data)
      self = .nameInOtherCase(parameter)
    case .nameEscaped(var parameter):
      try fields.word("parameter", &parameter, simplest: .data)
      self = .nameEscaped(parameter)
    case .slots(var slots):
      try fields.records("slots", &slots, blank: ParameterSlot(nil))
      // Each may be the data of the whole request.
      try fields.check(slots.count <= 1_024, "there are more than 1,024 slots")
      self = .slots(slots)
    }
  }
}

extension ParameterSlot: FieldHolding {
  private enum ValueWord: String, FieldWord {
    case canonical, empty, absent, raw, extended, followed
  }

  private var valueWord: ValueWord {
    switch value {
    case .canonical: .canonical
    case .empty: .empty
    case .absent: .absent
    case .raw: .raw
    case .extended: .extended
    case .followed: .followed
    }
  }

  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    // A slot without a parameter is one that the protocol does not know: another meaning, not a simpler one.
    try fields.optional("parameter", &parameter, blank: .data, isSimplerWithout: false) {
      (fields, name, parameter) throws(Visitor.Failure) in
      try fields.word(name, &parameter, simplest: nil)
    }
    try fields.optional("nameBase64", &name, blank: []) {
      (fields, name, bytes) throws(Visitor.Failure) in
      try fields.bytes(name, &bytes, .free)
    }
    var word = valueWord
    var bytes = valueBytes
    try fields.word("value", &word)
    switch word {
    case .canonical: value = .canonical
    case .empty: value = .empty
    case .absent: value = .absent
    case .raw:
      try fields.bytes("valueBase64", &bytes, .free)
      value = .raw(bytes)
    case .extended:
      try fields.bytes("valueBase64", &bytes, .free)
      value = .extended(by: bytes)
    case .followed:
      try fields.bytes("valueBase64", &bytes, .free)
      value = .followed(by: bytes)
    }
  }

  private var valueBytes: [UInt8] {
    switch value {
    case .raw(let bytes), .extended(let bytes), .followed(let bytes): bytes
    case .canonical, .empty, .absent: []
    }
  }
}
