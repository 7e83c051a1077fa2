import AdapterDriver
import AdapterProtocol
import Foundation
import WireFormat

/// What tells one build of an adapter from another.
enum ProgramDigest {
  /// The SHA-256 of the program that a command starts, in lowercase hexadecimal; nil where it cannot be read.
  static func sha256(of command: AdapterCommand) -> String? {
    guard let path = try? command.resolve(),
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return Digest.hexadecimal(Digest.hash(.sha256, Array(data)))
  }
}
