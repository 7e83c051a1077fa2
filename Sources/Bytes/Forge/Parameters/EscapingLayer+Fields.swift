extension EscapingLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .rawBase64, .lowercase, .everything: break
    case .doubled(var parameter):
      try fields.word("parameter", &parameter, simplest: .data)
      self = .doubled(parameter)
    case .malformed(var parameter, var index, var rest):
      try fields.word("parameter", &parameter, simplest: .data)
      try fields.number("index", &index)
      try fields.word("escape", &rest)
      self = .malformed(parameter, index: index, rest: rest)
    case .notUTF8(var parameter, var index, var sequence):
      try fields.word("parameter", &parameter, simplest: .data)
      try fields.number("index", &index)
      try fields.word("sequence", &sequence)
      self = .notUTF8(parameter, index: index, sequence)
    case .nul(var parameter, var index):
      let simplest: RequestForge.Parameter = kind == .nulInIdentifier ? .profile : .data
      try fields.word("parameter", &parameter, simplest: simplest)
      try fields.number("index", &index)
      self = .nul(parameter, index: index)
    }
  }
}

extension RequestForge.Parameter: FieldWord {}
extension EscapingLayer.MalformedEscape: FieldWord {}
extension EscapingLayer.NonUTF8: FieldWord {}
