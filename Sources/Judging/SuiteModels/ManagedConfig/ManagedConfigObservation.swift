package import AdapterProtocol
import Conformance
package import JSONText

/// What an app did on one event, as the adapter tells it.
package struct ManagedConfigObservation: ObservationReading, Hashable {
  /// The calls of the app, by name and in order. Others than those of the specification are passed over.
  package enum Call: String, Hashable, Sendable, CaseIterable {
    case addObserver, readConfiguration, writeFeedback, writeConfiguration
  }

  package var calls: [Call] = []
  /// `.dictionary`, or `.null` where the app has none, as while it is not running.
  package var settings = TypedValue.null
  /// As it stands in the user defaults; `.null` where nothing does.
  package var configuration = TypedValue.null
  package var feedback = TypedValue.null
  /// What the server read; nil where the adapter does not tell.
  package var collected: TypedValue?

  package init() {}

  package static let requiredMembers = ["calls", "settings", "configuration", "feedback"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "calls":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        if let call = Call(rawValue: try Self.readMethod(&reader)) { calls.append(call) }
      }
    case "settings": settings = try Self.readDictionary(&reader)
    case "configuration": configuration = try Self.readDictionary(&reader)
    case "feedback": feedback = try Self.readDictionary(&reader)
    case "collected": collected = try Self.readDictionary(&reader)
    default: return false
    }
    return true
  }

  private static func readMethod(_ reader: inout JSONReader) throws(JSONError) -> String {
    if try reader.peek() == .string { return try reader.readWord() }
    var method = ""
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if case "method" = key {
        method = try reader.readWord()
      } else {
        try reader.skipValue()
      }
    }
    if method.isEmpty { throw reader.error(.missingMember("method")) }
    return method
  }

  /// Typed values by key, or all of them as one typed value: `{"dictionary":{…}}`. None is both, because the values are objects.
  private static func readDictionary(_ reader: inout JSONReader) throws(JSONError) -> TypedValue {
    if try reader.readIfNull() { return .null }
    var typed = reader
    do {
      return try TypedValue.readValues(from: &reader)
    } catch {
      guard case .dictionary(let members)? = try? TypedValue.read(from: &typed) else { throw error }
      reader = typed
      return .dictionary(members)
    }
  }

  package var words: [String] {
    var told = [calls.isEmpty ? "no call" : callsText]
    for (name, value) in [("settings", settings), ("configuration", configuration)]
    where value != .null { told.append("\(name) \(value.summary)") }
    if feedback != .null { told.append("feedback \(feedback.summary)") }
    if let collected { told.append("the server read \(collected.summary)") }
    return told
  }

  package var shape: String {
    let counts = Call.allCases.map { call in
      "\(min(2, calls.lazy.filter { $0 == call }.prefix(2).count))"
    }
    return "\(counts.joined()) \(settings.kinds) \(configuration.size) \(feedback.size)"
      + " \(collected.map(\.size) ?? "-")"
  }
}

extension TypedValue {
  /// The types of the members of a dictionary, in the order of their keys' bytes.
  fileprivate var kinds: String {
    guard case .dictionary(let members) = self else { return "-" }
    return members.prefix(16).map { member in
      switch member.value {
      case .null: "n"
      case .string(let text): text.isEmpty ? "e" : "s"
      case .integer, .bigInteger: "i"
      case .boolean(let truth): truth ? "t" : "f"
      default: "o"
      }
    }.joined()
  }

  /// How many members a dictionary has, in classes.
  fileprivate var size: String {
    guard case .dictionary(let members) = self else { return "-" }
    return "\(Int.bitWidth - members.count.leadingZeroBitCount)"
  }
}

extension ManagedConfigObservation {
  /// A setting, `.null` for one that is not there.
  package func setting(_ name: String) -> TypedValue {
    guard case .dictionary(let members) = settings else { return .null }
    let key = TypedKey.string(name)
    return members.first { $0.key == key }?.value ?? .null
  }
}
