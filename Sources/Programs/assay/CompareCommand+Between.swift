import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Reporting
import Running
import SuiteModels
import Suites

/// The same cases on several implementations: `--between`.
extension CompareCommand {
  /// One implementation, greeted.
  private struct Side {
    let command: AdapterCommand
    let limits: AdapterLimits
    let claims: Claims
  }

  /// - Throws: how the program ends, where it does not end with 0.
  func runBetween() throws {
    try checkOutputFolder()
    let dialect = try between.dialect.read()
    let suites = try between.versions.applied(
      to: Faults.reported {
        try SuiteCatalogue.suites(
          dialect: dialect, casesPerFamily: between.generation.casesPerFamily)
      })
    let seed = between.seed ?? 1
    let cases = try between.selection.cases(of: suites, seed: seed)
    guard !cases.isEmpty else {
      StandardError.write("assay: the selection is empty: the patterns fit, but leave no case\n")
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    let sides = try between.sides.map { try side($0, suites) }
    let subjects = subjects(sides)
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption, kept: "the table of what ran is written")
    defer { signals.cancel() }
    let clock = ContinuousClock()
    let begun = clock.now
    var map = BehaviourMap(subjects.map(\.label), suites: suites, keepsAll: between.all)
    let plan = RunPlan(
      suites: suites, cases: cases, command: sides[0].command, seed: seed, jobs: between.jobCount,
      harnessVersion: Product.version)
    var progress = ProgressLine(
      TerminalChoice.progress(between.progress ?? .auto, quiet: quiet), total: cases.count,
      task: "compared")
    try Faults.reported {
      var fault: HarnessFault?
      try SideBySide(
        plan, sides: sides.map { ($0.command, $0.limits) }, interruption: interruption
      ).run(claims: sides.map(\.claims)) { results in
        guard fault == nil else { return }
        do throws(HarnessFault) {
          try map.add(cases[map.cases], results)
        } catch {
          fault = error
          interruption.raise(.output)
        }
        progress.update(done: map.cases, findings: map.count(.finding))
      }
      progress.clear()
      if let fault { throw fault }
    }
    let isInterrupted = interruption.cause == .signal
    let comparison = BehaviourComparison(
      map, subjects, assayVersion: Product.version, suiteVersion: between.versions.effective,
      seed: seed, options: between.given, elapsed: clock.now - begun,
      isInterrupted: isInterrupted)
    try writeMap(comparison)
    try end(map, isInterrupted)
  }

  /// A long comparison must not be lost for want of a folder.
  private func checkOutputFolder() throws {
    guard let output, let slash = output.lastIndex(of: "/"), slash > output.startIndex else {
      return
    }
    let folder = String(output[..<slash])
    guard InputFile.isFolder(folder) else {
      throw ValidationError("--output \(output): there is no folder \(folder)")
    }
  }

  private func side(_ words: [String], _ suites: [any Suite]) throws -> Side {
    let settings = between.settings(of: words)
    var plan = RunPlan(
      suites: suites, cases: [Case](), command: settings.command(words), limits: settings.limits,
      seed: 1, jobs: 1, harnessVersion: Product.version)
    let claims = try AdapterGreeting.claims(plan, typed: settings.typed(words))
    if settings.givenTimeout == nil, let calibration = try? Runner.calibrate(plan) {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    return Side(command: plan.command, limits: plan.limits, claims: claims)
  }

  private func subjects(_ sides: [Side]) -> [MapSubject] {
    let hellos = sides.map(\.claims.hello)
    let labels =
      between.names.isEmpty
      ? MapSubject.labels(hellos.map { ($0.implementationName, $0.implementationVersion) })
      : between.names
    return zip(zip(sides, hellos), labels).map { side, label in
      MapSubject(
        label: label, name: side.1.implementationName, version: side.1.implementationVersion,
        language: side.1.language, command: [side.0.command.executable] + side.0.command.arguments,
        sha256: ProgramDigest(of: side.0.command).sha256)
    }
  }

  private func writeMap(_ comparison: BehaviourComparison) throws {
    do throws(OutputFault) {
      try writeOut { (file) throws(OutputFault) in
        let shown = quiet ? 0 : verbose ? Int.max : 20
        switch format {
        case .json: try MapJSON.write(comparison, to: file)
        case .markdown: try file.write(MapMarkdown.text(comparison, shown: shown).utf8)
        case .text:
          try file.write(MapText.text(comparison, shown: shown, style: style).utf8)
        }
      }
    } catch {
      StandardError.write("assay: \(VisibleText.escaped("\(error)"))\n")
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
  }

  /// A map is no gate: whatever differs, it could be made.
  private func end(_ map: BehaviourMap, _ isInterrupted: Bool) throws {
    if isInterrupted { throw ExitCode(ExitStatus.interrupted.rawValue) }
    let faults = map.unjudged.map { $0[.adapterFault] ?? 0 }
    for (name, count) in zip(map.names, faults) where count > 0 {
      StandardError.write(
        VisibleText.escaped(
          "assay: the adapter of \(name) failed on its own account in \(Count.text(count, "case")); assay adapter check says why"
        ) + "\n")
    }
    if faults.contains(where: { $0 > 0 }) { throw ExitCode(ExitStatus.adapterFault.rawValue) }
    guard map.compared > 0 else {
      StandardError.write(
        "assay: no case was asked of two implementations: see what they claim with assay adapter check\n"
      )
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
  }
}
