package import Conformance

/// The report files of all shards of one run, as far as what stands beside their cases tells: they belong together, and none is missing.
package struct ShardFiles {
  /// The report file of one shard.
  struct Member {
    let file: ReportFile
    /// Without the cases.
    let report: Report
    let own: Report.OfShard

    /// The folder that the report stands in.
    var folder: String {
      guard let slash = file.path.lastIndex(of: "/") else { return "." }
      return slash == file.path.startIndex ? "/" : String(file.path[..<slash])
    }
  }

  /// By the numbers of their shards.
  let members: [Member]

  /// Opens the reports of all shards of a run.
  ///
  /// - Parameter paths: report files, or the folders of runs, in any order.
  /// - Throws: what is wrong with one of them, which do not belong together, or which are missing.
  package init(_ paths: [String]) throws(MergeFault) {
    var members: [Member] = []
    for path in paths {
      let member = try Self.member(path)
      if let first = members.first { try Self.compare(member, with: first) }
      if let same = members.first(where: { $0.own.shard == member.own.shard }) {
        throw .twice(
          shard: member.own.shard.number, path: member.file.path, other: same.file.path)
      }
      members.append(member)
    }
    let count = members.first?.own.shard.count ?? 1
    let missing = Set(1...count).subtracting(members.map(\.own.shard.number))
    guard missing.isEmpty else { throw .missing(missing.sorted(), of: count) }
    self.members = members.sorted { $0.own.shard.number < $1.own.shard.number }
  }

  /// What the reports of all shards have in common; the rest is that of the first shard.
  package var first: Report { members[0].report }

  /// How the report of the first shard is called in messages.
  package var firstPath: String { members[0].file.path }

  /// What each shard made of its baseline, with the name of its report.
  package var baselines: [(path: String, record: BaselineRecord?)] {
    members.map { ($0.file.path, $0.report.baseline) }
  }

  /// The folders that the reports stand in.
  package var folders: [String] { members.map(\.folder) }

  /// When the last shard came to its end, in seconds since 1970-01-01T00:00:00Z.
  package var ended: Int64 {
    members.map { $0.report.started + $0.report.elapsed.components.seconds }.max() ?? 0
  }

  private static func member(_ path: String) throws(MergeFault) -> Member {
    let file: ReportFile
    let report: Report
    do throws(ReportFault) {
      file = try ReportFile(path: path)
      report = try file.readWithoutCases()
    } catch {
      throw .report(error)
    }
    guard report.shards.isEmpty else { throw .merged(path: file.path) }
    guard let own = report.shard else { throw .whole(path: file.path) }
    return Member(file: file, report: report, own: own)
  }

  /// - Throws: where a report is not of the run of the first one.
  private static func compare(_ one: Member, with first: Member) throws(MergeFault) {
    func shown(_ text: String) -> String { VisibleText.escaped(text, maxCharacters: 200) }
    for (mine, theirs) in zip(one.marks, first.marks) where mine.value != theirs.value {
      throw .differs(
        mine.name, path: one.file.path, value: shown(mine.value), other: first.file.path,
        otherValue: shown(theirs.value))
    }
    for name in (first.report.commonOptions + one.report.commonOptions).map(\.name) {
      let (mine, theirs) = (one.report.values(of: name), first.report.values(of: name))
      guard mine != theirs else { continue }
      func words(_ values: [String]) -> String {
        values.isEmpty ? "not given" : shown(values.joined(separator: ", "))
      }
      throw .differs(
        "option --\(shown(name))", path: one.file.path, value: words(mine),
        other: first.file.path, otherValue: words(theirs))
    }
  }
}

extension ShardFiles.Member {
  /// What the shards of one run have in common, beside its options.
  fileprivate var marks: [(name: String, value: String)] {
    [
      ("version of assay", report.assayVersion), ("version of the suites", report.suiteVersion),
      ("seed", "\(report.seed)"), ("implementation", report.implementation.words),
      ("adapter", report.adapter.command.map(ShellText.quoted).joined(separator: " ")),
      ("digest of the adapter", report.adapter.sha256 ?? "unknown"),
      ("digest of the dialect", report.dialectSHA256 ?? "of wire profile 1"),
      ("number of shards", "\(own.shard.count)"), ("number of selected cases", "\(own.selected)"),
    ]
  }
}

extension Report {
  /// The options that all shards of a run have in common.
  var commonOptions: [Option] { options.filter { $0.name != "shard" && $0.name != "balance" } }
}

extension Report.Implementation {
  /// `Acme 1.2 (C)`
  var words: String { "\(name) \(version) (\(language))" }
}
