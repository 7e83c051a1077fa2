extension DictionaryForm: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .reversed, .versionMissing, .contentMissing, .inArray, .unwrapped,
      .wholeProfile:
      break
    case .unknownKeyAdded(var key, var value):
      try fields.text("key", &key, .whole(simplest: "Comment"))
      try fields.value("value", &value, keepsType: true)
      self = .unknownKeyAdded(key: key, value: value)
    case .versionOther(var version):
      try fields.number("version", &version, simplest: 2, except: 1)
      self = .versionOther(version)
    case .versionMistyped(var value):
      try fields.value("value", &value, keepsType: true)
      self = .versionMistyped(value)
    case .categoryMistyped(var value):
      try fields.value("value", &value, keepsType: true)
      self = .categoryMistyped(value)
    case .contentMistyped(var value):
      try fields.value("value", &value, keepsType: true)
      self = .contentMistyped(value)
    case .memberMistyped(var index, var value):
      try fields.number("index", &index)
      try fields.value("value", &value, keepsType: true)
      self = .memberMistyped(index: index, value)
    case .topReplaced(var value):
      try fields.value("value", &value, keepsType: true)
      self = .topReplaced(with: value)
    }
  }
}
