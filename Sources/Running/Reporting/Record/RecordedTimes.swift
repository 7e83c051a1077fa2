package import Conformance

/// How long the cases of a run took, as its report has it.
package enum RecordedTimes {
  /// The times in microseconds. Of two cases with one id and variant the later one counts.
  ///
  /// Complexity: some 50 bytes of memory for each case.
  package static func read(_ file: ReportFile) throws(ReportFault) -> [CaseKey: Int64] {
    var times: [CaseKey: Int64] = [:]
    _ = try file.read { item in
      let result = item.result
      times[CaseKey(result.id, result.variant)] = Int64(
        (result.duration.inMilliseconds * 1e3).rounded())
    }
    return times
  }
}
