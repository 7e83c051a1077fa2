import ArgumentParser
import WireFormat

/// Mutated inputs and our verdicts out: the inputs are a function of the seed and of their number.
struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Write inputs made from canonical lists by 0 to 4 changes, with our verdict on each.",
    discussion: "Each frame: one byte of kind, the section of the input, our verdict.")

  @OptionGroup var numbers: InputNumbers

  func run() throws {
    var output = FrameOutput()
    var readers = Verdict.Readers()
    var generator = InputGenerator()
    for number in numbers.range {
      var choices = numbers.choices(of: number, "mutate")
      let (kind, bytes) = generator.input(&choices)
      var frame: [UInt8] = [kind.rawValue]
      Bytes.append(section: bytes, to: &frame)
      readers.read(kind, bytes).append(to: &frame)
      try output.append(frame)
    }
    try output.flush()
  }
}
