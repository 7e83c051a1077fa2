import AdapterKit
import Foundation

/// Lets a loop serve requests from a file into a file.
///
/// - Returns: the replies, line by line, and the exit status.
func converse(
  _ suites: [String: any SuiteHandler], _ requests: String,
  needsFreshProcess: Bool = false, flushing: AdapterLoop.Flushing = .eachReply
) throws -> (replies: [String], status: Int32) {
  let input = try unnamedFile()
  let output = try unnamedFile()
  input.write(Data(requests.utf8))
  try input.seek(toOffset: 0)
  let loop = AdapterLoop(
    AdapterIdentity(name: "Test", version: "1"), suites: suites,
    needsFreshProcess: needsFreshProcess, flushing: flushing)
  let status = withExtendedLifetime(input) {
    loop.serve(input: input.fileDescriptor, output: output.fileDescriptor)
  }
  try output.seek(toOffset: 0)
  let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
  return (text.split(separator: "\n").map(String.init), status)
}

private func unnamedFile() throws -> FileHandle {
  let name = FileManager.default.temporaryDirectory.path + "/adapter-kit-" + UUID().uuidString
  guard FileManager.default.createFile(atPath: name, contents: nil) else {
    throw AdapterFailure("no file \(name)")
  }
  defer { try? FileManager.default.removeItem(atPath: name) }
  guard let file = FileHandle(forUpdatingAtPath: name) else { throw AdapterFailure("no file") }
  return file
}
