import GRDB
import Synchronization
import SystemLibrary

/// The numbers of a campaign, in `campaign.sqlite`: everything but the cases themselves, which are files.
///
/// The journal is a write-ahead log: a campaign that is killed loses what it had not committed, and nothing else.
final class CampaignDatabase: Sendable {
  static let fileName = "campaign.sqlite"
  /// What marks a database as one of ours: "assy".
  static let applicationID: Int32 = 0x6173_7379
  /// Raised where an older assay would misread the tables.
  static let version: Int32 = 1

  let path: String
  let queue: DatabaseQueue
  /// Which file it is, so that one that was removed or replaced is not written into.
  private let identity: FileIdentity
  let series: Mutex<SeriesPlace>

  /// Opens the database of a folder, or makes it.
  ///
  /// - Throws: why it is none to go on with, and what to do.
  init(folder: String) throws(CampaignFolder.Unusable) {
    path = "\(folder)/\(Self.fileName)"
    do {
      if access(path, F_OK) != 0 { try Self.make(path) }
      try Self.checkHeader(of: path)
      queue = try DatabaseQueue(path: path, configuration: Self.configuration(isNew: false))
      let complaint = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      guard complaint == "ok" else { throw Self.damaged(path, complaint ?? "no answer") }
      try queue.write { try $0.execute(sql: CampaignTables.laterText) }
      series = Mutex(try queue.read { try SeriesPlace($0) })
      guard let identity = FileIdentity(path) else { throw Self.damaged(path, "it has vanished") }
      self.identity = identity
    } catch let error as CampaignFolder.Unusable {
      throw error
    } catch {
      throw Self.unusable(path, error)
    }
  }

  /// Opens the database of a folder for reading alone, beside whoever writes into it.
  ///
  /// - Throws: why there is none, or none to be read.
  init(reading folder: String) throws(CampaignFolder.Unusable) {
    path = "\(folder)/\(Self.fileName)"
    guard access(path, F_OK) == 0, let identity = FileIdentity(path) else {
      throw CampaignFolder.Unusable(
        description:
          "\(folder) holds a campaign without numbers (\(Self.fileName)): let assay fuzz go on with it once"
      )
    }
    do {
      try Self.checkHeader(of: path)
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      queue = try DatabaseQueue(path: path, configuration: configuration)
      series = Mutex(try queue.read { try SeriesPlace($0) })
    } catch let error as CampaignFolder.Unusable {
      throw error
    } catch {
      throw Self.unusable(path, error)
    }
    self.identity = identity
  }

  /// Whether the file is still the one that was opened.
  var isInPlace: Bool { FileIdentity(path) == identity }

  func close() { try? queue.close() }

  private static func configuration(isNew: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.journalMode = isNew ? .default : .wal
    configuration.busyMode = .timeout(5)
    // A killed process loses nothing that was committed; only a machine that loses its power does, and no more than the last commits.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    return configuration
  }

  /// Makes an empty database under another name and renames it, so that there is a whole one or none.
  private static func make(_ path: String) throws {
    let temporary = path + ".partial"
    for name in [temporary, temporary + "-journal"] { unlink(name) }
    let queue = try DatabaseQueue(path: temporary, configuration: configuration(isNew: true))
    try queue.write { try $0.execute(sql: CampaignTables.text) }
    try queue.close()
    guard rename(temporary, path) == 0 else {
      throw CampaignFolder.Unusable(
        description: "\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  // MARK: What is no database of ours

  /// Reads the first bytes without SQLite, which would change a foreign file by opening it.
  private static func checkHeader(of path: String) throws {
    let header = try StoredFile.head(path, maxBytes: 100)
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw damaged(path, "it is no SQLite database")
    }
    func number(at place: Int) -> Int32 {
      header[place..<place + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
    guard number(at: 68) == applicationID else {
      throw CampaignFolder.Unusable(
        description:
          "\(path) is a database of another program, not of a campaign: move it away, or choose another folder with --output"
      )
    }
    guard number(at: 60) <= version else {
      throw CampaignFolder.Unusable(
        description:
          "\(path) was written by a newer version of assay (tables \(number(at: 60)), this one knows \(version)): use that one, or choose another folder with --output"
      )
    }
  }

  private static func damaged(_ path: String, _ why: String) -> CampaignFolder.Unusable {
    CampaignFolder.Unusable(
      description:
        "\(path) is damaged: \(why); move it away: the campaign then goes on with its entries and findings, and counts from 0"
    )
  }

  private static func unusable(_ path: String, _ error: any Error) -> CampaignFolder.Unusable {
    guard let error = error as? DatabaseError else {
      return CampaignFolder.Unusable(description: "\(path) cannot be opened: \(error)")
    }
    let message = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return CampaignFolder.Unusable(
        description:
          "\(path) is locked by another program (\(message)): end that one, or choose another folder with --output"
      )
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: return damaged(path, message)
    default:
      return CampaignFolder.Unusable(
        description:
          "\(path) cannot be opened: \(message); check the folder, or choose another with --output")
    }
  }
}

/// Which file a path leads to (stat(2)).
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// Nil where there is none.
  init?(_ path: String) {
    var about = stat()
    guard stat(path, &about) == 0 else { return nil }
    device = about.st_dev
    number = about.st_ino
  }
}

/// The tables of a campaign's database. Times are seconds since the campaign began, of all its sittings.
enum CampaignTables {
  static let text = """
    PRAGMA application_id = \(CampaignDatabase.applicationID);
    PRAGMA user_version = \(CampaignDatabase.version);
    CREATE TABLE campaign (
      id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, nextExecution INTEGER NOT NULL,
      executions INTEGER NOT NULL, adapterFaults INTEGER NOT NULL, elapsed REAL NOT NULL,
      lastNews REAL NOT NULL, lastNewsChanges TEXT NOT NULL);
    CREATE TABLE change (
      name TEXT PRIMARY KEY, tried INTEGER NOT NULL, new INTEGER NOT NULL,
      findings INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE entry (
      number INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, suite TEXT NOT NULL,
      variant TEXT NOT NULL, digest INTEGER NOT NULL, newFeatures INTEGER NOT NULL,
      children INTEGER NOT NULL, kept INTEGER NOT NULL, depth INTEGER NOT NULL,
      isTaken INTEGER NOT NULL);
    CREATE TABLE leftOut (file TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE feature (feature INTEGER PRIMARY KEY);
    CREATE TABLE finding (
      id TEXT PRIMARY KEY, signature TEXT NOT NULL, level TEXT NOT NULL, verdict TEXT NOT NULL,
      unusual TEXT NOT NULL, firstSeen REAL NOT NULL, lastSeen REAL NOT NULL,
      sightings INTEGER NOT NULL, stability TEXT NOT NULL, execution INTEGER,
      isRepaired INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE learnt (
      suite TEXT NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (suite, place)) WITHOUT ROWID;
    CREATE TABLE ran (digest INTEGER PRIMARY KEY);
    CREATE TABLE progress (
      second INTEGER PRIMARY KEY, executions INTEGER NOT NULL, entries INTEGER NOT NULL,
      features INTEGER NOT NULL, edges INTEGER NOT NULL, findings INTEGER NOT NULL);
    """

  /// Tables that a campaign of before may lack, and that an older assay passes over.
  static let laterText = "CREATE TABLE IF NOT EXISTS judged (mark INTEGER PRIMARY KEY)"
}
