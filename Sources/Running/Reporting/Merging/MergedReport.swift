import SystemLibrary

/// The report of a whole run, written from those of its shards.
package struct MergedReport {
  private let shards: ShardSet
  private let report: Report
  private let folder: String
  private let store: ExchangeStore
  /// How many conversations a report names that are not beside it.
  package private(set) var missingExchanges = 0

  /// Writes a report whole, in a folder that is there and locked: `report.json`, and the other forms made of it. Each file is there whole or not at all,
  /// and if one cannot be written, none is.
  ///
  /// - Returns: how many conversations are missing, because the folder of a shard does not have them any more.
  package static func write(
    _ shards: ShardSet, _ report: Report, _ context: ReportContext, formats: Set<ReportFormat>,
    folder: String
  ) throws(OutputFault) -> Int {
    removeReports(in: folder)
    var merged = MergedReport(
      shards: shards, report: report, folder: folder, store: ExchangeStore(runFolder: folder))
    do throws(OutputFault) {
      try merged.write(context, formats)
    } catch {
      removeReports(in: folder)
      merged.store.removeFiles()
      throw error
    }
    return merged.missingExchanges
  }

  private init(shards: ShardSet, report: Report, folder: String, store: ExchangeStore) {
    self.shards = shards
    self.report = report
    self.folder = folder
    self.store = store
  }

  /// Removes what an earlier run or merge has left.
  private static func removeReports(in folder: String) {
    for name in ReportFormat.allCases.map(\.fileName) + ["report.jsonl"] {
      unlink(folder + "/" + name)
    }
  }

  private mutating func write(
    _ context: ReportContext, _ formats: Set<ReportFormat>
  ) throws(OutputFault) {
    let path = folder + "/" + ReportFile.fileName
    let report = report
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      var head = ReportMembers()
      head.describe(report)
      try file.write(head.begun)
      try file.write("  \"cases\": [".utf8)
      try writeCases(to: file)
      try file.write((shards.locations.isEmpty ? "],\n" : "\n  ],\n").utf8)
      var tail = ReportMembers()
      tail.score(report)
      try file.write(tail.ended)
    }
    let others = ReportFormat.allCases.filter { $0 != .json && formats.contains($0) }
    guard !others.isEmpty else { return }
    let source: ReportSource
    do throws(ReportFault) {
      source = try ReportSource(try ReportFile(path: path))
    } catch {
      throw OutputFault(
        .read, path: path, why: "\(error)", remedy: "wait until nobody else writes there")
    }
    for format in others { try format.write(source, context, path: folder + "/" + format.fileName) }
  }

  private mutating func writeCases(to file: OutputFile) throws(OutputFault) {
    var released = [Int](repeating: 0, count: shards.files.members.count)
    for (index, location) in shards.locations.enumerated() {
      try file.write((index == 0 ? "\n    " : ",\n    ").utf8)
      let text = shards.text(of: location)
      if location.isPlain, let rest = ShardedCase.rest(of: text) {
        try file.write("{".utf8)
        try file.write(rest)
      } else {
        let folder = shards.files.members[Int(location.member)].folder
        var missing = 0
        let store = store
        let bytes = try ShardedCase.rewritten(text) { (exchange) throws(OutputFault) in
          guard let own = Self.exchange(exchange, besideReportIn: folder) else {
            missing += 1
            return nil
          }
          guard let name = try store.place(own, number: location.place) else { return own }
          return Array("{\"file\":\"\(name)\"}".utf8)
        }
        missingExchanges += missing
        try file.write(bytes)
      }
      let member = Int(location.member)
      shards.files.members[member].file.text.release(&released[member], upTo: location.offset)
    }
  }

  /// The conversation itself, which the report holds or names; nil where it names a file that is not there.
  private static func exchange(_ bytes: [UInt8], besideReportIn folder: String) -> [UInt8]? {
    guard let name = ShardedCase.file(of: bytes) else { return bytes }
    guard let name, let content = ExchangeStore.content(of: name, runFolder: folder) else {
      return nil
    }
    return ShardedCase.object(content)
  }
}

extension ExchangeStore {
  /// The bytes of an exchange's file; nil where there is no such regular file. Follows no symbolic link.
  ///
  /// - Parameter name: a name that `isOurs`.
  static func content(of name: String, runFolder: String) -> [UInt8]? {
    let folder = open("\(runFolder)/\(folderName)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
      about.st_size <= InputLines.maxLineBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(about.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        SystemLibrary.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { return nil }
      count += read
    }
    return bytes
  }
}
