import Testing

@testable import Reporting

struct OutputFileTests {
  @Test func aMissingFolderIsNamedWithWhatToDo() throws {
    let folder = try ScratchFolder()
    let path = folder.file("gone/report.json")
    let fault = #expect(throws: OutputFault.self) { try OutputFile.create(path: path) }
    let text = try #require(fault).description
    #expect(text.hasPrefix("cannot write \(path): No such file or directory"))
    #expect(text.contains("; the folder or file is gone"))
  }

  @Test func aFullDiskIsNamed() throws {
    let file = try OutputFile.create(path: "/dev/full")
    try file.write([1, 2, 3])
    let fault = #expect(throws: OutputFault.self) { try file.flush() }
    let text = try #require(fault).description
    #expect(text.hasPrefix("cannot write /dev/full: No space left on device"))
    #expect(text.contains("make room on the disk"))
  }

  @Test func bytesAreBufferedUntilFlushed() throws {
    let folder = try ScratchFolder()
    let file = try OutputFile.create(path: folder.file("a"))
    try file.write("abc".utf8)
    #expect(try folder.text("a") == "")
    try file.flush()
    #expect(try folder.text("a") == "abc")
    try file.write([UInt8](repeating: 0x78, count: 200_000))
    try file.close()
    try file.close()
    #expect(try folder.bytes("a").count == 200_003)
  }

  @Test func aReplacementThatFailsLeavesTheOldFile() throws {
    let folder = try ScratchFolder()
    try folder.put("old", "report.json")
    #expect(throws: OutputFault.self) {
      try OutputFile.replace(path: folder.file("report.json")) { (file) throws(OutputFault) in
        try file.write("new".utf8)
        throw OutputFault(.read, path: "x", why: "y", remedy: "z")
      }
    }
    #expect(try folder.text("report.json") == "old")
    #expect(try folder.names == ["report.json"])
  }

  @Test func aReplacementShowsTheWholeNewFile() throws {
    let folder = try ScratchFolder()
    try folder.put("old", "report.json")
    try OutputFile.replace(path: folder.file("report.json")) { (file) throws(OutputFault) in
      try file.write("new".utf8)
    }
    #expect(try folder.text("report.json") == "new")
    #expect(try folder.names == ["report.json"])
  }

  @Test func linesAreReadAcrossBlocks() throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "y", count: 600_000)
    let lines = ["a", long, "", "b"]
    try folder.put(lines.joined(separator: "\n") + "\ncut off", "lines")
    var read: [String] = []
    var starts: [Int] = []
    let input = InputLines(path: folder.file("lines"))
    let rest = try input.forEach { (line, start) throws(OutputFault) in
      read.append(String(decoding: line, as: UTF8.self))
      starts.append(start)
    }
    #expect(read == lines)
    #expect(starts == [0, 2, 600_003, 600_004])
    #expect(rest == 7)
  }
}
