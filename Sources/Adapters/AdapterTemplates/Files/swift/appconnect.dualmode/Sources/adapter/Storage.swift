import AdapterKit
import Foundation

/// assay lets the app die at a write: nothing of it runs any more.
struct AppDied: Error {}

/// What survives the end of the app: words by name, in a file of the folder that assay names, or in
/// memory if it names none. You need not change this file.
final class Storage {
  private let file: URL?
  private(set) var record: [String: String] = [:]
  /// How many writes the app survives within this action; nil for all.
  var writesUntilDeath: Int?

  init(folder: String?, keep: Bool) throws {
    file = folder.map { URL(fileURLWithPath: $0).appendingPathComponent("storage.json") }
    guard let file, FileManager.default.fileExists(atPath: file.path) else { return }
    if keep {
      record = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    } else {
      try FileManager.default.removeItem(at: file)
    }
  }

  func store(_ record: [String: String]) throws {
    if writesUntilDeath == 0 { throw AppDied() }
    if let file { try JSONEncoder().encode(record).write(to: file, options: .atomic) }
    self.record = record
    guard let writes = writesUntilDeath else { return }
    writesUntilDeath = writes - 1
    if writes == 1 { throw AppDied() }
  }
}
