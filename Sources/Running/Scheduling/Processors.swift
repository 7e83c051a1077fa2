import Glibc

/// The processors that this process may run on.
enum Processors {
  /// Their numbers; never empty.
  static var allowed: [Int] {
    let text = status(of: "Cpus_allowed_list:") ?? "0"
    let numbers = text.split(separator: ",").flatMap { part -> [Int] in
      let ends = part.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return Array(first...min(last, first + 4_096))
    }
    return numbers.isEmpty ? [0] : numbers
  }

  private static func status(of name: String) -> String? {
    guard let file = fopen("/proc/self/status", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4_096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(name) {
        return String(text.dropFirst(name.count).filter { !$0.isWhitespace })
      }
    }
    return nil
  }
}
