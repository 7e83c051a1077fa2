public import JSONText

extension DelegateScript {
  /// Writes the script. Leaves out turns that only answer yes.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, turn) in [("apply", apply), ("rollback", rollback), ("revert", revert)]
    where turn != Turn() {
      writer.key(name)
      turn.write(to: &writer)
    }
    writer.endObject()
  }
}

extension DelegateScript.Turn {
  /// Writes what the delegate does within one call.
  public func write(to writer: inout JSONWriter) {
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

extension DelegateScript.Record {
  /// Writes one record.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("record")
    if case .didNotApply = self {
      writer.string("didNotApply")
    } else {
      writer.string("didApply")
    }
    writer.key("key")
    writer.string(key)
    if case .didApplyOld(_, let value) = self {
      writer.key("oldValue")
      value.write(to: &writer)
    }
    writer.endObject()
  }
}
