import Conformance
import GRDB

extension CampaignDatabase {
  /// What the campaign had gathered; nil where nothing has been committed yet.
  func memory() throws -> CampaignMemory? {
    try queue.read { database in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM campaign") else { return nil }
      var memory = CampaignMemory(seed: UInt64(bitPattern: row["seed"]))
      memory.nextExecution = row["nextExecution"]
      memory.executions = row["executions"]
      memory.adapterFaults = row["adapterFaults"]
      memory.elapsed = .seconds(row["elapsed"] as Double)
      memory.lastNews = .seconds(row["lastNews"] as Double)
      memory.lastNewsChanges = Self.words(row["lastNewsChanges"])
      for row in try Row.fetchAll(database, sql: "SELECT * FROM change") {
        var tally = ChangeTally()
        tally.tried = row["tried"]
        tally.new = row["new"]
        tally.findings = row["findings"]
        memory.changes[row["name"]] = tally
      }
      memory.entries = try Self.entries(database)
      memory.features = try Self.numbers("SELECT feature FROM feature", database)
      memory.findings = try Self.findings(database)
      for row in try Row.fetchAll(database, sql: "SELECT suite, text FROM learnt ORDER BY place") {
        memory.learnt[row["suite"], default: []].append(row["text"])
      }
      memory.ran = Set(try Self.numbers("SELECT digest FROM ran", database))
      // A campaign of before may lack it where it is only read.
      if try database.tableExists("judged") {
        memory.judged = Set(try Self.numbers("SELECT mark FROM judged", database))
      }
      return memory
    }
  }

  /// How the campaign went, from its beginning.
  func progress() throws -> [ProgressPoint] {
    try queue.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT second, executions, entries, features, edges, findings FROM progress
          ORDER BY second
          """
      ).map {
        ProgressPoint(
          second: $0[0], executions: $0[1], entries: $0[2], features: $0[3], edges: $0[4],
          findings: $0[5])
      }
    }
  }

  private static func entries(_ database: Database) throws -> [StoredEntry] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT file, suite, variant, digest, newFeatures, children, kept, depth, isTaken FROM entry
        ORDER BY number
        """)
    var entries: [StoredEntry] = []
    while let row = try rows.next() {
      entries.append(
        StoredEntry(
          file: row[0], suite: row[1], variant: Variant(row[2]),
          digest: UInt64(bitPattern: row[3]), newFeatures: row[4], children: row[5], kept: row[6],
          depth: row[7], isTaken: row[8]))
    }
    return entries
  }

  private static func numbers(_ sql: String, _ database: Database) throws -> [UInt64] {
    let rows = try Row.fetchCursor(database, sql: sql)
    var numbers: [UInt64] = []
    while let row = try rows.next() { numbers.append(UInt64(bitPattern: row[0])) }
    return numbers
  }

  private static func findings(_ database: Database) throws -> [StoredFinding] {
    try Row.fetchAll(database, sql: "SELECT * FROM finding").map { row in
      StoredFinding(
        id: row["id"], signature: row["signature"], level: row["level"], verdict: row["verdict"],
        unusual: words(row["unusual"]), firstSeen: .seconds(row["firstSeen"] as Double),
        lastSeen: .seconds(row["lastSeen"] as Double), sightings: row["sightings"],
        stability: row["stability"], execution: row["execution"], isRepaired: row["isRepaired"])
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
