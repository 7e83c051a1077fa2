import Conformance
import Foundation
import Reporting

/// What it takes to compare two reports of a million cases, and to merge 64 shards of 20,000 cases. Every thousandth case has failed; in the
/// later report it is another one.
struct GateBench {
  private static let cases = 1_000_000
  private static let shards = 64
  private static let casesOfShard = 20_000

  let suites: [any Suite]
  let rounds: Int

  func rows() throws -> [FigureRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-gates-\(ProcessInfo.processInfo.processIdentifier)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try compareRows(folder) + mergeRows(folder)
  }

  private func compareRows(_ folder: String) throws -> [FigureRow] {
    for (name, failing) in [("old", 0), ("new", 500)] {
      try write(folder + "/" + name, places: Array(0..<Self.cases), failing: failing)
    }
    let runs = try (0..<min(rounds, 3)).map { _ in
      let run = try MeasuredProgram(
        "assay", ["compare", folder + "/old", folder + "/new"], watchesMemory: true)
      guard run.status == 1, run.peakBytes != nil else {
        throw BenchFault("assay compare ended with \(run.status)")
      }
      return run
    }
    try FileManager.default.removeItem(atPath: folder)
    return Self.rows(
      "assay compare of two reports with 1,000,000 cases", runs, seconds: 10, mebibytes: 200)
  }

  private func mergeRows(_ folder: String) throws -> [FigureRow] {
    let split = ShardNumbers(count: Self.shards, cases: Self.shards * Self.casesOfShard)
    for number in 1...Self.shards {
      try write(
        folder + "/shard-\(number)", places: split.places(of: number), failing: 0,
        shard: Shard(number, of: Self.shards).map {
          Report.OfShard($0, selected: Self.shards * Self.casesOfShard)
        })
    }
    let paths = (1...Self.shards).map { folder + "/shard-\($0)" }
    let runs = try (0..<min(rounds, 3)).map { _ in
      let run = try MeasuredProgram(
        "assay", ["merge", "--format", "json", "--output", folder + "/whole"] + paths,
        watchesMemory: true)
      guard run.status == 1, run.peakBytes != nil else {
        throw BenchFault("assay merge ended with \(run.status)")
      }
      return run
    }
    return Self.rows("assay merge of 64 shards with 20,000 cases each", runs, seconds: 10)
  }

  private static func rows(
    _ name: String, _ runs: [MeasuredProgram], seconds: Double, mebibytes: Double? = nil
  ) -> [FigureRow] {
    let peaks = runs.map { Double($0.peakBytes ?? 0) / Double(1 << 20) }
    return [
      FigureRow("\(name): time", runs.map { $0.elapsed / .seconds(1) }, unit: "s", atMost: seconds),
      FigureRow("\(name): memory", peaks, unit: "MiB", atMost: mebibytes),
    ]
  }

  /// Writes the report of a run of the cases at some places.
  private func write(
    _ folder: String, places: [Int], failing: Int, shard: Report.OfShard? = nil
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var run = RunDescription(
      assayVersion: "bench", suiteVersion: "1", seed: 1, started: 0, implementationName: "bench",
      implementationVersion: "1", language: "Swift", adapterCommand: ["./adapter"], jobs: 2)
    run.shard = shard
    let record = try RunRecord(
      run, suites: suites, folder: folder, places: shard == nil ? [] : places)
    let finding = Finding(
      clause: "ABT-TOK-02", level: .must, kind: "token-not-checked", step: 1,
      message: "the delegate is called for a request that is invalid", expected: "no delegate call",
      observed: "apply(no category, {host: real 13.125})")
    for (number, place) in places.enumerated() {
      let hasFailed = place % 1_000 == failing
      let result = CaseResult(
        id: CaseID("abt/hostile/noise/number-\(place)"), suite: "abt", variant: .plain,
        targets: ["ABT-TOK-02", "ABT-ROB-01"], verdict: hasFailed ? .failed : .passed,
        findings: hasFailed ? [finding] : [], duration: .microseconds(200 + place % 100))
      record.score(result)
      try record.note([(number, result)])
    }
    try record.finish(elapsed: .seconds(200), interrupted: false, formats: [.json])
  }
}

/// A split into shards of one size: the cases are dealt out, one to each in turn.
private struct ShardNumbers {
  let count: Int
  let cases: Int

  func places(of number: Int) -> [Int] { Array(stride(from: number - 1, to: cases, by: count)) }
}
