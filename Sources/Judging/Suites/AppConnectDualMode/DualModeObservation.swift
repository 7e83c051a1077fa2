package import Conformance
package import JSONText

/// What the app did on one event, as the adapter tells it.
package struct DualModeObservation: ObservationReading, Hashable {
  /// A call to the library.
  package struct Call: Hashable, Sendable {
    package var method: String
    /// The argument of `startWithLaunchOptions`: nil where the adapter gave none, `.null` for nil.
    package var options: JSONValue?
  }

  /// Something the app did for its user or its data.
  package struct Action: Hashable, Sendable {
    package var method: String
    package var success: Bool?
  }

  package var calls: [Call] = []
  package var actions: [Action] = []
  /// As persisted; nil where nothing was persisted yet.
  package var mode: String?
  package var encryption: String?

  package static func read(_ reply: inout JSONReader) throws(JSONError) -> Self {
    var result = Self()
    var seen: Set<String> = []
    try reply.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      seen.insert(key)
      switch key {
      case "calls": result.calls = try calls(&reader)
      case "app": result.actions = try actions(&reader)
      case "state": result.mode = try reader.readIfNull() ? nil : reader.readString()
      case "encryption": result.encryption = try reader.readIfNull() ? nil : reader.readString()
      default: try reader.skipValue()
      }
    }
    for member in ["calls", "app", "state", "encryption"] where !seen.contains(member) {
      throw reply.error(.missingMember(member))
    }
    return result
  }

  private static func calls(_ reader: inout JSONReader) throws(JSONError) -> [Call] {
    var calls: [Call] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      var call = Call(method: "", options: nil)
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        switch key {
        case "method": call.method = try reader.readString()
        case "options": call.options = try reader.readValue()
        default: try reader.skipValue()
        }
      }
      if call.method.isEmpty { throw reader.error(.missingMember("method")) }
      calls.append(call)
    }
    return calls
  }

  /// An action is an object with `method` and its arguments, or, where it has none, simply its name.
  private static func actions(_ reader: inout JSONReader) throws(JSONError) -> [Action] {
    var actions: [Action] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      var action = Action(method: "", success: nil)
      if try reader.peek() == .string {
        action.method = try reader.readString()
      } else {
        try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
          switch key {
          case "method": action.method = try reader.readString()
          case "success": action.success = try reader.readBoolean()
          default: try reader.skipValue()
          }
        }
      }
      if action.method.isEmpty { throw reader.error(.missingMember("method")) }
      actions.append(action)
    }
    return actions
  }

  package mutating func absorb(late entry: LateEntry) throws(JSONError) {
    var late = entry.reader
    try late.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "calls": calls += try Self.calls(&reader)
      case "app": actions += try Self.actions(&reader)
      case "state": mode = try reader.readIfNull() ? nil : reader.readString()
      case "encryption": encryption = try reader.readIfNull() ? nil : reader.readString()
      default: try reader.skipValue()
      }
    }
  }
}
