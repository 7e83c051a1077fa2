package import JSONText

/// What an adapter observed, as one suite reads it.
package protocol ObservationReading: Sendable {
  /// Nothing observed yet.
  init()

  /// The members that every `observed` has.
  static var requiredMembers: [String] { get }

  /// Reads one member of a reply, or of an entry of `late`, which has the same members and adds to what is known.
  ///
  /// - Returns: false for a member that the suite does not know; nothing is read then.
  mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool

  /// The kind of what was observed, without values and times: what has the same shape shows a fuzzer nothing new.
  var shape: String { get }

  /// What was observed, for people: a few words each, with the values that matter.
  var words: [String] { get }

  /// Texts that the implementation has shown, for a fuzzer to put back in.
  var shownTexts: [String] { get }

  /// Whether what was asked was taken, and not refused: whoever refuses has looked at the rest no more.
  var isTaken: Bool { get }
}

extension ObservationReading {
  package var isTaken: Bool { true }

  package var words: [String] { [shape] }

  package var shownTexts: [String] { [] }

  /// Reads the members of an `observed` reply; the reader stands at the reply's object. Unknown members are skipped, `late`
  /// among them, which tells of earlier steps.
  package static func read(_ reply: inout JSONReader) throws(JSONError) -> Self {
    var result = Self()
    var missing = requiredMembers
    try reply.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if try result.readMember(key, &reader, isLate: false) {
        missing.removeAll { $0 == key }
      } else {
        try reader.skipValue()
      }
    }
    if let member = missing.first { throw reply.error(.missingMember(member)) }
    return result
  }

  /// Adds what came after the reply and was told by a later one.
  package mutating func absorb(late entry: LateEntry) throws(JSONError) {
    var late = entry.reader
    try late.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if try !readMember(key, &reader, isLate: true) { try reader.skipValue() }
    }
  }
}

/// One entry of `late` in a reply: something the implementation did after the reply to its step.
package struct LateEntry {
  /// Stands at the entry, an object like the reply's own, with the `id` of its step where that is known.
  package let reader: JSONReader

  package init(_ reader: JSONReader) { self.reader = reader }
}

/// A call that an implementation made, as most suites tell it: a method and named arguments.
package struct ObservedCall: Hashable, Sendable {
  package var method: String
  /// The members beside `method`, in their order.
  package var arguments: [JSONMember]

  package init(_ method: String, _ arguments: [JSONMember] = []) {
    self.method = method
    self.arguments = arguments
  }

  /// The argument of this name, or nil where the adapter gave none.
  package subscript(name: String) -> JSONValue? { arguments.first { name ~= $0.key }?.value }

  /// `configIs(config: {"host":"a"})`
  package var words: String {
    guard !arguments.isEmpty else { return method }
    let told = arguments.map { "\($0.key): \(Trace.short($0.value.compactText))" }
    return "\(method)(\(told.joined(separator: ", ")))"
  }

  /// Reads a list of calls. A call is an object with `method` and its arguments, or, where it has none, simply its name.
  package static func readList(_ reader: inout JSONReader) throws(JSONError) -> [ObservedCall] {
    var calls: [ObservedCall] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      var call = ObservedCall("")
      if try reader.peek() == .string {
        call.method = try reader.readWord()
      } else {
        try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
          if case "method" = key {
            call.method = try reader.readWord()
          } else {
            call.arguments.append(JSONMember(key: key, value: try reader.readValue()))
          }
        }
      }
      if call.method.isEmpty { throw reader.error(.missingMember("method")) }
      calls.append(call)
    }
    return calls
  }
}
