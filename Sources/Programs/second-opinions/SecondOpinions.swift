import ArgumentParser

/// Lets other implementations judge the readers and writers of `WireFormat`: a filter of frames for
/// the scripts in Tests/Programs/SecondOpinions, of no use to users.
@main
struct SecondOpinions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "second-opinions",
    abstract: "Give the bytes and verdicts of assay's codecs to other implementations, as frames.",
    discussion: """
      All commands but `mutate`, `forge` and `claims` read frames from standard input and answer each with one frame on \
      standard output, in order. A frame is its length (4 bytes, big-endian) and so many bytes. \
      Tests/Programs/SecondOpinions/README.md describes what is in them.
      """,
    subcommands: [
      WriteCommand.self, ReadCommand.self, MutateCommand.self, ForgeCommand.self,
      ClaimsCommand.self, LiftedCommand.self,
    ])
}
