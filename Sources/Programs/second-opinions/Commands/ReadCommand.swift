import ArgumentParser
import WireFormat

/// A kind and bytes in, our verdict out.
struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Answer each input (one byte of kind, then its bytes) with our verdict on it.")

  func run() throws {
    var input = FrameInput()
    var output = FrameOutput()
    var readers = Verdict.Readers()
    while let frame = try input.next() {
      guard let first = frame.first, let kind = InputKind(rawValue: first) else {
        throw FrameFault.malformed(offset: 0, expected: "the kind 1 (plist) or 2 (packed)")
      }
      var answer: [UInt8] = []
      readers.read(kind, Array(frame.dropFirst())).append(to: &answer)
      try output.append(answer)
      if !input.hasFrame { try output.flush() }
    }
  }
}
