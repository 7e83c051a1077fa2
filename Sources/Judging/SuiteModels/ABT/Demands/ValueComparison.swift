import AdapterProtocol
import Conformance
import WireFormat

/// Holds the values that the delegate saw against the values that were put in (ABT-DATA-01): by type and content, strings by
/// their UTF-8, reals as 64-bit values, dates to the millisecond.
enum ValueComparison {
  /// Nil where `found` holds exactly these members, in any order.
  static func discrepancy(
    _ members: [PropertyList.Member], _ found: TypedValue
  ) -> Discrepancy? {
    // A reply that would be too large says so and is judged by callbacks and resources alone.
    if found == .tooLarge { return nil }
    return difference(members, found, "").map { difference in
      Discrepancy(
        "the delegate sees another value than was sent"
          + (difference.path.isEmpty ? "" : " at \(difference.path)"),
        expected: difference.expected, observed: difference.observed, aspect: difference.aspect)
    }
  }

  /// Whether an old value travelled unchanged; nil is null.
  static func same(_ value: PropertyList?, _ found: TypedValue) -> Bool {
    guard let value else { return found == .null }
    return difference(value, found, "") == nil
  }

  static func text(_ value: PropertyList?) -> String {
    value.map { TypedValue($0).summary } ?? "nil"
  }

  private struct Difference {
    var path: String
    var expected: String
    var observed: String
    /// What differs, without values: a part of the signature.
    var aspect: String
  }

  private static func difference(
    _ members: [PropertyList.Member], _ found: TypedValue, _ path: String
  ) -> Difference? {
    guard case .dictionary(let others) = found else {
      return Difference(
        path: path, expected: "a dictionary", observed: found.summary, aspect: "no-dictionary")
    }
    var byKey: [TypedKey: TypedValue]?
    for (index, member) in members.enumerated() {
      let key = TypedKey.string(member.key)
      let place = path.isEmpty ? member.key : "\(path).\(member.key)"
      let other: TypedValue?
      if index < others.count, others[index].key == key {
        other = others[index].value
      } else {
        let map =
          byKey ?? Dictionary(others.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        byKey = map
        other = map[key]
      }
      guard let other else {
        return Difference(
          path: place, expected: TypedValue(member.value).summary, observed: "no such key",
          aspect: "missing-key")
      }
      if let difference = difference(member.value, other, place) { return difference }
    }
    guard others.count == members.count else {
      let known = Set(members.map { TypedKey.string($0.key) })
      let foreign = others.first { !known.contains($0.key) } ?? others[0]
      return Difference(
        path: path, expected: "\(members.count) keys",
        observed: "\(others.count) keys, \(foreign.key.summary) among them", aspect: "foreign-key")
    }
    return nil
  }

  private static func difference(
    _ value: PropertyList, _ found: TypedValue, _ path: String
  ) -> Difference? {
    let isSame: Bool
    switch (value, found) {
    case (.string(let a), .string(let b)): isSame = a.hasSameUTF8(as: b)
    case (.integer(let a), .integer(let b)): isSame = a == b
    case (.real(let a), .real(let b)): isSame = sameNumber(a, b)
    case (.boolean(let a), .boolean(let b)): isSame = a == b
    case (.date(let a), .date(let b)): isSame = sameNumber(a, b) || abs(a - b) < dateTolerance
    case (.data(let a), .data(let b)): isSame = a == b
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else {
        return Difference(
          path: path, expected: "\(elements.count) elements",
          observed: "\(others.count) elements", aspect: "other-count")
      }
      for (index, pair) in zip(elements, others).enumerated() {
        if let difference = difference(pair.0, pair.1, "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.dictionary(let members), .dictionary): return difference(members, found, path)
    default: isSame = false
    }
    if isSame { return nil }
    let expected = TypedValue(value)
    return Difference(
      path: path, expected: expected.summary, observed: found.summary,
      aspect: expected.type == found.type
        ? "other-\(expected.type)" : "\(expected.type)-as-\(found.type)")
  }

  /// How many seconds a date may be off (ABT-DATA-01: to the millisecond, a finer fraction is free). Counted from 1970, a whole
  /// millisecond can come to a little less, and what is cut off there is one off.
  private static let dateTolerance = 0.0015

  private static func sameNumber(_ a: Double, _ b: Double) -> Bool {
    a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
  }
}

extension TypedValue {
  /// The type of the value as a word of a signature.
  fileprivate var type: String {
    switch self {
    case .string, .utf16: "string"
    case .integer, .bigInteger: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .null: "nothing"
    case .tooLarge: "too-large"
    }
  }

  /// The value in a few words, for messages.
  package var summary: String {
    switch self {
    case .string(let text):
      "string \"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
    case .integer(let number): "integer \(number)"
    case .bigInteger(let digits): "integer \(digits)"
    case .real(let number): "real \(number)"
    case .boolean(let truth): "boolean \(truth)"
    case .date(let seconds): "date \(seconds)"
    case .data(let bytes): "data of \(bytes.count) bytes"
    case .array(let elements): "array of \(elements.count)"
    case .dictionary(let members):
      "{"
        + members.prefix(6).map { "\($0.key.summary): \($0.value.summary)" }.joined(separator: ", ")
        + (members.count > 6 ? ", …}" : "}")
    case .null: "no value"
    case .utf16(let bytes): "text of \(bytes.count / 2) UTF-16 units that is no Unicode"
    case .tooLarge: "too large a value"
    }
  }
}

extension TypedKey {
  var summary: String {
    switch self {
    case .string(let text): text
    case .utf16(let bytes): "a key of \(bytes.count / 2) UTF-16 units"
    }
  }
}
