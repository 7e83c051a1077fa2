package import Conformance
import JSONText
package import Reporting
package import Running
import Synchronization

/// What a campaign leaves behind: `campaign.json`, a case file for each entry below `entries` and for each finding below `findings`.
///
/// Each file is written under another name and renamed, so that a campaign that is killed leaves whole files only. The same command
/// goes on where it ended.
package final class CampaignFolder: CampaignJournal {
  package let path: String
  private let lock: FolderLock
  private let interruption: Interruption
  private let state = Mutex(State())

  private struct State: Sendable {
    var entries = 0
    var fault: OutputFault?
  }

  package static let format = "assay-campaign/1"

  package var entriesPath: String { path + "/entries" }
  package var findingsPath: String { path + "/findings" }
  private var statePath: String { path + "/campaign.json" }

  /// What is known of an earlier campaign in the folder.
  package struct Earlier: Sendable, Hashable {
    package var seed: UInt64
    /// How many executions it had; the next ones have higher numbers.
    package var nextExecution: Int
  }

  /// Why the folder holds no campaign that could be gone on with.
  package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Opens a folder that is there, and keeps it for this campaign.
  ///
  /// - Parameter interruption: raised where nothing can be written any more.
  package init(_ path: String, interruption: Interruption) throws(OutputFault) {
    self.path = path
    self.interruption = interruption
    lock = try FolderLock(path)
  }

  /// The first fault of writing.
  package var fault: OutputFault? { state.withLock { $0.fault } }

  /// Reads what an earlier campaign says of itself.
  ///
  /// - Parameter bytes: of `campaign.json`.
  package static func earlier(_ bytes: [UInt8]) throws(Unusable) -> Earlier {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw Unusable(description: "\(error)")
    }
    guard value["format"]?.stringValue == format else {
      throw Unusable(description: "its format is not \"\(format)\"")
    }
    guard let seed = value["seed"]?.integerValue, seed >= 0 else {
      throw Unusable(description: "it names no seed")
    }
    guard let next = value["nextExecution"]?.integerValue, next >= 0 else {
      throw Unusable(description: "it does not say how far the campaign came (\"nextExecution\")")
    }
    return Earlier(seed: UInt64(seed), nextExecution: Int(next))
  }

  /// Counts the entries that are there already, so that new ones have names of their own.
  package func skip(entries count: Int) { state.withLock { $0.entries = count } }

  package func keep(_ item: Case, of suite: (any Suite)?) throws(HarnessFault) {
    guard let suite else { return }
    let bytes = try suite.encode(item)
    let number = state.withLock { state in
      state.entries += 1
      return state.entries
    }
    let digits = String(number)
    let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    write(bytes, to: "\(entriesPath)/\(suite.name)-\(name).json")
  }

  package func report(_ finding: FuzzFinding, of suite: any Suite) throws(HarnessFault) {
    write(try suite.encode(finding.item), to: filePath(of: finding), toDisk: true)
  }

  /// Where the case file of a finding is.
  package func filePath(of finding: FuzzFinding) -> String {
    "\(findingsPath)/\(finding.item.suite)-\(finding.name).json"
  }

  /// Writes how far the campaign has come.
  package func save(_ status: CampaignStatus, seed: UInt64, nextExecution: Int) {
    var writer = JSONWriter(pretty: true)
    writer.beginObject()
    writer.key("format")
    writer.string(Self.format)
    writer.key("seed")
    writer.integer(seed)
    for (name, number) in [
      ("nextExecution", nextExecution), ("executions", status.executions),
      ("entries", status.entries), ("features", status.features),
      ("edges", status.edges),
      ("findings", status.findings.count),
      ("elapsedSeconds", Int(status.elapsed.components.seconds)),
    ] {
      writer.key(name)
      writer.integer(number)
    }
    writer.endObject()
    writer.endLine()
    write(writer.bytes, to: statePath)
  }

  private func write(_ bytes: [UInt8], to path: String, toDisk: Bool = false) {
    if fault != nil { return }
    do throws(OutputFault) {
      try OutputFile.replace(path: path, toDisk: toDisk) { (file) throws(OutputFault) in
        try file.write(bytes)
      }
    } catch {
      state.withLock { $0.fault = $0.fault ?? error }
      interruption.raise(.output)
    }
  }
}
