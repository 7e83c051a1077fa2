extension PropertyListLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical: break
    case .replaced(var bytes):
      try fields.bytes("withBase64", &bytes, .free)
      self = .replaced(with: bytes)
    case .truncated(var length):
      try fields.number("length", &length)
      self = .truncated(length: length)
    case .image(var image):
      try image.visitFields(&fields)
      self = .image(image)
    case .foreign(let form, var aim):
      try aim.visitFields(&fields)
      self = .foreign(form, aim)
    case .table(let form, var aim):
      try aim.visitFields(&fields)
      self = .table(form, aim)
    case .reference(let form, var aim):
      try aim.visitFields(&fields)
      self = .reference(form, aim)
    case .value(let form, var aim):
      try aim.visitFields(&fields)
      self = .value(form, aim)
    case .freeValue(let form, var aim):
      try aim.visitFields(&fields)
      self = .freeValue(form, aim)
    case .key(let form, var aim):
      try aim.visitFields(&fields)
      self = .key(form, aim)
    case .liberty(let form, var aim):
      try aim.visitFields(&fields)
      self = .liberty(form, aim)
    }
  }
}

extension ImageAim: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.number("variant", &variant)
    try fields.number("place", &place)
  }
}

extension PropertyListImage: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.bytes("headerBase64", &header, .free)
    try fields.records("objects", &objects, blank: Object(.bytes([])))
    var order: [Int]? = self.order.isEmpty ? nil : self.order
    try fields.optional("order", &order, blank: []) {
      (fields, name, numbers) throws(Visitor.Failure) in
      try fields.numbers(name, &numbers)
    }
    self.order = order ?? []
    try fields.number("offsetWidth", &offsetWidth, simplest: 1)
    try fields.number("referenceWidth", &referenceWidth, simplest: 1)
    try fields.bytesIfAny("beforeTableBase64", &beforeTable)
    try fields.bytesIfAny("behindTableBase64", &behindTable)
    try fields.optional("trailer", &trailer, blank: Trailer()) {
      (fields, name, trailer) throws(Visitor.Failure) in
      try fields.record(name, &trailer)
    }
  }
}

extension PropertyListImage.Object: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.bytesIfAny("gapBase64", &gap)
    try fields.numberIfAny("offset", &offset)
    var bytes: [UInt8] = []
    var container: PropertyListImage.Container?
    switch content {
    case .bytes(let own): bytes = own
    case .container(let own): container = own
    }
    // An object is a container, or else these bytes.
    try fields.optional("container", &container, blank: .init(0xA0, [])) {
      (fields, name, container) throws(Visitor.Failure) in
      try fields.record(name, &container)
    }
    if let container {
      content = .container(container)
    } else {
      try fields.bytes("bytesBase64", &bytes, .free)
      content = .bytes(bytes)
    }
  }
}

extension PropertyListImage.Container: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.number("marker", &marker, simplest: 0xA0)
    try fields.word("count", &countForm)
    try fields.numbers("references", &references)
  }
}

extension PropertyListImage.Trailer: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    try fields.bytesIfAny("paddingBase64", &padding)
    try fields.numberIfAny("offsetWidth", &offsetWidth)
    try fields.numberIfAny("referenceWidth", &referenceWidth)
    try fields.numberIfAny("objectCount", &objectCount)
    try fields.number("top", &top)
    try fields.numberIfAny("tableOffset", &tableOffset)
  }
}

extension PropertyListImage.CountForm: FieldWord {
  package var word: String {
    switch self {
    case .inMarker: "in-marker"
    case .oneByte: "one-byte"
    case .twoBytes: "two-bytes"
    case .fourBytes: "four-bytes"
    case .eightBytes: "eight-bytes"
    case .sixteenBytes: "sixteen-bytes"
    }
  }
}
