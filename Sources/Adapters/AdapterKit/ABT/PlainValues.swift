import AdapterProtocol

/// What a value of the library's own type is: a `TypedValue`, or a value of a type that the kit
/// knows (see `PlainValues`). Nil if it is none of those.
public typealias PlainValue = @Sendable (_ value: Any) -> Any?

/// Converts values whose types show only when the program runs, such as those of property lists in
/// Foundation.
///
/// It knows `TypedValue` and `TypedKey`, `String`, `Bool`, all integers, `Double`, `Float`, `[UInt8]`,
/// arrays, dictionaries and optionals. It asks the adapter's function about all others: `Data` and
/// `Date`, which belong to Foundation, `NSNumber`, which does not tell a `true` from a 1 by its type,
/// sets, and whatever the library has.
struct PlainValues: Sendable {
  /// The most values that are shown, counted as often as they occur.
  private static let maxNodes = 60_000
  /// How many bytes of text and data are shown, and twice of what one call may take.
  private static let maxContentBytes = 4 << 20

  /// The adapter's function.
  let plainValue: PlainValue

  /// The `values` of a call; `.tooLarge` in place of what is too large to be shown.
  ///
  /// - Throws: the type of a value of which nothing says what it is.
  func values(_ values: Any) throws(AdapterFailure) -> TypedValue {
    var budget = Budget()
    let value = try typed(values, "values", &budget, levels: ABTObserved.Event.maxLevels)
    switch value {
    case .tooLarge, .dictionary: return budget.isExceeded ? .tooLarge : value
    default: throw Self.unknown("values", values)
    }
  }

  /// A category or key: `.null` for none.
  func name(_ name: Any) throws(AdapterFailure) -> TypedValue {
    var budget = Budget()
    let value = try typed(name, "a value", &budget, levels: ABTObserved.Event.maxLevels)
    return budget.isExceeded ? .tooLarge : value
  }

  /// The `keys` of a call.
  func names(_ names: Any) throws(AdapterFailure) -> [TypedValue] {
    let plain: Any? = names is [Any] ? names : plainValue(names)
    guard let list = plain as? [Any] else { throw Self.unknown("keys", names) }
    var typed: [TypedValue] = []
    for element in list { typed.append(try name(element)) }
    return typed
  }

  private struct Budget {
    var nodes = PlainValues.maxNodes
    var contentBytes = PlainValues.maxContentBytes

    var isExceeded: Bool { nodes < 0 || contentBytes < 0 }
  }

  /// Stops at the limits, because a value whose parts are shared can be small in memory and without
  /// end when it is written out. Recurses no deeper than `levels`.
  private func typed(
    _ value: Any, _ what: String, _ budget: inout Budget, levels: Int
  ) throws(AdapterFailure) -> TypedValue {
    if let known = try known(value, &budget, levels: levels) { return known }
    if let plain = plainValue(value), let known = try known(plain, &budget, levels: levels) {
      return known
    }
    throw Self.unknown(what, value)
  }

  /// Nil for a value of a type that the kit does not know.
  private func known(
    _ value: Any, _ budget: inout Budget, levels: Int
  ) throws(AdapterFailure) -> TypedValue? {
    if let scalar = Self.scalar(value, &budget) { return scalar }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return .null }
      return try typed(wrapped, "a value", &budget, levels: levels)
    }
    if let elements = value as? [Any] {
      budget.nodes -= elements.count
      guard levels > 0, !budget.isExceeded else { return Self.exceed(&budget) }
      var typedElements: [TypedValue] = []
      for element in elements where !budget.isExceeded {
        typedElements.append(try typed(element, "a value", &budget, levels: levels - 1))
      }
      return .array(typedElements)
    }
    if let members = value as? [AnyHashable: Any] {
      budget.nodes -= members.count
      guard levels > 0, !budget.isExceeded else { return Self.exceed(&budget) }
      var typedMembers: [TypedMember] = []
      for (key, member) in members where !budget.isExceeded {
        let value = try typed(member, "a value", &budget, levels: levels - 1)
        typedMembers.append(TypedMember(key: try self.key(key.base, &budget), value: value))
      }
      // So that two replies about the same values are the same.
      return .dictionary(typedMembers.sorted { Self.comes($0.key, before: $1.key) })
    }
    return nil
  }

  private func key(_ key: Any, _ budget: inout Budget) throws(AdapterFailure) -> TypedKey {
    let candidates: [Any?] = [key, plainValue(key)]
    for case let plain? in candidates {
      switch Self.scalar(plain, &budget) {
      case .string(let text)?: return .string(text)
      case .utf16(let units)?: return .utf16(units)
      default: break
      }
    }
    throw Self.unknown("a key", key)
  }

  private static func comes(_ key: TypedKey, before other: TypedKey) -> Bool {
    switch (key, other) {
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.utf16(let a), .utf16(let b)): a.lexicographicallyPrecedes(b)
    case (.string, .utf16): true
    case (.utf16, .string): false
    }
  }

  /// Nil for a value that holds others, and for one of a type that the kit does not know.
  ///
  /// By the type itself where `as` would take an `NSNumber` for a Boolean, or an empty `[Any]` for
  /// bytes.
  private static func scalar(_ value: Any, _ budget: inout Budget) -> TypedValue? {
    switch value {
    case let value as TypedValue:
      if !value.fits(&budget.contentBytes, levels: ABTObserved.Event.maxLevels) {
        return exceed(&budget)
      }
      return value
    case let key as TypedKey:
      switch key {
      case .string(let text): return .string(text)
      case .utf16(let units): return .utf16(units)
      }
    case let text as String:
      budget.contentBytes -= text.utf8.count
      return .string(text)
    case let bytes as [UInt8] where type(of: value) == [UInt8].self:
      budget.contentBytes -= bytes.count
      return .data(bytes)
    case let truth as Bool where type(of: value) == Bool.self: return .boolean(truth)
    case let number as Double where type(of: value) == Double.self: return .real(number)
    case let number as Float where type(of: value) == Float.self: return .real(Double(number))
    case let number as any BinaryInteger:
      return Int64(exactly: number).map { .integer($0) } ?? .bigInteger("\(number)")
    default: return nil
    }
  }

  /// What stands for a value that is not shown. The whole is then not shown either.
  private static func exceed(_ budget: inout Budget) -> TypedValue {
    budget.nodes = -1
    return .tooLarge
  }

  private static func unknown(_ what: String, _ value: Any) -> AdapterFailure {
    AdapterFailure(
      "the library gave \(what) of the type \(String(reflecting: type(of: value))), "
        + "and plainValue does not say what it is")
  }
}

/// An optional, whatever it wraps.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
