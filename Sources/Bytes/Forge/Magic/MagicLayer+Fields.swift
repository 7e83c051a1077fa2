extension MagicLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .missing, .doubled, .reversed: break
    case .partial(var length):
      try fields.number("length", &length, simplest: 1)
      self = .partial(length: length)
    case .wrong(var index, var mask):
      try fields.number("index", &index)
      try fields.number("mask", &mask, simplest: 1)
      self = .wrong(index: index, mask: mask)
    case .replaced(var bytes):
      try fields.bytes("withBase64", &bytes, .free)
      self = .replaced(with: bytes)
    }
  }
}
