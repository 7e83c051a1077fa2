import Conformance
import GRDB
import Reporting
import Synchronization

extension CampaignDatabase {
  /// A new entry's row.
  struct NewEntry {
    var file: String
    var entry: Entry
    var suite: String
    var variant: Variant
    var digest: UInt64
  }

  /// Writes what has happened since the last time, in one transaction: all of it is there, or nothing.
  ///
  /// - Parameters:
  ///   - entries: those that are new, whose files have been written.
  ///   - ran: the digests of cases that have run as they are.
  ///   - judged: what marks cases as judged under the circumstances of this sitting.
  func save(
    _ snapshot: CampaignSnapshot, seed: UInt64, entries: [NewEntry], ran: [UInt64],
    judged: [UInt64]
  ) throws {
    let series = try queue.write { database in
      try Self.saveNumbers(snapshot.status, seed: seed, database)
      try Self.saveChanges(snapshot.status.changes, database)
      for entry in entries { try Self.insert(entry, database) }
      let tried = try database.cachedStatement(
        sql: "UPDATE entry SET children = ?, kept = ? WHERE file = ?")
      for row in snapshot.tried {
        try tried.execute(arguments: [row.children, row.kept, row.file])
      }
      try Self.insert(snapshot.features, into: "feature", "feature", database)
      try Self.insert(ran, into: "ran", "digest", database)
      try Self.insert(judged, into: "judged", "mark", database)
      for finding in snapshot.status.findings { try Self.save(StoredFinding(finding), database) }
      for id in snapshot.status.repaired {
        try database.execute(
          sql: "UPDATE finding SET isRepaired = 1 WHERE id = ?", arguments: [id.path])
      }
      if let learnt = snapshot.learnt { try Self.save(learnt, database) }
      var series = self.series.withLock { $0 }
      try series.note(.init(snapshot.status), database)
      return series
    }
    self.series.withLock { $0 = series }
  }

  private static func saveNumbers(
    _ status: CampaignStatus, seed: UInt64, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      Int64(bitPattern: seed), status.nextExecution, status.executions, status.adapterFaults,
      status.elapsed.inSeconds, status.lastNews.inSeconds,
      status.lastNewsChanges.joined(separator: " "),
    ])
  }

  private static func saveChanges(_ changes: [String: ChangeTally], _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?)")
    for (name, tally) in changes {
      try statement.execute(arguments: [name, tally.tried, tally.new, tally.findings])
    }
  }

  private static func insert(_ new: NewEntry, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO entry (file, suite, variant, digest, newFeatures, children, kept, depth, isTaken)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      new.file, new.suite, new.variant.name, Int64(bitPattern: new.digest), new.entry.newFeatures,
      new.entry.children, new.entry.kept, new.entry.depth, new.entry.isTaken,
    ])
  }

  private static func insert(
    _ numbers: [UInt64], into table: String, _ column: String, _ database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO \(table) (\(column)) VALUES (?)")
    for number in numbers { try statement.execute(arguments: [Int64(bitPattern: number)]) }
  }

  private static func save(_ finding: StoredFinding, _ database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      finding.id, finding.signature, finding.level, finding.verdict,
      finding.unusual.joined(separator: " "), finding.firstSeen.inSeconds,
      finding.lastSeen.inSeconds, finding.sightings, finding.stability, finding.execution,
      finding.isRepaired,
    ])
  }

  private static func save(_ learnt: [String: [String]], _ database: Database) throws {
    try database.execute(sql: "DELETE FROM learnt")
    let statement = try database.cachedStatement(sql: "INSERT INTO learnt VALUES (?, ?, ?)")
    for (suite, texts) in learnt {
      for (place, text) in texts.enumerated() {
        try statement.execute(arguments: [suite, place, text])
      }
    }
  }
}

// What distilling takes out.
extension CampaignDatabase {
  /// Takes out entries: from this commit on they are none, whether or not their files are still there.
  func leaveOut(_ files: [String]) throws {
    try queue.write { database in
      for file in files {
        try database.execute(sql: "INSERT OR IGNORE INTO leftOut VALUES (?)", arguments: [file])
        try database.execute(sql: "DELETE FROM entry WHERE file = ?", arguments: [file])
      }
    }
  }

  /// Entries that have been taken out, whose files are perhaps still there.
  func leftOut() throws -> [String] {
    try queue.read { try String.fetchAll($0, sql: "SELECT file FROM leftOut") }
  }

  func forgetLeftOut() throws {
    try queue.write { try $0.execute(sql: "DELETE FROM leftOut") }
  }
}

extension StoredFinding {
  init(_ finding: FuzzFinding) {
    self.init(
      id: finding.item.id.path, signature: finding.signature.description,
      level: finding.level.rawValue, verdict: finding.verdict.rawValue, unusual: finding.guilty,
      firstSeen: finding.found, lastSeen: finding.lastSeen, sightings: finding.sightings,
      stability: finding.stability.words, execution: finding.execution)
  }
}
