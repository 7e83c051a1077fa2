extension LayerEdit: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.word("layer", &layer, simplest: nil)
    try fields.number("offset", &offset)
    try fields.number("removed", &removedCount)
    try fields.bytesIfAny("insertedBase64", &inserted)
  }
}

extension WirePosition: FieldWord {}

/// All blind edits of a request.
struct EditList: FieldHolding {
  var edits: [LayerEdit]

  mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.records(
      "edits", &edits, blank: LayerEdit(.url, at: 0, removing: 0, inserting: []))
  }
}
