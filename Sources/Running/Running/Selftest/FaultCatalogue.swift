package import Conformance
package import JSONText

/// The wrong implementations that the suites are proven on, as `faulty-adapter --list` tells them.
package struct FaultCatalogue: Sendable, Hashable {
  /// An implementation with one thing wrong.
  package struct Fault: Sendable, Hashable {
    package let name: String
    /// The class of the mistake, or nil if the list does not say it.
    package let kind: String?
    package let description: String
    package let suite: String
    package let variants: [Variant]
    /// The requirements that have to be found broken, all of them.
    package let requirements: [String]
    /// Those that may be found broken as well. One that ends with `*` stands for all that begin like it.
    package let mayAlso: [String]
    /// Whether it shows only where the cases run in shuffled orders.
    package let showsOnlyShuffled: Bool
    /// Whether it lies so deep that no fixed case meets it: one for a fuzzer, and no gap of the suites.
    package let isDeep: Bool
    /// Patterns of the cases to look in first; none where it is soon found anyway.
    package let shownBy: [String]
    /// Why the mistake cannot be made in the dialect at hand, or nil where it can.
    package let impossible: String?

    /// Whether a requirement is among those that are or may be found broken.
    package func covers(_ requirement: String) -> Bool {
      requirements.contains(requirement)
        || mayAlso.contains { pattern in
          pattern.last == "*"
            ? requirement.hasPrefix(pattern.dropLast()) : requirement == pattern
        }
    }
  }

  /// An implementation that does something unusual which the specification allows.
  package struct Liberty: Sendable, Hashable {
    package let name: String
    package let description: String
    package let suite: String
    /// SHOULDs that it gives up: warnings about these, and about nothing else, are right.
    package let concedes: [String]
    /// Whether it takes real time or much memory, and is therefore tried alone, not in combinations.
    package let isAlone: Bool
    /// Whether it shows over many requests, so that it has to stand the long series of them.
    package let isLasting: Bool
    /// Why it cannot be taken in the dialect at hand, or nil where it can.
    package let impossible: String?
  }

  package private(set) var faults: [Fault]
  package private(set) var liberties: [Liberty]

  /// What it holds about some suites.
  package func about(_ suites: Set<String>) -> FaultCatalogue {
    var catalogue = self
    catalogue.faults.removeAll { !suites.contains($0.suite) }
    catalogue.liberties.removeAll { !suites.contains($0.suite) }
    return catalogue
  }

  /// The faults that the suites have to find: all but the deep ones.
  package var ordinaryFaults: [Fault] { faults.filter { !$0.isDeep } }

  /// Reads the list.
  ///
  /// - Throws: what is missing or of the wrong type, with the name of the entry.
  package init(_ list: JSONValue) throws(HarnessFault) {
    faults = try Self.entries("faults", of: list).map { (entry) throws(HarnessFault) in
      Fault(
        name: try Self.text("name", of: entry),
        kind: entry["kind"]?.stringValue,
        description: try Self.text("description", of: entry),
        suite: try Self.text("suite", of: entry),
        variants: try Self.texts("variants", of: entry).map(Variant.init),
        requirements: try Self.texts("requirements", of: entry),
        mayAlso: entry["mayAlso"] == nil
          ? [] : try Self.texts("mayAlso", of: entry, mayBeEmpty: true),
        showsOnlyShuffled: entry["shuffled"]?.booleanValue ?? false,
        isDeep: entry["deep"]?.booleanValue ?? false,
        shownBy: entry["shownBy"] == nil ? [] : try Self.texts("shownBy", of: entry),
        impossible: entry["impossible"]?.stringValue)
    }
    liberties = try Self.entries("liberties", of: list).map { (entry) throws(HarnessFault) in
      Liberty(
        name: try Self.text("name", of: entry),
        description: try Self.text("description", of: entry),
        suite: try Self.text("suite", of: entry),
        concedes: entry["concedes"] == nil ? [] : try Self.texts("concedes", of: entry),
        isAlone: entry["alone"]?.booleanValue ?? false,
        isLasting: entry["lasting"]?.booleanValue ?? false,
        impossible: entry["impossible"]?.stringValue)
    }
  }

  private static func entries(
    _ key: String, of list: JSONValue
  ) throws(HarnessFault) -> [JSONValue] {
    guard let entries = list[key]?.arrayValue, !entries.isEmpty else {
      throw HarnessFault("the list of faulty implementations has no \"\(key)\"")
    }
    return entries
  }

  private static func text(_ key: String, of entry: JSONValue) throws(HarnessFault) -> String {
    guard let text = entry[key]?.stringValue, !text.isEmpty else {
      throw HarnessFault(
        "an entry of the faulty implementations has no \"\(key)\": \(entry.compactText)")
    }
    return text
  }

  private static func texts(
    _ key: String, of entry: JSONValue, mayBeEmpty: Bool = false
  ) throws(HarnessFault) -> [String] {
    guard let values = entry[key]?.arrayValue, mayBeEmpty || !values.isEmpty else {
      throw HarnessFault(
        "an entry of the faulty implementations has no \"\(key)\": \(entry.compactText)")
    }
    let texts = values.compactMap(\.stringValue)
    guard texts.count == values.count else {
      throw HarnessFault("\"\(key)\" holds what is no string: \(entry.compactText)")
    }
    return texts
  }
}
