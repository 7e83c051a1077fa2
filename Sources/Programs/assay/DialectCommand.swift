import ArgumentParser
import Dialects
import WireFormat

struct DialectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dialect",
    abstract: "Show the default dialect; check a vendor's own.",
    discussion: """
      Examples: assay dialect show >our-dialect.json
                assay dialect check our-dialect.json
      """,
    subcommands: [Show.self, Check.self])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a dialect with all its fields, ready for a file of one's own.",
      discussion: "Example: assay dialect show >our-dialect.json")

    @Argument(help: "A dialect file; without it wire profile 1 is shown.")
    var file: String?

    @Flag(help: "Only what is not as in wire profile 1.")
    var changes = false

    func run() throws {
      let dialect = try file.map { try DialectFiles.read($0) } ?? .profile1
      let text = DialectFile.text(of: dialect, onlyChanges: changes)
      StandardOutput.write(String(decoding: text, as: UTF8.self))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say what is wrong with a dialect file, or what it changes.",
      discussion: "Example: assay dialect check our-dialect.json")

    @Argument(help: "A dialect file.")
    var file: String

    func run() throws {
      let changes = DialectFile.changes(of: try DialectFiles.read(file))
      let words =
        changes.isEmpty
        ? "it is wire profile 1" : "not as in wire profile 1: \(changes.joined(separator: ", "))"
      StandardOutput.write("\(file) can be used; \(words)\n")
    }
  }
}
