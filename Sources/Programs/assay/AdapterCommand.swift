import ArgumentParser

/// `assay adapter`: writes an adapter to begin with, and tries one out.
struct AdapterGroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Write a new adapter, or check one before the library is blamed.",
    discussion: """
      Examples: assay adapter new --language python
                assay adapter check -- python3 adapter.py
      """,
    subcommands: [AdapterNewCommand.self, AdapterCheckCommand.self])
}
