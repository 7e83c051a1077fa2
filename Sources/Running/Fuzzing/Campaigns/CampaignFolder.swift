package import Conformance
import GRDB
package import Reporting
package import Running
import Synchronization
import SystemLibrary

/// What a campaign leaves behind: its numbers in `campaign.sqlite`, a case file for each entry below `entries` and for each finding below
/// `findings`.
///
/// Each case file is written under another name and renamed, and what belongs to it is committed after that, so that a campaign that is
/// killed leaves whole files and true numbers, and loses its last second at most. The same command goes on where it ended.
package final class CampaignFolder: CampaignJournal {
  package let path: String
  let database: CampaignDatabase
  let suites: [any Suite]
  private let lock: FolderLock
  private let interruption: Interruption
  let state = Mutex(State())

  struct State: Sendable {
    /// The number in the name of the next entry.
    var nextNumber = 1
    var seed: UInt64 = 0
    var circumstances = Circumstances([])
    var fault: OutputFault?
    /// Digests of files that have been taken in, which the database does not know yet.
    var takenIn: [UInt64] = []
    /// Whether the folder holds the state of a campaign from before there were databases.
    var isOlder = false
    var unreadable = Unreadable()
  }

  /// Files that could not be read: the first few reasons, and how many they were.
  package struct Unreadable: Sendable, Hashable {
    package private(set) var reasons: [String] = []
    package private(set) var count = 0

    mutating func note(_ reason: String) {
      count += 1
      if reasons.count < 5 { reasons.append(reason) }
    }
  }

  package var entriesPath: String { path + "/entries" }
  package var findingsPath: String { path + "/findings" }
  /// Where the plot of the campaign is.
  package var plotPath: String { path + "/progress.svg" }

  /// Why the folder holds no campaign that could be gone on with.
  package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Opens a folder that is there, and keeps it for this campaign.
  ///
  /// - Parameters:
  ///   - suites: all that its cases may belong to.
  ///   - interruption: raised where nothing can be written any more.
  package init(
    _ path: String, suites: [any Suite], interruption: Interruption
  ) throws(Unusable) {
    self.path = path
    self.suites = suites
    self.interruption = interruption
    do throws(OutputFault) {
      lock = try FolderLock(path)
    } catch {
      throw Unusable(description: "\(error)")
    }
    database = try CampaignDatabase(folder: path)
    for folder in [entriesPath, findingsPath] where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw Unusable(description: "\(folder) cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  /// The first fault of writing.
  package var fault: OutputFault? { state.withLock { $0.fault } }

  /// The files that could not be read.
  package var unreadable: Unreadable { state.withLock { $0.unreadable } }

  /// Where the case file of a finding is.
  package func filePath(of finding: FuzzFinding) -> String {
    "\(findingsPath)/\(finding.item.suite)-\(finding.name).json"
  }

  // MARK: Writing

  package func save(
    _ snapshot: CampaignSnapshot
  ) throws(HarnessFault) -> [(place: Int, name: String)]? {
    if fault != nil { return nil }
    do {
      try checkPlace()
      var rows: [CampaignDatabase.NewEntry] = []
      for (_, entry) in snapshot.entries { rows.append(try written(entry)) }
      let (seed, circumstances, takenIn) = state.withLock {
        ($0.seed, $0.circumstances, $0.takenIn)
      }
      var ran: [UInt64] = []
      for run in snapshot.runs { ran += try digest(of: run).map { [$0] } ?? [] }
      try database.save(
        snapshot, seed: seed, entries: rows, ran: takenIn + ran,
        judged: (ran + rows.map(\.digest)).map(circumstances.mark))
      noteSaved()
      return zip(snapshot.entries, rows).map { ($0.place, $1.file) }
    } catch let fault as HarnessFault {
      throw fault
    } catch {
      fail(outputFault(error))
      return nil
    }
  }

  package func report(_ finding: FuzzFinding, of suite: any Suite) throws(HarnessFault) {
    let bytes = try suite.encode(finding.item)
    if fault != nil { return }
    do throws(OutputFault) {
      try write(bytes, to: filePath(of: finding), toDisk: true)
    } catch {
      fail(error)
    }
  }

  package func hold(_ item: Case, of suite: any Suite) throws(HarnessFault) {
    let bytes = try suite.encode(item)
    if fault != nil { return }
    do throws(OutputFault) {
      try write(bytes, to: path(ofHeld: item))
    } catch {
      fail(error)
    }
  }

  package func release(_ item: Case) { unlink(path(ofHeld: item)) }

  /// `findings/abt-unreduced-15667.json`
  private func path(ofHeld item: Case) -> String {
    "\(findingsPath)/\(item.suite)-\(item.id.path.split(separator: "/").last ?? "unreduced").json"
  }

  /// Writes the plot, and puts everything into the one file of the database.
  package func finish() {
    if fault == nil {
      do {
        try checkPlace()
        let plot = ProgressPlot(try database.progress(), title: "assay fuzz").svg
        try write(Array(plot.utf8), to: plotPath)
      } catch {
        fail(outputFault(error))
      }
    }
    database.close()
  }

  func write(
    _ bytes: [UInt8], to path: String, toDisk: Bool = false
  ) throws(OutputFault) {
    try OutputFile.replace(path: path, toDisk: toDisk) { (file) throws(OutputFault) in
      try file.write(bytes)
    }
  }

  /// Writes the file of an entry that has none, and makes its row. One that came from a file may be in that alone by now.
  private func written(_ entry: Entry) throws -> CampaignDatabase.NewEntry {
    if let file = entry.file {
      let bytes = try StoredFile.bytes("\(entriesPath)/\(file)", maxBytes: Self.maxCaseBytes)
      let item = try entry.item ?? CaseFile.read(bytes, suites: suites, name: file)
      return .init(
        file: file, entry: entry, suite: item.suite, variant: item.variant,
        digest: CaseDigest.of(bytes))
    }
    guard let item = entry.item, let suite = suites.first(where: { $0.name == item.suite }) else {
      throw HarnessFault("an entry that has not been written is not in memory")
    }
    let bytes = try suite.encode(item)
    let file = state.withLock { state in
      defer { state.nextNumber += 1 }
      return Self.name(ofEntry: state.nextNumber, suite.name)
    }
    try write(bytes, to: "\(entriesPath)/\(file)")
    return .init(
      file: file, entry: entry, suite: item.suite, variant: item.variant,
      digest: CaseDigest.of(bytes))
  }

  /// `abt-000012.json`
  private static func name(ofEntry number: Int, _ suite: String) -> String {
    let digits = String(number)
    return "\(suite)-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).json"
  }

  func digest(of run: CampaignSnapshot.Run) throws(HarnessFault) -> UInt64? {
    switch run {
    case .file(let digest): return digest
    case .item(let item):
      guard let suite = suites.first(where: { $0.name == item.suite }) else { return nil }
      return CaseDigest.of(try suite.encode(item))
    }
  }

  private func noteSaved() {
    let wasOlder = state.withLock { state in
      state.takenIn.removeAll()
      defer { state.isOlder = false }
      return state.isOlder
    }
    if wasOlder { unlink(olderStatePath) }
  }

  // MARK: Faults

  /// A database that somebody removes while it is open could still be written, and nobody would find it.
  private func checkPlace() throws(OutputFault) {
    guard database.isInPlace else {
      throw OutputFault(
        .write, path: database.path, why: "it is not there any more",
        remedy: "the folder or file is gone: make the folder, or choose another with --output")
    }
  }

  func fail(_ fault: OutputFault) {
    state.withLock { $0.fault = $0.fault ?? fault }
    interruption.raise(.output)
  }

  func outputFault(_ error: any Error) -> OutputFault {
    if let fault = error as? OutputFault { return fault }
    guard let error = error as? DatabaseError else {
      return OutputFault(
        .write, path: database.path, why: "\(error)", remedy: "check the folder of the campaign")
    }
    let remedy =
      switch error.resultCode {
      case .SQLITE_FULL: "make room on the disk, or choose another folder with --output"
      case .SQLITE_BUSY, .SQLITE_LOCKED: "another program keeps it locked: end that one"
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        "it is damaged: move it away; the same command goes on with the entries and findings"
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
        "make the folder writable, or choose another with --output"
      default: "check the disk and the limits (ulimit -f), or choose another folder with --output"
      }
    return OutputFault(
      .write, path: database.path, why: error.message ?? "\(error.resultCode)", remedy: remedy)
  }
}
