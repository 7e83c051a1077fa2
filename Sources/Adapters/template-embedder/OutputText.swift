#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The generated file.
enum OutputText {
  /// Writes it completely, or ends the program. A file that holds this text already stays as it is: what is compiled from it is up to date
  /// then.
  static func write(_ text: String, to file: String) {
    let bytes = Array(text.utf8)
    if FileBytes.read(file) == bytes { return }
    guard let stream = fopen(file, "wb") else {
      fail("\(file) cannot be written: \(String(cString: strerror(errno)))")
    }
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
