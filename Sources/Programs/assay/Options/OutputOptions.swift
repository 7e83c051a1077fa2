import ArgumentParser
import Conformance
import Foundation
import Reporting
import SystemLibrary

/// Where results go, and how much is shown.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the reports go (default: Reports/<implementation>-<date>-<n>).", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Which reports are written beside report.jsonl, with commas between: \(ReportFormat.names). Example: --format json,sarif",
      valueName: "list"))
  var format = "json,junit"

  @OptionGroup var summary: SummaryOptions

  @Option(help: "How progress is shown: auto, plain, none.")
  var progress: Progress = .auto

  enum Progress: String, ExpressibleByArgument, CaseIterable {
    case auto, plain, none
  }

  func validate() throws {
    _ = try formats
  }

  var quiet: Bool { summary.quiet }
  var verbose: Bool { summary.verbose }

  var formats: Set<ReportFormat> {
    get throws { try Self.formats(named: format) }
  }

  /// The formats of a list with commas between.
  ///
  /// - Throws: wrong usage, where there is none of a name.
  static func formats(named list: String) throws -> Set<ReportFormat> {
    let words = list.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return Set(
      try words.map { word in
        guard let format = ReportFormat(named: word) else {
          let names = ReportFormat.allCases.map(\.name)
          throw ValidationError(
            "there is no format \"\(word)\"\(NearestName.hint(for: word, among: names, all: names))"
          )
        }
        return format
      })
  }

  var usesColor: Bool { summary.usesColor }

  var progressMode: ProgressLine.Mode { TerminalChoice.progress(progress, quiet: quiet) }

  /// How wide the terminal of standard output is, in columns; 100 where there is none.
  var width: Int { TerminalChoice.width(of: 1) }

  /// Makes the folder for the reports: a new one, or the one that was asked for.
  ///
  /// - Throws: wrong usage, where it cannot be made.
  func folder(for implementation: String, date: Date) throws -> String {
    if let output {
      guard !output.isEmpty else { throw ValidationError("--output takes the name of a folder") }
      try OutputFolder.make(output)
      if !summary.quiet, InputFile.exists("\(output)/report.json") {
        StandardError.write(
          "assay: \(VisibleText.escaped(output))/report.json is there from another run, and is replaced\n"
        )
      }
      return output
    }
    return try OutputFolder.new(for: implementation, date: date)
  }
}

/// How much of a run is shown on the terminal.
struct SummaryOptions: ParsableArguments {
  @Flag(help: "Only the verdict and the report's path.")
  var quiet = false

  @Flag(help: "Every failure in full.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  var usesColor: Bool { TerminalChoice.usesColor(noColor: noColor) }

  /// How many failures are told.
  var shownFailures: Int { quiet ? 0 : verbose ? .max : 20 }
}

extension ReportFormat {
  /// `json, junit, …`
  static var names: String { allCases.map(\.name).joined(separator: ", ") }
}

/// What is shown, and how, where nothing else is asked for.
enum TerminalChoice {
  static func usesColor(noColor: Bool) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return !noColor && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      && StandardOutput.isTerminal
  }

  static func progress(_ progress: OutputOptions.Progress, quiet: Bool) -> ProgressLine.Mode {
    switch progress {
    case .none: .off
    case .plain: .plain
    case .auto:
      quiet ? .off : StandardError.isTerminal ? .rewritten(width: width(of: 2)) : .plain
    }
  }

  /// How wide the terminal of a descriptor is, in columns; 100 where there is none.
  static func width(of descriptor: Int32) -> Int { columns(of: descriptor) ?? 100 }

  /// The same, or nil where there is no terminal that says it.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : nil
  }
}

/// Folders that commands write into.
enum OutputFolder {
  /// Makes a new folder below Reports, named for an implementation and the day.
  static func new(for implementation: String, date: Date) throws -> String {
    let day = ISO8601DateFormatter.string(
      from: date, timeZone: TimeZone(identifier: "UTC") ?? .current,
      formatOptions: [.withFullDate])
    try make("Reports")
    // Made, not looked for: of two runs that begin at once each gets a folder of its own.
    for number in 1...100_000 {
      let path = "Reports/\(fileName(implementation))-\(day)-\(number)"
      if mkdir(path, 0o777) == 0 { return path }
      if errno != EEXIST { throw cannotMake(path, errno) }
    }
    throw ValidationError(
      "Reports holds too many runs of this day; choose another folder with --output")
  }

  /// The name of an implementation as a part of a file's name.
  private static func fileName(_ implementation: String) -> String {
    let name = implementation.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": Character(scalar)
      default: "-"
      }
    }
    let text = String(name.prefix(60)).drop { $0 == "." }
    return text.isEmpty ? "implementation" : String(text)
  }

  /// Makes a folder with all that leads to it, where it is not there.
  static func make(_ path: String) throws {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      if mkdir(made, 0o777) != 0, errno != EEXIST { throw cannotMake(path, errno) }
    }
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else {
      throw cannotMake(path, ENOTDIR)
    }
  }

  static func cannotMake(_ path: String, _ error: Int32) -> ValidationError {
    ValidationError(
      "the folder \(path) cannot be made: \(String(cString: strerror(error))); "
        + "choose another folder with --output or --save")
  }
}
