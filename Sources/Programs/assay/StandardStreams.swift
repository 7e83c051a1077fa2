import SystemLibrary

/// Messages for the person at the terminal; standard output carries results only.
enum StandardError {
  static func write(_ text: String) { Descriptor.write(Array(text.utf8), to: 2) }

  static var isTerminal: Bool { isatty(2) == 1 }
}

/// Results: what a command was asked to print.
enum StandardOutput {
  static func write(_ text: String) { Descriptor.write(Array(text.utf8), to: 1) }

  static func write(bytes: [UInt8]) { Descriptor.write(bytes, to: 1) }

  static var isTerminal: Bool { isatty(1) == 1 }
}

/// Many small results, which go to standard output in large pieces.
final class BufferedOutput {
  private var bytes: [UInt8] = []

  func write(_ more: some Collection<UInt8>) {
    bytes += more
    if bytes.count >= 1 << 16 { flush() }
  }

  func flush() {
    StandardOutput.write(bytes: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

private enum Descriptor {
  /// Writes all of it; what nobody reads any more is dropped. Results that cannot be written end the program.
  static func write(_ content: [UInt8], to descriptor: Int32) {
    var bytes = content[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes {
        SystemLibrary.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        if descriptor == 2 || errno == EPIPE { return }
        StandardError.write(
          "assay: standard output cannot be written: \(String(cString: strerror(errno)))\n")
        exit(70)
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
