import Conformance
import Foundation
import SampleSuites
import Testing

@testable import Reporting

/// One report made of those of shards.
struct MergeTests {
  private static let suites: [any Suite] = [
    SampleSuite(
      name: "abt", clauses: SampleSuite.abt.clauses,
      freePlaces: [FreePlace("x/null", "A null may be refused.", source: "abt")])
  ]

  private static let cases = (0..<40).map { number -> CaseResult in
    var result = CaseResult.sample(
      "abt/\(number)", number % 10 == 7 ? .failed : .passed,
      findings: number % 10 == 7 ? [.sample("ABT-URL-02")] : [])
    result.choices = [FreeChoice("x/null", number % 3 == 0 ? "refused" : "accepted")]
    return result
  }

  /// Writes the report of the cases at some places.
  private func write(
    _ folder: ScratchFolder, _ name: String, _ places: [Int], shard: (Int, Int)?,
    interrupted: Bool = false, options: [(String, String)] = [], started: Int64 = 0
  ) throws -> String {
    let path = folder.file(name)
    try folder.make(name)
    var run = RunDescription.sample
    run.options += options
    run.started += started
    if let shard {
      run.options.append(("shard", "\(shard.0)/\(shard.1)"))
      run.shard = Report.OfShard(
        try #require(Shard(shard.0, of: shard.1)), selected: Self.cases.count)
    }
    let record = try RunRecord(
      run, suites: Self.suites, folder: path, places: shard == nil ? [] : places)
    for (number, place) in places.enumerated() {
      record.score(Self.cases[place])
      try record.note([(number, Self.cases[place])])
    }
    try record.finish(elapsed: .seconds(5), interrupted: interrupted, formats: [.json])
    return path
  }

  private func merge(_ paths: [String]) throws -> ShardSet {
    try ShardSet(try ShardFiles(paths), suites: Self.suites)
  }

  private static func places(_ number: Int, of count: Int) -> [Int] {
    Array(stride(from: number - 1, to: cases.count, by: count))
  }

  @Test func theCasesStandInTheOrderOfTheWholeRun() throws {
    let folder = try ScratchFolder()
    let whole = try write(folder, "whole", Array(0..<40), shard: nil)
    let paths = try (1...3).map {
      try write(
        folder, "\($0)", Self.places($0, of: 3), shard: ($0, 3), started: [100, 0, 50][$0 - 1])
    }
    let shards = try merge(paths.reversed())
    let merged = folder.file("merged")
    try folder.make("merged")
    let missing = try MergedReport.write(
      shards, shards.report, ReportContext(Self.suites), formats: [.json, .tap], folder: merged)
    #expect(missing == 0)
    #expect(try folder.names(in: "merged") == ["report.json", "report.tap"])
    let (one, other) = (try ReportFile(path: whole).read(), try ReportFile(path: merged).read())
    #expect(other.choices == one.choices && one.choices.first?.outcomes.count == 2)
    #expect(other.requirements == one.requirements && other.summary == one.summary)
    #expect(other.options == one.options && other.shard == nil)
    #expect(other.shards.map(\.number) == [1, 2, 3] && other.shards.map(\.cases) == [14, 13, 13])
    // From the start of the first to the end of the last.
    #expect(other.started == one.started && other.elapsed == .seconds(105))
    // Line by line, the cases are those of the whole run.
    func lines(_ name: String) throws -> [Substring] {
      try folder.text(name + "/report.json").split(separator: "\n").filter {
        $0.contains("\"durationMilliseconds\"")
      }
    }
    #expect(try lines("whole") == lines("merged"))
  }

  @Test func interruptedShardsMayLackCases() throws {
    let folder = try ScratchFolder()
    let first = try write(folder, "1", Array(Self.places(1, of: 2).prefix(3)), shard: (1, 2))
    let second = try write(folder, "2", Self.places(2, of: 2), shard: (2, 2))
    #expect { _ = try merge([first, second]) } throws: { error in
      "\(error)".contains("all shards together have 23 cases, and the whole run has 40")
    }
    let ended = try write(
      folder, "3", Array(Self.places(1, of: 2).prefix(3)), shard: (1, 2), interrupted: true)
    let shards = try merge([ended, second])
    #expect(shards.report.isInterrupted && shards.report.exitCode == 130)
    #expect(shards.report.summary.total == 23 && shards.report.shards[0].isInterrupted)
  }

  /// Shards that were balanced by other reports have cases in common: that is told, whoever is right.
  @Test func casesInTwoShardsAreRefused() throws {
    let folder = try ScratchFolder()
    let first = try write(folder, "1", Array(0..<21), shard: (1, 2), options: [("balance", "a")])
    let second = try write(folder, "2", Array(20..<40), shard: (2, 2))
    #expect { _ = try merge([first, second]) } throws: { error in
      "\(error)".contains("the split of") && "\(error)".contains("balanced by a")
        && "\(error)".contains("not balanced")
    }
  }

  /// The folder of the merged report, or that of a shard, may be gone by the time that the report is written.
  @Test func foldersThatVanish() throws {
    let folder = try ScratchFolder()
    let paths = try (1...2).map {
      try write(folder, "\($0)", Self.places($0, of: 2), shard: ($0, 2))
    }
    let shards = try merge(paths)
    func writeMerged() throws -> Int {
      try MergedReport.write(
        shards, shards.report, ReportContext(Self.suites), formats: [.json, .junit],
        folder: folder.file("merged"))
    }
    #expect { _ = try writeMerged() } throws: { error in
      "\(error)".contains("merged/report.json") && "\(error)".contains("No such file")
    }
    #expect(try folder.names == ["1", "2"])
    try folder.make("merged")
    try FileManager.default.removeItem(atPath: paths[1])
    // What was opened is read to its end.
    #expect(try writeMerged() == 0)
    #expect(try folder.names(in: "merged") == ["junit.xml", "report.json"])
    #expect(try ReportFile(path: folder.file("merged")).read().summary.total == 40)
  }

  @Test func exchangesGoWhereThereIsRoom() throws {
    let exchange = #"{"steps": [{"request":"a,b","reply":null}],"standardError":""}"#
    let text = #"{"id":"a", "exchange": \#(exchange), "place": 3,"x":[1,"} ,"]}"#
    func rewritten(_ body: ([UInt8]) -> [UInt8]?) throws -> String {
      try Array(text.utf8).withUnsafeBytes { bytes in
        String(
          decoding: try ShardedCase.rewritten(bytes) { (json) throws(OutputFault) in body(json) },
          as: UTF8.self)
      }
    }
    #expect(try rewritten { $0 } == #"{"id":"a","exchange":\#(exchange),"x":[1,"} ,"]}"#)
    #expect(try rewritten { _ in nil } == #"{"id":"a","x":[1,"} ,"]}"#)
  }

  @Test(arguments: [
    (#"{"file":"exchanges/17.json"}"#, "17.json"), (#"{"file":"exchanges/../17.json"}"#, "none"),
    (#"{"file":"/etc/passwd"}"#, "none"), (#"{"file":"exchanges/.json"}"#, "none"),
    (#"{"file":"exchanges/1.json\u0000"}"#, "none"), (#"{"steps":[]}"#, "inline"),
    (#"{"file":7}"#, "inline"),
  ])
  func namesOfExchanges(exchange: String, name: String) {
    let found = ShardedCase.file(of: Array(exchange.utf8))
    #expect((found.map { $0 ?? "none" } ?? "inline") == name)
  }
}
