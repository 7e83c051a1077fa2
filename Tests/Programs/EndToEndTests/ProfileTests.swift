import Foundation
import JSONText
import Testing

@Suite struct ProfileTests {
  private static let folder = BuiltPrograms.packageFolder + "/Corpus/profiles"

  @Test func theCorpusHasProfiles() throws {
    #expect(Self.names.count >= 12)
  }

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".mobileconfig") }.sorted()

  @Test(arguments: names)
  func theReferencePassesARealProfile(name: String) throws {
    let place = try Workplace()
    let stem = name.dropLast(".mobileconfig".count)
    let outcome = try place.assay(
      "run", "--reference", "--profile", "\(Self.folder)/\(name)", "--select",
      "abt/profile/\(stem)/**", "--timeout", "30", "--output", "reports")
    #expect(outcome.status == 0)
    let report = try place.report()
    #expect(Set(report.cases.map(\.variant)) == ["plain", "encrypting"])
    #expect(report.cases.allSatisfy { $0.verdict == "passed" })
    let ends = Set(report.cases.compactMap { $0.id.split(separator: "/").last.map(String.init) })
    #expect(ends == ["applied", "removed"])
    let given = report.json["options"]?["profile"]?.stringValue
    #expect(given == "\(Self.folder)/\(name)")
  }

  @Test func profilesAddToTheCases() throws {
    let place = try Workplace()
    let profiles = Self.names.prefix(2).flatMap { ["--profile", "\(Self.folder)/\($0)"] }
    let without = try SelectionTests.list(place, [])
    let with = try SelectionTests.list(place, profiles)
    let more = Set(with).subtracting(without)
    #expect(Set(without).isSubset(of: with))
    #expect(Set(more.compactMap { $0.id.split(separator: "/").dropFirst(2).first }).count == 2)
  }

  @Test(arguments: [
    ("missing.mobileconfig", ["missing.mobileconfig cannot be read", "No such file"]),
    (".", ["it is a folder"]),
    ("text.mobileconfig", ["text.mobileconfig cannot be used", "neither an XML nor a binary"]),
    ("cut.mobileconfig", ["cut.mobileconfig cannot be used"]),
    ("signed.mobileconfig", ["the profile is signed", "openssl cms -verify -inform DER"]),
  ])
  func aProfileThatCannotBeUsed(name: String, says parts: [String]) throws {
    let place = try Workplace()
    let whole = try place.bytes("\(Self.folder)/mail-and-vpn.mobileconfig")
    try place.put("good morning".utf8, "text.mobileconfig")
    try place.put(whole.prefix(whole.count / 2), "cut.mobileconfig")
    // ContentInfo of signed data (RFC 5652), as a signed profile begins.
    let oid: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    let head: [UInt8] = [0x30, 0x82, 0x11, 0xBE] + oid
    try place.put(head + [0xA0, 0x82, 0x11, 0xAF] + whole, "signed.mobileconfig")
    for command in [["run", "--reference"], ["list"]] {
      let outcome = try place.assay(command + ["--profile", name])
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      for part in parts { #expect(outcome.errors.contains(part), "\(part) is missing") }
    }
  }

  @Test func twoProfilesOfOneName() throws {
    let place = try Workplace()
    let profile = "\(Self.folder)/mail-and-vpn.mobileconfig"
    let outcome = try place.assay("list", "--profile", profile, "--profile", profile)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("two profiles are called mail-and-vpn; rename"))
  }
}
