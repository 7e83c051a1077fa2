import Forge
import WireFormat

/// What a sound dictionary must hold to be a request (section 4.4).
struct DictionaryRules {
  /// What is odd about one member of the dictionary.
  struct Remark {
    let key: String
    let standing: ByteNote.Standing
    let words: String
    let clause: String
    /// Whether the dictionary has no such member.
    var isMissing = false

    /// The words with the requirement.
    var sentence: String { "\(words) (\(clause))" }
  }

  /// Keys that the protocol does not know are told up to this number.
  private static let maxStrangers = 64

  /// What must be refused first; in the order of the document.
  let remarks: [Remark]

  /// - Parameter action: what the verb asks for; nil for a verb that the dialect does not have.
  init(_ members: [PropertyList.Member], _ action: RequestForge.Action?, _ dialect: Dialect) {
    let keys = dialect.keys
    var remarks: [Remark] = []
    func refuse(_ key: String, _ words: String, _ clause: String) {
      remarks.append(
        Remark(
          key: key, standing: .defect, words: words, clause: clause, isMissing: member(key) == nil))
    }
    func member(_ key: String) -> PropertyList? {
      members.first { $0.key.hasSameBytes(as: key) }?.value
    }
    switch member(keys.version) {
    case .integer(1)?: break
    case .integer?: refuse(keys.version, "the version is not 1", "ABT-DICT-02")
    default: refuse(keys.version, "the version is missing or no integer", "ABT-DICT-03")
    }
    switch member(keys.category) {
    case nil, .string?: break
    default: refuse(keys.category, "the category is no string", "ABT-DICT-05")
    }
    switch (action, member(keys.configuration), member(keys.keys)) {
    case (.apply, .dictionary?, _), (nil, _, _): break
    case (.apply, _, _):
      refuse(
        keys.configuration, "the configuration is missing or no dictionary", "ABT-DICT-06")
    case (.reset, _, .array(let elements)?) where elements.allSatisfy(Self.isString): break
    case (.reset, _, _):
      refuse(keys.keys, "the keys are missing or no array of strings", "ABT-DICT-09")
    }
    let known = [keys.version, keys.category, keys.configuration, keys.keys]
    let strangers = members.lazy.filter { member in
      !known.contains { $0.hasSameBytes(as: member.key) }
    }
    for member in strangers.prefix(Self.maxStrangers) {
      remarks.append(
        Remark(
          key: member.key, standing: .unusual, words: "a key that the protocol does not know",
          clause: "ABT-DICT-08"))
    }
    self.remarks = remarks
  }

  /// How a strict reader ends with the dictionary, told on the top object's byte.
  func ending(at offset: Int) -> Ending {
    guard let first = remarks.first else { return .complete }
    let finding = Finding(at: offset, first.words, clause: first.clause)
    return first.standing == .defect ? .stopped(finding) : .free(finding)
  }

  private static func isString(_ value: PropertyList) -> Bool {
    if case .string = value { true } else { false }
  }
}
