import Conformance
import WireFormat

/// What is asked of most requests that are right, and depends on the dialect alone. Made once: making demands takes longer than holding
/// observations against them.
struct UsualRules: Sendable {
  typealias Rule = Demand<ABTObservation>

  private let successOfSubject: Rule
  private let successOfCanary: Rule
  /// ABT-CHG-09: only a Success of a set request carries changed values.
  let noChangedValues: Rule

  static let ofProfile1 = UsualRules(.profile1)

  init(_ dialect: Dialect) {
    func success(_ clause: Clause.ID) -> Rule {
      OpeningDemands.status(dialect.parameters.status, dialect.statuses.success, [clause]) {
        "the delegate answered YES"
      }.afterCall
    }
    successOfSubject = success("ABT-CB-04")
    successOfCanary = success("ABT-ROB-04")
    let name = dialect.parameters.changedValues
    noChangedValues = Rule(
      ["ABT-CHG-09"], "unasked-changed-values", expecting: .made { "no \(name)" }
    ) { observation in
      observation.callbacks.first?.has(name) == true
        ? Discrepancy("changed values where there are none", observed: observation.summary) : nil
    }
  }

  /// The status of a request to whose call the delegate answered YES.
  func success(_ role: Opening.Role) -> Rule {
    role == .canary ? successOfCanary : successOfSubject
  }
}

extension Demand<ABTObservation> {
  /// A demand that says nothing where the delegate was not called at all, or nothing was called back: other demands do.
  var afterCall: Demand { when { !$0.calls.isEmpty && !$0.callbacks.isEmpty } }
}
