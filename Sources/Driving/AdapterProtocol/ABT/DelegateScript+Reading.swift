public import JSONText

extension DelegateScript {
  /// Reads a script. What is left out records nothing and answers yes.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> DelegateScript {
    var script = DelegateScript()
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "apply": script.apply = try Turn.read(from: &reader)
      case "rollback": script.rollback = try Turn.read(from: &reader)
      case "revert": script.revert = try Turn.read(from: &reader)
      default: try reader.skipValue()
      }
    }
    return script
  }
}

extension DelegateScript.Turn {
  /// Reads what the delegate does within one call.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    var turn = Self()
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "records":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          turn.records.append(try DelegateScript.Record.read(from: &reader))
        }
      case "answer":
        let name = try reader.readString()
        guard let answer = DelegateScript.Answer(rawValue: name) else {
          throw reader.error(.unexpectedValue("a delegate cannot answer \"\(name)\""))
        }
        turn.answer = answer
      case "error": turn.error = try DelegateScript.ErrorReport.read(from: &reader)
      default: try reader.skipValue()
      }
    }
    return turn
  }
}

extension DelegateScript.ErrorReport {
  /// Reads code and message.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    var code: Int32 = 0
    var message = ""
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "code":
        guard let number = Int32(exactly: try reader.readInteger()) else {
          throw reader.error(.numberOutOfRange)
        }
        code = number
      case "message": message = try reader.readString()
      default: try reader.skipValue()
      }
    }
    return Self(code: code, message: message)
  }
}

extension DelegateScript.Record {
  /// Reads one record, whose members may come in any order.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    var name = ""
    var recordedKey: String?
    var oldValue: TypedValue?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "record": name = try reader.readString()
      case "key": recordedKey = try reader.readString()
      case "oldValue": oldValue = try TypedValue.read(from: &reader)
      default: try reader.skipValue()
      }
    }
    guard let key = recordedKey else { throw reader.error(.missingMember("key")) }
    switch name {
    case "didApply": return oldValue.map { .didApplyOld(key: key, $0) } ?? .didApply(key: key)
    case "didNotApply": return .didNotApply(key: key)
    default: throw reader.error(.unexpectedValue("there is no record \"\(name)\""))
    }
  }
}
