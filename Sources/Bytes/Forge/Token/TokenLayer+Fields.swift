extension TokenLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    guard case .damaged(var damage) = self else { return }
    try damage.visitFields(&fields)
    self = .damaged(damage)
  }
}

extension TokenDamage: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .emptied, .upperCased, .doubled, .reversed: break
    case .truncated(var length):
      try fields.number("length", &length, simplest: 1)
      self = .truncated(length: length)
    case .beheaded(var length):
      try fields.number("length", &length, simplest: 1)
      self = .beheaded(length: length)
    case .extended(var text):
      try fields.text("by", &text, .someText(simplest: "0"))
      self = .extended(by: text)
    case .prefixed(var text):
      try fields.text("by", &text, .someText(simplest: "0"))
      self = .prefixed(by: text)
    case .digitChanged(var index):
      try fields.number("index", &index)
      self = .digitChanged(index: index)
    case .lookAlike(var index):
      try fields.number("index", &index)
      self = .lookAlike(index: index)
    case .replaced(var text):
      try fields.text("with", &text, .someText(simplest: "x"))
      self = .replaced(with: text)
    case .ofOther(var bundleIdentifier, var apiKey):
      try fields.text(
        "bundleIdentifier", &bundleIdentifier, .whole(simplest: "com.other.app"))
      try fields.text("apiKey", &apiKey, .whole(simplest: "other-key"))
      self = .ofOther(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
    }
  }
}
