package import Conformance
import Reporting

/// Why a report gives no certificate, and what to do about it.
package enum Refusal: Hashable, Sendable, CustomStringConvertible {
  /// The run was ended before its time.
  case interrupted
  /// An option left something out, or made failures pass; the remedy is what is to be done.
  case option(String, value: String, remedy: String)
  /// Cases did not pass; the first of them.
  case notPassed(Verdict, count: Int, example: CaseID)
  case nothingTested
  /// The run was strict, and a SHOULD is not met.
  case strict(count: Int, example: CaseID)
  /// There are cases about the clause, and none came to a verdict.
  case notTested(Clause.ID, part: String)
  /// assay could not read the adapter's file.
  case noDigest
  /// The run was made with other suites than this program has.
  case otherSuites(found: String, own: String)
  /// The dialect that was named is not the one of the run.
  case otherDialect(hasOne: Bool, isNamed: Bool)
  /// The cases are not those that the suites have for the seed of the run.
  case otherCases(String)
  /// The run had fewer cases of some families than usual.
  case fewerCases(count: Int, example: CaseID)
  /// What stands beside the cases is not what they come to.
  case recomputed(String)
  /// The run began later than now.
  case later(String)

  package var description: String {
    switch self {
    case .interrupted: "the run was interrupted; run the suites again, to their end"
    case .option(let name, let value, let remedy):
      "the run was made with --\(name)\(value == "true" ? "" : " \(value)"); \(remedy)"
    case .notPassed(let verdict, let count, let example):
      "\(Count.text(count, "case")) did not pass (\(verdict.rawValue)), such as \(example); "
        + "mend what failed, and run the suites again"
    case .nothingTested:
      "no case was judged; the adapter claims nothing of any suite (assay adapter check says what it claims)"
    case .strict(let count, let example):
      "the run was strict, and \(Count.text(count, "case")) did not meet a SHOULD, such as \(example); "
        + "mend it, or run the suites again without --strict"
    case .notTested(let clause, let part):
      "\(clause) of \(part) is claimed, has cases, and none of them came to a verdict (report.json has the reason of each); mend that, and run the suites again"
    case .noDigest:
      "the report does not say which adapter was tested (adapter.sha256 is null): assay could not read its file; "
        + "make it readable, and run the suites again"
    case .otherSuites(let found, let own):
      "the run was made with version \(found) of the suites, and this program has \(own); "
        + "certify with the assay that has made the run, or run the suites again"
    case .otherDialect(let hasOne, let isNamed):
      switch (hasOne, isNamed) {
      case (true, false): "the run was made with a dialect; name its file with --dialect"
      case (true, true): "the dialect of --dialect is not the one of the run; name that one"
      default: "the run was made in wire profile 1; leave out --dialect"
      }
    case .otherCases(let words):
      "its cases are not those of the suites: \(words); the report was changed, or not made by one whole run: "
        + "run the suites again"
    case .fewerCases(let count, let example):
      "the run left out \(Count.text(count, "case")) that a usual one has, such as \(example); "
        + "run the suites again without --cases-per-family"
    case .recomputed(let words):
      "it contradicts itself: \(words); it was changed after the run: run the suites again"
    case .later(let time):
      "the run began at \(time), which is later than now; check the clock of this machine"
    }
  }

  /// What an option of a run means for a certificate: nil where it is harmless.
  static func of(_ option: Report.Option) -> Refusal? {
    let value = option.values.joined(separator: ", ")
    func refuse(_ remedy: String) -> Refusal {
      .option(option.name, value: VisibleText.escaped(value, maxCharacters: 120), remedy: remedy)
    }
    let whole = "run all suites, without it"
    switch option.name {
    case "pass-env", "working-directory", "dialect", "strict", "shuffle", "cases-per-family",
      "digest":
      return nil
    case "timeout":
      return option.values.allSatisfy { (Double($0) ?? .infinity) <= usualTimeout }
        ? nil : refuse("a certificate needs the usual deadlines: run the suites again, without it")
    case "memory-limit":
      return option.values.allSatisfy { (Int($0) ?? .max) <= usualMemoryLimit }
        ? nil : refuse("a certificate needs the usual limit of \(usualMemoryLimit) MiB, or less")
    case "baseline":
      return refuse(
        "known failures are failures: mend them, and run the suites again, without it")
    case "corpus", "profile":
      return refuse(
        "its cases depend on files that a certificate does not hold: \(whole)")
    case "suite-version":
      return refuse(
        "an older version of the suites is certified by the assay that had it: \(whole)")
    case "shard", "balance":
      return refuse("join all shards with assay merge, and certify what that writes")
    case "suite", "edition", "select", "skip", "requirement", "level", "since", "after",
      "fail-fast":
      return refuse("a certificate is about everything that the implementation claims: \(whole)")
    default:
      return refuse("what it does to a run is not known to this program: \(whole)")
    }
  }

  /// In seconds, and in MiB: what runs have where nothing else is asked for.
  static let usualTimeout = 2.0
  static let usualMemoryLimit = 32
}
