#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The generated file.
enum OutputText {
  /// Writes it completely, or ends the program.
  static func write(_ text: String, to file: String) {
    guard let stream = fopen(file, "wb") else {
      fail("\(file) cannot be written: \(String(cString: strerror(errno)))")
    }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, count == bytes.count else {
      fail("\(file) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}

/// Says what is wrong, and ends the program.
func fail(_ message: String) -> Never {
  let line = Array("template-embedder: \(message)\n".utf8)
  _ = write(2, line, line.count)
  exit(1)
}
