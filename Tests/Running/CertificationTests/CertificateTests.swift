import Conformance
import Foundation
import JSONText
import Testing

@testable import Certification
@testable import Reporting

/// Certificates that hold, and certificates in which something was changed.
@Suite struct CertificateTests {
  private static let now = SampleRun.issued + 60

  private static func verified(
    _ text: [UInt8], now: Int64 = now, with key: PublicKey? = nil
  ) throws -> Certificate {
    try Certificate(
      verifying: text, named: "c.json", with: try key ?? SampleKey.signing().publicKey(), now: now)
  }

  private static func sample() throws -> Certificate {
    try SampleRun(
      options: [("shuffle", "2"), ("pass-env", "HOME")], adapterSHA256: SampleRun.digestOfFiles,
      adapterFiles: SampleRun.files
    ).certificate(
      Certifier.Terms(
        issued: SampleRun.issued, validUntil: SampleRun.issued + 86_400, issuer: "A lab"))
  }

  private static func reason(
    _ body: () throws -> Certificate
  ) -> CertificateFault.Reason? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? CertificateFault)?.reason
    }
  }

  @Test func whatIsSignedIsReadBack() throws {
    let certificate = try Self.sample()
    let text = try certificate.signed(with: SampleKey.signing())
    #expect(try Self.verified(text) == certificate)
    #expect(try certificate.signed(with: SampleKey.signing()) == text)
    let envelope = try JSONValue(parsing: text)
    #expect(envelope["payloadType"]?.stringValue == "application/vnd.in-toto+json")
    let statement = try JSONValue(parsing: try Envelope(text).payload)
    #expect(statement["_type"]?.stringValue == "https://in-toto.io/Statement/v1")
    #expect(statement["predicateType"]?.stringValue == "urn:assay:certificate:1")
    #expect(
      statement["subject"]?.arrayValue?.map { $0["name"]?.stringValue } == [
        "adapter", "report.json",
      ])
    #expect(statement["predicate"]?["issued"]?.stringValue == "2026-07-04T13:00:00Z")
    #expect(statement["predicate"]?["machine"]?["limits"]?["memoryMiB"] == 32)
    let files = try #require(statement["predicate"]?["adapter"]?["files"]?.arrayValue)
    #expect(files.map { $0["path"]?.stringValue } == ["/opt/acme/adapter", "libacme.so"])
    #expect(files.map { $0["sha256"]?.stringValue } == SampleRun.files.map(\.sha256))
    #expect(certificate.certified.map(\.name) == ["abt/plain"])
    #expect(certificate.requirements(.passed) == 2)
    // What no case is about is said, and held against nobody.
    #expect(certificate.requirements(.notTested) == 1)
  }

  /// The places of all values in a statement that are no containers.
  private static func leaves(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members): members.flatMap { leaves($0.value) }
    case .array(let elements): elements.flatMap(leaves)
    default: [value]
    }
  }

  /// A statement with the leaf of this number changed, and the path of that leaf.
  private static func changed(
    _ value: JSONValue, _ number: inout Int, _ place: String
  ) -> (JSONValue, String?) {
    switch value {
    case .object(let members):
      var found: String?
      let changed = members.map { member in
        let (value, path) = Self.changed(member.value, &number, place + "." + member.key)
        found = found ?? path
        return JSONMember(key: member.key, value: value)
      }
      return (.object(changed), found)
    case .array(let elements):
      var found: String?
      let changed = elements.enumerated().map { index, element in
        let (value, path) = Self.changed(element, &number, "\(place)[\(index)]")
        found = found ?? path
        return value
      }
      return (.array(changed), found)
    default:
      defer { number -= 1 }
      guard number == 0 else { return (value, nil) }
      switch value {
      case .string(let text): return (.string(text + " "), place)
      case .integer(let integer): return (.integer(integer + 1), place)
      default: return (.null, place)
      }
    }
  }

  /// Every value of the statement, changed alone, under the signature that was right before.
  @Test func eachChangedFieldIsDetected() throws {
    let signed = try Envelope(Self.sample().signed(with: SampleKey.signing()))
    let statement = try JSONValue(parsing: signed.payload)
    let count = Self.leaves(statement).count
    #expect(count > 60)
    var places: Set<String> = []
    for leaf in 0..<count {
      var number = leaf
      let (changed, place) = Self.changed(statement, &number, "")
      let path = try #require(place)
      places.insert(path)
      var envelope = signed
      envelope.payload = Array(changed.compactText.utf8)
      let reason = Self.reason { try Self.verified(envelope.text) }
      guard case .notSigned = reason else {
        Issue.record("\(path) can be changed: \(String(describing: reason))")
        continue
      }
    }
    #expect(places.count == count)
    for path in [
      ".predicate.implementation.name", ".predicate.implementation.version",
      ".predicate.adapter.sha256", ".predicate.assay.suiteVersion", ".predicate.seed",
      ".predicate.options.shuffle[0]", ".predicate.machine.limits.memoryMiB",
      ".predicate.machine.limits.stepDeadlineMilliseconds", ".predicate.parts[0].verdict",
      ".predicate.requirements[0].verdict", ".predicate.cases.verdicts[0].count",
      ".predicate.report.sha256", ".predicate.issued", ".predicate.validUntil",
      ".predicate.issuer", ".subject[0].digest.sha256", ".predicateType", "._type",
    ] {
      #expect(places.contains(path), "\(path) stands nowhere")
    }
  }

  @Test func eachMemberOfTheEnvelopeCounts() throws {
    let key = try SampleKey.signing()
    let signed = try Envelope(Self.sample().signed(with: key))
    var envelope = signed
    envelope.payloadType = "application/json"
    #expect(throws: CertificateFault.self) { try Self.verified(envelope.text) }
    envelope = signed
    envelope.signatures[0].bytes[0] ^= 1
    #expect(throws: CertificateFault.self) { try Self.verified(envelope.text) }
    envelope = signed
    let id = try key.publicKey().identifier()
    envelope.signatures[0].keyIdentifier = "another"
    #expect(Self.reason { try Self.verified(envelope.text) } == .otherHint("another", key: id))
    // The hint may be missing.
    envelope.signatures[0].keyIdentifier = nil
    #expect(throws: Never.self) { try Self.verified(envelope.text) }
    // Another key.
    let other = try SigningKey.generate().publicKey()
    let reason = Self.reason { try Self.verified(signed.text, with: other) }
    #expect(reason == .notSigned(by: try other.identifier(), hints: [id]))
  }

  /// A key that signs what is no certificate, or one that contradicts itself, does not make it hold.
  @Test func whatIsSignedIsLookedAtAllTheSame() throws {
    let right = try Self.sample()
    func reason(_ change: (inout Certificate) -> Void) throws -> CertificateFault.Reason? {
      var certificate = right
      change(&certificate)
      let text = try certificate.signed(with: SampleKey.signing())
      return Self.reason { try Self.verified(text) }
    }
    #expect(try reason { _ in } == nil)
    let changes: [(inout Certificate) -> Void] = [
      { $0.parts[0].standing = .nonconforming }, { $0.parts[0].cases += 1 },
      { $0.parts = [] }, { $0.requirements[0].verdict = .failed },
      { $0.requirements[0].verdict = .warned }, { $0.verdicts[0].verdict = .crashed },
      { $0.verdicts[0].count += 1 }, { $0.parts[0].standing = .nothingTested },
      { $0.validUntil = $0.issued - 1 },
      { $0.adapterFiles[1].sha256 = SampleRun.digest }, { $0.adapterFiles.removeLast() },
      { $0.adapterFiles.swapAt(0, 1) },
    ]
    for (number, change) in changes.enumerated() {
      guard case .contradictory = try reason(change) else {
        Issue.record("change \(number) is taken for right")
        continue
      }
    }
  }

  /// Which file of the adapter is another one is said, wherever it lies; a certificate that lists none, as those of before, says nothing.
  @Test func changedFilesAreNamed() throws {
    var certificate = try Self.sample()
    #expect(certificate.changedFiles(SampleRun.files) == [])
    var files = SampleRun.files
    files[0].path = "/usr/bin/adapter"
    #expect(certificate.changedFiles(files) == [])
    files[1].sha256 = SampleRun.digest
    #expect(certificate.changedFiles(files) == ["libacme.so is another"])
    files[0].sha256 = nil
    #expect(
      certificate.changedFiles(files) == [
        "/usr/bin/adapter is another than /opt/acme/adapter", "libacme.so is another",
      ])
    #expect(
      certificate.changedFiles([SampleRun.files[0]]) == [
        "it has 1 file, the certified one 2",
        "libacme.so is not among them, which --digest names",
      ])
    certificate.adapterFiles = []
    #expect(certificate.changedFiles(files) == [])
    let text = try certificate.signed(with: SampleKey.signing())
    #expect(try Self.verified(text) == certificate)
    #expect(throws: Never.self) { try certificate.check(Self.sample(), named: "c.json") }
  }

  @Test func timeCounts() throws {
    let text = try Self.sample().signed(with: SampleKey.signing())
    let issued = SampleRun.issued
    #expect(
      Self.reason { try Self.verified(text, now: issued + 86_401) }
        == .expired("2026-07-05T13:00:00Z"))
    #expect(
      Self.reason { try Self.verified(text, now: issued - 301) } == .early("2026-07-04T13:00:00Z"))
    // Clocks are never quite alike.
    #expect(throws: Never.self) { try Self.verified(text, now: issued - 299) }
  }

  @Test func otherTextsAreToldApart() throws {
    func reason(_ text: String) -> CertificateFault.Reason? {
      Self.reason { try Self.verified(Array(text.utf8)) }
    }
    func signed(_ statement: String) throws -> CertificateFault.Reason? {
      let text = try Envelope(
        signing: Array(statement.utf8), as: Certificate.payloadType, with: SampleKey.signing()
      ).text
      return Self.reason { try Self.verified(text) }
    }
    #expect(reason("") == .empty)
    #expect(reason(" \n") == .empty)
    #expect(
      reason("<html>")
        == .foreign("it is XML or HTML, such as the page that is made of a certificate"))
    #expect(reason("{\"schema\":\"assay-report/1\"}") == .foreign("it is a report"))
    #expect(
      reason("-----BEGIN PUBLIC KEY-----") == .foreign("it is a key, or a certificate of X.509"))
    guard case .malformed = reason("{\"payload\":\"") else {
      return #expect(Bool(false), "cut off")
    }
    #expect(try signed("{\"_type\":\"x\"}") == .foreign("its statement is of the type \"x\""))
    #expect(
      try signed(
        "{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicateType\":\"urn:assay:certificate:2\"}"
      )
        == .newer("urn:assay:certificate:2"))
    #expect(
      try signed(
        "{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicateType\":\"https://slsa.dev/provenance/v1\"}"
      )
        == .foreign("its statement is a \"https://slsa.dev/provenance/v1\""))
    guard case .malformedStatement = try signed("{\"_type\":1}") else {
      return #expect(Bool(false), "a type that is a number")
    }
    guard case .malformedStatement = try signed("no JSON") else {
      return #expect(Bool(false), "no JSON")
    }
    // A certificate without one member, or with one that is nothing, for each of them.
    let predicate = try #require(try Self.sample().predicate.members)
    for place in predicate.indices where !["validUntil", "issuer"].contains(predicate[place].key) {
      for value in [JSONValue?.none, JSONValue?.some(.null)] {
        var members = predicate
        if let value { members[place].value = value } else { members.remove(at: place) }
        let key = predicate[place].key
        let text = try Envelope(
          signing: Array(Self.statement(.object(members)).utf8), as: Certificate.payloadType,
          with: SampleKey.signing()
        ).text
        guard case .malformedStatement(let words) = Self.reason({ try Self.verified(text) }) else {
          Issue.record("\(key) may be missing")
          continue
        }
        #expect(words.contains(key), "\(words)")
      }
    }
  }

  private static func statement(_ predicate: JSONValue) -> String {
    """
    {"_type":"https://in-toto.io/Statement/v1","subject":[],"predicateType":"urn:assay:certificate:1",\
    "predicate":\(predicate.compactText)}
    """
  }

  @Test func theReportIsHeldAgainstIt() throws {
    let run = try SampleRun()
    let certificate = try run.certificate()
    #expect(throws: Never.self) {
      try certificate.check(ReportFile(path: run.path), named: "c.json")
      try certificate.check(
        run.certificate(Certifier.Terms(issued: SampleRun.issued + 9, validUntil: 2, issuer: "x")),
        named: "c.json")
    }
    var other = certificate
    other.seed += 1
    other.jobs += 1
    #expect(throws: CertificateFault("c.json", .unfounded(["seed", "machine"]))) {
      try certificate.check(other, named: "c.json")
    }
    try run.replace("\"elapsedSeconds\": 1.234", with: "\"elapsedSeconds\": 1.235")
    #expect(throws: CertificateFault.self) {
      try certificate.check(ReportFile(path: run.path), named: "c.json")
    }
  }

  @Test func samplesAreDrawnFromWhatWasJudged() throws {
    var certificate = try Self.sample()
    certificate.verdicts = [
      .init(verdict: .skipped, count: 10), .init(verdict: .passed, count: 60),
      .init(verdict: .skipped, count: 5), .init(verdict: .warned, count: 40),
    ]
    var seen: [Int: Int] = [:]
    for seed in 0..<2_000 as Range<UInt64> {
      let drawn = RandomSample.drawn(from: certificate, share: 0.05, seed: seed)
      #expect(drawn.count == 5)
      #expect(drawn.map(\.place) == drawn.map(\.place).sorted())
      #expect(Set(drawn.map(\.place)).count == 5)
      #expect(drawn.allSatisfy { ($0.place < 70) == ($0.verdict == .passed) })
      for one in drawn { seen[one.place, default: 0] += 1 }
    }
    #expect(Set(seen.keys) == Set(10..<70).union(75..<115))
    // Each is drawn 100 times on average; seven deviations from that do not happen.
    #expect(seen.values.allSatisfy { (30...170).contains($0) })
    let all = RandomSample.drawn(from: certificate, share: 1, seed: 1)
    #expect(all.count == 100)
    #expect(RandomSample.drawn(from: certificate, share: 1e-9, seed: 1).count == 1)
    #expect(
      RandomSample.drawn(from: certificate, share: 0.3, seed: 9).map(\.place)
        == RandomSample.drawn(from: certificate, share: 0.3, seed: 9).map(\.place))
  }
}
