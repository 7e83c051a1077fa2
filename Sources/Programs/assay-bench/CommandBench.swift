import Conformance
import Forge
import Foundation

/// What whole commands take, each in a process of its own: the default run, `explain` and `replay`.
struct CommandBench {
  let suites: [any Suite]
  let rounds: Int

  func rows() throws -> [FigureRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-commands-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try runRows(folder) + explainRows(folder) + replayRows(folder)
  }

  private func assay(_ arguments: [String]) throws -> MeasuredProgram {
    let run = try MeasuredProgram("assay", arguments)
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
    return [
      FigureRow(
        "the default run: processor time of assay alone",
        runs.map { $0.processorTime / .milliseconds(1) }, unit: "ms"),
      FigureRow(
        "the default run: from start to end", runs.map { $0.elapsed / .milliseconds(1) }, unit: "ms"
      ),
    ]
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

  // MARK: replay

  /// The same cases, generated and from files.
  private func replayRows(_ folder: URL) throws -> [FigureRow] {
    let cases = folder.appendingPathComponent("cases")
    let seeds = 1...5
    for seed in seeds {
      let one = cases.appendingPathComponent("seed-\(seed)")
      _ = try assay(["list", "--seed", "\(seed)", "--save", one.path])
    }
    let count = Double(suites.flatMap { $0.cases(seed: 1) }.count)
    let generated = try (0..<rounds).map { _ in
      try assay(["run", "--reference", "--jobs", "2"] + output(folder))
    }
    let stored = try (0..<rounds).map { _ in
      try assay(["replay", cases.path, "--jobs", "2", "--quiet", "--reference"])
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
    ]
  }
}
