package import Conformance
import JSONText
import Reporting
import Synchronization
import SystemLibrary

// Going on with what the folder holds.
extension CampaignFolder {
  /// What the folder holds of earlier sittings.
  package struct Resumption: Sendable {
    /// Nil in a new folder.
    package var memory: CampaignMemory?
    /// Entries that nobody has taken down: what a killed campaign wrote last, or a person put there. They run again.
    package var unknown: [WaitingFile] = []
    /// How many entries have been taken down whose files are gone.
    package var gone = 0
  }

  /// The format of `campaign.json`, in which campaigns kept their numbers before there was a database.
  package static let olderFormat = "assay-campaign/1"

  var olderStatePath: String { path + "/campaign.json" }
  static var maxCaseBytes: Int { CaseFile.limits.maxBytes }

  /// Reads what earlier sittings have left.
  ///
  /// - Parameters:
  ///   - seed: what this sitting begins with.
  ///   - circumstances: under which it judges.
  package func takeUp(
    seed: UInt64, circumstances: Circumstances
  ) throws(Unusable) -> Resumption {
    state.withLock { state in
      state.seed = seed
      state.circumstances = circumstances
    }
    var resumption = Resumption()
    do {
      try finishLeavingOut()
      resumption.memory = try database.memory()
    } catch {
      throw Unusable(
        description:
          "\(database.path) cannot be read: \(error); move it away: the campaign then goes on with its entries and findings, and counts from 0"
      )
    }
    if resumption.memory == nil { resumption.memory = try older() }
    let names = StoredFile.names(in: entriesPath)
    noteNumbers(names)
    let known = Set((resumption.memory?.entries ?? []).map(\.file))
    let judged = resumption.memory?.judged ?? []
    for name in names where !known.contains(name) {
      let path = "\(entriesPath)/\(name)"
      // What has been judged and showed nothing new stays where it is.
      if !judged.isEmpty, let bytes = try? StoredFile.bytes(path, maxBytes: Self.maxCaseBytes),
        judged.contains(circumstances.mark(CaseDigest.of(bytes)))
      {
        continue
      }
      resumption.unknown.append(WaitingFile(path: path, entry: name))
    }
    if known.count + resumption.unknown.count > names.count {
      let there = Set(names)
      resumption.gone = known.count { !there.contains($0) }
      resumption.memory?.entries.removeAll { !there.contains($0.file) }
    }
    for place in (resumption.memory?.entries ?? []).indices {
      let digest = resumption.memory?.entries[place].digest ?? 0
      resumption.memory?.entries[place].isJudged = judged.contains(circumstances.mark(digest))
    }
    if resumption.memory == nil, !resumption.unknown.isEmpty {
      resumption.memory = CampaignMemory(seed: seed)
    }
    return resumption
  }

  /// The entries that have been taken down, in their order.
  package func entries() throws(Unusable) -> [StoredEntry] {
    do {
      return try database.memory()?.entries ?? []
    } catch {
      throw Unusable(description: "\(database.path) cannot be read: \(error)")
    }
  }

  /// Those of some cases that have not been judged under the circumstances of this sitting.
  package func notRun(_ cases: [Case], _ memory: CampaignMemory?) throws(HarnessFault) -> [Case] {
    guard let memory, !memory.judged.isEmpty else { return cases }
    let circumstances = state.withLock { $0.circumstances }
    var rest: [Case] = []
    for item in cases {
      if let digest = try digest(of: .item(item)),
        memory.judged.contains(circumstances.mark(digest))
      {
        continue
      }
      rest.append(item)
    }
    return rest
  }

  /// Reads what a campaign from before there were databases says of itself: how far it had come. Its entries run again.
  private func older() throws(Unusable) -> CampaignMemory? {
    guard access(olderStatePath, F_OK) == 0 else { return nil }
    do {
      let bytes = try StoredFile.bytes(olderStatePath, maxBytes: 1 << 20)
      let memory = try Self.older(bytes)
      state.withLock { $0.isOlder = true }
      return memory
    } catch {
      throw Unusable(description: "\(olderStatePath) is no campaign to go on with: \(error)")
    }
  }

  /// - Parameter bytes: of `campaign.json`.
  static func older(_ bytes: [UInt8]) throws(Unusable) -> CampaignMemory {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw Unusable(description: "\(error)")
    }
    guard value["format"]?.stringValue == olderFormat else {
      throw Unusable(description: "its format is not \"\(olderFormat)\"")
    }
    guard let seed = value["seed"]?.integerValue, seed >= 0 else {
      throw Unusable(description: "it names no seed")
    }
    guard let next = value["nextExecution"]?.integerValue, next >= 0 else {
      throw Unusable(description: "it does not say how far the campaign came (\"nextExecution\")")
    }
    var memory = CampaignMemory(seed: UInt64(seed))
    memory.nextExecution = Int(next)
    if let executions = value["executions"]?.integerValue { memory.executions = Int(executions) }
    if let elapsed = value["elapsedSeconds"]?.integerValue { memory.elapsed = .seconds(elapsed) }
    return memory
  }

  /// New entries get numbers above those that are there.
  private func noteNumbers(_ names: [String]) {
    var largest = 0
    for name in names {
      guard let number = name.dropLast(".json".count).split(separator: "-").last else { continue }
      largest = max(largest, Int(number) ?? 0)
    }
    state.withLock { $0.nextNumber = largest + 1 }
  }

  /// Takes out entries: they are none from one commit on, and their files go after it. A campaign that is killed in between removes them
  /// when it goes on.
  ///
  /// - Returns: whether that could be written.
  func leaveOut(_ files: [String]) -> Bool {
    do {
      try database.leaveOut(files)
      try finishLeavingOut()
      return true
    } catch {
      fail(outputFault(error))
      return false
    }
  }

  /// How large the file of an entry is; 0 where it is gone.
  func bytes(ofEntry file: String) -> Int {
    var about = stat()
    return stat("\(entriesPath)/\(file)", &about) == 0 ? Int(about.st_size) : 0
  }

  /// Removes the files of entries that were taken out before a campaign was killed.
  func finishLeavingOut() throws {
    let files = try database.leftOut()
    guard !files.isEmpty else { return }
    for file in files where unlink("\(entriesPath)/\(file)") != 0 && errno != ENOENT {
      throw StoredFile.Unreadable(
        description: "\(entriesPath)/\(file) cannot be removed: \(String(cString: strerror(errno)))"
      )
    }
    try database.forgetLeftOut()
  }
}

// Cases that are read when they are needed.
extension CampaignFolder: CaseFiles {
  package func entry(_ file: String) -> Case? { read("\(entriesPath)/\(file)")?.item }

  package func asRead(_ item: Case) -> Case? {
    guard let suite = suites.first(where: { $0.name == item.suite }),
      let bytes = try? suite.encode(item)
    else { return nil }
    return try? CaseFile.read(bytes, suites: suites, name: item.id.path)
  }

  package func waiting(_ file: WaitingFile) -> (item: Case, digest: UInt64)? { read(file.path) }

  func read(_ path: String) -> (item: Case, digest: UInt64)? {
    do {
      let bytes = try StoredFile.bytes(path, maxBytes: Self.maxCaseBytes)
      let name = path.split(separator: "/").last.map { String($0.dropLast(".json".count)) }
      let item = try CaseFile.read(bytes, suites: suites, name: name ?? path)
      return (item, CaseDigest.of(bytes))
    } catch {
      let reason = "\(error)".hasPrefix(path) ? "\(error)" : "\(path): \(error)"
      state.withLock { $0.unreadable.note(reason) }
      return nil
    }
  }
}
