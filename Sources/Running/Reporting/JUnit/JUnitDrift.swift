import Conformance

/// The `<testsuite>` of the places where the baseline drifts, but for cases that pass: these are failures themselves.
struct JUnitDrift {
  private let path: String
  private let started: Int64
  private let drifts: [BaselineRecord.Drift]

  init(_ report: Report) {
    path = report.baseline?.path ?? ""
    started = report.started
    drifts = report.baseline?.drifts.filter { $0.kind != .passes } ?? []
  }

  var count: Int { drifts.count }

  /// Nothing where nothing drifts.
  var text: String {
    guard !drifts.isEmpty else { return "" }
    var part = JUnitPart(suite: "baseline", variant: .sole)
    part.tests = drifts.count
    part.failures = drifts.count
    var text =
      "  <testsuite name=\"baseline\" \(part.counts) "
      + "timestamp=\"\(Timestamp.withoutZone(started))\">\n"
    for drift in drifts {
      let name = XMLText.escaped("\(path):\(drift.line) \(drift.kind.rawValue)")
      let message = XMLText.escaped("\(drift.subject): \(drift.message)")
      text += "    <testcase classname=\"baseline\" name=\"\(name)\" time=\"0.000\">\n"
      text += "      <failure message=\"\(message)\" type=\"\(drift.kind.rawValue)\"/>\n"
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }
}
