import SystemLibrary

/// A file that is written from its start to its end, through `write(2)`, with the system's own
/// words where that fails.
///
/// Not for several threads at a time. A file that is not closed loses what was not flushed.
package final class OutputFile {
  private static let bufferBytes = 1 << 16

  package let path: String
  private var descriptor: CInt
  private var buffer: [UInt8] = []

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
    buffer.reserveCapacity(2 * Self.bufferBytes)
  }

  deinit {
    if descriptor >= 0 { _ = SystemLibrary.close(descriptor) }
  }

  /// Makes an empty file, or empties the one that is there; adapters do not inherit it.
  package static func create(path: String) throws(OutputFault) -> OutputFile {
    while true {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      if descriptor >= 0 { return OutputFile(path: path, descriptor: descriptor) }
      if errno != EINTR { throw OutputFault(.write, path: path, call: "open", code: errno) }
    }
  }

  /// Standard output, which stays open when this file is closed.
  package static func standardOutput() throws(OutputFault) -> OutputFile {
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw OutputFault(.write, path: "standard output", call: "fcntl", code: errno)
    }
    return OutputFile(path: "standard output", descriptor: descriptor)
  }

  /// Makes an empty file of this name in an open folder, or empties the one that is there; follows no symbolic link.
  ///
  /// - Parameter path: how the file is called in faults.
  static func create(
    path: String, _ name: String, in folder: CInt
  ) throws(OutputFault) -> OutputFile {
    while true {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
      let descriptor = openat(folder, name, flags, 0o644)
      if descriptor >= 0 { return OutputFile(path: path, descriptor: descriptor) }
      if errno != EINTR { throw OutputFault(.write, path: path, call: "openat", code: errno) }
    }
  }

  /// Appends bytes; they reach the system when 64 KiB have gathered, or with `flush`.
  package func write(_ bytes: some Collection<UInt8>) throws(OutputFault) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Hands all bytes to the system.
  package func flush() throws(OutputFault) {
    var sent = 0
    while sent < buffer.count {
      let count = buffer.withUnsafeBytes { content in
        SystemLibrary.write(descriptor, content.baseAddress.map { $0 + sent }, content.count - sent)
      }
      if count > 0 {
        sent += count
      } else if count == 0 || errno != EINTR {
        let code = count == 0 ? EIO : errno
        // What was written must not be written again by a second attempt.
        buffer.removeFirst(sent)
        throw OutputFault(.write, path: path, call: "write", code: code)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Flushes and closes; a second call does nothing.
  ///
  /// - Parameter toDisk: whether to wait until the disk has the bytes (`fsync`).
  package func close(toDisk: Bool = false) throws(OutputFault) {
    guard descriptor >= 0 else { return }
    try flush()
    // Pipes and devices cannot be synchronised, and need not be.
    if toDisk, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw OutputFault(.write, path: path, call: "fsync", code: errno)
    }
    let closing = descriptor
    descriptor = -1
    if SystemLibrary.close(closing) != 0, errno != EINTR {
      throw OutputFault(.write, path: path, call: "close", code: errno)
    }
  }
}

extension OutputFile {
  /// Writes a file so that its name shows either what was there before or all of what `body` wrote:
  /// into a temporary file beside it, which is then renamed.
  ///
  /// - Parameter toDisk: whether to wait until the disk has the bytes.
  package static func replace(
    path: String, toDisk: Bool = true, _ body: (OutputFile) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    let temporary = path + ".partial"
    do throws(OutputFault) {
      let file = try create(path: temporary)
      try body(file)
      try file.close(toDisk: toDisk)
      if rename(temporary, path) != 0 {
        throw OutputFault(.write, path: path, call: "rename", code: errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
