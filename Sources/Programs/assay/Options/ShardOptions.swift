import ArgumentParser
import Conformance
import Reporting
import Running

/// Which part of the selected cases is wanted.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the part K of N of the selected cases, K from 1 to N. A case stays in its part whatever is added elsewhere; assay merge makes one report of all parts. Example: assay run --shard 2/8 -- ./my-adapter",
      valueName: "K/N"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "With --shard: spread the cases so that all parts take as long, by the times of this earlier report. Give all parts the same one.",
      valueName: "report"))
  var balance: String?

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "--shard takes K/N with K from 1 to N, and N up to \(Shard.maxCount), as in --shard 2/8, not \(shard)"
      )
    }
    if balance != nil, shard == nil {
      throw ValidationError(
        "--balance spreads cases over shards; say which is to run with --shard K/N")
    }
  }

  /// The options as they were given, by name.
  var given: [(String, String)] {
    (shard.flatMap(Shard.init).map { [("shard", $0.description)] } ?? [])
      + (balance.map { [("balance", $0)] } ?? [])
  }

  /// A part of some cases.
  struct Part {
    var cases: CaseList
    /// The places of its cases among all; empty where it has all of them.
    var places: [Int] = []
    /// Nil where it has all of them because nobody asked for a part.
    var shard: Report.OfShard?
  }

  /// The part that is wanted.
  ///
  /// - Throws: wrong usage, where the earlier report cannot be read.
  func part(of cases: CaseList) throws -> Part {
    guard let shard = shard.flatMap(Shard.init) else { return Part(cases: cases) }
    let split = ShardSplit(into: shard.count, cases, times: try times())
    let places = split.places(of: shard, in: cases)
    return Part(
      cases: CaseList(count: places.count) { cases[places[$0]] }, places: places,
      shard: Report.OfShard(shard, selected: cases.count))
  }

  private func times() throws -> [CaseKey: Int64] {
    guard let balance else { return [:] }
    do throws(ReportFault) {
      return try RecordedTimes.read(
        balance == "-" ? ReportFile.standardInput() : ReportFile(path: balance))
    } catch {
      throw ValidationError("--balance: " + VisibleText.escaped("\(error)"))
    }
  }
}
