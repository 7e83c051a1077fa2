import Conformance
import Forge
import Profiles
import WireFormat

extension RequestClassifier {
  /// The keys that the protocol does not know.
  func unknownKeys(in value: PropertyList) -> UnknownKeys? {
    guard case .dictionary(let members) = value else { return nil }
    let keys = context.dialect.keys
    let known = [keys.version, keys.category, keys.configuration, keys.keys]
    let unknown = members.filter { member in
      !known.contains { $0.hasSameBytes(as: member.key) }
    }
    guard let first = unknown.first?.key else { return nil }
    return UnknownKeys(
      first: first, values: unknown.map(\.value),
      areOfProfile: unknown.allSatisfy { ProfileKey.begins($0.key, with: ProfileKey.prefix) })
  }

  /// Section 4.4: what is wrong with an unpacked dictionary for an action.
  func dictionaryDefects(
    _ value: PropertyList, _ action: RequestForge.Action?
  ) -> [RequestDefect] {
    guard case .dictionary(let members) = value else { return [] }
    let dialect = context.dialect
    let codes = dialect.errorCodes
    func member(_ key: String) -> PropertyList? {
      members.first { $0.key.hasSameBytes(as: key) }?.value
    }
    func defect(_ clause: Clause.ID, _ words: String, code: Int? = nil) -> RequestDefect {
      RequestDefect(
        [clause], codes: [code ?? codes.invalidDictionary], words, in: .contents)
    }
    var defects: [RequestDefect] = []
    switch member(dialect.keys.version) {
    case .integer(1): break
    case .integer:
      defects.append(
        defect("ABT-DICT-02", "the version is not 1", code: codes.unsupportedVersion))
    default: defects.append(defect("ABT-DICT-03", "the version is missing or no integer"))
    }
    switch member(dialect.keys.category) {
    case nil, .string: break
    default: defects.append(defect("ABT-DICT-05", "the category is no string"))
    }
    switch action {
    case .apply:
      if case .dictionary = member(dialect.keys.configuration) {
      } else {
        defects.append(
          defect("ABT-DICT-06", "the configuration is missing or no dictionary"))
      }
    case .reset:
      if case .array(let keys) = member(dialect.keys.keys), keys.allSatisfy(\.isString) {
      } else {
        defects.append(
          defect("ABT-DICT-09", "the keys are missing or no array of strings"))
      }
    case nil: break
    }
    return defects
  }
}

extension RequestClassifier {
  /// What a dictionary without defects hands to the delegate.
  func contents(
    of value: PropertyList, _ action: RequestForge.Action?
  ) -> RequestMeaning.Contents? {
    guard case .dictionary(let members) = value, let action else { return nil }
    let names = context.dialect.keys
    func member(_ key: String) -> PropertyList? {
      members.first { $0.key.hasSameBytes(as: key) }?.value
    }
    var category: String?
    if case .string(let text)? = member(names.category) { category = text }
    switch (action, member(names.configuration), member(names.keys)) {
    case (.apply, .dictionary(let configuration)?, _):
      return .apply(category: category, configuration)
    case (.reset, _, .array(let keys)?):
      return .revert(
        category: category,
        keys: keys.compactMap { if case .string(let key) = $0 { key } else { nil } })
    default: return nil
    }
  }
}

extension DictionaryLayer {
  /// What a dictionary that is forged to be right hands to the delegate.
  func contents(for action: RequestForge.Action) -> RequestMeaning.Contents? {
    switch (action, self) {
    case (.apply, .configuration(let category, let members)),
      (.apply, .both(let category, let members, _)):
      .apply(category: category, members)
    case (.reset, .keys(let category, let keys)), (.reset, .both(let category, _, let keys)):
      .revert(category: category, keys: keys)
    default: nil
    }
  }
}

extension PropertyList {
  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }
}
