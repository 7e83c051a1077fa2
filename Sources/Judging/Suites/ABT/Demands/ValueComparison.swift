import AdapterProtocol
import Conformance
import WireFormat

/// Holds the values that the delegate saw against the values that were put in (ABT-DATA-01): by type and content, strings by
/// their UTF-8, reals as 64-bit values.
enum ValueComparison {
  /// Nil where `found` holds exactly these members, in any order.
  static func discrepancy(
    _ members: [PropertyList.Member], _ found: TypedValue
  ) -> Discrepancy? {
    // A reply that would be too large says so and is judged by callbacks and resources alone.
    if found == .tooLarge { return nil }
    return difference(members, found, "").map { path, expected, observed in
      Discrepancy(
        "the delegate sees another value than was sent" + (path.isEmpty ? "" : " at \(path)"),
        expected: expected, observed: observed)
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

  private typealias Difference = (path: String, expected: String, observed: String)

  private static func difference(
    _ members: [PropertyList.Member], _ found: TypedValue, _ path: String
  ) -> Difference? {
    guard case .dictionary(let others) = found else {
      return (path, "a dictionary", found.summary)
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
      guard let other else { return (place, TypedValue(member.value).summary, "no such key") }
      if let difference = difference(member.value, other, place) { return difference }
    }
    guard others.count == members.count else {
      let known = Set(members.map { TypedKey.string($0.key) })
      let foreign = others.first { !known.contains($0.key) } ?? others[0]
      return (
        path, "\(members.count) keys", "\(others.count) keys, \(foreign.key.summary) among them"
      )
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
    case (.date(let a), .date(let b)): isSame = sameNumber(a, b)
    case (.data(let a), .data(let b)): isSame = a == b
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else {
        return (path, "\(elements.count) elements", "\(others.count) elements")
      }
      for (index, pair) in zip(elements, others).enumerated() {
        if let difference = difference(pair.0, pair.1, "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.dictionary(let members), .dictionary): return difference(members, found, path)
    default: isSame = false
    }
    return isSame ? nil : (path, TypedValue(value).summary, found.summary)
  }

  private static func sameNumber(_ a: Double, _ b: Double) -> Bool {
    a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
  }
}

extension TypedValue {
  /// The value in a few words, for messages.
  var summary: String {
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
