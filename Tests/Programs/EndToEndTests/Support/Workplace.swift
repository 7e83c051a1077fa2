import Foundation
import Testing

/// A folder of its own in which a test runs `assay` as a user would; gone when the test is.
///
/// Whatever a program leaves running is found by its current directory, which is this folder.
final class Workplace {
  let folder: String

  init() throws {
    let path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/assay end-to-end \(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    folder = path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs `assay` in this folder to its end, and expects that it leaves no process behind.
  func assay(
    _ arguments: String..., environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try assay(arguments, environment: environment, sourceLocation: sourceLocation)
  }

  func assay(
    _ arguments: [String], environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try run(
      BuiltPrograms.path(of: "assay"), arguments, environment: environment,
      sourceLocation: sourceLocation)
  }

  /// Runs a line of shell in this folder; `assay` is on its path.
  func shell(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try run("/bin/sh", ["-c", line], environment: [:], sourceLocation: sourceLocation)
  }

  private func run(
    _ program: String, _ arguments: [String], environment: [String: String],
    sourceLocation: SourceLocation
  ) throws -> Outcome {
    let output = file("standard output")
    let errors = file("standard error")
    let child = try Child(
      program, arguments, environment: try Self.environment(environment), folder: folder,
      output: output, errors: errors)
    let status = child.wait()
    expectNobodyLeft(sourceLocation: sourceLocation)
    return Outcome(status: status, output: try text(output), errors: try text(errors))
  }

  /// Runs `assay` with a terminal as its standard output.
  func assayOnTerminal(
    _ arguments: [String], environment: [String: String] = [:], columns: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let terminal = try Terminal(columns: columns)
    let errors = file("standard error")
    let child = try Child(
      try BuiltPrograms.path(of: "assay"), arguments,
      environment: try Self.environment(environment), folder: folder, output: terminal.path,
      errors: errors)
    let output = terminal.readAll()
    let status = child.wait()
    expectNobodyLeft(sourceLocation: sourceLocation)
    return Outcome(status: status, output: output, errors: try text(errors))
  }

  private func expectNobodyLeft(sourceLocation: SourceLocation) {
    #expect(
      eventually { livingProcesses(in: folder).isEmpty }, "a process was left behind",
      sourceLocation: sourceLocation)
  }

  /// A person's environment, with nothing in it that decides how results look.
  private static func environment(_ more: [String: String]) throws -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var result = own.filter {
      ["HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR"].contains($0.key)
    }
    let folder = URL(fileURLWithPath: try BuiltPrograms.path(of: "assay"))
      .deletingLastPathComponent().path
    result["PATH"] = folder + ":" + (own["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    result["TERM"] = "xterm"
    // What Swift tells of a crash takes a second of the processor. A test of it asks for it.
    result["SWIFT_BACKTRACE"] = "enable=no"
    return result.merging(more) { $1 }
  }

  func file(_ name: String) -> String { folder + "/" + name }

  func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Writes a file of this folder.
  @discardableResult
  func put(_ bytes: some Collection<UInt8>, _ name: String, mode: Int = 0o644) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: file(name))
    return file(name)
  }

  /// What the folder holds, without the files that take what programs print.
  func names(in subfolder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(subfolder)).sorted()
      .filter { !$0.hasPrefix("standard ") }
  }

  /// The command of a faulty implementation, as the words after `--`.
  static func faulty(_ words: String...) throws -> [String] {
    ["--", try BuiltPrograms.path(of: "faulty-adapter")] + words
  }
}
