import ArgumentParser
import Baselines
import Conformance
import Reporting
import Running

/// What is known to fail.
extension RunCommand {
  /// The baseline of `--baseline`, laid over the cases of the plan.
  ///
  /// - Throws: wrong usage, where the file cannot be read or is wrong.
  func knownFailures(of plan: RunPlan) throws -> KnownFailures? {
    guard let baseline else { return nil }
    let document = try BaselineFiles.read(baseline)
    BaselineFiles.warnOfOpenReasons(document.baseline.entries, of: baseline)
    return KnownFailures(
      document.baseline, cases: plan.cases,
      isWhole: selection.given.isEmpty && sharding.given.isEmpty && after.isEmpty,
      isStrict: strict)
  }

  /// The command that brings the baseline up to the report in a folder.
  func repairCommand(_ folder: String) -> String? {
    guard let baseline, (try? output.formats)?.contains(.json) == true else { return nil }
    return "assay baseline --update \(ShellText.quoted(baseline)) \(ShellText.quoted(folder))"
  }
}
