import Anatomy
import ArgumentParser
import Conformance
import Foundation
import JSONText

/// The keys of apps, for tokens and for encrypted data. None of them has to stand on the command line, where other users of the machine
/// can see it.
struct KeyOptions: ParsableArguments {
  @Option(
    name: .customLong("keys"),
    help: ArgumentHelp(
      #"The keys of apps, by bundle identifier ("*" is for all others): a JSON file such as {"com.acme.app":{"apiKey":"k-3f9c","encryptionSecret":"s3cret"}}."#,
      valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The API key of all apps. Other users of the machine can see it here: better set ASSAY_API_KEY, or give a file.",
      valueName: "key"))
  var apiKey: String?

  @Option(
    help: ArgumentHelp(
      "The encryption secret of all apps. Better set ASSAY_ENCRYPTION_SECRET, or give a file.",
      valueName: "secret"))
  var encryptionSecret: String?

  /// The keys: those of options come first, then those of the file, then those of the environment.
  ///
  /// - Throws: wrong usage, saying what is wrong with the file and where.
  func read() throws -> KeyRing {
    let environment = ProcessInfo.processInfo.environment
    var ring = KeyRing(
      first: AppKeys(apiKey: apiKey, encryptionSecret: encryptionSecret),
      last: AppKeys(
        apiKey: environment["ASSAY_API_KEY"],
        encryptionSecret: environment["ASSAY_ENCRYPTION_SECRET"]))
    guard let file else { return ring }
    let bytes = try InputFile.bytes(file, kind: "file of keys", maxBytes: 1 << 20)
    do throws(JSONError) {
      ring.apps = try JSONReader.read(
        bytes, limits: JSONLimits(maxBytes: 1 << 20, maxDepth: 4, maxNodes: 1 << 16)
      ) {
        (reader) throws(JSONError) in
        var apps: [String: AppKeys] = [:]
        try reader.readObject { (reader: inout JSONReader, app: String) throws(JSONError) in
          apps[app] = try Self.keys(&reader)
        }
        return apps
      }
    } catch {
      throw ValidationError("the file of keys \(file) cannot be used: \(error)")
    }
    if let others = ring.apps.removeValue(forKey: "*") {
      ring.last = others.filled(from: ring.last)
    }
    return ring
  }

  private static func keys(_ reader: inout JSONReader) throws(JSONError) -> AppKeys {
    var keys = AppKeys()
    try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
      switch name {
      case "apiKey": keys.apiKey = try reader.readString()
      case "encryptionSecret": keys.encryptionSecret = try reader.readString()
      default:
        throw reader.error(
          .unknownMember(name, of: "an app", known: ["apiKey", "encryptionSecret"]))
      }
    }
    return keys
  }
}
