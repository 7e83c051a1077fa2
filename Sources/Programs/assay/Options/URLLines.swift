import ArgumentParser
import SystemLibrary

/// URLs on the command line, in files and on standard input, a line each: however many there are, one at a time is kept.
enum URLLines {
  /// Hands out each URL with the number of its line, from 1. A line ends in LF or CRLF; empty ones are passed over.
  ///
  /// - Parameter isURL: whether the subject is itself one.
  /// - Throws: wrong usage, saying which file cannot be read and why, and which line is too long.
  static func forEach(
    in subject: String, isURL: Bool, _ body: (_ line: Int, _ bytes: [UInt8]) throws -> Void
  ) throws {
    if isURL { return try body(1, Array(subject.utf8)) }
    let descriptor = subject == "-" ? STDIN_FILENO : try InputFile.descriptor(subject, kind: "file")
    defer { if subject != "-" { close(descriptor) } }
    var line: [UInt8] = []
    var number = 1
    var block = [UInt8](repeating: 0, count: 1 << 16)
    func end() throws {
      if line.last == 0x0D { line.removeLast() }
      if !line.isEmpty { try body(number, line) }
      line.removeAll(keepingCapacity: line.capacity <= 1 << 20)
      number += 1
    }
    while true {
      let count = SystemLibrary.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ValidationError(
          "the file \(subject) cannot be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { break }
      var rest = block[..<count]
      while let feed = rest.firstIndex(of: 0x0A) {
        line += rest[..<feed]
        try end()
        rest = rest[(feed + 1)...]
      }
      line += rest
      guard line.count <= ForeignText.maxURLBytes else {
        throw ValidationError(
          "line \(number) of \(subject) is longer than \(ForeignText.maxURLBytes) bytes, which is the limit"
        )
      }
    }
    if !line.isEmpty { try end() }
  }
}
