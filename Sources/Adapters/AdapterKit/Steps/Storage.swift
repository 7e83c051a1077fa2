public import JSONText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What survives the end of the app: one JSON value, in a file of the folder that the harness names,
/// or in memory if it names none.
public final class Storage {
  /// The folder, or nil.
  public let folder: String?
  private let journal: Journal
  /// What was stored last, or nil.
  public private(set) var value: JSONValue?

  init(folder: String?, keep: Bool, journal: Journal) throws {
    self.folder = folder
    self.journal = journal
    guard let path else { return }
    if keep {
      if let bytes = Self.read(path) { value = try JSONValue(parsing: bytes) }
    } else {
      unlink(path)
    }
  }

  private var path: String? { folder.map { $0 + "/storage.json" } }

  /// Replaces the value. The harness may let the app die before or after it.
  ///
  /// - Throws: `AdapterFailure` if the file cannot be written.
  public func store(_ value: JSONValue) throws {
    guard journal.beginWrite() else { return }
    if let path {
      // Moved into place, so that it is complete at any moment.
      guard Self.write(Array(value.compactText.utf8), path + ".new"),
        rename(path + ".new", path) == 0
      else { throw AdapterFailure("\(path) cannot be written") }
    }
    self.value = value
    journal.endWrite()
  }

  /// Nil if there is no such file.
  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func write(_ bytes: [UInt8], _ path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let written = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && written == bytes.count
  }
}
