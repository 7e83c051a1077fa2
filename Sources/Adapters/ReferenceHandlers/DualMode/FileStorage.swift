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
  private let manner: StoringManner
  private var cached: DualModeRecord?
  /// How many writes the app survives within this action, or nil for all.
  var writesUntilDeath: Int?

  /// Storage in `folder`. Forgets what is there from earlier, unless `keep`.
  init(folder: String?, keep: Bool, manner: StoringManner = .replacing) throws {
    path = folder.map { $0 + "/dual-mode" }
    self.manner = manner
    guard let path else { return }
    if keep {
      cached = try Self.read(path, manner)
    } else {
      unlink(path)
    }
  }

  func load() -> DualModeRecord? { cached }

  func store(_ record: DualModeRecord) throws {
    switch manner {
    case .replacing: try write { try replace(record) }
    case .replacingTwice: for _ in 0..<2 { try write { try replace(record) } }
    case .whenTold: try write { cached = record }
    case .emptyingFirst:
      try write {
        try overwrite("")
        cached = nil
      }
      try write {
        try overwrite(Self.text(record))
        cached = record
      }
    case .inTwoHalves:
      try write {
        try overwrite(record.state.rawValue)
        cached = DualModeRecord(state: record.state)
      }
      try write {
        try overwrite(Self.text(record))
        cached = record
      }
    }
  }

  /// The app is told that it ends.
  func willEnd() throws {
    if manner == .whenTold, let cached { try replace(cached) }
  }

  /// One write, which the app may survive or not.
  private func write(_ body: () throws -> Void) throws {
    if writesUntilDeath == 0 { throw AppDied() }
    try body()
    guard let writes = writesUntilDeath else { return }
    writesUntilDeath = writes - 1
    if writes == 1 { throw AppDied() }
  }

  private static func read(_ path: String, _ manner: StoringManner) throws -> DualModeRecord? {
    guard let text = try ReplacedFile(path: path).read() else { return nil }
    var words = String(decoding: text, as: UTF8.self).split(separator: " ")
    // What a careless manner of storing leaves behind is taken for whole.
    if words.isEmpty, manner == .emptyingFirst { return nil }
    if words.count == 1, manner == .inTwoHalves { words.append("Unencrypted") }
    guard words.count == 2, let state = DualModeState(rawValue: String(words[0])),
      let encryption = DataEncryption(rawValue: String(words[1]))
    else { throw AdapterFailure("\(path) holds no record of a dual-mode app") }
    return DualModeRecord(state: state, encryption: encryption)
  }

  private static func text(_ record: DualModeRecord) -> String {
    "\(record.state.rawValue) \(record.encryption.rawValue)"
  }

  private func replace(_ record: DualModeRecord) throws {
    if let path { try ReplacedFile(path: path).write(Array(Self.text(record).utf8)) }
    cached = record
  }

  /// Writes over what is there, which is lost where the app dies meanwhile.
  private func overwrite(_ text: String) throws {
    guard let path else { return }
    guard let file = fopen(path, "w") else { throw AdapterFailure("\(path) cannot be written") }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw AdapterFailure("\(path) cannot be written")
    }
  }
}
