import ArgumentParser
import Conformance

/// How faults that are nobody's usage end the program.
enum Faults {
  /// Runs `body`; a fault of assay itself is reported as one (exit code 70).
  static func reported<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as HarnessFault {
      StandardError.write("assay: a fault of assay itself, not of the library: \(fault)\n")
      throw ExitCode(70)
    }
  }
}
