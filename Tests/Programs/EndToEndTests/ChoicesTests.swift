import JSONText
import Testing

/// What the report says of a library where it is free.
@Suite struct ChoicesTests {
  /// The names of the outcomes in each place, sorted; none where no case came by.
  private typealias Choices = [String: [String]]

  /// Cases that come by most places, and no more than it takes.
  private static let selection = [
    "abt/form/parameters/*", "abt/form/url/*", "abt/form/verb/*", "abt/form/percent/*",
    "abt/form/plist/*", "abt/form/base64/*", "abt/form/chunk/*", "abt/url/address/*/*",
    "abt/url/default-scheme-beside-own/*", "abt/url/malformed/profile/*", "abt/url/empty-data/**",
    "abt/url/bare/**", "abt/changed/both-ways/*", "abt/changed/foreign/*", "abt/rollback/free/*",
    "abt/secrets/invalid/other-form", "abt/chunks/open-at-once/which-is-oldest",
    "abt/form/chunks/*",
    "appconnect.dualmode/launch/**", "appconnect.dualmode/policy/**",
  ]

  private static func choices(
    of adapter: [String], _ selection: [String] = selection
  ) throws -> Choices {
    let place = try Workplace()
    let words = ["run", "--edition", "plain", "--timeout", "30", "--output", "reports"]
    let outcome = try place.assay(
      words + selection.flatMap { ["--select", $0] } + adapter)
    #expect(outcome.status == 0, "\(adapter): nobody fails by what is free\n\(outcome.output)")
    let report = try place.report()
    #expect(report.cases.allSatisfy { ["passed", "warned"].contains($0.verdict) })
    var choices: Choices = [:]
    for row in report.json["choices"]?.arrayValue ?? [] {
      choices[row["place"]?.stringValue ?? ""] =
        (row["outcomes"]?.arrayValue ?? []).compactMap { $0["outcome"]?.stringValue }.sorted()
    }
    return choices
  }

  private static let ofReference = Result { try choices(of: Workplace.faulty()) }

  @Test func theReferenceIsRecorded() throws {
    let choices = try Self.ofReference.get()
    #expect(choices.count > 80)
    #expect(choices.count { !$0.value.isEmpty } > 60)
    let some: Choices = [
      "url/default-scheme-beside-own": ["left to the app"], "url/port": ["accepted"],
      "url/parameter-twice": ["accepted"], "property-list/null": ["refused, code 7"],
      "property-list/nan-payload": ["accepted, as written"],
      "base64/non-canonical-bits": ["accepted, as written"],
      "changed/applied-then-not": ["counts as applied"],
      "changed/not-then-applied": ["counts as applied"],
      "changed/foreign-key": ["left out", "left out, and does not count"],
      "rollback/not-applied": ["rolled back"], "rollback/foreign-key": ["rolled back"],
      "chunk/leading-zeros": ["accepted"], "chunk/sign": ["refused, code 12"],
      "chunk/oldest-assembly": ["begun first", "begun first, without a new piece for longest"],
      "error/empty-data": ["code 4"],
      "callback/own-parameters": ["none"], "launch/questions": ["asked once"],
    ]
    for (place, outcomes) in some { #expect(choices[place] == outcomes, "\(place)") }
  }

  /// A liberty flips the places that it is about, and no other.
  @Test(
    arguments: [
      ("default-scheme-too", ["url/default-scheme-beside-own": ["handled"]]),
      (
        "decorated-url-refused",
        [
          "url/user-information": ["refused, code 1"], "url/port": ["refused, code 1"],
          "url/path": ["refused, code 1"], "url/fragment": ["refused, code 1"],
          "url/without-slashes": ["refused, code 1"],
        ]
      ),
      (
        "chunks-in-order-only",
        ["chunk/out-of-order": ["refused"], "chunk/oldest-assembly": ["begun first"]]
      ),
      ("loose-bits-refused", ["base64/non-canonical-bits": ["refused, code 7"]]),
      ("last-word-counts", ["changed/applied-then-not": ["counts as not applied"]]),
      ("foreign-keys-listed", ["changed/foreign-key": ["listed"]]),
      ("not-applied-not-rolled-back", ["rollback/not-applied": ["left out"]]),
      ("plus-signs-in-numbers-read", ["chunk/sign": ["accepted", "refused, code 12"]]),
      ("spaces-in-numbers-read", ["chunk/spaces": ["accepted"]]),
      ("leading-zeros-refused", ["chunk/leading-zeros": ["refused, code 12"]]),
      ("empty-data-undecodable", ["error/empty-data": ["code 7"]]),
      ("encrypted-data-unseen", ["error/encrypted-data-in-plain": ["code 4"]]),
      ("own-messages-left-out", ["error/message": ["without a message"]]),
      ("own-parameters-of-the-library", ["callback/own-parameters": ["some"]]),
      (
        "unreadable-without-callback",
        ["url/unreadable-parameter": ["no callback", "refused, code 1"]]
      ),
      ("asks-twice", ["launch/questions": ["asked more than once"]]),
      ("tells-every-change", ["entering/tells-user": ["told"]]),
    ] as [(String, [String: [String]])])
  func aLibertyFlipsItsOwnPlaces(liberty: String, expected: [String: [String]]) throws {
    let usual = try Self.ofReference.get()
    let found = try Self.choices(of: Workplace.faulty("--liberty", liberty))
    #expect(found.filter { usual[$0.key] != $0.value } == expected)
  }

  @Test func whatIsTakenApartIsOneLineOfTheSummary() throws {
    let place = try Workplace()
    let words = ["run", "--reference", "--timeout", "30", "--select", "abt/form/base64/*"]
    let usual = try place.assay(words)
    #expect(usual.lines.count { $0.hasPrefix("choices ") } == 1)
    #expect(!usual.output.contains("base64/non-canonical-bits"))
    let verbose = try place.assay(words + ["--verbose"])
    #expect(
      verbose.lines.contains { $0.contains("base64/non-canonical-bits  accepted, as written (2") })
    #expect(verbose.lines.contains("What this library does where it is free (abt)"))
    #expect(!verbose.output.contains("(appconnect.dualmode)"), "no case of it was judged")
    #expect(!(try place.assay(words + ["--quiet"])).output.contains("choices"))
  }
}
