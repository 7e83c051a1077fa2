extension SchemeLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .byBundleIdentifier: break
    case .otherCase(var index):
      try fields.number("index", &index)
      self = .otherCase(index: index)
    case .longer(var text):
      try fields.text("by", &text, .someText(simplest: "x"))
      self = .longer(by: text)
    case .shorter(var count):
      try fields.number("by", &count, simplest: 1)
      self = .shorter(by: count)
    case .ofOther(var bundleIdentifier):
      try fields.text(
        "bundleIdentifier", &bundleIdentifier, .whole(simplest: "com.other.app"))
      self = .ofOther(bundleIdentifier: bundleIdentifier)
    case .verbatim(var text):
      try fields.text("text", &text, .free)
      self = .verbatim(text)
    }
  }
}

extension VerbLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .shorter: break
    case .otherCase(var index):
      try fields.number("index", &index)
      self = .otherCase(index: index)
    case .escaped(var index):
      try fields.number("index", &index)
      self = .escaped(index: index)
    case .longer(var text):
      try fields.text("by", &text, .someText(simplest: "s"))
      self = .longer(by: text)
    case .verbatim(var text):
      try fields.text("text", &text, .free)
      self = .verbatim(text)
    }
  }
}

extension ShapeLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .withoutSlashes, .withoutHost, .withoutQuery, .emptyQuery: break
    case .userInformation(var text):
      try fields.text("text", &text, .free)
      self = .userInformation(text)
    case .port(var text):
      try fields.text("text", &text, .free)
      self = .port(text)
    case .path(var text):
      // Without its first slash it would belong to the verb.
      try fields.text("text", &text, .whole(simplest: "/"))
      self = .path(text)
    case .fragment(var text):
      try fields.text("text", &text, .free)
      self = .fragment(text)
    case .bare(var withSlashes):
      try fields.flag("slashes", &withSlashes, simplest: true)
      self = .bare(withSlashes: withSlashes)
    case .verbatim(var head, var hasQuery, var tail):
      try fields.bytes("headBase64", &head, .free)
      try fields.flag("query", &hasQuery)
      try fields.bytes("tailBase64", &tail, .free)
      self = .verbatim(head: head, hasQuery: hasQuery, tail: tail)
    }
  }
}
