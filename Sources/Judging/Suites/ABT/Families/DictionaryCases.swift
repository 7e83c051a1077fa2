import Conformance
import Forge
import WireFormat

/// Section 4.4: the unpacked dictionary.
extension ABTCases {
  var dictionaries: [Specification] { versions + categories + contents }

  private func dictionaryCase(
    _ path: String, _ title: String, _ targets: [Clause.ID], _ action: RequestForge.Action,
    _ members: [PropertyList.Member]
  ) -> Specification {
    makeWithCanary("dictionary/\(path)/\(action.rawValue)", title, targets) {
      (g) throws(HarnessFault) in
      var forge = action == .apply ? g.apply([]) : g.reset([])
      forge.dictionary = .verbatim(.dictionary(members))
      return [try g.open(forge)]
    }
  }

  private static func content(_ action: RequestForge.Action) -> PropertyList.Member {
    action == .apply
      ? .init(key: "Configuration", value: .dictionary([.init(key: "host", value: .string("a"))]))
      : .init(key: "Keys", value: .array([.string("host")]))
  }

  private static let version = PropertyList.Member(key: "Version", value: .integer(1))

  /// ABT-DICT-02, 03.
  private var versions: [Specification] {
    let wrong: [(String, PropertyList?, Clause.ID)] = [
      ("zero", .integer(0), "ABT-DICT-02"), ("two", .integer(2), "ABT-DICT-02"),
      ("negative", .integer(-1), "ABT-DICT-02"), ("byte-overflow", .integer(257), "ABT-DICT-02"),
      ("word-overflow", .integer(4_294_967_297), "ABT-DICT-02"),
      ("largest", .integer(.max), "ABT-DICT-02"), ("smallest", .integer(.min), "ABT-DICT-02"),
      ("missing", nil, "ABT-DICT-03"), ("string", .string("1"), "ABT-DICT-03"),
      ("real", .real(1), "ABT-DICT-03"), ("boolean", .boolean(true), "ABT-DICT-03"),
      ("data", .data([1]), "ABT-DICT-03"), ("array", .array([.integer(1)]), "ABT-DICT-03"),
    ]
    return wrong.flatMap { name, value, rule in
      RequestForge.Action.allCases.map { action in
        dictionaryCase(
          "version/\(name)", "A dictionary whose version is not the integer 1: \(name).", [rule],
          action,
          (value.map { [.init(key: "Version", value: $0)] } ?? []) + [Self.content(action)])
      }
    }
  }

  /// ABT-DICT-05.
  private var categories: [Specification] {
    let wrong: [(String, PropertyList)] = [
      ("integer", .integer(1)), ("boolean", .boolean(false)), ("data", .data([65])),
      ("array", .array([.string("Mail")])), ("dictionary", .dictionary([])),
    ]
    return wrong.flatMap { name, value in
      RequestForge.Action.allCases.map { action in
        dictionaryCase(
          "category/\(name)", "A category that is no string: \(name).", ["ABT-DICT-05"], action,
          [Self.version, .init(key: "Category", value: value), Self.content(action)])
      }
    }
  }

  /// ABT-DICT-06, 09.
  private var contents: [Specification] {
    let values: [(String, PropertyList?)] = [
      ("missing", nil), ("string", .string("host")), ("integer", .integer(1)), ("data", .data([])),
      ("boolean", .boolean(true)),
    ]
    let ofApply = values + [("array", .array([]))]
    let ofReset =
      values + [
        ("dictionary", .dictionary([])), ("of-integers", .array([.integer(1)])),
        ("mixed", .array([.string("host"), .integer(1)])),
        ("nested", .array([.array([.string("host")])])),
      ]
    return ofApply.map { name, value in
      dictionaryCase(
        "configuration/\(name)", "A configuration that is no dictionary: \(name).", ["ABT-DICT-06"],
        .apply,
        [Self.version] + (value.map { [.init(key: "Configuration", value: $0)] } ?? []))
    }
      + ofReset.map { name, value in
        dictionaryCase(
          "keys/\(name)", "Keys that are no array of strings: \(name).", ["ABT-DICT-09"], .reset,
          [Self.version] + (value.map { [.init(key: "Keys", value: $0)] } ?? []))
      }
  }
}
