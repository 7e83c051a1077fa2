import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Foundation
import JSONText
import Running
import SuiteModels
import Suites

/// Are requests judged by what their bytes mean? Runs every case of `abt` twice against the reference, each fault and each liberty:
/// as it is generated, and with its forge thrown away and its requests read back from their bytes.
struct LiftedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifted",
    abstract: "Compare the verdicts on generated cases and on the same bytes without their forge.")

  @Option(help: "The adapter with switchable faults.")
  var adapter: String

  @Option(help: "What the cases are made from.")
  var seed: UInt64 = 1

  @Option(help: "Only every so many-th fault and liberty.")
  var every = 1

  func run() throws {
    let suite = ABT.suite()
    let workshop = RequestWorkshop()
    let generated = Array(suite.cases(seed: seed))
    let lifted = try generated.map { item -> Case in
      var script = try suite.script(item)
      script.steps = script.steps.map { step in
        guard case .event(let event) = step else { return step }
        return .event(event.lifted(to: script.setup, in: workshop))
      }
      return Case(
        suite: item.suite, id: item.id, variant: item.variant, title: item.title,
        targets: item.targets, needs: item.needs, origin: .stored(script, Provenance()))
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: adapter)
    process.arguments = ["--list"]
    process.standardOutput = output
    try process.run()
    let list = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let catalogue = try FaultCatalogue(JSONValue(parsing: [UInt8](list)))
    var variants: [(name: String, arguments: [String])] = [("reference", [])]
    variants += catalogue.ordinaryFaults.filter { $0.suite == "abt" }.map {
      ("fault \($0.name)", ["--fault", $0.name])
    }
    variants += catalogue.liberties.filter { $0.suite == "abt" }.map {
      ("liberty \($0.name)", ["--liberty", $0.name])
    }
    var compared = 0
    var differences: [String: (count: Int, example: String)] = [:]
    for (index, variant) in variants.enumerated() where index == 0 || index % max(1, every) == 0 {
      let first = try results(generated, variant.arguments, suite)
      let second = try results(lifted, variant.arguments, suite)
      for (one, other) in zip(first, second) {
        compared += 1
        let a = Self.summary(one)
        let b = Self.summary(other)
        guard a != b else { continue }
        let key =
          "\(one.id.path.split(separator: "/").prefix(4).joined(separator: "/")): \(a) | \(b)"
        differences[key, default: (0, "\(variant.name), \(one.id) [\(one.variant)]")].count += 1
      }
      print(
        "\(index + 1)/\(variants.count) \(variant.name): \(differences.count) kinds of difference")
    }
    for (key, value) in differences.sorted(by: { $0.key < $1.key }) {
      print("\(value.count) x \(key)\n    such as \(value.example)")
    }
    let total = differences.values.reduce(0) { $0 + $1.count }
    print("\(compared) verdicts compared, \(total) differ in \(differences.count) kinds")
  }

  private static func summary(_ result: CaseResult) -> String {
    let signatures = Set(result.findings.map { "\($0.step) \($0.signature)" }).sorted()
    return ([result.verdict.rawValue] + signatures).joined(separator: ", ")
  }

  private func results(
    _ cases: [Case], _ arguments: [String], _ suite: ModelSuite<ABTModel>
  ) throws -> [CaseResult] {
    var plan = RunPlan(
      suites: [suite], cases: cases,
      command: AdapterCommand(executable: adapter, arguments: arguments), seed: seed, jobs: 2,
      harnessVersion: "lifted")
    plan.confirmationsPerSignature = 1
    plan.limits.stepDeadline = .seconds(2)
    let claims = try Runner.greet(plan)
    var results: [CaseResult] = []
    try Runner(plan).run(claims: claims) { (result) throws(Never) in results.append(result) }
    return results
  }
}
