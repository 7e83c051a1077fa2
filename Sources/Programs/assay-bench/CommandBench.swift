import Conformance
import Forge
import Foundation
import SuiteModels
import Suites
import WireFormat

/// What whole commands take, each in a process of its own: the default run, `explain` and `replay`.
struct CommandBench {
  let suites: [any Suite]
  let rounds: Int

  func rows() throws -> [FigureRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-commands-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try runRows(folder) + explainRows(folder) + decodeRows(folder) + replayRows(folder)
  }

  private func assay(
    _ arguments: [String], watchesMemory: Bool = false
  ) throws -> MeasuredProgram {
    let run = try MeasuredProgram("assay", arguments, watchesMemory: watchesMemory)
    guard run.status == 0 else {
      throw BenchFault("assay \(arguments.joined(separator: " ")) ended with \(run.status)")
    }
    return run
  }

  private func output(_ folder: URL) -> [String] {
    ["--quiet", "--output", folder.appendingPathComponent(UUID().uuidString).path]
  }

  // MARK: run

  private func runRows(_ folder: URL) throws -> [FigureRow] {
    let runs = try (0..<rounds).map { _ in
      try assay(["run", "--reference", "--jobs", "2"] + output(folder))
    }
    let abt = try (0..<rounds).map { _ in try defaultRun(of: [ABT.name], folder) }
    let others = suites.map(\.name).filter { $0 != ABT.name }
    let siblings = try (0..<rounds).map { _ in try defaultRun(of: others, folder) }
    let counting = try (0..<rounds).map { _ in
      try assay(
        ["run", "--reference", "--jobs", "1", "--select", "managed-config/many/*/100000"]
          + output(folder))
    }
    return [
      FigureRow(
        "the default run: processor time of assay alone",
        runs.map { $0.processorTime / .milliseconds(1) }, unit: "ms"),
      FigureRow(
        "the default run: from start to end", runs.map { $0.elapsed / .milliseconds(1) },
        unit: "ms"),
      FigureRow(
        "the default run of abt: from start to end", abt.map { $0.elapsed / .milliseconds(1) },
        unit: "ms", atMost: 8_000),
      FigureRow(
        "the default run of the six other suites: from start to end",
        siblings.map { $0.elapsed / .milliseconds(1) }, unit: "ms", atMost: 5_000),
      FigureRow(
        "the sequences that count 100,000 events (MC-13): from start to end",
        counting.map { $0.elapsed / .milliseconds(1) }, unit: "ms", atMost: 5_000),
    ]
  }

  private func defaultRun(of suites: [String], _ folder: URL) throws -> MeasuredProgram {
    try assay(
      ["run", "--reference", "--jobs", "2"] + suites.flatMap { ["--suite", $0] } + output(folder))
  }

  // MARK: Many cases

  /// What a run of a million generated cases takes beside one of ten thousand, with all reports. One round takes some minutes, and is
  /// enough: memory hardly differs between rounds.
  func generationRows() throws -> [FigureRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-generation-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let few = try generated(10_000, folder)
    let many = try generated(1_000_000, folder)
    return [
      FigureRow("a run of 10,000 generated cases: memory", [few.mebibytes], unit: "MiB"),
      FigureRow("a run of 1,000,000 generated cases: memory", [many.mebibytes], unit: "MiB"),
      FigureRow(
        "a run of 1,000,000 generated cases: memory, as often as that of 10,000",
        [many.mebibytes / few.mebibytes], unit: "times", atMost: 1.2),
      FigureRow(
        "a run of 1,000,000 generated cases: time a case", [many.elapsed / .microseconds(1) / 1e6],
        unit: "µs"),
    ]
  }

  /// A run of at least so many generated cases and no fixed ones.
  private func generated(
    _ count: Int, _ folder: URL
  ) throws -> (mebibytes: Double, elapsed: Duration) {
    let abt = ABT.suite()
    let prefixes =
      abt.seededFamilies.map(\.prefix) + DualMode.suite.seededFamilies.map(\.prefix)
    // A family of `abt` is there in both editions.
    let families = prefixes.count + abt.seededFamilies.count
    let run = try MeasuredProgram(
      "assay",
      ["run", "--reference", "--jobs", "2", "--cases-per-family", "\((count - 1) / families + 1)"]
        + prefixes.flatMap { ["--select", $0 + "*"] } + output(folder), watchesMemory: true)
    guard run.status == 0, let peak = run.peakBytes else {
      throw BenchFault("the run of \(count) generated cases ended with \(run.status)")
    }
    return (Double(peak) / Double(1 << 20), run.elapsed)
  }

  // MARK: explain

  private func explainRows(_ folder: URL) throws -> [FigureRow] {
    let longest = try (0..<rounds).map { _ in try slowestFamily() }
    var rows = [
      FigureRow(
        "explain: the slowest of the first cases of all families",
        longest.map { $0 / .milliseconds(1) }, unit: "ms", atMost: 60)
    ]
    let context = ForgeContext(
      bundleIdentifier: "com.acme.mail", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    for (name, url) in HostileURLs(context: context).all {
      let file = folder.appendingPathComponent("hostile.url")
      try Data(url).write(to: file)
      let runs = try (0..<rounds).map { _ in try assay(["explain", file.path]) }
      rows.append(
        FigureRow(
          "explain a URL of 1 MiB: \(name)", runs.map { $0.elapsed / .milliseconds(1) }, unit: "ms",
          atMost: 300))
    }
    return rows
  }

  private func slowestFamily() throws -> Duration {
    var families: Set<String> = []
    var slowest = Duration.zero
    for item in suites.flatMap({ $0.cases(seed: 1) })
    where families.insert("\(item.variant) \(item.family)").inserted {
      slowest = max(slowest, try assay(["explain", item.id.path]).elapsed)
    }
    return slowest
  }

  // MARK: url decode

  /// Requests of the suite `abt`, plain and encrypted by turns, with ten keys each; the keys of the app are given.
  private func decodeRows(_ folder: URL) throws -> [FigureRow] {
    let count = 10_000
    let renderer = RequestRenderer()
    let context = ForgeContext(
      bundleIdentifier: "com.acme.mail", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    var lines: [UInt8] = []
    for number in 0..<count {
      var forge = RequestForge(
        .apply, profile: "profile-\(number)", payload: "payload-\(number)",
        dictionary: .configuration(
          category: "Mail",
          (0..<10).map { .init(key: "key-\($0)", value: .string("value \($0) of \(number)")) }))
      if number % 2 == 1 {
        forge.parameter = .dataX
        forge.encryption = .canonical(iv: (0..<8).map { UInt8(truncatingIfNeeded: number + $0) })
      }
      lines += renderer.render(forge, for: context) + [0x0A]
    }
    let urls = folder.appendingPathComponent("urls")
    let keys = folder.appendingPathComponent("keys.json")
    try Data(lines).write(to: urls)
    try Data(#"{"com.acme.mail":{"apiKey":"k","encryptionSecret":"s"}}"#.utf8).write(to: keys)
    return try ["text", "json"].map { format in
      let runs = try (0..<rounds).map { _ in
        try MeasuredProgram(
          "assay",
          ["url", "decode", "--keys", keys.path, "--show-secrets", "--format", format, "-"],
          input: urls.path)
      }
      guard runs.allSatisfy({ $0.status == 0 }) else {
        throw BenchFault("assay url decode ended with \(runs.map(\.status))")
      }
      return FigureRow(
        "url decode of 10,000 URLs from standard input, as \(format)",
        runs.map { $0.elapsed / .milliseconds(1) }, unit: "ms", atMost: 2_000)
    }
  }

  // MARK: replay

  /// The same cases, generated and from files.
  private func replayRows(_ folder: URL) throws -> [FigureRow] {
    let cases = folder.appendingPathComponent("cases")
    let seeds = 1...5
    for seed in seeds {
      let one = cases.appendingPathComponent("seed-\(seed)")
      _ = try assay(["list", "--seed", "\(seed)", "--save", one.path])
    }
    let count = Double(suites.map { $0.cases(seed: 1).count }.reduce(0, +))
    let generated = try (0..<rounds).map { _ in
      try assay(["run", "--reference", "--jobs", "2"] + output(folder))
    }
    let stored = try (0..<rounds).map { _ in
      try assay(
        ["replay", cases.path, "--jobs", "2", "--quiet", "--reference"], watchesMemory: true)
    }
    func row(
      _ name: String, _ runs: [MeasuredProgram], _ count: Double,
      _ figure: (MeasuredProgram) -> Duration
    ) -> FigureRow {
      FigureRow(name, runs.map { figure($0) / .microseconds(1) / count }, unit: "µs")
    }
    let storedCount = count * Double(seeds.count)
    return [
      row("run: time a case", generated, count, \.elapsed),
      row("replay of \(Int(storedCount)) files: time a case", stored, storedCount, \.elapsed),
      row("run: processor time of assay a case", generated, count, \.processorTime),
      row(
        "replay of \(Int(storedCount)) files: processor time of assay a case", stored, storedCount,
        \.processorTime),
      FigureRow(
        "replay of \(Int(storedCount)) files: memory",
        stored.compactMap(\.peakBytes).map { Double($0) / Double(1 << 20) }, unit: "MiB"),
    ]
  }
}
