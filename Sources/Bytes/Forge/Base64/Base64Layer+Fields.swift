extension Base64Layer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .urlSafeAlphabet, .paddingMissing, .leftOver, .doubled, .encodedTwice,
      .emptied:
      break
    case .foreignCharacter(var index, var scalar):
      try fields.number("index", &index)
      try fields.text("character", &scalar, .whole(simplest: "!"))
      self = .foreignCharacter(index: index, scalar: scalar)
    case .inserted(var index, var scalar):
      try fields.number("index", &index)
      try fields.text("character", &scalar, .whole(simplest: "!"))
      self = .inserted(index: index, scalar: scalar)
    case .wrapped(var width, var separator):
      try fields.number("width", &width, simplest: 76)
      try fields.text("with", &separator, .whole(simplest: "\r\n"))
      // It may stand after every character.
      try fields.check(separator.utf8.count <= 64, "more than 64 bytes break each line")
      self = .wrapped(width: width, with: separator)
    case .paddingSurplus(var count):
      try fields.number("count", &count, simplest: 1)
      self = .paddingSurplus(count: count)
    case .paddingInside(var index):
      try fields.number("index", &index)
      self = .paddingInside(index: index)
    case .nonCanonicalBits(var mask):
      try fields.number("mask", &mask, simplest: 1)
      self = .nonCanonicalBits(mask: mask)
    case .truncated(var count):
      try fields.number("by", &count, simplest: 1)
      self = .truncated(by: count)
    case .replaced(var bytes):
      try fields.bytes("withBase64", &bytes, .free)
      self = .replaced(with: bytes)
    }
  }
}
