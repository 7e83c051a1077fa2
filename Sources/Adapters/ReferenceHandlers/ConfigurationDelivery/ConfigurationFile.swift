import AdapterKit
import JSONText
import ReferenceLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps a configuration of a server in a file, or in memory without one. It is complete at any moment: another file is written and
/// moved into its place.
final class ConfigurationFile: ConfigurationStorage {
  private let path: String?
  private var cached: ServerConfiguration?

  init(path: String?) { self.path = path }

  func removeAll() {
    cached = nil
    if let path { unlink(path) }
  }

  func load() throws -> ServerConfiguration? {
    if let cached { return cached }
    guard let path, let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    guard let json = try? JSONValue(parsing: bytes, limits: .adapterLine),
      let revision = json["revision"]?.integerValue, let pairs = json["pairs"]
    else { throw AdapterFailure("\(path) holds no configuration") }
    cached = ServerConfiguration(
      pairs: try ConfigurationPairs(json: pairs), revision: Int(clamping: revision))
    return cached
  }

  func store(_ configuration: ServerConfiguration) throws {
    if let path {
      let json: JSONValue = [
        "revision": .integer(Int64(configuration.revision)), "pairs": configuration.pairs.json,
      ]
      let bytes = Array(json.compactText.utf8)
      guard let file = fopen(path + ".new", "w") else {
        throw AdapterFailure("\(path) cannot be written")
      }
      let written = fwrite(bytes, 1, bytes.count, file)
      guard fclose(file) == 0, written == bytes.count, rename(path + ".new", path) == 0 else {
        throw AdapterFailure("\(path) cannot be written")
      }
    }
    cached = configuration
  }
}

extension ConfigurationPairs {
  /// The pairs as a JSON object.
  var json: JSONValue {
    .object(pairs.map { JSONMember(key: $0.key, value: .string($0.value)) })
  }

  /// The pairs of an object of strings; none of `null`.
  init(json: JSONValue) throws {
    if json.isNull {
      self.init()
      return
    }
    guard let members = json.members else {
      throw AdapterFailure("a configuration is an object of strings, or null")
    }
    self.init(
      try members.map { member in
        guard let value = member.value.stringValue else {
          throw AdapterFailure("the value of \"\(member.key)\" is no string")
        }
        return Pair(key: member.key, value: value)
      })
  }
}
