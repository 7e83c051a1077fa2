import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Dialects
import Forge
import Foundation
import JSONText
import Reporting
import Running
import SuiteModels
import Suites
import WireFormat

struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Run the faulty implementations and print which requirement finds each.",
    usage: "assay selftest [<options>]",
    discussion: """
      Every planted fault has to be found under each requirement that it breaks, and under no other but those \
      that it may break as well. Every requirement with cases has to be broken by some fault. Every liberty that \
      the specification allows has to pass, alone and in random combinations. With a dialect, faults and liberties \
      that cannot be there in it are named and left out. Deep faults, which lie beyond the cases, are run by name only.
      Examples: assay selftest
                assay selftest --fault token-unchecked
      """)

  @Option(help: "What the generated parts of the cases are made from.")
  var seed: UInt64 = 1

  @Option(
    help:
      "How many processors to keep busy (default: the number of cores). Half as many adapters again work at a time, because some of them wait."
  )
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help:
      "How many random combinations of liberties are tried, each on every fortieth case under a seed of its own."
  )
  var combinations = 500

  @Flag(
    help:
      "Run all cases against each fault and each liberty, also once everything is found that a fault breaks."
  )
  var matrix = false

  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  @Option(name: .customLong("suite"), help: "Only this suite (repeatable).")
  var suiteNames: [String] = []

  @Option(
    name: .customLong("fault"),
    help: "Only the fault of this name, and no liberties (repeatable).")
  var faults: [String] = []

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs takes a number from 1") }
    guard combinations >= 0 else { throw ValidationError("--combinations takes a number from 0") }
  }

  func run() throws {
    let guardian = Guardian.ofThisProgram
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption)
    defer { signals.cancel() }
    let program = SiblingPrograms.path(of: "faulty-adapter")
    var wrong: [String] = []
    var total = 0
    var impossible = 0
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw ValidationError(
        "the faulty implementations are missing: there is no program \(program); `make build` builds it"
      )
    }
    let dialect = try dialect.read()
    let suites = try wanted(of: Faults.reported { try SuiteCatalogue.suites(dialect: dialect) })
    let catalogue = try Faults.reported {
      try self.catalogue(of: program, in: dialect.value).about(Set(suites.map(\.name)))
    }
    try check(faults, against: catalogue)
    try Faults.reported {
      let selftest = Selftest(
        suites: suites, catalogue: catalogue,
        command: AdapterCommand(executable: program, guardian: guardian), seed: seed, jobs: jobs,
        harnessVersion: Product.version, combinations: combinations, runsAllCases: matrix,
        onlyFaults: Set(faults),
        interruption: interruption)
      do {
        try selftest.run { row in
          if row.impossible == nil { total += 1 } else { impossible += 1 }
          let line = text(row)
          if !row.isRight { wrong.append(line) }
          StandardOutput.write(line)
        }
      } catch let trouble as AdapterTrouble {
        throw HarnessFault("\(program): \(trouble)")
      } catch let RunFault<Never>.harness(fault) {
        throw fault
      }
    }
    // Once more at the end, where they are looked for.
    if !wrong.isEmpty { StandardOutput.write("\nWrong:\n" + wrong.joined()) }
    let leftOut = impossible == 0 ? "" : ", \(impossible) impossible in this dialect"
    StandardOutput.write("\(total - wrong.count) of \(total) right\(leftOut)\n")
    if interruption.isRaised { throw ExitCode(130) }
    if !wrong.isEmpty { throw ExitCode(1) }
    if total == 0 { throw ExitCode(6) }
  }

  private func wanted(of suites: [any Suite]) throws -> [any Suite] {
    for name in suiteNames where !suites.contains(where: { $0.name == name }) {
      let known = suites.map(\.name).joined(separator: ", ")
      throw ValidationError(
        "there is no suite \"\(VisibleText.escaped(name))\"; there are \(known)")
    }
    return suiteNames.isEmpty ? suites : suites.filter { suiteNames.contains($0.name) }
  }

  /// A name that no fault has would test nothing, and pass.
  private func check(_ names: [String], against catalogue: FaultCatalogue) throws {
    let known = catalogue.faults.map(\.name)
    for name in names where !known.contains(name) {
      let meant = NearestName.of(name, among: known).map { "; did you mean \($0)?" } ?? ";"
      throw ValidationError(
        "there is no fault \"\(VisibleText.escaped(name))\"\(suiteNames.isEmpty ? "" : " in \(suiteNames.joined(separator: ", "))")\(meant) faulty-adapter --list shows all"
      )
    }
  }

  private func text(_ row: Selftest.Row) -> String {
    if let reason = row.impossible {
      return "none  \(row.kind.rawValue) \(row.name): impossible in this dialect: \(reason)\n"
    }
    let mark = row.isRight ? "ok  " : "WRONG"
    let found = row.found.prefix(6).map { "\($0.requirement) (\($0.cases))" }.joined(separator: " ")
    let more = row.found.count > 6 ? " and \(row.found.count - 6) more" : ""
    let outcome =
      row.problem
      ?? (row.isBeyondCases
        ? "missed, as a deep fault is: no case meets it"
        : row.kind == .fault ? "found by \(found)\(more)" : "passes")
    return "\(mark) \(row.kind.rawValue) \(row.name): \(outcome), \(row.cases) cases\n"
  }

  private func catalogue(of program: String, in dialect: Dialect) throws -> FaultCatalogue {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--list", "--dialect", DialectFile.json(of: dialect).compactText]
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw HarnessFault("\(program) cannot be started: \(error.localizedDescription)")
    }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw HarnessFault("\(program) --list ended with \(process.terminationStatus)")
    }
    let list: JSONValue
    do throws(JSONError) {
      list = try JSONValue(parsing: Array(text), limits: .document)
    } catch {
      throw HarnessFault("\(program) --list wrote no JSON: \(error)")
    }
    return try FaultCatalogue(list)
  }
}
