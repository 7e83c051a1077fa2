import ArgumentParser
import SystemLibrary

/// Files and standard input that are named on the command line: anything may stand in them, so that no more is read than is wanted,
/// and nothing but a regular file, unless somebody says so.
enum InputFile {
  /// The bytes of a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - kind: what the file is taken for, as in "the case file x cannot be read".
  ///   - maxBytes: how many bytes it may have.
  /// - Throws: wrong usage, saying which file cannot be read and why.
  static func bytes(_ path: String, kind: String, maxBytes: Int) throws -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, "standard input", kind, maxBytes) }
    let descriptor = try descriptor(path, kind: kind)
    defer { close(descriptor) }
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_size <= maxBytes else {
      throw tooLong(path, kind, maxBytes)
    }
    return try read(descriptor, path, kind, maxBytes)
  }

  /// A regular file, open for reading; the caller closes it.
  ///
  /// - Throws: wrong usage, saying why it cannot be read.
  static func descriptor(_ path: String, kind: String) throws -> CInt {
    // Opening a FIFO would wait for somebody who writes into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, kind, String(cString: strerror(errno))) }
    var about = stat()
    let failure: String? =
      if fstat(descriptor, &about) != 0 {
        String(cString: strerror(errno))
      } else {
        switch about.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "it is a folder; name a file in it"
        default: "it is no regular file"
        }
      }
    guard let failure else { return descriptor }
    close(descriptor)
    throw unreadable(path, kind, failure)
  }

  /// The first bytes of a regular file; none where it cannot be read.
  static func head(_ path: String, maxBytes: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var block = [UInt8](repeating: 0, count: maxBytes)
    let count = SystemLibrary.read(descriptor, &block, maxBytes)
    return Array(block.prefix(max(0, count)))
  }

  /// Whether something is there under this name.
  static func exists(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0
  }

  /// Whether it is a regular file that can be read.
  static func isReadable(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
  }

  /// Whether it is a folder.
  static func isFolder(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  private static func read(
    _ descriptor: Int32, _ path: String, _ kind: String, _ maxBytes: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemLibrary.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, kind, String(cString: strerror(errno))) }
      guard count > 0 else { return bytes }
      bytes += block[..<count]
      guard bytes.count <= maxBytes else { throw tooLong(path, kind, maxBytes) }
    }
  }

  private static func unreadable(
    _ path: String, _ kind: String, _ reason: String
  ) -> ValidationError {
    ValidationError("the \(kind) \(path) cannot be read: \(reason)")
  }

  private static func tooLong(_ path: String, _ kind: String, _ maxBytes: Int) -> ValidationError {
    ValidationError("the \(kind) \(path) is longer than \(maxBytes) bytes, which is the limit")
  }
}
