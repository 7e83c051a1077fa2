package import Conformance
import SuiteModels
import Suites

extension Clause {
  /// Where the clause comes from, and where the documentation lays it down: `the source; Protocol.md, section 4.2`. A page is read
  /// without a network and away from the documentation, so that it names the place and does not link it.
  package var sourceAndPlace: String {
    ClauseSections.place(of: id.requirement).map { "\(source); \($0.words)" } ?? source
  }
}
