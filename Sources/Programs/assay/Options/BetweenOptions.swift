import AdapterDriver
import ArgumentParser
import Foundation

/// Which implementations are held beside each other, and with which cases.
struct BetweenOptions: ParsableArguments {
  @Flag(
    name: .customLong("between"),
    help: "Run the same cases on several adapters, and show who does what.")
  var isWanted = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var settings: AdapterSettings
  @OptionGroup var dialect: DialectOptions
  @OptionGroup var generation: GenerationOptions
  @OptionGroup var versions: VersionOptions

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "What an implementation is called in the table: once for each of them, --reference first (default: what its adapter says).",
      valueName: "name"))
  var names: [String] = []

  @Option(help: "What the generated parts of the cases are made from (default: 1).")
  var seed: UInt64?

  @Option(help: "How many adapters work at a time, of all together (default: the number of cores).")
  var jobs: Int?

  @Flag(help: "Rows for what all do in the same way, too.")
  var all = false

  @Option(help: "How progress is shown: auto, plain, none (default: auto).")
  var progress: OutputOptions.Progress?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "The adapters' commands, each after --; for --between.", valueName: "adapter"))
  var words: [String] = []

  /// The most that a table can show.
  private static let maxSides = 16

  /// The commands after `--`, cut at each further `--`.
  var adapters: [[String]] {
    words.isEmpty
      ? [] : words.split(separator: "--", omittingEmptySubsequences: false).map(Array.init)
  }

  /// The adapters as commands of this program, the reference first; the words are empty for it.
  var sides: [[String]] { (settings.reference ? [[]] : []) + adapters }

  /// The settings of one side.
  func settings(of side: [String]) -> AdapterSettings {
    var own = settings
    own.reference = side.isEmpty
    return own
  }

  func validate() throws {
    if let jobs, !(1...1_024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    if let seed, seed > UInt64(Int64.max) {
      throw ValidationError("--seed takes a number from 0 to \(Int64.max), not \(seed)")
    }
    guard isWanted else {
      guard let stray else { return }
      throw ValidationError(
        "\(stray) belongs to --between, which runs adapters; two reports are compared without it")
    }
    guard !adapters.contains(where: \.isEmpty) else {
      throw ValidationError("there is no command after one of the --")
    }
    guard sides.count > 1 else {
      throw ValidationError(
        "--between takes two adapters or more, as in: assay compare --between -- ./one -- ./other, or --reference and one"
      )
    }
    guard sides.count <= Self.maxSides else {
      throw ValidationError("--between takes up to \(Self.maxSides) adapters, not \(sides.count)")
    }
    guard names.isEmpty || names.count == sides.count && Set(names).count == names.count,
      !names.contains("")
    else {
      throw ValidationError(
        "--name is given once for each of the \(sides.count) implementations, each time with another name"
      )
    }
  }

  /// An option that means something with `--between` only.
  private var stray: String? {
    if !words.isEmpty { return "an adapter after --" }
    if settings.reference { return "--reference" }
    if settings.givenTimeout != nil { return "--timeout" }
    if !names.isEmpty { return "--name" }
    if seed != nil { return "--seed" }
    if jobs != nil { return "--jobs" }
    if progress != nil { return "--progress" }
    if all { return "--all" }
    return given.first.map { "--\($0.name)" }
  }

  /// The options that decide what is run, as they were given.
  var given: [(name: String, value: String)] {
    (selection.given + generation.given + versions.given + dialect.given + settings.given)
      .map { (name: $0.0, value: $0.1) }
      + (settings.givenTimeout.map { [(name: "timeout", value: "\($0)")] } ?? [])
  }

  var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}
