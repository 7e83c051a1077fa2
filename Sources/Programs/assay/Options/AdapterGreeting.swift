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
    tellUnknown(claims)
    return claims
  }

  /// A word that is misspelt must not look like something that is not claimed.
  private static func tellUnknown(_ claims: Claims) {
    for claim in claims.unknown {
      StandardError.write(
        "assay: the adapter claims what is not known: \(VisibleText.escaped("\(claim)"))\n")
    }
  }
}
