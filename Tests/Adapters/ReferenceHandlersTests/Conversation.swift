import AdapterKit
import Foundation
import JSONText
import ReferenceHandlers
import ReferenceLibrary

/// Lets the reference adapter's suites answer requests, which get their `id` here.
///
/// - Returns: the replies.
func converse(_ requests: [JSONValue]) throws -> [JSONValue] {
  let input = try unnamedFile()
  let output = try unnamedFile()
  for (index, request) in requests.enumerated() {
    var members = request.members ?? []
    members.append(JSONMember(key: "id", value: .integer(Int64(index + 1))))
    input.write(Data((JSONValue.object(members).compactText + "\n").utf8))
  }
  try input.seek(toOffset: 0)
  let loop = AdapterLoop(
    AdapterIdentity(name: "Test", version: "1"),
    suites: [
      "abt": ABTHandler.reference { .standard(for: $0) },
      ConfigurationDeliveryHandler.suite: ConfigurationDeliveryHandler { .standard },
      OpenFromHandler.suite: OpenFromHandler { .standard },
      DualModeHandler.suite: DualModeHandler { .standard },
      ManagedConfigHandler.suite: ManagedConfigHandler { .standard },
      LifecycleHandler.suite: LifecycleHandler { .standard },
      ProfileManagerHandler.suite: ProfileManagerHandler { .standard },
    ])
  _ = withExtendedLifetime(input) {
    loop.serve(input: input.fileDescriptor, output: output.fileDescriptor)
  }
  try output.seek(toOffset: 0)
  return try output.readDataToEndOfFile().split(separator: 0x0A).map { line in
    try JSONReader.read(Array(line)) { (reader) throws(JSONError) in try reader.readValue() }
  }
}

/// A folder that is gone when `body` ends.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.path + "/reference-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

private func unnamedFile() throws -> FileHandle {
  let path = FileManager.default.temporaryDirectory.path + "/reference-" + UUID().uuidString
  guard FileManager.default.createFile(atPath: path, contents: nil),
    let file = FileHandle(forUpdatingAtPath: path)
  else { throw AdapterFailure("no file \(path)") }
  defer { try? FileManager.default.removeItem(atPath: path) }
  return file
}
