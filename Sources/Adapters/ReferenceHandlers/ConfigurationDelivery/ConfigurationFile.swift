import AdapterKit
import JSONText
import ReferenceLibrary

/// Keeps a configuration of a server in a file, or in memory without one.
final class ConfigurationFile: ConfigurationStorage {
  private let file: ReplacedFile?
  private var cached: ServerConfiguration?

  init(path: String?) { file = path.map { ReplacedFile(path: $0) } }

  func removeAll() {
    cached = nil
    file?.remove()
  }

  func load() throws -> ServerConfiguration? {
    if let cached { return cached }
    guard let file, let bytes = try file.read() else { return nil }
    guard let json = try? JSONValue(parsing: bytes, limits: .adapterLine),
      let revision = json["revision"]?.integerValue, let pairs = json["pairs"]
    else { throw AdapterFailure("\(file.path) holds no configuration") }
    cached = ServerConfiguration(
      pairs: try ConfigurationPairs(json: pairs), revision: Int(clamping: revision))
    return cached
  }

  func store(_ configuration: ServerConfiguration) throws {
    if let file {
      let json: JSONValue = [
        "revision": .integer(Int64(configuration.revision)), "pairs": configuration.pairs.json,
      ]
      try file.write(Array(json.compactText.utf8))
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
