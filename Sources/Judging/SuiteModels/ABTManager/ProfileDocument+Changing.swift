package import Conformance
import Forge
import Profiles
import WireFormat

/// What of a profile is changed by chance.
enum ProfileChange: String, CaseIterable {
  /// A value of a configuration, somewhere in it.
  case value
  /// A key of a configuration more or less.
  case member
  /// A payload more or less, for an app that has one already or not, or in another place.
  case payload
  /// A PayloadUUID, the profile's or a payload's.
  case identifier
  /// The category, the scheme, whether data is encrypted, and on which level that stands.
  case address
  /// Who wrote it: XML or binary, and the hand.
  case hand
  /// A configuration about as large as a URL may be, or as a buffer is.
  case size
}

// Profiles that are changed by chance, and made simpler.
extension ProfileDocument {
  private static let vocabulary = Vocabulary(.profile1)
  /// A profile of more payloads than these says nothing new.
  private static let maxPayloads = 6

  /// The profile with a change; nil where chance came upon nothing, or upon what is no profile.
  func changed(
    _ change: ProfileChange, _ setup: ManagerSetup, _ learnt: LearntValues,
    _ choices: inout Choices
  ) -> ProfileDocument? {
    guard let profile else { return nil }
    var draft = ProfileDraft(profile)
    guard !draft.payloads.isEmpty else { return nil }
    let place = choices.below(draft.payloads.count)
    var vocabulary = Self.vocabulary
    vocabulary.learntTexts = learnt.texts
    switch change {
    case .value:
      let configuration = PropertyList.dictionary(draft.payloads[place].configuration)
      guard case .dictionary(let members) = configuration.changed(vocabulary, &choices) else {
        return nil
      }
      draft.payloads[place].configuration = members
    case .member:
      if choices.once(in: 3), !draft.payloads[place].configuration.isEmpty {
        let count = draft.payloads[place].configuration.count
        draft.payloads[place].configuration.remove(at: choices.below(count))
      } else {
        let key = choices.once(in: 2) ? "key-\(choices.below(8))" : vocabulary.text(&choices)
        let value = vocabulary.value(&choices)
        draft.payloads[place].configuration.append(.init(key: key, value: value))
      }
    case .payload: draft.changePayloads(at: place, setup, Self.maxPayloads, &choices)
    case .identifier:
      if choices.once(in: 3) {
        draft.uuid = draft.uuid.otherIdentifier(&choices)
      } else {
        draft.payloads[place].uuid = draft.payloads[place].uuid.otherIdentifier(&choices)
      }
    case .address:
      draft.payloads[place].changeAddress(vocabulary, &choices)
      if choices.once(in: 4) { draft.moveEncryption() }
    case .hand: break
    case .size:
      let count = choices.pick([4_096, 65_535, 70_000, 300_000, 740_000, 800_000])
      // What takes long comes seldom.
      guard count < 100_000 || choices.once(in: 4) else { return nil }
      let value: PropertyList =
        choices.once(in: 3) ? .string(String("k", times: count)) : .data(choices.bytes(count))
      draft.payloads[place].configuration.append(.init(key: "picture", value: value))
    }
    draft.hand = choices.once(in: 2) ? XMLHand() : XMLHand.any(&choices)
    if change == .hand { draft.isBinary.toggle() }
    if change == .hand, choices.once(in: 2) { draft.isBinary = false }
    guard draft.isPlain else { return nil }
    if !draft.fitsXML || draft.isLarge { draft.isBinary = true }
    let document = draft.document
    // What the strict reader does not read as it was meant is nothing to judge by.
    guard let read = document.profile, read.payloads.count == draft.payloads.count,
      document != self
    else { return nil }
    return document
  }
}

extension ProfileDocument {
  /// Hands out profiles that say less, the simplest first, until `body` says that it is enough. Each is made when it is its turn: a large one
  /// has hundreds of them.
  ///
  /// - Parameter body: returns whether to go on.
  func simpler(
    _ body: (ProfileDocument) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    guard let profile else { return }
    let draft = ProfileDraft(profile)
    func tries(_ change: (inout ProfileDraft) -> Void) throws(HarnessFault) -> Bool {
      var simpler = draft
      change(&simpler)
      let document = simpler.document
      // XML is what people read, though it is longer.
      let isShorter = document.bytes.count <= bytes.count || draft.isBinary && !simpler.isBinary
      guard isShorter, document != self, document.profile != nil else { return true }
      return try body(document)
    }
    if draft.fitsXML, !draft.isLarge, try !tries({ $0.isBinary = false }) { return }
    if try !tries({ $0.hasForeignPayload = false }) { return }
    for place in draft.payloads.indices {
      if draft.payloads.count > 1, try !tries({ $0.payloads.remove(at: place) }) { return }
      if try !tries({ $0.payloads[place].isEncrypted = nil }) { return }
      if try !tries({ $0.payloads[place].category = nil }) { return }
      if try !tries({ $0.payloads[place].uuid = "payload-\(place)" }) { return }
      let members = draft.payloads[place].configuration
      for number in 0..<min(members.simplerCount, Self.maxSimplerValues) {
        guard let fewer = members.simpler(at: number) else { continue }
        if try !tries({ $0.payloads[place].configuration = fewer }) { return }
      }
    }
  }

  /// More of them are not tried at a time.
  private static var maxSimplerValues: Int { 200 }
}

extension ProfileDraft {
  /// A payload more, less, or in another place.
  fileprivate mutating func changePayloads(
    at place: Int, _ setup: ManagerSetup, _ maxPayloads: Int, _ choices: inout Choices
  ) {
    switch choices.below(6) {
    case 0 where payloads.count > 1: payloads.remove(at: place)
    case 1 where payloads.count > 1:
      payloads.swapAt(place, (place + 1) % payloads.count)
    case 2: hasForeignPayload.toggle()
    case 3:
      // For another app.
      guard !setup.installed.isEmpty else { return }
      let app = choices.pick(setup.installed)
      payloads[place].bundleIdentifier = app.bundleIdentifier
      payloads[place].urlScheme = app.urlScheme
    default:
      guard payloads.count < maxPayloads else { return }
      var other = payloads[place]
      other.uuid = "payload-\(choices.below(1_000))"
      if choices.once(in: 2), !setup.installed.isEmpty {
        let app = choices.pick(setup.installed)
        other.bundleIdentifier = app.bundleIdentifier
        other.urlScheme = app.urlScheme
      }
      other.configuration.append(.init(key: "of", value: .string(other.uuid)))
      payloads.insert(other, at: choices.below(payloads.count + 1))
    }
  }

  /// The profile says that data is encrypted, and each payload whose data is not says otherwise: all is as it was.
  mutating func moveEncryption() {
    isEncrypted = true
    for place in payloads.indices {
      payloads[place].isEncrypted = payloads[place].isEncrypted == true ? nil : false
    }
  }

  /// Whether correct readers read the same from it, in XML as in binary, whatever their language makes of texts, numbers and dates.
  fileprivate var isPlain: Bool {
    Set(payloads.map(\.uuid)).count == payloads.count
      && ([uuid] + payloads.flatMap { [$0.uuid, $0.category ?? "a"] }).allSatisfy(\.isPlainText)
      && payloads.allSatisfy { PropertyList.dictionary($0.configuration).isPlain(depth: 0) }
  }

  /// Whether XML can hold all of it.
  fileprivate var fitsXML: Bool {
    payloads.allSatisfy { PropertyList.dictionary($0.configuration).fitsXML }
  }

  /// Whether to write it in XML would take long.
  fileprivate var isLarge: Bool {
    payloads.contains { PropertyList.dictionary($0.configuration).textBytes > 100_000 }
  }
}

extension ProfileDraft.Payload {
  fileprivate mutating func changeAddress(_ vocabulary: Vocabulary, _ choices: inout Choices) {
    switch choices.below(5) {
    case 0, 1: isEncrypted = isEncrypted == nil ? true : nil
    case 2: category = category == nil ? choices.pick(["Mail", "mail", "Käse", "a b"]) : nil
    case 3:
      let text = vocabulary.text(&choices)
      category = text.isEmpty ? "Mail" : text
    default:
      // Letters of a scheme count alike in both cases.
      urlScheme = urlScheme.map { choices.once(in: 2) ? $0.uppercased() : $0.lowercased() }
    }
  }
}

extension XMLHand {
  package static func any(_ choices: inout Choices) -> XMLHand {
    XMLHand(
      escape: choices.pick(Escape.allCases), indentation: choices.pick(["", "  ", "\t"]),
      hasShortTags: choices.once(in: 2), hasPlus: choices.once(in: 4),
      wrapsData: choices.once(in: 2), hasComments: choices.once(in: 4))
  }
}

extension PropertyList {
  private static var maxPlainDepth: Int { 16 }

  fileprivate func isPlain(depth: Int) -> Bool {
    guard depth < Self.maxPlainDepth else { return false }
    switch self {
    case .string(let text): return text.isPlainText || text.isEmpty
    case .integer, .boolean, .data: return true
    case .real(let number):
      return number.isFinite && !(number == 0 && number.sign == .minus) && !number.isSubnormal
    // In whole seconds, in years that every calendar has.
    case .date(let seconds):
      return seconds == seconds.rounded() && (-12_622_780_800..<252_423_993_600).contains(seconds)
    case .array(let elements): return elements.allSatisfy { $0.isPlain(depth: depth + 1) }
    case .dictionary(let members):
      // Texts that are equal in another normal form are one key for some languages.
      return Set(members.map(\.key)).count == members.count
        && members.allSatisfy {
          ($0.key.isPlainText || $0.key.isEmpty) && $0.value.isPlain(depth: depth + 1)
        }
    }
  }

  /// Whether XML can hold it: a key has to have a character.
  fileprivate var fitsXML: Bool {
    switch self {
    case .string, .integer, .boolean, .data, .real, .date: true
    case .array(let elements): elements.allSatisfy(\.fitsXML)
    case .dictionary(let members): members.allSatisfy { !$0.key.isEmpty && $0.value.fitsXML }
    }
  }

  fileprivate var textBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .integer, .boolean, .real, .date: 8
    case .array(let elements): elements.reduce(0) { $0 + $1.textBytes }
    case .dictionary(let members):
      members.reduce(0) { $0 + $1.key.utf8.count + $1.value.textBytes }
    }
  }
}

extension String {
  /// Whether it has a character, and none that XML excludes or reads as another one.
  fileprivate var isPlainText: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
          scalar.value & 0xFFFE != 0xFFFE && scalar.value != 0xFEFF && scalar.value != 0x2028
        case 0x09, 0x0A: true
        default: false
        }
      }
  }

  /// An identifier in the form of somebody else: in another case, with space, with what URLs use themselves, or very long.
  fileprivate func otherIdentifier(_ choices: inout Choices) -> String {
    switch choices.below(8) {
    case 0: uppercased()
    case 1: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    case 2: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
    case 3: choices.once(in: 2) ? " " + self : self + " "
    case 4: self + choices.pick(["&a=b", "%41", "+", "#", "/..", "?", "=", ";", "\"", "'", "<b>"])
    case 5: choices.pick(["é", "e\u{301}", "日本語", "\u{1F600}"]) + self
    case 6: String("p", times: choices.pick([1, 255, 256, 1_024]))
    default: self + "-\(choices.below(100))"
    }
  }

  /// What a comparison that is not exact takes for the same.
  package func nearlyTheSame(_ choices: inout Choices) -> String {
    switch choices.below(6) {
    case 0: uppercased()
    case 1: lowercased()
    case 2: " " + self
    case 3: self + " "
    case 4: String(dropLast())
    default: self + "0"
    }
  }
}
