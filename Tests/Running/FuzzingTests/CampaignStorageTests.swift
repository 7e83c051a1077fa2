import Conformance
import Foundation
import GRDB
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

/// A folder that goes when the test has ended.
final class PassingFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/campaign-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct CampaignDatabaseTests {
  private let item = ABT.suite().cases(seed: 1)[0]

  private func snapshot(_ status: CampaignStatus) -> CampaignSnapshot {
    CampaignSnapshot(status: status, entries: [], tried: [], features: [], runs: [], learnt: nil)
  }

  @Test func whatWasSavedIsThereAgain() throws {
    let folder = try PassingFolder()
    var status = CampaignStatus()
    status.executions = 900
    status.adapterFaults = 2
    status.nextExecution = 1_234
    status.elapsed = .seconds(12.5)
    status.lastNews = .seconds(3)
    status.lastNewsChanges = ["form/zlib", "contents"]
    status.changes = ["contents": ChangeTally()]
    status.changes["contents"]?.tried = 7
    var first = snapshot(status)
    first.features = [1, .max, 1 << 63]
    first.learnt = ["abt": ["b", "a"]]
    let database = try CampaignDatabase(folder: folder.path)
    #expect(try database.memory() == nil)
    try database.save(
      first, seed: .max,
      entries: [
        .init(
          file: "abt-000001.json", entry: Entry(item, newFeatures: 3, depth: 2), suite: "abt",
          variant: .plain, digest: .max)
      ], ran: [5, .max], judged: [7])
    var second = snapshot(status)
    second.tried = [("abt-000001.json", 8, 1)]
    second.features = [2]
    try database.save(second, seed: .max, entries: [], ran: [], judged: [])
    database.close()

    let memory = try #require(try CampaignDatabase(folder: folder.path).memory())
    #expect(memory.seed == .max && memory.nextExecution == 1_234)
    #expect(memory.executions == 900 && memory.adapterFaults == 2)
    #expect(memory.elapsed == .seconds(12.5) && memory.lastNews == .seconds(3))
    #expect(memory.lastNewsChanges == ["form/zlib", "contents"])
    #expect(memory.changes["contents"]?.tried == 7)
    #expect(Set(memory.features) == [1, 2, .max, 1 << 63])
    #expect(memory.ran == [5, .max] && memory.judged == [7])
    #expect(memory.learnt == ["abt": ["b", "a"]])
    #expect(
      memory.entries == [
        StoredEntry(
          file: "abt-000001.json", suite: "abt", variant: .plain, digest: .max, newFeatures: 3,
          children: 8, kept: 1, depth: 2)
      ])
  }

  /// What has been taken out is gone from one commit on, whatever becomes of the files.
  @Test func whatIsTakenOutIsKnownUntilItsFilesAreGone() throws {
    let folder = try PassingFolder()
    let database = try CampaignDatabase(folder: folder.path)
    let entries = ["a.json", "b.json"].map {
      CampaignDatabase.NewEntry(
        file: $0, entry: Entry(item, newFeatures: 1, depth: 0), suite: "abt", variant: .plain,
        digest: 0)
    }
    try database.save(snapshot(.init()), seed: 1, entries: entries, ran: [], judged: [])
    try database.leaveOut(["a.json"])
    #expect(try database.memory()?.entries.map(\.file) == ["b.json"])
    #expect(try database.leftOut() == ["a.json"])
    try database.forgetLeftOut()
    #expect(try database.leftOut().isEmpty)
  }

  private func complaint(_ prepare: (String) throws -> Void) throws -> String? {
    let folder = try PassingFolder()
    try prepare(folder.path + "/" + CampaignDatabase.fileName)
    do throws(CampaignFolder.Unusable) {
      _ = try CampaignDatabase(folder: folder.path)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func whatIsNoDatabaseOfACampaignIsRefused() throws {
    let text = try complaint { try Data("hello".utf8).write(to: URL(fileURLWithPath: $0)) }
    #expect(text?.contains("is damaged") == true && text?.contains("move it away") == true)
    let empty = try complaint { try Data().write(to: URL(fileURLWithPath: $0)) }
    #expect(empty?.contains("is damaged") == true)
    let foreign = try complaint { path in
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: "CREATE TABLE a (b)") }
      try queue.close()
    }
    #expect(foreign?.contains("another program") == true)
    let newer = try complaint { path in
      try CampaignDatabase(folder: String(path.dropLast(CampaignDatabase.fileName.count + 1)))
        .close()
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: "PRAGMA user_version = 9") }
      try queue.close()
    }
    #expect(newer?.contains("newer version of assay") == true)
  }

  /// Damage far behind the beginning is enough: what is read later may not be what was written.
  @Test func damageFarBehindIsSeen() throws {
    let text = try complaint { path in
      let folder = String(path.dropLast(CampaignDatabase.fileName.count + 1))
      let database = try CampaignDatabase(folder: folder)
      var full = snapshot(.init())
      full.features = Array(0..<5_000)
      try database.save(full, seed: 1, entries: [], ran: [], judged: [])
      database.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // Of the features, which opening reads only to check them.
      let page = (bytes.count / 4_096 - 1) * 4_096
      bytes.replaceSubrange(page..<page + 64, with: Data(repeating: 0xA5, count: 64))
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    #expect(text?.contains("is damaged") == true)
  }

  /// A long campaign has no more points than a short one; the first and the last are there, and so are all in between, evenly.
  @Test func theSeriesIsThinned() throws {
    let folder = try PassingFolder()
    let database = try CampaignDatabase(folder: folder.path)
    var status = CampaignStatus()
    try database.queue.write { tables in
      var series = try SeriesPlace(tables)
      for second in 1...20_000 {
        status.elapsed = .seconds(second)
        status.executions = second * 10
        try series.note(.init(status), tables)
        if second == 9_999 { series = try SeriesPlace(tables) }
      }
    }
    let points = try database.progress()
    #expect(points.count <= SeriesPlace.maxPoints && points.count > SeriesPlace.maxPoints / 3)
    #expect(points.last?.second == 20_000 && points.last?.executions == 200_000)
    let gaps = zip(points, points.dropFirst()).map { $1.second - $0.second }
    #expect(gaps.allSatisfy { $0 > 0 && $0 <= 64 })
    #expect((points.first?.second ?? .max) <= 64)
  }
}

@Suite struct CasesInMemoryTests {
  /// Case files that are in memory, and how often each was read.
  private final class Shelf: CaseFiles, @unchecked Sendable {
    let cases: [String: Case]
    private(set) var reads = 0
    private(set) var conversions = 0
    private let lock = NSLock()

    init(_ cases: [String: Case]) { self.cases = cases }

    func entry(_ file: String) -> Case? {
      lock.withLock { reads += 1 }
      return cases[file]
    }

    func asRead(_ item: Case) -> Case? {
      lock.withLock { conversions += 1 }
      return item
    }

    func waiting(_ file: WaitingFile) -> (item: Case, digest: UInt64)? { nil }
  }

  private let item = ABT.suite().cases(seed: 1)[0]

  private func stored(_ count: Int) -> [StoredEntry] {
    (0..<count).map {
      StoredEntry(
        file: "\($0)", suite: "abt", variant: .plain, digest: 0, newFeatures: 1, depth: 0)
    }
  }

  @Test func entriesAreReadWhenTheyAreDrawnAndForgottenInTurn() {
    let count = CasesInMemory.maxCases + 100
    let shelf = Shelf(
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", item) }))
    var corpus = Corpus(stored(count), features: [1, 2], files: shelf)
    #expect(corpus.featureCount == 2 && shelf.reads == 0)
    for place in 0..<count { #expect(corpus.item(of: place) != nil) }
    #expect(shelf.reads == count)
    #expect((0..<count).count { corpus.inMemory[$0] != nil } == CasesInMemory.maxCases)
    _ = corpus.item(of: count - 1)
    #expect(shelf.reads == count)
    _ = corpus.item(of: 0)
    #expect(shelf.reads == count + 1)
    #expect(corpus.entries.allSatisfy { $0.item == nil })
  }

  /// What no file holds yet stays in memory, however much comes after it; and yet it is taken as it will be read.
  @Test func whatHasNoFileStays() {
    let count = CasesInMemory.maxCases + 100
    let shelf = Shelf(["1": item])
    var corpus = Corpus([], features: [], files: shelf)
    for place in 0..<count {
      corpus.add(Entry(item, newFeatures: 1, depth: 0))
      if place > 0 { corpus.note(file: "\(place)", of: place) }
    }
    #expect(corpus.entries[0].item != nil && corpus.entries[1].item == nil)
    #expect(corpus.entries.count { $0.item != nil } == CasesInMemory.maxCases + 1)
    #expect(corpus.item(of: 0) != nil && shelf.conversions == 1 && shelf.reads == 0)
    #expect(corpus.item(of: 1) != nil && shelf.reads == 1)
    #expect(corpus.item(of: count - 1) != nil && shelf.reads == 1)
    corpus.note(file: "0", of: 0)
    #expect(corpus.entries[0].item == nil)
  }

  /// Without files nothing can be read again.
  @Test func allStaysWhereNothingIsWritten() {
    var corpus = Corpus()
    let count = CasesInMemory.maxCases + 100
    for _ in 0..<count { corpus.add(Entry(item, newFeatures: 1, depth: 0)) }
    #expect((0..<count).allSatisfy { corpus.item(of: $0) != nil })
  }

  @Test func anEntryThatIsGoneIsDrawnLast() {
    let shelf = Shelf(["1": item])
    var corpus = Corpus(stored(2), features: [], files: shelf)
    #expect(corpus.item(of: 0) == nil)
    #expect(corpus.entries[0].energy() < corpus.entries[1].energy())
    #expect(corpus.item(of: 1) != nil)
  }
}

@Suite struct SetCoverTests {
  @Test func theFewestThatShowTheSame() {
    #expect(SetCover.places(of: [[1, 2], [1, 2, 3], [4], [3]], costs: [1, 9, 1, 1]) == [1, 2])
    // Of equal ones the cheaper.
    #expect(SetCover.places(of: [[1], [1]], costs: [5, 3]) == [1])
    #expect(SetCover.places(of: [], costs: []).isEmpty)
    #expect(SetCover.places(of: [[]], costs: [0]).isEmpty)
  }

  @Test func everythingIsCoveredAndNothingIsTwiceThere() {
    for seed in 0..<200 as Range<UInt64> {
      var choices = Choices(seed: seed, case: CaseID("cover"))
      let sets = (0..<1 + choices.below(60)).map { _ in
        (0..<choices.below(12)).map { _ in UInt64(choices.below(80)) }
      }
      let chosen = SetCover.places(of: sets, costs: sets.map(\.count))
      let covered = Set(chosen.flatMap { sets[$0] })
      #expect(covered == Set(sets.joined()), "seed \(seed)")
      #expect(Set(chosen).count == chosen.count)
      #expect(chosen.count <= covered.count)
    }
  }
}
