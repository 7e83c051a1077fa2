#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a file holds.
enum FileBytes {
  /// All bytes, or nil where the file cannot be read; `errno` says why.
  static func read(_ file: String) -> [UInt8]? {
    guard let stream = fopen(file, "rb") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&block, 1, block.count, stream)
      if count == 0 { return ferror(stream) == 0 ? bytes : nil }
      bytes += block[..<count]
    }
  }
}
