import AdapterDriver
import ArgumentParser

/// What is tested.
struct AdapterOptions: ParsableArguments {
  @Flag(help: "Test the built-in reference implementation.")
  var reference = false

  @Option(
    help: ArgumentHelp(
      "How long one step may take, in seconds.", valueName: "seconds"))
  var timeout: Double = 2

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The adapter's command, behind --.", valueName: "adapter"))
  var adapter: [String] = []

  func validate() throws {
    guard timeout >= 0.001, timeout <= 3_600 else {
      throw ValidationError("--timeout takes seconds from 0.001 to 3600, not \(timeout)")
    }
    if reference, !adapter.isEmpty {
      throw ValidationError(
        "--reference stands in the place of an adapter's command; give one of them")
    }
    if !reference, adapter.isEmpty {
      throw ValidationError(
        "no adapter is given; put its command behind --, as in: assay run -- ./my-adapter, or try --reference"
      )
    }
  }

  var command: AdapterCommand {
    reference
      ? AdapterCommand(executable: SiblingPrograms.path(of: "reference-adapter"))
      : AdapterCommand(executable: adapter[0], arguments: Array(adapter.dropFirst()))
  }

  /// The command as a person types it.
  var typed: String {
    reference ? "--reference" : "-- " + adapter.map(ShellText.quoted).joined(separator: " ")
  }

  var limits: AdapterLimits {
    var limits = AdapterLimits()
    limits.stepDeadline = .microseconds(Int64(timeout * 1_000_000))
    return limits
  }
}
