import WireFormat

extension DictionaryLayer: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    var parts = Parts(self)
    try parts.visitFields(&fields)
    self = parts.layer
  }

  /// What a dictionary is made of: a value as it stands, or else members, keys or both.
  private struct Parts {
    var category: String?
    var members: [PropertyList.Member]?
    var keys: [String]?
    var value: PropertyList?

    init(_ layer: DictionaryLayer) {
      switch layer {
      case .configuration(let category, let members):
        (self.category, self.members) = (category, members)
      case .keys(let category, let keys): (self.category, self.keys) = (category, keys)
      case .both(let category, let members, let keys):
        (self.category, self.members, self.keys) = (category, members, keys)
      case .verbatim(let value): self.value = value
      }
    }

    var layer: DictionaryLayer {
      if let value { return .verbatim(value) }
      return switch (members, keys) {
      case (let members?, nil): .configuration(category: category, members)
      case (let members?, let keys?): .both(category: category, members, keys: keys)
      case (nil, let keys): .keys(category: category, keys ?? [])
      }
    }

    mutating func visitFields<Visitor: FieldVisitor>(
      _ fields: inout Visitor
    ) throws(Visitor.Failure) {
      try fields.optional("verbatim", &value, blank: .boolean(false), isSimplerWithout: false) {
        (fields, name, value) throws(Visitor.Failure) in
        try fields.value(name, &value, keepsType: false)
      }
      guard value == nil else { return }
      try fields.optional("category", &category, blank: "") {
        (fields, name, text) throws(Visitor.Failure) in
        try fields.text(name, &text, .free)
      }
      // Without its configuration or its keys a request would say something else.
      try fields.optional("configuration", &members, blank: [], isSimplerWithout: false) {
        (fields, name, members) throws(Visitor.Failure) in
        try fields.members(name, &members)
      }
      try fields.optional("keys", &keys, blank: [], isSimplerWithout: false) {
        (fields, name, keys) throws(Visitor.Failure) in
        try fields.texts(name, &keys)
      }
      try fields.check(
        members != nil || keys != nil,
        "contents have a configuration, keys or both, or a value as it stands (verbatim)")
    }
  }
}
