import Conformance
import Forge
import Profiles
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Profiles that are changed by chance, and made simpler.
@Suite struct ProfileChangeTests {
  private static let setup = ManagerModel.walkSetup

  /// A chain of changes, each made to what the one before has left.
  private func changed(
    _ count: Int, only change: ProfileChange? = nil, _ body: (ConfigurationProfile) throws -> Void
  ) throws {
    var document = ManagerModel.walkProfile(1, edition: 0)
    for number in 0..<count {
      var choices = Choices(seed: 9, case: CaseID("profile/\(number)"))
      // A long chain of changes leads to profiles that are too large to say anything.
      if number.isMultiple(of: 12) {
        document = ManagerModel.walkProfile(choices.below(3), edition: 0)
      }
      let change = change ?? choices.pick(ProfileChange.allCases)
      guard let next = document.changed(change, Self.setup, LearntValues(), &choices) else {
        continue
      }
      #expect(next != document)
      document = next
      try body(try ConfigurationProfile.read(next.bytes))
    }
  }

  /// What a manager may trip over comes up within some hundred changes.
  @Test func profilesOfAllKindsComeUp() throws {
    var seen: Set<String> = []
    try changed(1_500) { profile in
      let apps = profile.payloads.map(\.bundleIdentifier)
      if Set(apps).count < apps.count { seen.insert("several payloads of one app") }
      if profile.payloads.contains(where: { $0.uuid != $0.uuid.lowercased() }) {
        seen.insert("an identifier in capitals")
      }
      if profile.payloads.contains(where: { $0.uuid.hasPrefix(" ") || $0.uuid.hasSuffix(" ") }) {
        seen.insert("an identifier with space")
      }
      if profile.payloads.contains(where: \.encrypted) { seen.insert("encrypted") }
      if profile.payloads.contains(where: { $0.category == nil }) { seen.insert("no category") }
      if !profile.otherPayloads.isEmpty { seen.insert("a payload of the system") }
      seen.insert(profile.format == .xml ? "XML" : "binary")
    }
    #expect(seen.count == 8, "\(seen.sorted())")
  }

  @Test func large() throws {
    var sizes: Set<Int> = []
    try changed(200, only: .size) { profile in
      for payload in profile.payloads {
        guard case .dictionary(let members) = payload.configuration else { continue }
        for member in members where member.key == "picture" {
          switch member.value {
          case .string(let text): sizes.insert(text.utf8.count)
          case .data(let bytes): sizes.insert(bytes.count)
          default: break
          }
        }
      }
    }
    #expect(sizes.contains { $0 > 737_000 } && sizes.contains { $0 < 10_000 }, "\(sizes)")
  }

  /// Where it is said which data is encrypted changes nothing about it.
  @Test func encryptionMovesToTheUpperLevel() throws {
    let profile = try #require(ManagerModel.walkProfile(1, edition: 0).profile)
    var draft = ProfileDraft(profile)
    draft.moveEncryption()
    let moved = try #require(draft.document.profile)
    #expect(draft.isEncrypted == true && moved.payloads.map(\.encrypted) == [false, false, true])
    #expect(moved.payloads.map(\.encrypted) == profile.payloads.map(\.encrypted))
  }

  /// Whoever writes it, the same is read.
  @Test func allHandsWriteTheSame() throws {
    let texts = ["", " a\n b ", "<&>\"'", "]]>", "a]]>&b", "käse", "\u{1F600}", "\t"]
    let values: [PropertyList.Member] = [
      .init(key: "texts & more", value: .array(texts.map { .string($0) })),
      .init(
        key: "numbers",
        value: .array([.integer(0), .integer(7), .integer(-7), .integer(.min), .integer(.max)])),
      .init(key: "reals", value: .array([.real(0), .real(1.5), .real(-0.1), .real(1e300)])),
      .init(
        key: "dates",
        value: .array([
          .date(0), .date(-1), .date(-12_622_780_800), .date(252_423_993_599), .date(1_169_176_448),
        ])),
      .init(
        key: "data",
        value: .array([.data([]), .data([0]), .data(Array(0...255)), .data(Array(0..<45))])),
      .init(key: "truths", value: .array([.boolean(true), .boolean(false)])),
      .init(key: "nothing", value: .array([.array([]), .dictionary([])])),
    ]
    var draft = ProfileDraft("profile", [.init("p <&", for: "com.acme.mail", values)])
    var hands: Set<XMLHand> = [XMLHand()]
    for number in 0..<100 {
      var choices = Choices(seed: 2, case: CaseID("hand/\(number)"))
      hands.insert(XMLHand.any(&choices))
    }
    #expect(hands.count > 60)
    for hand in hands {
      draft.hand = hand
      let read = try ConfigurationProfile.read(draft.document.bytes)
      #expect(read.format == .xml)
      #expect(read.payloads[0].uuid == "p <&")
      #expect(read.payloads[0].configuration == .dictionary(values), "\(hand)")
    }
  }

  /// Taking what is simpler, again and again, comes to an end with one payload that has no values.
  @Test func simplerProfilesComeToAnEnd() throws {
    var profiles: [ProfileDocument] = []
    try changed(60) { profile in
      profiles.append(ProfileDraft(profile).document)
    }
    for start in profiles.suffix(8) {
      var document = start
      var steps = 0
      var isOver = false
      while !isOver, steps < 2_000 {
        isOver = true
        try document.simpler { simpler in
          document = simpler
          isOver = false
          steps += 1
          return false
        }
      }
      let profile = try #require(document.profile)
      #expect(steps < 2_000 && profile.payloads.count == 1, "\(steps) steps")
      #expect(profile.payloads[0].configuration == .dictionary([]))
      #expect(profile.payloads[0].category == nil && !profile.payloads[0].encrypted)
    }
  }
}
