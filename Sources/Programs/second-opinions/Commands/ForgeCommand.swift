import ArgumentParser

/// Whole requests and our verdicts out.
struct ForgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forge",
    abstract: "Write whole requests with 0 to 3 forms in their layers, and our verdict on each.",
    discussion: """
      Each frame: the kind 0, the section of the setup and its URLs, our verdict on the last of \
      these.
      """)

  @OptionGroup var numbers: InputNumbers

  func run() throws {
    var output = FrameOutput()
    let maker = RequestMaker()
    for number in numbers.range {
      let (input, verdict) = maker.input(numbers.choices(of: number, "forge"))
      var content: [UInt8] = []
      input.append(to: &content)
      var frame: [UInt8] = [RequestInput.kind]
      Bytes.append(section: content, to: &frame)
      verdict.append(to: &frame)
      try output.append(frame)
    }
    try output.flush()
  }
}
