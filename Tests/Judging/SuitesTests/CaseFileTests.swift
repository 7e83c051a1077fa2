import AdapterProtocol
import Conformance
import Forge
import Foundation
import JSONText
import Synchronization
import Testing

@testable import SuiteModels
@testable import Suites

/// Committed case files: files of today are read tomorrow, with the same meaning, and written again byte for byte.
///
/// A file that is missing is written, and the test fails.
@Suite struct CaseFileTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  struct Golden: Sendable, CustomTestStringConvertible {
    let name: String
    let meaning: [String]
    let make: @Sendable () throws -> Case

    init(
      _ name: String, means meaning: [String],
      _ make: @escaping @Sendable () throws -> Case
    ) {
      self.name = name
      self.meaning = meaning
      self.make = make
    }

    var testDescription: String { name }
  }

  private static func generated(_ id: String, _ variant: Variant = .plain) throws -> Case {
    try #require(StoredCases.generated(id, variant))
  }

  static let golden = [
    Golden(
      "token-missing",
      means: ["refused: ABT-TOK-02 ABT-TOK-04", "accepted: canary / canary-85618c7b75126d8e"]
    ) { try generated("abt/token/missing") },
    Golden(
      "zlib-header-window",
      means: [
        "refused: ABT-DATA-03 ABT-ENC-05 ABT-ENC-06 ABT-ENC-07 ABT-ENC-08",
        "refused: ABT-DATA-03 ABT-ENC-05 ABT-ENC-06 ABT-ENC-07 ABT-ENC-08",
        "refused: ABT-DATA-03 ABT-ENC-05 ABT-ENC-06 ABT-ENC-07 ABT-ENC-08",
        "refused: ABT-DATA-03 ABT-ENC-05 ABT-ENC-06 ABT-ENC-07 ABT-ENC-08",
        "accepted: canary / canary-96d048803ee0d62e",
      ]
    ) {
      try generated("abt/form/zlib/header-window", .encrypting)
    },
    Golden(
      "delegate-old-values",
      means: ["accepted: c / host, port, useTLS, account, signature, syncInterval, theme"]
    ) { try generated("abt/rollback/any/3") },
    Golden(
      "pieces-swapped",
      means: [
        "kept | out of order refused", "applied | out of order refused | out of order refused",
        "accepted: canary / canary-8dd9fed3857fc43f",
      ]
    ) { try generated("abt/chunks/any-order/two-swapped") },
    Golden(
      "bytes-and-canary",
      means: [
        "refused: ABT-DATA-02 ABT-ENC-08", "accepted: - / theme",
        "accepted: canary / canary-923af525d61d9001",
      ]
    ) { try generated("abt/hostile/base64/non-ascii/apply") },
    Golden(
      "foreign-bytes", means: ["not acted on", "accepted: canary / canary-928d74a2e0f1292e"]
    ) {
      let url =
        Array("x-absolutemanageconfig.com.acme.app://apply?profile=\u{7}".utf8) + [
          0xFF, 0xFE, 0x00,
        ]
      let item = try ForeignRequests.item(
        url, named: "stored/foreign", to: ForeignRequests.defaultSetup(.plain))
      var provenance = Provenance()
      provenance.found = "by hand, 2026-01-02"
      provenance.comment = "The profile is no UTF-8,\nand has a NUL."
      provenance.signature = Signature("ABT-URL-18", "early-delegate-call")
      return try StoredCases.abt.noted(item, provenance)
    },
    Golden(
      "mode-kept",
      means: [
        "launched", "AppConnectMode", "The app is started again and finds what it kept.",
        "launched", "terminated", "A fresh app is started.", "launched",
      ]
    ) {
      let script = Script<DualModeModel>(
        setup: .init(),
        steps: [
          .event(.launch(shouldStart: true, options: ["reason": "\u{0}é\u{1F600}"])),
          .event(.managedPolicy(.managed, .init(secureServices: true))), .restart(keep: true),
          .event(.launch(shouldStart: true, options: [:])), .event(.terminate),
          .restart(keep: false), .event(.launch(shouldStart: false, options: [:])),
        ])
      return Case(
        suite: DualMode.name, id: CaseID("appconnect.dualmode/kept"), variant: .sole,
        title: "The mode outlives a start that keeps it.", targets: ["ACC-DM-16"], needs: [],
        origin: .stored(script, Provenance()))
    },
  ]

  @Test(arguments: golden) func filesAreReadAsBefore(golden: Golden) throws {
    let path = Self.folder.appendingPathComponent(golden.name + ".json").path
    guard let text = FileManager.default.contents(atPath: path) else {
      try StoredCases.text(golden.make()).write(toFile: path, atomically: false, encoding: .utf8)
      Issue.record("\(path) has been written; look at it, and run the test once more.")
      return
    }
    let item = try StoredCases.read(Array(text))
    #expect(try StoredCases.text(item) == String(decoding: text, as: UTF8.self))
    let meaning = try StoredCases.meaning(item)
    #expect(meaning == golden.meaning)
    #expect(item.provenance?.drift == [])
  }

  @Test func aFileSaysWhereItsCaseComesFrom() throws {
    let item = try StoredCases.read(try Self.file("foreign-bytes"))
    let provenance = try #require(item.provenance)
    #expect(provenance.found == "by hand, 2026-01-02")
    #expect(provenance.comment == "The profile is no UTF-8,\nand has a NUL.")
    #expect(provenance.signature == Signature("ABT-URL-18", "early-delegate-call"))
    #expect(provenance.generator == nil && provenance.seed == nil)
    #expect(try StoredCases.openings(item).map(\.isLifted) == [true, false])
    let generated = try StoredCases.read(try Self.file("token-missing"))
    #expect(generated.provenance?.generator?.path == "abt/token/missing")
    #expect(generated.provenance?.seed == 1)
    #expect(generated.seed == nil, "it no longer depends on its generator")
  }

  static func file(_ name: String) throws -> [UInt8] {
    Array(
      try #require(
        FileManager.default.contents(atPath: folder.appendingPathComponent(name + ".json").path)))
  }

  // MARK: By hand

  /// As little as a person has to write.
  private static func smallest(_ url: [UInt8], _ rest: String = "") -> String {
    """
    {"format": "assay-case/1", "suite": "abt",
     "start": {"bundleIdentifier": "com.acme.app", "apiKey": "key-1", "edition": "plain"},
     "steps": [{"action": "open", "url": "\(String(decoding: url, as: UTF8.self))"\(rest)}]}
    """
  }

  private static let started = #""type":"started""#
  /// The library handles the URL, and nothing else happens.
  private static let idle = #""type":"observed","handled":true,"calls":[],"callbacks":[]"#

  @Test func theSmallestFileIsAWholeCase() throws {
    let scene = Scene()
    let item = try StoredCases.read(Self.smallest(try scene.opening().url))
    #expect(item.id.path == "stored/test" && item.variant == .plain && item.suite == "abt")
    #expect(item.targets.isEmpty && item.needs.isEmpty && item.family == "stored/test")
    #expect(try StoredCases.meaning(item) == ["accepted: Mail / host, port"])
    let judged = try StoredCases.judged(item, [Self.started, Self.idle])
    #expect(judged.verdict == .failed)
    #expect(judged.findings.map(\.clause) == ["ABT-DEL-01", "ABT-CB-01"])
    let right = scene.callback(Scene.success(["host", "port"])).text
    let calls =
      #"[{"method":"apply","category":"Mail","values":{"host":{"string":"example.com"},"port":{"integer":"25"}}}]"#
    #expect(
      try StoredCases.judged(
        item,
        [
          Self.started,
          #""type":"observed","handled":true,"calls":\#(calls),"callbacks":["\#(right)"]"#,
        ]) == JudgedCase(.passed, choices: [FreeChoice("callback/own-parameters", "none")]))
  }

  @Test func theSmallestFileOfTheOtherSuite() throws {
    let item = try StoredCases.read(
      """
      {"steps": [{"action": "launch", "shouldStart": false, "options": {}, "comment": 7}],
       "suite": "appconnect.dualmode", "format": "assay-case/1", "start": {}}
      """)
    #expect(item.variant == .sole && item.targets.isEmpty)
    let idle = #""type":"observed","calls":[],"app":[],"encryption":"Unencrypted""#
    #expect(
      try StoredCases.judged(item, [Self.started, idle + #","state":"AppConnectNotAvailable""#])
        == JudgedCase(
          .passed,
          choices: [
            FreeChoice("launch/questions", "not asked"), FreeChoice("launch/unencrypted", "stored"),
          ]))
    #expect(
      try StoredCases.judged(item, [Self.started, idle + #","state":"Undecided""#]).findings
        .map(\.clause) == ["ACC-DM-04"])
  }

  /// A start that keeps is sent with a folder and finds the mode; a fresh one finds nothing.
  /// A library that does not claim pieces does not know their numbers, right or wrong: it is not asked such cases.
  @Test(arguments: ["chunk=1&chunks=2", "chunk=2&chunks=1", "chunk=1", "chunks=x", "chunk=%zz"])
  func numbersOfPiecesNeedTheClaim(numbers: String) throws {
    let url = try Scene().opening().url
    let item = try StoredCases.read(Self.smallest(url + Array("&\(numbers)".utf8)))
    #expect(item.needs == ["chunks"])
  }

  /// ABT-CB-11: beside data-x, data that is empty may also have the codes of both.
  @Test(arguments: [(1, true), (4, true), (5, true), (6, true), (7, true), (11, false)])
  func emptyDataBesideEncryptedDataHasCodesOfBoth(code: Int, isRight: Bool) throws {
    let echoes = "profile=P-1&payload=Q-1&token=\(Scene().token)"
    let url = "x-absolutemanageconfig.com.acme.app://apply?\(echoes)&data=&data-x=no*Base64"
    let callback = "absoluteapps://thirdpartyprofilestatus?\(echoes)&status=Error&errorCode=\(code)"
    let item = try StoredCases.read(Self.smallest(Array(url.utf8)))
    let judged = try StoredCases.judged(
      item,
      [
        Self.started,
        #""type":"observed","handled":true,"calls":[],"callbacks":["\#(callback)"]"#,
      ])
    #expect(judged.findings.map(\.clause) == (isRight ? [] : ["ABT-CB-11"]))
  }

  @Test(arguments: [true, false]) func whatIsPersistedOutlivesAStartThatKeeps(keep: Bool) throws {
    let item = try StoredCases.read(
      """
      {"format": "assay-case/1", "suite": "appconnect.dualmode", "start": {}, "steps": [
        {"action": "launch", "shouldStart": false, "options": {}},
        {"action": "start", "keep": \(keep)},
        {"shouldStart": true, "options": {}, "action": "launch"}]}
      """)
    let frames = try StoredCases.dualMode.frames(item).map { try JSONValue(parsing: $0.body) }
    #expect(frames.map { $0["type"] } == ["start", "step", "start", "step"])
    #expect(frames[2]["keep"]?.booleanValue ?? false == keep)
    let session = try StoredCases.dualMode.open(item, capabilities: [])
    #expect(session.needsStorage == keep)
    func verdict(_ mode: String) throws -> [Clause.ID] {
      try StoredCases.judged(
        item,
        [
          Self.started,
          #""type":"observed","calls":[],"app":[],"encryption":null,"state":"AppConnectNotAvailable""#,
          Self.started,
          #""type":"observed","calls":["initWithDelegate",{"method":"startWithLaunchOptions","options":{}}],"#
            + #""app":[],"encryption":null,"state":"\#(mode)""#,
        ]
      ).findings.map(\.clause)
    }
    let isKept: [Clause.ID] = keep ? [] : ["ACC-DM-01"]
    let isFresh: [Clause.ID] = keep ? ["ACC-DM-03"] : []
    #expect(try verdict("AppConnectNotAvailable") == isKept)
    #expect(try verdict("Undecided") == isFresh)
  }

  /// A script that is left in its file is read from there each time, and is the same case in all else.
  @Test func aScriptCanBeLeftInItsFile() throws {
    let read = try StoredCases.read(
      try StoredCases.text(try #require(StoredCases.generated("abt/token/upper-case"))))
    let readings = Mutex(0)
    let left = read.leavingScript { () throws(HarnessFault) in
      readings.withLock { $0 += 1 }
      return read
    }
    #expect(
      left.provenance == read.provenance && left.id == read.id && left.targets == read.targets)
    #expect(readings.withLock { $0 } == 0)
    #expect(try StoredCases.text(left) == StoredCases.text(read))
    #expect(try StoredCases.openings(left).map(\.url) == StoredCases.openings(read).map(\.url))
    #expect(readings.withLock { $0 } == 2)
    let prepared = try StoredCases.abt.prepared(left)
    _ = try StoredCases.text(prepared)
    #expect(readings.withLock { $0 } == 3)
    let gone = read.leavingScript { () throws(HarnessFault) in throw HarnessFault("gone") }
    #expect(throws: HarnessFault("gone")) { try StoredCases.text(gone) }
    // What a generator makes has no file.
    let generated = try #require(StoredCases.generated("abt/token/upper-case"))
    let same = generated.leavingScript { () throws(HarnessFault) in throw HarnessFault("gone") }
    #expect(try StoredCases.openings(same).count == StoredCases.openings(read).count)
  }

  @Test func aCanaryIsJudgedAsOne() throws {
    let url = try Scene().opening().url
    for (role, clause) in [
      ("", "ABT-DEL-01"), (#","role":"subject""#, "ABT-DEL-01"),
      (#","role":"canary""#, "ABT-ROB-04"),
    ] as [(String, Clause.ID)] {
      let item = try StoredCases.read(Self.smallest(url, role))
      let judged = try StoredCases.judged(item, [Self.started, Self.idle])
      #expect(judged.findings.map(\.clause) == [clause, "ABT-CB-01"])
    }
  }

  /// Nothing but the bytes decides, whatever is said beside them.
  @Test func storedBytesWinOverAForge() throws {
    var scene = Scene()
    scene.forge.profile = "P-1"
    let item = Case(
      suite: "abt", id: CaseID("stored/drift"), variant: .plain, title: "t", targets: [], needs: [],
      origin: .stored(
        Script<ABTModel>(setup: scene.setup, events: [try scene.opening()]), Provenance()))
    let text = try StoredCases.text(item)
    #expect(text.contains("\"forge\""))
    let changed = text.replacing("profile=P-1", with: "profile=P-2", maxReplacements: 1)
    try #require(changed != text)
    let read = try StoredCases.read(changed)
    let url = String(decoding: try scene.opening().url, as: UTF8.self)
    let place = try #require(url.firstRange(of: "P-1"))
    let offset = url[..<place.lowerBound].utf8.count + 2
    #expect(
      read.provenance?.drift == [
        "step 1: the forge renders to other bytes today, from byte \(offset) on; the stored ones count"
      ])
    let opening = try #require(StoredCases.openings(read).first)
    #expect(opening.isLifted)
    #expect(opening.meaning.echoes.profile == Array("P-2".utf8))
    #expect(opening.forge.profile == "P-2")
    let again = try StoredCases.text(read)
    #expect(!again.contains("\"forge\""), "a forge that no longer fits is not stored again")
    #expect(try StoredCases.read(again).provenance?.drift == [])
    // Where they fit, it is the forge that is known.
    let same = try StoredCases.read(text)
    #expect(try StoredCases.openings(same).map(\.isLifted) == [false])
    #expect(same.provenance?.drift == [])
  }
}
