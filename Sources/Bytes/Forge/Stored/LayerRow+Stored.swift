import JSONText

extension LayerRow {
  /// The layer of a stored request that says nothing about it.
  private static func unstored(_ value: (RequestForge) -> Layer?) -> Layer? {
    value(
      RequestForge(.apply, profile: "", payload: "", dictionary: .configuration(category: nil, [])))
  }

  func isStored(for forge: RequestForge) -> Bool {
    guard let value = value(forge) else { return false }
    return value != Self.unstored(self.value)
  }

  func write(_ forge: RequestForge, to writer: inout JSONWriter) {
    guard var value = value(forge) else { return }
    writer.key(name)
    var fields = FieldWriter(taking: &writer)
    fields.begin()
    fields.write("form") { $0.string(value.storedKind.rawValue) }
    value.visitFields(&fields)
    fields.end()
    fields.give(to: &writer)
  }

  func read(_ reader: inout JSONReader, into forge: inout RequestForge) throws(JSONError) {
    let start = reader
    var fields = try FieldReader(&reader)
    guard var form = fields.take("form") else { throw start.error(.missingMember("form")) }
    let place = form
    let word = try form.readString()
    guard let kind = Layer.Kind(rawValue: word) else {
      throw place.error(.noneOf(word, forms.map(\.name), "forms of \(name)"))
    }
    var choices = SimplestChoices()
    var value = Layer.make(kind, &choices)
    try value.visitFields(&fields)
    try fields.finish()
    guard value.storedKind == kind else {
      throw place.error(
        .unexpectedValue(
          "with these parameters the form is \"\(value.storedKind.rawValue)\", not \"\(word)\""))
    }
    set(&forge, value)
  }
}

/// What a value is made from before its parameters are read.
private struct SimplestChoices: ForgeChoices {
  mutating func below(_ bound: UInt64) -> UInt64 { 0 }
}
