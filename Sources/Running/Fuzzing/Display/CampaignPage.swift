package import Conformance
import GRDB
package import Reporting

/// A campaign as a page in one file: what it has found, and how it went.
package struct CampaignPage: Sendable {
  /// A finding is a file; more than these are counted only.
  private static let maxFindings = 500

  struct Found: Sendable {
    let anchor: String
    let mark: PageMark
    let requirement: String
    let kind: String
    let level: String
    let hasSentence: Bool
    let sentence: String
    let source: String
    let seen: String
    let file: String
    let command: String
  }

  struct Plot: Sendable {
    let name: String
    let svg: String
  }

  struct Change: Sendable {
    let name: String
    let tried: String
    let new: String
    let findings: String
  }

  let heading: String
  let over: String
  let mark: PageMark
  let lead: String
  let findings: [Found]
  let plots: [Plot]
  let changes: [Change]
  let facts: [PageFact]
  let assayVersion: String

  /// Reads the numbers of a campaign, which may be under way; nothing in its folder is changed.
  ///
  /// - Parameter version: that of this program.
  /// - Throws: why the folder holds no campaign that could be read.
  package init(
    folder: String, suites: [any Suite], version: String
  ) throws(CampaignFolder.Unusable) {
    try CampaignFolder.checkIsCampaign(folder)
    let (memory, points) = try CampaignDatabase.read(folder: folder)
    self.init(folder: folder, memory, points, suites: suites, version: version)
  }

  init(
    folder: String, _ memory: CampaignMemory, _ points: [ProgressPoint], suites: [any Suite],
    version: String
  ) {
    let open = memory.findings.filter { !$0.isRepaired }
    let repaired = memory.findings.count - open.count
    heading = VisibleText.escaped(
      folder.split(separator: "/").last.map(String.init) ?? folder, maxCharacters: 120)
    over = "Campaign of assay fuzz"
    mark =
      open.isEmpty
      ? PageMark(.good, "Nothing found") : PageMark(.bad, Count.text(open.count, "finding"))
    lead =
      "\(Count.text(memory.executions, "execution")) in \(Count.text(memory.elapsed)), \(Count.text(memory.entries.count)) \(memory.entries.count == 1 ? "entry" : "entries") kept, \(Count.text(memory.features.count, "feature")) shown."
      + (repaired > 0 ? " \(Count.text(repaired, "earlier finding")) did not come again." : "")
    findings = open.sorted { ($0.level, $0.firstSeen) < ($1.level, $1.firstSeen) }
      .prefix(Self.maxFindings).enumerated().map { number, finding in
        Self.found(finding, number: number + 1, folder, suites)
      }
    plots = CampaignPlots.all(points)
    changes = memory.changes.sorted {
      ($1.value.findings, $1.value.new, $0.key) < ($0.value.findings, $0.value.new, $1.key)
    }.prefix(200).map { name, tally in
      Change(
        name: VisibleText.escaped(name, maxCharacters: 80), tried: Count.text(tally.tried),
        new: Count.text(tally.new), findings: Count.text(tally.findings))
    }
    facts = [
      PageFact("Seed", "\(memory.seed)"),
      PageFact(
        "Suites",
        VisibleText.escaped(
          Set(memory.entries.map(\.suite)).sorted().joined(separator: ", "), maxCharacters: 200)),
      PageFact("Executions", Count.text(memory.executions)),
      PageFact("Faults of the adapter", Count.text(memory.adapterFaults)),
      PageFact("Last news", "after \(Count.text(memory.lastNews))"),
      PageFact("Folder", VisibleText.escaped(folder, maxCharacters: 400), isCode: true),
    ]
    assayVersion = version
  }

  package func write(to file: OutputFile) throws(OutputFault) {
    try file.write(
      PageTemplate.usual(.campaign).text(title: "\(heading): \(mark.word.lowercased())", self).utf8)
  }

  private static func found(
    _ finding: StoredFinding, number: Int, _ folder: String, _ suites: [any Suite]
  ) -> Found {
    let signature = Signature(finding.signature)
    // The table has no column for the suite: a clause belongs to one.
    let suite = suites.first { suite in signature.map { suite.clauses[$0.clause] != nil } == true }
    let clause = signature.flatMap { suite?.clauses[$0.clause] }
    let name = finding.id.split(separator: "/").last.map(String.init) ?? finding.id
    let file = "\(folder)/findings/\(suite.map { $0.name + "-" } ?? "")\(name).json"
    let unusual =
      finding.unusual.isEmpty
      ? "" : "; unusual: \(finding.unusual.prefix(8).joined(separator: ", "))"
    return Found(
      anchor: "finding-\(number)",
      mark: finding.level == "should"
        ? PageMark(.doubtful, finding.verdict) : PageMark(.bad, finding.verdict),
      requirement: VisibleText.escaped(
        signature?.clause.path ?? finding.signature, maxCharacters: 80),
      kind: VisibleText.escaped(signature?.kind ?? "", maxCharacters: 80),
      level: finding.level.uppercased(), hasSentence: clause != nil,
      sentence: clause?.sentence ?? "", source: clause?.sourceAndPlace ?? "",
      seen: VisibleText.escaped(
        "first seen after \(Count.text(finding.firstSeen)), \(Count.text(finding.sightings, "sighting")), \(finding.stability)\(unusual)",
        maxCharacters: 600),
      file: VisibleText.escaped(file, maxCharacters: 400),
      command: VisibleText.escaped("assay explain \(ShellText.quoted(file))"))
  }
}

extension CampaignDatabase {
  /// What a campaign had gathered when it was saved the last time, without holding the folder.
  static func read(
    folder: String
  ) throws(CampaignFolder.Unusable) -> (memory: CampaignMemory, points: [ProgressPoint]) {
    let database = try CampaignDatabase(reading: folder)
    defer { database.close() }
    do {
      guard let memory = try database.memory() else {
        throw CampaignFolder.Unusable(
          description: "\(folder) holds a campaign that has saved nothing yet; wait a second")
      }
      return (memory, try database.progress())
    } catch let error as CampaignFolder.Unusable {
      throw error
    } catch {
      throw CampaignFolder.Unusable(
        description: "\(database.path) cannot be read: \(error); let assay fuzz go on with it once")
    }
  }
}
