import AdapterProtocol
import JSONText
import WireFormat

extension DelegatePlan {
  /// Writes the member `delegate` of an `open` request; what is left out means: no records, answer yes.
  func write(to writer: inout JSONWriter) {
    guard self != DelegatePlan() else { return }
    writer.key("delegate")
    writer.beginObject()
    for (name, turn) in [("apply", apply), ("rollback", rollback), ("revert", revert)]
    where turn != Turn() {
      writer.key(name)
      turn.write(to: &writer)
    }
    writer.endObject()
  }
}

extension DelegatePlan.Turn {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if !records.isEmpty {
      writer.key("records")
      writer.beginArray()
      for record in records { record.write(to: &writer) }
      writer.endArray()
    }
    writer.key("answer")
    writer.string(answer.rawValue)
    if let error {
      writer.key("error")
      writer.beginObject()
      writer.key("code")
      writer.integer(error.code)
      writer.key("message")
      writer.string(error.message)
      writer.endObject()
    }
    writer.endObject()
  }
}

extension DelegatePlan.Record {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("record")
    switch self {
    case .didApply: writer.string("didApply")
    case .didApplyOver: writer.string("didApply")
    case .didNotApply: writer.string("didNotApply")
    }
    writer.key("key")
    writer.string(key)
    if case .didApplyOver(_, let oldValue) = self {
      writer.key("oldValue")
      (oldValue.map(TypedValue.init) ?? .null).write(to: &writer)
    }
    writer.endObject()
  }
}

extension TypedValue {
  /// The form in which a property-list value travels to and from adapters.
  init(_ value: PropertyList) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .boolean(let truth): .boolean(truth)
      case .date(let seconds): .date(seconds)
      case .data(let bytes): .data(bytes)
      case .array(let elements): .array(elements.map(TypedValue.init))
      case .dictionary(let members):
        .dictionary(members.map { TypedMember($0.key, TypedValue($0.value)) })
      }
  }
}
