import ArgumentParser
import WireFormat

/// Value descriptions in, our writer's bytes out.
struct WriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Answer each value description with our property list of it.")

  func run() throws {
    var input = FrameInput()
    var output = FrameOutput()
    var writer = PropertyListWriter()
    while let frame = try input.next() {
      try output.append(writer.write(DescriptionReader.value(of: frame)))
      if !input.hasFrame { try output.flush() }
    }
  }
}
