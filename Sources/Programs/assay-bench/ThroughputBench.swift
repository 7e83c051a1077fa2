import AdapterDriver
import AdapterProtocol
import Conformance
import Foundation
import Reporting
import Running

/// Requests per second with everything counted - generation, rendering, judging, reporting, the valid requests after hostile
/// ones - beside two pumps that write the same frames to the same adapters and only count replies.
struct ThroughputBench {
  let suites: [any Suite]
  let rounds: Int
  /// How often the cases are run in one round.
  private let repetitions = 3

  func rows() throws -> [FigureRow] {
    try rows("all suites, requests below 128 KiB", suites, longest: 131_072, addedAtMost: nil)
      + suites.flatMap { suite in
        try rows(
          "\(suite.name), requests below 2 KiB", [suite], longest: 2_048,
          addedAtMost: Self.addedAtMost[suite.name])
      }
  }

  /// What assay may add to a request of each suite, in microseconds of processor time.
  private static let addedAtMost = [
    "abt": 18.0, "appconnect.dualmode": 4, "abt.manager": 6, "appconnect.config": 6,
    "appconnect.openfrom": 6, "managed-config": 6, "appconnect.lifecycle": 6,
  ]

  /// - Parameter longest: only cases whose frames have at most so many bytes.
  private func rows(
    _ name: String, _ suites: [any Suite], longest: Int, addedAtMost: Double?
  ) throws -> [FigureRow] {
    let adapter = Siblings.path(of: "reference-adapter")
    // Bombs and large requests measure zlib, and a soak the adapter, not us or the pumps.
    let once = try suites.flatMap { suite in
      try suite.cases(seed: 1).filter { item in
        try !item.id.path.hasPrefix("abt/hostile/bomb") && !suite.isSoak(item)
          && suite.frames(item).allSatisfy { frame in
            var line: [UInt8] = []
            frame.appendLine(id: 1, to: &line)
            return line.count <= longest
          }
      }
    }
    let cases = (0..<repetitions).flatMap { _ in once }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try frameFiles(cases, in: folder)
    var ours: [Double] = []
    var pumps: [Double] = []
    var added: [Double] = []
    for _ in 0..<rounds {
      pumps.append(try pump(files.paths, adapter))
      let before = OwnProcessorTime.now
      ours.append(try harness(cases, adapter, in: folder, requests: files.requests))
      added.append((OwnProcessorTime.now - before) / .microseconds(1) / Double(files.requests))
    }
    return [
      FigureRow(
        "\(name): processor time that assay adds to a request", added, unit: "µs",
        atMost: addedAtMost),
      FigureRow("\(name): requests with two pumps", pumps, unit: "/s"),
      FigureRow("\(name): requests with --jobs 2, everything counted", ours, unit: "/s"),
      FigureRow("\(name): ratio of the two", zip(ours, pumps).map { $0 / $1 }, unit: ""),
    ]
  }

  /// The frames of all cases, dealt to two files batch by batch, and how many frames there are.
  private func frameFiles(
    _ cases: [Case], in folder: URL
  ) throws -> (paths: [String], requests: Int) {
    let byName = Dictionary(suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var contents: [[UInt8]] = [[], []]
    var requests = 0
    for (index, summary) in cases.enumerated() {
      guard let suite = byName[summary.suite] else { continue }
      var lines: [UInt8] = []
      let frames = try suite.frames(summary)
      for frame in frames { frame.appendLine(id: 1, to: &lines) }
      requests += frames.count
      let half = (index / RunPlan.casesPerBatch) % 2
      withUnsafeBytes(of: UInt32(frames.count)) { contents[half] += $0 }
      withUnsafeBytes(of: UInt32(lines.count)) { contents[half] += $0 }
      contents[half] += lines
    }
    let paths = contents.indices.map { folder.appendingPathComponent("frames-\($0)").path }
    for (path, content) in zip(paths, contents) {
      try Data(content).write(to: URL(fileURLWithPath: path))
    }
    return (paths, requests)
  }

  private func pump(_ paths: [String], _ adapter: String) throws -> Double {
    let runs = try paths.map { path in
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: Siblings.path(of: "bench-pump"))
      process.arguments = [path, adapter]
      process.standardOutput = output
      try process.run()
      return (process, output)
    }
    var replies = 0.0
    var slowest = 0.0
    for (process, output) in runs {
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard process.terminationStatus == 0, numbers.count == 2 else {
        throw BenchFault("the pump failed: \(text)")
      }
      replies += numbers[0]
      slowest = max(slowest, numbers[1])
    }
    return replies / (slowest / 1e9)
  }

  private func harness(
    _ cases: [Case], _ adapter: String, in folder: URL, requests: Int
  ) throws -> Double {
    let clock = ContinuousClock()
    let begun = clock.now
    let plan = RunPlan(
      suites: suites, cases: cases, command: AdapterCommand(executable: adapter), seed: 1,
      jobs: 2, harnessVersion: "bench")
    let claims = try Runner.greet(plan)
    let record = try RunRecord(
      RunDescription(
        assayVersion: "bench", suiteVersion: "bench", seed: 1, started: 0,
        implementationName: claims.hello.implementationName,
        implementationVersion: claims.hello.implementationVersion,
        language: claims.hello.language, adapterCommand: [adapter], adapterSHA256: nil,
        options: [], jobs: 2),
      suites: suites, folder: folder.path)
    try Runner(plan).run(
      claims: claims, note: { (results) throws(OutputFault) in try record.note(results) },
      emit: { (result) throws(OutputFault) in record.score(result) })
    try record.finish(elapsed: clock.now - begun, interrupted: false)
    guard record.scorecard.count(.passed) == cases.count else {
      throw BenchFault("the reference does not pass")
    }
    return Double(requests) / ((clock.now - begun) / .seconds(1))
  }
}

/// The processor time of this process, user and system, without its children (getrusage(2)).
private enum OwnProcessorTime {
  static var now: Duration {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    func duration(_ time: timeval) -> Duration {
      .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }
    return duration(usage.ru_utime) + duration(usage.ru_stime)
  }
}
