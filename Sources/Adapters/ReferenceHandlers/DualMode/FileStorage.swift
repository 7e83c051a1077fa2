import AdapterKit
import ReferenceLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The app has ended and runs no further.
struct AppDied: Error {}

/// Keeps the record of a dual-mode app in a file of a folder, or in memory without one. Lets the
/// app die at a given write.
final class FileStorage: DualModeStorage {
  private let path: String?
  private var cached: DualModeRecord?
  /// How many writes the app survives within this action, or nil for all.
  var writesUntilDeath: Int?

  /// Storage in `folder`. Forgets what is there from earlier, unless `keep`.
  init(folder: String?, keep: Bool) throws {
    path = folder.map { $0 + "/dual-mode" }
    guard let path else { return }
    if keep {
      cached = try Self.read(path)
    } else {
      unlink(path)
    }
  }

  func load() -> DualModeRecord? { cached }

  func store(_ record: DualModeRecord) throws {
    if writesUntilDeath == 0 { throw AppDied() }
    if let path { try Self.write(record, path) }
    cached = record
    guard let writes = writesUntilDeath else { return }
    writesUntilDeath = writes - 1
    if writes == 1 { throw AppDied() }
  }

  private static func read(_ path: String) throws -> DualModeRecord? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = fread(&buffer, 1, buffer.count, file)
    let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    guard words.count == 2, let state = DualModeState(rawValue: String(words[0])),
      let encryption = DataEncryption(rawValue: String(words[1]))
    else { throw AdapterFailure("\(path) holds no record of a dual-mode app") }
    return DualModeRecord(state: state, encryption: encryption)
  }

  /// Writes another file and moves it into place, so that the record is complete at any moment.
  private static func write(_ record: DualModeRecord, _ path: String) throws {
    let text = Array("\(record.state.rawValue) \(record.encryption.rawValue)".utf8)
    guard let file = fopen(path + ".new", "w") else {
      throw AdapterFailure("\(path).new cannot be written")
    }
    let written = fwrite(text, 1, text.count, file)
    guard fclose(file) == 0, written == text.count, rename(path + ".new", path) == 0 else {
      throw AdapterFailure("\(path) cannot be written")
    }
  }
}
