package import AdapterProtocol
import Conformance
package import JSONText
import WireFormat

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
  /// The entries of the log, those that are no text as an empty one; none where it is not told.
  package var log: [String] = []

  package init() {}

  package static let requiredMembers = ["handled", "calls", "callbacks"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "handled" where !isLate: handled = try reader.readBoolean()
    case "calls":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        var place: Int64?
        calls.append(try Call.read(&reader, &place))
        if let place, !isLate { lastCallPlace = max(place, lastCallPlace ?? place) }
      }
    case "callbacks":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        var place: Int64?
        callbacks.append(try CallbackReading.read(&reader, &place))
        if let place, !isLate { firstCallbackPlace = min(place, firstCallbackPlace ?? place) }
      }
    case "log":
      guard try reader.peek() == .array else { return false }
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        if try reader.peek() == .string {
          log.append(try reader.readString())
        } else {
          try reader.skipValue()
          log.append("")
        }
      }
    default: return false
    }
    return true
  }
}

// What people and fuzzers see of it.
extension ABTObservation {
  package var words: [String] {
    [handled ? "handled" : "not handled"]
      + (calls.isEmpty ? ["no delegate call"] : calls.map(\.summary))
      + (callbacks.isEmpty ? ["no callback"] : callbacks.map { "callback \($0.words)" })
  }

  /// Whether the URL was handled, which calls there were, and which words and numbers the callbacks say of themselves: what they only say
  /// again of the request is nothing new. No texts, and of lengths only whether there is nothing, one, or more.
  package var shape: String {
    var shape = handled ? "handled" : "not-handled"
    for call in calls {
      switch call {
      case .apply(_, let values): shape += " apply:" + values.shape
      case .revert(_, let keys, _): shape += " revert:\(min(keys.count, 2))"
      }
    }
    for callback in callbacks {
      shape += callback.notURI == nil ? " callback" : " broken-callback"
      for parameter in callback.parameters {
        shape += "," + parameter.name.prefix(16)
        guard !Self.echoed.contains(where: { $0.hasSameBytes(as: parameter.name) }) else {
          continue
        }
        if let word = Self.word(parameter.value) { shape += "=" + word }
      }
    }
    return shape
  }

  /// Whether the URL was handled without an error. In a dialect with another word for errors everything handled counts.
  package var isTaken: Bool {
    let error = Array(Dialect.profile1.statuses.error.utf8)
    return handled && !callbacks.isEmpty
      && !callbacks.contains { $0.parameters.contains { $0.value == error } }
  }

  /// What a callback says again of the request.
  private static let echoed: [String] = {
    let names = Dialect.profile1.parameters
    return [names.profile, names.payload, names.token, names.chunk]
  }()

  /// A status or a code as it is; nil for everything longer.
  private static func word(_ value: [UInt8]) -> String? {
    let isWord =
      (4...10).contains(value.count)
      && value.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let isCode = value.count <= 3 && value.allSatisfy { $0 == 0x2D || $0 >= 0x30 && $0 <= 0x39 }
    return isWord || isCode ? String(decoding: value, as: UTF8.self) : nil
  }

  /// What the callbacks and the log say in words.
  package var shownTexts: [String] {
    log.flatMap { line in
      // By scalars: a letter and all marks behind it are one `Character`, which takes long to compare.
      line.unicodeScalars.split { " \t\n\"'=,;:()[]".unicodeScalars.contains($0) }.map(String.init)
    }
      + callbacks.flatMap { callback in
        callback.parameters.flatMap { [$0.name, String(decoding: $0.value, as: UTF8.self)] }
      }
  }
}

extension TypedValue {
  /// Whether a dictionary has no member, one, or more.
  fileprivate var shape: String {
    if case .dictionary(let members) = self { "\(min(members.count, 2))" } else { "other" }
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
      case "method": method = try reader.readWord()
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
