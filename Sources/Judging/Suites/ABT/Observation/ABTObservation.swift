package import AdapterProtocol
package import Conformance
package import JSONText

/// What the library did while one URL was handled, as the adapter tells it.
package struct ABTObservation: ObservationReading {
  /// A call of the delegate.
  package enum Call: Sendable, Hashable {
    case apply(category: TypedValue, values: TypedValue)
    /// `values` is nil where the adapter shows none, as it should be (ABT-DEL-03).
    case revert(category: TypedValue, keys: [TypedValue], values: TypedValue?)

    var isApply: Bool {
      if case .apply = self { true } else { false }
    }
  }

  package var handled = false
  package var calls: [Call] = []
  package var callbacks: [CallbackReading] = []
  /// The place of the last call and of the first callback among all calls and callbacks, where the adapter tells it (capability
  /// `sequence`). What comes late has no place.
  package var lastCallPlace: Int64?
  package var firstCallbackPlace: Int64?
  /// How many entries the log has; 0 where it is not told.
  package var logEntries = 0

  package static func read(_ reply: inout JSONReader) throws(JSONError) -> Self {
    var result = Self()
    var seen = (handled: false, calls: false, callbacks: false)
    try reply.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "handled":
        result.handled = try reader.readBoolean()
        seen.handled = true
      case "calls":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          var place: Int64?
          result.calls.append(try Call.read(&reader, &place))
          if let place { result.lastCallPlace = max(place, result.lastCallPlace ?? place) }
        }
        seen.calls = true
      case "callbacks":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          var place: Int64?
          result.callbacks.append(try CallbackReading.read(&reader, &place))
          if let place {
            result.firstCallbackPlace = min(place, result.firstCallbackPlace ?? place)
          }
        }
        seen.callbacks = true
      case "log" where try reader.peek() == .array:
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          try reader.skipValue()
          result.logEntries += 1
        }
      default: try reader.skipValue()
      }
    }
    if !seen.handled { throw reply.error(.missingMember("handled")) }
    if !seen.calls { throw reply.error(.missingMember("calls")) }
    if !seen.callbacks { throw reply.error(.missingMember("callbacks")) }
    return result
  }

  package mutating func absorb(late entry: LateEntry) throws(JSONError) {
    var late = entry.reader
    try late.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "calls":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          var place: Int64?
          calls.append(try Call.read(&reader, &place))
        }
      case "callbacks":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          var place: Int64?
          callbacks.append(try CallbackReading.read(&reader, &place))
        }
      default: try reader.skipValue()
      }
    }
  }
}

extension ABTObservation.Call {
  /// - Parameter place: takes its `sequence`.
  static func read(
    _ reader: inout JSONReader, _ place: inout Int64?
  ) throws(JSONError) -> Self {
    var method = ""
    var category = TypedValue.null
    var values: TypedValue?
    var keys: [TypedValue]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "method": method = try reader.readString()
      case "category": category = try readText(&reader)
      case "values": values = try TypedValue.readValues(from: &reader)
      case "keys":
        var names: [TypedValue] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          names.append(try readText(&reader))
        }
        keys = names
      case "sequence": place = try reader.readPlace()
      default: try reader.skipValue()
      }
    }
    switch method {
    case "apply":
      guard let values else { throw reader.error(.missingMember("values")) }
      return .apply(category: category, values: values)
    case "revert":
      guard let keys else { throw reader.error(.missingMember("keys")) }
      return .revert(category: category, keys: keys, values: values)
    case "": throw reader.error(.missingMember("method"))
    default: throw reader.error(.unexpectedValue("method \(method)"))
    }
  }

  /// A string as JSON has it, null, or a typed value where the string is no valid Unicode.
  private static func readText(_ reader: inout JSONReader) throws(JSONError) -> TypedValue {
    switch try reader.peek() {
    case .string: .string(try reader.readString())
    default: try TypedValue.read(from: &reader)
    }
  }
}

extension JSONReader {
  /// The place of an entry among all calls and callbacks; nil for what is no integer, which places nothing.
  mutating func readPlace() throws(JSONError) -> Int64? {
    guard case .integer(let place) = try readValue() else { return nil }
    return place
  }
}
