import ArgumentParser
import Baselines
import Conformance
import Foundation
import Reporting
import Running

/// Baseline files that are named on the command line.
enum BaselineFiles {
  /// - Throws: wrong usage, saying which file cannot be read, or what is wrong in it and where.
  static func read(_ path: String) throws -> BaselineDocument {
    let bytes = try InputFile.bytes(
      path, kind: "baseline", maxBytes: BaselineDocument.maxBytes)
    do throws(BaselineError) {
      return try BaselineDocument(bytes, path: path)
    } catch {
      if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
        throw ValidationError(
          "\(path) is no baseline: it begins as a JSON text does, such as a report; "
            + "assay baseline \(ShellText.quoted(path)) --output known-failures.yaml makes a baseline of a report"
        )
      }
      let lines = error.problems.map { "  \(path): \($0)" }
      let rest = error.isComplete ? [] : ["  the rest of the file was not looked at"]
      throw ValidationError(
        (["the baseline \(path) cannot be used:"] + lines + rest).joined(separator: "\n"))
    }
  }

  /// Says on standard error which entries nobody has given a reason.
  static func warnOfOpenReasons(_ entries: [Baseline.Entry], of path: String) {
    let open = entries.filter { $0.reason == BaselineRecord.openReason }
    guard !open.isEmpty else { return }
    let lines = open.prefix(8).map { "\($0.line)" }.joined(separator: ", ")
    let more = open.count > 8 ? ", …" : ""
    StandardError.write(
      VisibleText.escaped(
        "assay: \(path): \(Count.text(open.count, "known failure")) "
          + "\(open.count == 1 ? "has" : "have") no reason yet, only "
          + "\(BaselineRecord.openReason): line \(lines)\(more)") + "\n")
  }

  /// Today, in UTC.
  static var today: CalendarDay? {
    CalendarDay(secondsSince1970: Int64(Date().timeIntervalSince1970))
  }
}
