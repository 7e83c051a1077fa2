import GRDB

/// How a campaign stood at one time.
package struct ProgressPoint: Sendable, Hashable {
  /// Since the campaign began, in the time of all its sittings.
  package var second: Int
  package var executions: Int
  package var entries: Int
  package var features: Int
  package var edges: Int
  package var findings: Int
}

extension ProgressPoint {
  init(_ status: CampaignStatus) {
    self.init(
      second: Int(status.elapsed.components.seconds), executions: status.executions,
      entries: status.entries, features: status.features, edges: status.edges,
      findings: status.findings.count + status.pending.count)
  }
}

/// Where the series of a campaign stands: a point a second, and where there are too many, every second one of them is taken out and the
/// next ones come half as often. A campaign of a week has no more points than one of an hour.
struct SeriesPlace {
  static let maxPoints = 2_000

  /// How far apart points are, in seconds.
  private(set) var spacing = 1
  private var last: Int?
  /// The point before the last one: what comes too early after it takes the place of the last.
  private var settled: Int?
  private(set) var count = 0

  init(_ database: Database) throws {
    let seconds = try Int.fetchAll(
      database, sql: "SELECT second FROM progress ORDER BY second DESC LIMIT 2")
    last = seconds.first
    settled = seconds.dropFirst().first
    count = try Int.fetchOne(database, sql: "SELECT count(*) FROM progress") ?? 0
    // The last point may stand anywhere; among the others no two are closer than the spacing.
    let closest = try Int.fetchOne(
      database,
      sql: """
        SELECT min(gap) FROM (
          SELECT second, second - lag(second) OVER (ORDER BY second) AS gap FROM progress)
        WHERE second < ?
        """, arguments: [last ?? 0])
    spacing = max(1, closest ?? 1)
  }

  /// Takes in a point. The last point always tells how the campaign stands.
  mutating func note(_ point: ProgressPoint, _ database: Database) throws {
    let second = max(point.second, last ?? 0)
    if let last, let settled, last - settled < spacing, last != second {
      try database.execute(sql: "DELETE FROM progress WHERE second = ?", arguments: [last])
      count -= 1
    } else if last != second {
      settled = last
    }
    if last != second { count += 1 }
    last = second
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO progress VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      second, point.executions, point.entries, point.features, point.edges, point.findings,
    ])
    if count > Self.maxPoints { try thin(database) }
  }

  private mutating func thin(_ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM progress WHERE second IN (
          SELECT second FROM (
            SELECT second, row_number() OVER (ORDER BY second DESC) AS place FROM progress)
          WHERE place % 2 = 0)
        """)
    spacing *= 2
    let seconds = try Int.fetchAll(
      database, sql: "SELECT second FROM progress ORDER BY second DESC LIMIT 2")
    last = seconds.first
    settled = seconds.dropFirst().first
    count = try Int.fetchOne(database, sql: "SELECT count(*) FROM progress") ?? 0
  }
}
