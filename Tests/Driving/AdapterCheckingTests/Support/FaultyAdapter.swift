import AdapterDriver
import Conformance
import Foundation
import JSONText
import SuiteModels
import Suites

@testable import AdapterChecking

/// The adapter of `Adapters/adapter.py`, with at most one fault.
enum FaultyAdapter {
  /// Runs all checks and returns their results by name, in order.
  ///
  /// - Parameter startDeadline: shorter for adapters that never answer.
  static func results(
    suite: String = "abt", fault: String = "", asked: String? = nil,
    startDeadline: Duration = .seconds(10), stepDeadline: Duration = .seconds(2)
  ) throws -> [CheckResult] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "assay-checking-\(UUID().uuidString)")
    let storage = folder.appending(path: "storage")
    try FileManager.default.createDirectory(at: storage, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var limits = AdapterLimits()
    limits.startDeadline = startDeadline
    limits.stepDeadline = stepDeadline
    let checkup = AdapterCheckup(
      command: AdapterCommand(
        executable: "python3", arguments: ["-I", "-S", script, suite, fault, folder.path]),
      suite: asked, limits: limits, storageFolder: storage.path, harnessVersion: "test",
      defect: defect,
      unknownClaims: { hello in
        UnknownClaim.all(in: hello, of: SuiteCatalogue.usual).map {
          "\($0.suite ?? "-"): \"\($0.word)\""
        }
      })
    var results: [CheckResult] = []
    checkup.run { results.append($0) }
    return results
  }

  /// What the suites say of the content of a reply.
  static let defect: @Sendable (String, [UInt8]) -> JSONError? = { suite, line in
    SuiteCatalogue.usual.first { $0.name == suite }?.defect(ofObservation: line)
  }

  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Adapters/adapter.py").path
}

extension [CheckResult] {
  /// The names of the checks that failed.
  var failed: [String] {
    compactMap { if case .failed = $0.outcome { $0.id } else { nil } }
  }

  /// The names of those that were skipped.
  var skipped: [String] {
    compactMap { if case .skipped = $0.outcome { $0.id } else { nil } }
  }

  /// What was seen and what is to be done, of the first failure.
  var firstFailure: (observed: String, remedy: String)? {
    for result in self {
      if case .failed(let observed, let remedy) = result.outcome { return (observed, remedy) }
    }
    return nil
  }
}
