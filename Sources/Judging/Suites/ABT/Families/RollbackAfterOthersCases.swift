import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.9: old values of one request do not go back with another one (ABT-ROLL-01, 04, 12, DEL-04).
extension ABTCases {
  /// A request with old values that ends in any way, and then one that fails, with old values of its own and without.
  var rollbackAfterOthers: [Specification] {
    typealias Turn = DelegatePlan.Turn
    @Sendable func over(_ key: String, _ answer: DelegatePlan.Answer) -> Turn {
      Turn([.didApplyOver(key, oldValue: .string("old-" + key))], answer: answer)
    }
    let firsts: [(name: String, plan: DelegatePlan)] = [
      ("yes", DelegatePlan(apply: over("host", .yes))),
      ("no", DelegatePlan(apply: over("host", .no))),
      ("cancel", DelegatePlan(apply: over("host", .cancel))),
      (
        "no-and-no",
        DelegatePlan(apply: over("host", .no), rollback: over("theme", .no))
      ),
      (
        "no-and-cancel",
        DelegatePlan(apply: over("host", .no), rollback: over("theme", .cancel))
      ),
      (
        "cancel-and-no",
        DelegatePlan(apply: over("host", .cancel), rollback: over("theme", .no))
      ),
    ]
    let seconds: [(name: String, turn: Turn)] = [
      ("no", over("port", .no)), ("cancel", over("port", .cancel)),
      ("bare-no", Turn([.didApply("port")], answer: .no)),
    ]
    return firsts.flatMap { first, plan in
      seconds.flatMap { second, turn in
        [true, false].map { isSamePayload in
          let needsCancel = first.contains("cancel") || second == "cancel"
          return make(
            "rollback/after-others/\(first)/then-\(second)/\(isSamePayload ? "same-payload" : "other-payload")",
            "A set request with old values (\(first)), then a failing one of \(isSamePayload ? "the same" : "another") payload (\(second)), and a third.",
            second == "bare-no"
              ? ["ABT-ROLL-04", "ABT-ROLL-12", "ABT-DEL-04"] : ["ABT-ROLL-01", "ABT-ROLL-12"],
            needs: needsCancel ? ["rollback", "cancel"] : ["rollback"]
          ) { (g) throws(HarnessFault) in
            let before = g.apply(g.configuration(5))
            var after = g.apply(g.configuration(5))
            after.profile = before.profile
            if isSamePayload { after.payload = before.payload }
            return [
              try g.open(before, plan), try g.open(after, DelegatePlan(apply: turn)),
              try g.open(after, DelegatePlan(apply: over("account", .no))),
            ]
          }
        }
      }
    }
  }
}
