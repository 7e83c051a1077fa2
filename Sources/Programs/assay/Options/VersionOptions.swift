import ArgumentParser
import Conformance
import SuiteModels
import Suites

/// To which version of the suites a command is held.
struct VersionOptions: ParsableArguments {
  @Option(
    name: .customLong("suite-version"),
    help: ArgumentHelp(
      "Leave out the requirements and cases that came after this version of the suites (default: \(SuiteHistory.current), the current one). A new release of assay then asks nothing new.",
      valueName: "version"))
  var suiteVersion: String?

  /// The option as it was given.
  var given: [(String, String)] { suiteVersion.map { [("suite-version", $0)] } ?? [] }

  /// The version that reports name.
  var effective: String {
    suiteVersion.flatMap { SuiteVersion($0)?.description } ?? Product.suiteVersion
  }

  /// The suites as the version had them.
  ///
  /// - Throws: wrong usage, where there is no such version.
  func applied(to suites: [any Suite]) throws -> [any Suite] {
    guard let suiteVersion else { return suites }
    let version = try Self.known(suiteVersion, option: "suite-version")
    return version == SuiteHistory.current ? suites : suites.map { $0.asOf(version) }
  }

  /// - Throws: wrong usage, where there is no such version.
  static func known(_ text: String, option: String) throws -> SuiteVersion {
    guard let version = SuiteVersion(text), SuiteHistory.knows(version) else {
      let count = SuiteHistory.entries.count
      throw ValidationError(
        "--\(option): there is no version \"\(text)\" of the suites; there \(count == 1 ? "is" : "are") \(SuiteHistory.names)"
      )
    }
    return version
  }
}
