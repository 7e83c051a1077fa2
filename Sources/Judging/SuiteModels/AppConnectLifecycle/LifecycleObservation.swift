import Conformance
package import JSONText

/// What the library did on one event, and what the app sees of it, as the adapter tells it.
package struct LifecycleObservation: ObservationReading, Hashable {
  package enum Method: Hashable, Sendable {
    /// `appConnectIsReady`
    case ready
    /// `managedPolicyChangedTo`
    case policy
    case other(String)
  }

  /// `managedPolicy` as the app can read it.
  package enum Policy: Hashable, Sendable {
    case value(PolicyValue)
    case notReady
  }

  package struct Call: Hashable, Sendable {
    package var method: Method
    package var policy: PolicyValue?
    /// What the property is during the call; nil where the adapter does not tell.
    package var seen: Policy?
  }

  package struct Properties: Hashable, Sendable {
    package var policy = Policy.notReady
    package var ready: Bool?
    /// Nil where the adapter does not tell.
    package var sharedInstance: Bool?
    /// Nil where the adapter does not tell.
    package var logLevel: LogLevel?
    /// The number behind the word, where the adapter tells it.
    package var rawPolicy: Int64?
  }

  package var calls: [Call] = []
  package var properties = Properties()
  /// Of `shouldStart`; nil where the adapter gives none.
  package var answer: Bool?
  package var secureData = false

  package init() {}

  package static let requiredMembers = ["calls", "properties", "secureData"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "calls":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        calls.append(try Call.read(&reader))
      }
    case "properties": properties = try Properties.read(&reader, isWhole: !isLate)
    case "answer": answer = try reader.readIfNull() ? nil : reader.readBoolean()
    case "secureData": secureData = try reader.readBoolean()
    default: return false
    }
    return true
  }

  package var words: [String] {
    (calls.isEmpty ? ["no callback"] : calls.map(\.text))
      + (answer.map { [$0 ? "YES" : "NO"] } ?? [])
      + [properties.policyText, "secureData = \(secureData)"]
  }

  package var shape: String {
    let methods = calls.map { "\($0.method) \($0.policy?.rawValue ?? "")" }.joined(separator: ",")
    return "\(methods) \(properties.policy) "
      + "\(properties.sharedInstance.map { "\($0)" } ?? "-") "
      + "\(properties.logLevel?.rawValue ?? "-") \(secureData) \(answer.map { "\($0)" } ?? "-")"
  }
}

extension LifecycleObservation.Call {
  package static func read(_ reader: inout JSONReader) throws(JSONError) -> Self {
    var method = ""
    var policy: PolicyValue?
    var seen: LifecycleObservation.Policy?
    if try reader.peek() == .string {
      method = try reader.readWord()
    } else {
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        switch key {
        case "method": method = try reader.readWord()
        case "policy":
          policy = try reader.readIfNull() ? nil : try reader.word("policy", PolicyValue.self)
        case "properties": seen = try LifecycleObservation.Properties.read(&reader).policy
        default: try reader.skipValue()
        }
      }
    }
    switch method {
    case "": throw reader.error(.missingMember("method"))
    case "appConnectIsReady": return Self(method: .ready, policy: nil, seen: seen)
    case "managedPolicyChangedTo": return Self(method: .policy, policy: policy, seen: seen)
    default: return Self(method: .other(method), policy: policy, seen: seen)
    }
  }
}

extension LifecycleObservation.Properties {
  /// An object with `managedPolicy` and perhaps others, or the word `notReady` where there is nothing to be read.
  ///
  /// - Parameter isWhole: whether an object has to have all members that are not optional. Null says that one is not told.
  package static func read(
    _ reader: inout JSONReader, isWhole: Bool = false
  ) throws(JSONError) -> Self {
    var properties = Self()
    if try reader.peek() == .string {
      properties.policy = try reader.policy("properties")
      return properties
    }
    var missing = isWhole ? ["managedPolicy", "sharedInstance", "logLevel"] : ["managedPolicy"]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      missing.removeAll { $0 ~= key }
      switch key {
      case "managedPolicy": properties.policy = try reader.policy(key)
      case "ready": properties.ready = try reader.readIfNull() ? nil : reader.readBoolean()
      case "sharedInstance":
        properties.sharedInstance = try reader.readIfNull() ? nil : reader.readBoolean()
      case "logLevel":
        properties.logLevel = try reader.readIfNull() ? nil : reader.word(key, LogLevel.self)
      case "raw":
        try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
          if case "managedPolicy" = key, try reader.peek() == .number {
            properties.rawPolicy = try reader.readInteger()
          } else {
            try reader.skipValue()
          }
        }
      default: try reader.skipValue()
      }
    }
    if let member = missing.first { throw reader.error(.missingMember(member)) }
    return properties
  }
}

extension JSONReader {
  fileprivate mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _: Word.Type
  ) throws(JSONError) -> Word {
    let place = self
    guard let word = Word(rawValue: try readWord()) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw place.error(.unexpectedValue("\(name) is one of \(known)"))
    }
    return word
  }

  fileprivate mutating func policy(
    _ name: String
  ) throws(JSONError) -> LifecycleObservation.Policy {
    let place = self
    let word = try readWord()
    if word == "notReady" { return .notReady }
    guard let value = PolicyValue(rawValue: word) else {
      throw place.error(
        .unexpectedValue("\(name) is one of UNKNOWN, UNMANAGED, MANAGED, notReady, not \"\(word)\"")
      )
    }
    return .value(value)
  }
}
