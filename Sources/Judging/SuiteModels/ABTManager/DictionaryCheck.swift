import AdapterProtocol
import Conformance
import Profiles
import WireFormat

/// Holds the dictionary of a request against the payload that it is for (MGR-01, 06, 08).
struct DictionaryCheck {
  let kind: ManagerState.Sent.Kind
  let payload: ConfigurationProfile.Payload
  let keys: Set<ExactText>
  /// Whether a reset may be one of no keys, too.
  var mayBeEmpty = false
  /// Whether the profile has come with other values before, so that nobody knows which ones a reset may hold.
  var hasOtherEditions = false

  /// Of whom the values are, in words.
  var words: String {
    kind == .reset
      ? "a reset of exactly \(Self.text(keys))"
      : TypedValue(payload.configuration).summary
  }

  private static func text(_ keys: Set<ExactText>) -> String {
    List.text(keys.sorted().map(\.string))
  }

  /// The members of the dictionary; nil where it is none.
  private func members(_ list: PropertyList) -> [PropertyList.Member]? {
    if case .dictionary(let members) = list { members } else { nil }
  }

  private func value(_ name: String, _ list: PropertyList) -> PropertyList? {
    members(list)?.first { $0.key.hasSameBytes(as: name) }?.value
  }

  /// Version, category, and nothing that is not for the app (MGR-06).
  func frame(_ list: PropertyList) -> Discrepancy? {
    guard let members = members(list) else {
      return Discrepancy("the data is no dictionary", observed: TypedValue(list).summary)
    }
    guard value("Version", list) == .integer(1) else {
      return Discrepancy(
        "Version is not 1",
        observed: value("Version", list).map { TypedValue($0).summary } ?? "nothing",
        aspect: "version")
    }
    let known = ["Version", "Category", "Configuration"] + (kind == .reset ? ["Keys"] : [])
    if let foreign = members.first(where: { !known.contains($0.key) }) {
      return Discrepancy(
        "other content of the profile travels with the payload", observed: foreign.key,
        aspect: "foreign-key")
    }
    return category(value("Category", list))
      ?? (kind == .reset ? contentOfReset(value("Configuration", list)) : nil)
  }

  /// What a reset has as its Configuration, which nobody reads: nothing but what is for the app.
  private func contentOfReset(_ found: PropertyList?) -> Discrepancy? {
    guard let found, !hasOtherEditions else { return nil }
    let own = members(payload.configuration) ?? []
    let isOwn =
      members(found)?.allSatisfy { member in
        own.contains {
          $0.key.hasSameBytes(as: member.key) && $0.value.holdsSameValues(as: member.value)
        }
      } ?? false
    if isOwn { return nil }
    return Discrepancy(
      "a reset carries other values than the payload's",
      expected: "no Configuration, an empty one, or the payload's",
      observed: TypedValue(found).summary, aspect: "reset-configuration")
  }

  /// The values of an apply (MGR-01), or the keys of a reset (MGR-08).
  func values(_ list: PropertyList) -> Discrepancy? {
    kind == .reset ? reset(value("Keys", list)) : configuration(value("Configuration", list))
  }

  private func category(_ found: PropertyList?) -> Discrepancy? {
    // Whether a reset has the category is left open.
    if kind == .reset, found == nil { return nil }
    let expected = payload.category.map { PropertyList.string($0) }
    switch (found, expected) {
    case (nil, nil): return nil
    case (let found?, let expected?) where found.holdsSameValues(as: expected): return nil
    default: break
    }
    return Discrepancy(
      "the category is another one", expected: expected.map { TypedValue($0).summary } ?? "none",
      observed: found.map { TypedValue($0).summary } ?? "none", aspect: "category")
  }

  private func configuration(_ found: PropertyList?) -> Discrepancy? {
    if found?.holdsSameValues(as: payload.configuration) ?? false { return nil }
    return Discrepancy(
      "the configuration is not the payload's", expected: TypedValue(payload.configuration).summary,
      observed: found.map { TypedValue($0).summary } ?? "none", aspect: "configuration")
  }

  private func reset(_ found: PropertyList?) -> Discrepancy? {
    guard case .array(let elements)? = found else {
      return Discrepancy(
        "Keys is no list", observed: found.map { TypedValue($0).summary } ?? "nothing",
        aspect: "no-list")
    }
    var listed: Set<ExactText> = []
    for element in elements {
      guard case .string(let key) = element else {
        return Discrepancy(
          "a key is no text", observed: TypedValue(element).summary, aspect: "no-text")
      }
      listed.insert(ExactText(key))
    }
    if listed == keys || mayBeEmpty && listed.isEmpty { return nil }
    return Discrepancy(
      "other keys are reset than the app has reported", expected: Self.text(keys),
      observed: Self.text(listed),
      aspect: listed.isSuperset(of: keys) ? "too-many" : "too-few")
  }
}
