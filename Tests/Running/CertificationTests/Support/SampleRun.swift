import Certification
import Conformance
import Foundation
import JSONText
import Reporting
import SampleSuites

/// A run of the sample suites by an implementation that claims only the plain edition of `abt`, and its report in a folder that is gone
/// when the value is.
final class SampleRun {
  let folder: String
  static let digest = String(repeating: "0a", count: 32)
  /// An adapter of two files, and what stands for both: `printf '%s\n%s\n' FIRST SECOND | sha256sum`.
  static let files: [Report.Adapter.File] = [
    .init(path: "/opt/acme/adapter", sha256: String(repeating: "0b", count: 32)),
    .init(path: "libacme.so", sha256: String(repeating: "0c", count: 32)),
  ]
  static let digestOfFiles = "887030296d6dce250ebc21090211815e118a11d1521e40f5f1305184342b0555"
  static let started: Int64 = 1_783_166_400
  /// An hour after the run.
  static let issued = started + 3_600

  /// - Parameters:
  ///   - options: more than every run has.
  ///   - change: what becomes of the result of a case; nil leaves it out.
  init(
    options: [(String, String)] = [], strict: Bool = false, interrupted: Bool = false,
    adapterSHA256: String? = SampleRun.digest, adapterFiles: [Report.Adapter.File] = [],
    suiteVersion: String = "1",
    dialectSHA256: String? = nil, suites: [any Suite] = SampleSuite.all,
    _ change: (CaseResult) -> CaseResult? = { $0 }
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/certification \(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var description = RunDescription(
      assayVersion: "0.1.0", suiteVersion: suiteVersion, seed: 7, started: Self.started,
      implementationName: "Sample", implementationVersion: "2.3", language: "C",
      adapterCommand: ["./adapter", "--fast"], adapterSHA256: adapterSHA256,
      adapterFiles: adapterFiles,
      options: [("timeout", "2.0")] + options + (strict ? [("strict", "true")] : []), jobs: 2,
      pace: RunPace(
        adapterStart: .milliseconds(3), roundTrip: .microseconds(20), work: .milliseconds(5),
        stepDeadline: .seconds(2)))
    description.dialectSHA256 = dialectSHA256
    let record = try RunRecord(description, suites: suites, folder: folder, isStrict: strict)
    var number = 0
    for suite in suites {
      for item in suite.cases(seed: 7) {
        let isClaimed = item.variant == .plain
        var result = CaseResult(
          id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
          verdict: isClaimed ? .passed : .skipped, duration: .milliseconds(1))
        if !isClaimed { result.reason = "not claimed: the edition \(item.variant)" }
        guard let changed = change(result) else { continue }
        try record.note([(number, changed)])
        record.score(changed)
        number += 1
      }
    }
    try record.finish(
      elapsed: .milliseconds(1_234), interrupted: interrupted, formats: [.json])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var path: String { folder + "/report.json" }

  /// Makes a certificate of the report as it is now.
  func certificate(
    _ terms: Certifier.Terms = Certifier.Terms(issued: SampleRun.issued),
    suites: [any Suite] = SampleSuite.all, usual: [any Suite] = SampleSuite.all,
    suiteVersion: String = "1", dialectSHA256: String? = nil
  ) throws -> Certificate {
    try Certifier(ReportFile(path: path)).certificate(
      suites: suites, usual: usual, suiteVersion: suiteVersion, dialectSHA256: dialectSHA256,
      terms)
  }

  /// Why there is none; nil where there is one.
  func refusal(
    suites: [any Suite] = SampleSuite.all, usual: [any Suite] = SampleSuite.all,
    dialectSHA256: String? = nil, issued: Int64 = SampleRun.issued
  ) throws -> String? {
    do {
      _ = try certificate(
        Certifier.Terms(issued: issued), suites: suites, usual: usual,
        dialectSHA256: dialectSHA256)
      return nil
    } catch let refused as Certifier.Refused {
      return refused.reasons.map(\.description).joined(separator: "\n")
    }
  }

  /// Changes the text of the report, once.
  func replace(_ old: String, with new: String) throws {
    var text = try String(contentsOfFile: path, encoding: .utf8)
    guard let place = text.range(of: old) else { throw NotFound(text: old) }
    text.replaceSubrange(place, with: new)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  struct NotFound: Error {
    let text: String
  }
}

/// A key pair of RFC 8032, section 7.1: the same each time.
enum SampleKey {
  static func signing() throws -> SigningKey {
    guard
      let key = SigningKey(
        rawBytes: bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    else { throw KeyFault.library("read the sample key") }
    return key
  }

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var digits = hexadecimal.utf8.map { UInt8(ascii: "a") <= $0 ? $0 - 87 : $0 - 48 }[...]
    while let high = digits.popFirst(), let low = digits.popFirst() {
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
