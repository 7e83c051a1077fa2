import Conformance
import Foundation
import JSONText
import SampleSuites
import Testing

@testable import Reporting

/// A folder of its own for one test; gone when the test is.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/reporting-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  func make(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// Writes a journal of these results and gives its path.
  func journal(_ results: [CaseResult]) throws -> String {
    let journal = try Journal(path: file("report.jsonl"))
    for result in results { try journal.append(result) }
    try journal.close()
    return file("report.jsonl")
  }

  /// Writes a report over these results and reads it back.
  func report(
    _ results: [CaseResult], run: RunDescription = .sample, interrupted: Bool = false
  ) throws -> JSONValue {
    try ReportDocument.write(
      to: file("report.json"), journal: try journal(results), run: run,
      scorecard: .sample(results), elapsed: .milliseconds(1_234), interrupted: interrupted)
    return try JSONValue(parsing: try bytes("report.json"))
  }

  /// A run with these results whose reports are not written yet.
  func source(
    _ results: [CaseResult], run: RunDescription = .sample, strict: Bool = false,
    elapsed: Duration = .milliseconds(1_234), interrupted: Bool = false,
    baseline: BaselineRecord? = nil
  ) throws -> ReportSource {
    var scorecard = Scorecard.sample(results, isStrict: strict)
    scorecard.baseline = baseline
    return try ReportSource(
      Report(run, scorecard, elapsed: elapsed, interrupted: interrupted),
      journal: try journal(results))
  }

  /// What a format makes of these results: of the run itself, and, which has to be the same, of the report that it has written.
  func document(
    _ format: ReportFormat, _ results: [CaseResult], run: RunDescription = .sample,
    strict: Bool = false, interrupted: Bool = false, baseline: BaselineRecord? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    var run = run
    if strict { run.options.append(("strict", "true")) }
    let source = try source(
      results, run: run, strict: strict, interrupted: interrupted, baseline: baseline)
    try format.write(source, .sample, path: file("written"))
    try ReportFormat.json.write(source, .sample, path: file("report.json"))
    let read = try ReportSource(ReportFile(path: file("report.json")))
    try format.write(read, .sample, path: file("converted"))
    #expect(
      try bytes("written") == bytes("converted"), "a run and its report differ as \(format.name)",
      sourceLocation: sourceLocation)
    return try text("written")
  }
}

extension ReportContext {
  static let sample = ReportContext([SampleSuite.abt, SampleSuite.dualMode])
}
