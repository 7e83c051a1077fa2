import AdapterDriver
import ArgumentParser
import Reporting

/// How an adapter is started and what it may take, without its command.
struct AdapterSettings: ParsableArguments {
  @Flag(help: "Test the built-in reference implementation.")
  var reference = false

  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp(
      "How long one step may take, in seconds (default: 2, and more where the machine or the adapter is slow).",
      valueName: "seconds"))
  var givenTimeout: Double?

  @Option(
    name: .customLong("pass-env"),
    help: ArgumentHelp(
      "Pass a variable of the environment to the adapter, or set it (repeatable).",
      valueName: "name[=value]"))
  var passedVariables: [PassedVariable] = []

  @Option(
    help: ArgumentHelp(
      "Where the adapter runs (default: here). A relative path to the adapter counts from here all the same.",
      valueName: "dir"))
  var workingDirectory: String?

  /// How long one step may take, before it is scaled for what is slow.
  var timeout: Double { givenTimeout ?? 2 }

  func validate() throws {
    let environment = AdapterCommand.ownEnvironment()
    for variable in passedVariables where variable.entry(in: environment) == nil {
      throw ValidationError(
        "--pass-env \(variable.name): the variable is not set; give it a value with --pass-env \(variable.name)=..."
      )
    }
    guard timeout >= 0.001, timeout <= 3_600 else {
      throw ValidationError("--timeout takes seconds from 0.001 to 3600, not \(timeout)")
    }
  }

  /// - Throws: wrong usage, where there is no command, or one too many.
  func check(_ adapter: [String]) throws {
    if reference, !adapter.isEmpty {
      throw ValidationError(
        "--reference stands in the place of an adapter's command; give one of them")
    }
    if !reference, adapter.isEmpty {
      throw ValidationError(
        "no adapter is given; put its command after two dashes, as in: … -- ./my-adapter, or try --reference"
      )
    }
  }

  func command(_ adapter: [String]) -> AdapterCommand {
    let own = AdapterCommand.ownEnvironment()
    let environment = AdapterEnvironment.cleaned(
      own, adding: passedVariables.compactMap { $0.entry(in: own) })
    return reference
      ? AdapterCommand(
        executable: SiblingPrograms.path(of: "reference-adapter"), environment: environment,
        workingDirectory: workingDirectory, guardian: Guardian.ofThisProgram)
      : AdapterCommand(
        executable: adapter[0], arguments: Array(adapter.dropFirst()), environment: environment,
        workingDirectory: workingDirectory, guardian: Guardian.ofThisProgram)
  }

  /// The options that decide what the adapter finds, by name; no values of variables.
  var given: [(String, String)] {
    passedVariables.map { ("pass-env", $0.name) }
      + (workingDirectory.map { [("working-directory", $0)] } ?? [])
  }

  var limits: AdapterLimits {
    var limits = AdapterLimits()
    limits.stepDeadline = .microseconds(Int64(timeout * 1_000_000))
    return limits
  }
}

/// What is tested.
struct AdapterOptions: ParsableArguments {
  @OptionGroup var settings: AdapterSettings

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The adapter's command, after --.", valueName: "adapter"))
  var adapter: [String] = []

  func validate() throws { try settings.check(adapter) }

  var command: AdapterCommand { settings.command(adapter) }

  var typed: String { settings.typed(adapter) }

  var reference: Bool { settings.reference }
  var givenTimeout: Double? { settings.givenTimeout }
  var timeout: Double { settings.timeout }
  var given: [(String, String)] { settings.given }
  var limits: AdapterLimits { settings.limits }
}

extension AdapterSettings {
  /// The command as a person types it, with the options that it needs.
  func typed(_ adapter: [String]) -> String {
    let options =
      passedVariables.flatMap { ["--pass-env", ShellText.quoted($0.typed)] }
      + (workingDirectory.map { ["--working-directory", ShellText.quoted($0)] } ?? [])
    let command = reference ? ["--reference"] : ["--"] + adapter.map(ShellText.quoted)
    return (options + command).joined(separator: " ")
  }
}
