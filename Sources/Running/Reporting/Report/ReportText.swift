import SystemLibrary

/// The bytes of a report: a file that is mapped into memory, so that no more of it is resident than is being read, or an array.
///
/// Reports are written whole and then renamed; a file that somebody cuts off while it is being read ends the program, as with every
/// mapped file.
final class ReportText {
  /// The longest report that is read.
  static let maxBytes = 8 << 30
  /// What has been read is given back in pieces of so many bytes.
  private static let pieceBytes = 4 << 20

  let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Maps a regular file.
  ///
  /// - Throws: in words, why it cannot be read.
  convenience init(path: String, maxBytes: Int) throws(ReportFault) {
    // Opening a FIFO would wait for somebody who writes into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
    defer { close(descriptor) }
    var about = stat()
    guard fstat(descriptor, &about) == 0 else { throw Self.unreadable(path, errno) }
    guard about.st_mode & S_IFMT == S_IFREG else {
      throw ReportFault(path, .unreadable("it is no regular file; name a report.json"))
    }
    guard about.st_size <= maxBytes else { throw ReportFault(path, .tooLong(maxBytes: maxBytes)) }
    try self.init(mapping: descriptor, count: Int(about.st_size), named: path)
  }

  private init(mapping descriptor: CInt, count: Int, named path: String) throws(ReportFault) {
    guard count > 0 else { throw ReportFault(path, .empty) }
    guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { throw Self.unreadable(path, errno) }
    madvise(base, count, MADV_SEQUENTIAL)
    bytes = UnsafeRawBufferPointer(start: base, count: count)
    isMapped = true
  }

  /// Copies what a descriptor gives into a file without a name, and maps that.
  convenience init(copying source: CInt, named path: String) throws(ReportFault) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/assay-XXXXXX".utf8CString)
    let copy = mkstemp(&name)
    guard copy >= 0 else { throw Self.unreadable(path, errno) }
    defer { close(copy) }
    _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
    unlink(&name)
    var block = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = SystemLibrary.read(source, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.unreadable(path, errno) }
      if count == 0 { break }
      total += count
      guard total <= Self.maxBytes else {
        throw ReportFault(path, .tooLong(maxBytes: Self.maxBytes))
      }
      var sent = 0
      while sent < count {
        let written = block.withUnsafeBytes {
          write(copy, $0.baseAddress.map { $0 + sent }, count - sent)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.unreadable(path, errno) }
        sent += written
      }
    }
    try self.init(mapping: copy, count: total, named: path)
  }

  init(_ content: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
    copy.copyBytes(from: content)
    bytes = UnsafeRawBufferPointer(copy)
    isMapped = false
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      bytes.deallocate()
    }
  }

  private static func unreadable(_ path: String, _ code: CInt) -> ReportFault {
    ReportFault(path, .unreadable(String(cString: strerror(code))))
  }

  /// Gives back the memory of what has been read; it comes again from the file where it is looked at once more.
  ///
  /// - Parameters:
  ///   - released: how much was given back before.
  ///   - offset: how much has been read.
  func release(_ released: inout Int, upTo offset: Int) {
    guard isMapped, offset - released >= Self.pieceBytes, let base = bytes.baseAddress else {
      return
    }
    // Both are multiples of a page.
    let count = (offset - released) / Self.pieceBytes * Self.pieceBytes
    madvise(UnsafeMutableRawPointer(mutating: base + released), count, MADV_DONTNEED)
    released += count
  }
}
