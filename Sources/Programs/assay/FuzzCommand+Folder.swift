import AdapterDriver
import ArgumentParser
import Conformance
import Foundation
import Fuzzing
import Reporting
import Running

// What the campaign's folder holds already, what comes from other folders, and what is taken out at the end.
extension FuzzCommand {
  /// What `body` returns; a folder that cannot be used is wrong usage.
  func usable<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CampaignFolder.Unusable {
      throw ValidationError("\(error)")
    }
  }

  /// What cannot be done is told before a folder is made for it.
  func checkFolders() throws {
    for other in merge {
      try usable { try CampaignFolder.checkIsCampaign(AbsolutePath.of(other)) }
    }
    guard distil, merge.isEmpty, time == nil, executions == nil, !untilFinding else { return }
    guard let folder = output.output, CampaignFolder.isCampaign(AbsolutePath.of(folder)) else {
      let place = output.output.map { "\($0) holds no campaign" } ?? "no campaign is named"
      throw ValidationError("there is nothing to distil: \(place); name its folder with --output")
    }
  }

  /// Takes up the campaign that the folder holds, where there is one, and those that are merged into it.
  ///
  /// - Parameter sources: reads cases of all suites.
  func takeUp(
    _ plan: inout CampaignPlan, _ folder: CampaignFolder, _ sources: CaseSources
  ) throws {
    let resumption = try usable {
      try folder.takeUp(seed: seed, circumstances: circumstances(of: plan))
    }
    var memory = resumption.memory
    plan.waiting = resumption.unknown + (try mergeOthers(into: folder, memory))
    let start = plan.start
    plan.start = try Faults.reported { try folder.notRun(start, memory) }
    plan.earlier = try stored(folder.findingsPath, sources).filter { isWanted($0, in: plan) }
    let suites = plan.run.suites.map(\.name)
    memory?.entries.removeAll {
      !suites.contains($0.suite) || (plan.variant != nil && plan.variant != $0.variant)
    }
    plan.memory = memory
    plan.files = folder
    if resumption.gone > 0 {
      StandardError.write(
        "assay: \(Count.text(resumption.gone, "entry file")) of \(folder.entriesPath) are gone; the campaign goes on without them\n"
      )
    }
    if let memory, !output.quiet {
      StandardError.write(
        "assay: going on with \(folder.path): \(memory.executions) executions, \(memory.entries.count + resumption.unknown.count) entries, \(Count.text(plan.earlier.count, "finding"))\n"
      )
      let again = memory.entries.count { !$0.isJudged }
      if again > 0 {
        StandardError.write(
          "assay: \(again == 1 ? "1 entry" : "\(Count.text(again)) entries") run again first: the adapter, assay, the dialect or the requirements are others than before\n"
        )
      }
    }
  }

  /// What has been judged need not be judged again as long as these are the same.
  private func circumstances(of plan: CampaignPlan) -> Circumstances {
    let dialect = dialect.dialect.flatMap { FileManager.default.contents(atPath: $0) }
    let command = plan.run.command
    return Circumstances(
      [Product.version, dialect.map { "\(CaseDigest.of($0))" } ?? "", command.executable]
        + command.arguments + ProgramDigest(of: command).files.map { $0.sha256 ?? "" }
        + requirements.sorted())
  }

  private func mergeOthers(
    into folder: CampaignFolder, _ memory: CampaignMemory?
  ) throws -> [WaitingFile] {
    guard !merge.isEmpty else { return [] }
    var known = folder.digests(memory)
    var waiting: [WaitingFile] = []
    for other in merge {
      let merged = try usable { try folder.merge(AbsolutePath.of(other), known: &known) }
      waiting += merged.waiting
      guard !output.quiet else { continue }
      StandardError.write(
        "assay: merging \(VisibleText.escaped(other)): \(Count.text(merged.findings, "new finding")), \(Count.text(merged.waiting.count, "case")) to run, \(Count.text(merged.duplicates, "file")) known already\n"
      )
    }
    return waiting
  }

  /// Runs each entry once and takes out those that are not needed.
  func distil(
    _ plan: CampaignPlan, _ claims: Claims, _ folder: CampaignFolder,
    _ interruption: Interruption, _ display: inout CampaignDisplay
  ) throws -> Distillation.Outcome? {
    if folder.fault != nil { return nil }
    let wanted = plan.run.suites.map(\.name)
    let files = try usable { try folder.entries() }.filter {
      wanted.contains($0.suite) && (plan.variant == nil || plan.variant == $0.variant)
    }.map(\.file)
    display.clear()
    var line = ProgressLine(output.progressMode, total: files.count, task: "distilling")
    defer { line.clear() }
    return try Distillation(
      plan.run, plan.feedback, claims: claims, folder: folder, interruption: interruption
    ).run(files) { line.update(done: $0, findings: 0) }
  }

  private func isWanted(_ item: Case, in plan: CampaignPlan) -> Bool {
    plan.run.suites.contains { $0.name == item.suite }
      && (plan.variant == nil || plan.variant == item.variant)
  }

  private func stored(_ folder: String, _ sources: CaseSources) throws -> [Case] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ValidationError("\(folder) cannot be listed; choose another folder with --output")
    }
    return names.contains { $0.hasSuffix(".json") }
      ? try sources.cases(at: [folder]).map(\.item) : []
  }
}

/// The command that goes on with a campaign, as a person types it in any directory.
enum ResumeCommand {
  /// What the folder and the adapter's own words say.
  private static let replaced: Set<String> = ["--output", "--pass-env", "--working-directory"]
  private static let paths: Set<String> = ["--corpus", "--dialect", "--merge"]

  /// - Parameter arguments: what was typed, with the name of the program.
  static func text(_ arguments: [String], folder: String, adapter: String) -> String {
    var words = ["assay"]
    var rest = arguments.dropFirst().prefix { $0 != "--" }
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? word
      if word == "--reference" { continue }
      guard replaced.contains(name) || paths.contains(name) else {
        words.append(ShellText.quoted(word))
        continue
      }
      let value = parts.count == 2 ? parts[1] : rest.popFirst() ?? ""
      if paths.contains(name) { words += [name, ShellText.quoted(AbsolutePath.of(value))] }
    }
    words += ["--output", ShellText.quoted(folder), adapter]
    return words.joined(separator: " ")
  }
}
