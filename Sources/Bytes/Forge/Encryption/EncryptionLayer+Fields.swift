extension EncryptionLayer {
  /// The vector that it is made with, or eight zeros where there is none.
  var iv: [UInt8] {
    switch self {
    case .none, .empty: Self.zeros
    case .canonical(let iv), .otherKey(_, _, let iv), .slippedKey(_, let iv),
      .chaining(_, let iv), .padding(_, let iv), .littleEndian(let iv), .twice(let iv),
      .bitFlipped(_, _, let iv), .truncated(_, let iv), .lengthened(_, let iv),
      .vectorOnly(let iv):
      iv
    }
  }

  private static let zeros = [UInt8](repeating: 0, count: 8)
}

extension EncryptionLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    var iv = iv
    switch self {
    case .none, .empty: break
    case .canonical:
      try fields.vector(&iv)
      self = .canonical(iv: iv)
    case .otherKey(var bundleIdentifier, var secret, _):
      try fields.text(
        "bundleIdentifier", &bundleIdentifier, .whole(simplest: "com.example.other"))
      try fields.text("secret", &secret, .whole(simplest: "other secret 0"))
      try fields.vector(&iv)
      self = .otherKey(bundleIdentifier: bundleIdentifier, secret: secret, iv: iv)
    case .slippedKey(var slip, _):
      try fields.word("slip", &slip)
      try fields.vector(&iv)
      self = .slippedKey(slip, iv: iv)
    case .chaining(var slip, _):
      try fields.word("slip", &slip)
      try fields.vector(&iv)
      self = .chaining(slip, iv: iv)
    case .padding(var slip, _):
      try fields.word("slip", &slip, simplest: kind == .padding ? .zeros : .randomAndCount)
      try fields.vector(&iv)
      self = .padding(slip, iv: iv)
    case .littleEndian:
      try fields.vector(&iv)
      self = .littleEndian(iv: iv)
    case .twice:
      try fields.vector(&iv)
      self = .twice(iv: iv)
    case .bitFlipped(let region, var bit, _):
      try fields.number("bit", &bit)
      try fields.vector(&iv)
      self = .bitFlipped(region, bit: bit, iv: iv)
    case .truncated(var count, _):
      try fields.number("by", &count, simplest: 1)
      try fields.vector(&iv)
      self = .truncated(by: count, iv: iv)
    case .lengthened(var count, _):
      try fields.number("by", &count)
      try fields.vector(&iv)
      self = .lengthened(by: count, iv: iv)
    case .vectorOnly:
      try fields.vector(&iv)
      self = .vectorOnly(iv: iv)
    }
  }
}

extension FieldVisitor {
  fileprivate mutating func vector(_ iv: inout [UInt8]) throws(Failure) {
    try bytes("ivBase64", &iv, .zeros(count: 8))
  }
}

extension EncryptionLayer.KeySlip: FieldWord {}
extension EncryptionLayer.ChainingSlip: FieldWord {}
extension EncryptionLayer.PaddingSlip: FieldWord {}
