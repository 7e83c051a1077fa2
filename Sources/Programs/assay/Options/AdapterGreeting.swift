import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Reporting
import Running

/// The first words with an adapter.
enum AdapterGreeting {
  /// What it says of itself, or the end of the program (exit code 3), with what to do about it.
  static func claims(_ plan: RunPlan, typed adapter: String) throws -> Claims {
    let claims: Claims
    do throws(AdapterTrouble) {
      claims = try Runner.greet(plan)
    } catch {
      StandardError.write(
        """
        assay: \(VisibleText.lines("\(error)"))
        The library was not tested. This tells what is wrong with the adapter: \
        assay adapter check \(adapter)

        """)
      throw ExitCode(ExitStatus.adapterFault.rawValue)
    }
    tellUnknownSuites(claims, known: plan.suites)
    return claims
  }

  /// A suite whose name is misspelt must not look like one that is not claimed.
  private static func tellUnknownSuites(_ claims: Claims, known: [any Suite]) {
    guard !claims.unknownSuites.isEmpty else { return }
    let names = claims.unknownSuites.map { "\"\(VisibleText.escaped($0, maxCharacters: 80))\"" }
    StandardError.write(
      """
      assay: the adapter claims what this version has no suite for: \(names.joined(separator: ", ")); \
      there are \(known.map(\.name).joined(separator: ", "))

      """)
  }
}
