import Glibc
import Testing

@testable import Reporting

@Suite struct StatusBlockTests {
  private func written(_ body: (inout StatusBlock) -> Void) throws -> String {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var block = StatusBlock(width: 31, descriptor: ends[1])
    body(&block)
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { read(ends[0], $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The lines stand in the place of those before, four times a second at most, and go in the end.
  @Test func linesAreWrittenInOnePlace() throws {
    let text = try written { block in
      block.show(at: .zero) { ["one", "two"] }
      block.show(at: .milliseconds(100)) { ["never"] }
      block.show(at: .milliseconds(250)) { ["three"] }
      block.clear()
      block.clear()
    }
    let erase = "\u{1B}[2K"
    #expect(
      text
        == "\r\(erase)one\n\(erase)two\n\u{1B}[J\r\u{1B}[2A\(erase)three\n\u{1B}[J\r\u{1B}[1A\u{1B}[J"
    )
  }

  /// A line that is too wide would break the count of lines; foreign text must not move the cursor.
  @Test func aLineIsOneLine() throws {
    let text = try written {
      $0.show(at: .zero) { [String(repeating: "x", count: 90), "a\u{1B}[2Jb\nc"] }
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "\r\u{1B}[2K" + String(repeating: "x", count: 30))
    #expect(lines[1] == "\u{1B}[2Ka\\u{1B}[2Jb\\nc")
  }
}
