import Foundation

/// A program of this package as it was built: beside the test bundle.
struct BuiltProgram {
  let path: String

  struct NotBuilt: Error {
    let name: String
    let searched: [String]
  }

  init(_ name: String) throws {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = (bundles + [own, Bundle.main.bundlePath]).flatMap { path in
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      return [folder.path + "/" + name, folder.deletingLastPathComponent().path + "/" + name]
    }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw NotBuilt(name: name, searched: candidates) }
    path = found
  }

  /// The lines that it prints when it is started with these arguments.
  func output(_ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
