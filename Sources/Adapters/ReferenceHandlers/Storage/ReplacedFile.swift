import AdapterKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of a case's own folder that is complete at any moment: each new text takes the place of the one before.
struct ReplacedFile {
  let path: String

  /// The text, or nil if there is none.
  func read() throws -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    guard ferror(file) == 0 else { throw AdapterFailure("\(path) cannot be read") }
    return text
  }

  /// Writes another file and moves it into place.
  func write(_ text: [UInt8]) throws {
    guard let file = fopen(path + ".new", "w") else { throw failure }
    let written = fwrite(text, 1, text.count, file)
    guard fclose(file) == 0, written == text.count, rename(path + ".new", path) == 0 else {
      throw failure
    }
  }

  func remove() { unlink(path) }

  private var failure: AdapterFailure { AdapterFailure("\(path) cannot be written") }
}
