import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// What a rollback has to hold: the keys that were recorded with an old value (ABT-ROLL-01 to 07).
struct RollbackSet {
  /// The old values that are right for a key; more than one where it was recorded with several, the first being the one of ABT-ROLL-07.
  private(set) var required: [(key: String, oldValues: [PropertyList?])] = []
  /// Keys that may be in the set or not: also recorded as not applied, or not in the configuration.
  private(set) var optional: Set<[UInt8]> = []

  init(_ configuration: [String], _ records: [DelegatePlan.Record]) {
    let keys = Set(configuration.map { Array($0.utf8) })
    let notApplied = Set(
      records.compactMap { record -> [UInt8]? in
        if case .didNotApply(let key) = record { Array(key.utf8) } else { nil }
      })
    for case .didApplyOver(let key, let oldValue) in records {
      let bytes = Array(key.utf8)
      if notApplied.contains(bytes) || !keys.contains(bytes) {
        optional.insert(bytes)
      } else if let index = required.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
        required[index].oldValues.append(oldValue)
      } else {
        required.append((key, [oldValue]))
      }
    }
  }
}

extension OpeningDemands {
  func rollback(category: String?, _ members: [PropertyList.Member]) -> [Rule] {
    let expected = RollbackSet(members.map(\.key), delegate.apply.records)
    guard !expected.required.isEmpty else {
      return [noRollback(most: expected.optional.isEmpty ? 1 : 2)]
        + contents(of: expected, category)
    }
    // A library that does not roll back never makes a second call.
    guard claims("rollback") else { return [] }
    let isCanceled = delegate.apply.answer == .cancel
    return secondCode + secondMessage + [
      // Rolling back what was canceled is a SHOULD.
      Rule(
        [isCanceled ? "ABT-ROLL-10" : "ABT-ROLL-01"], "not-rolled-back",
        expecting: "a second call of apply"
      ) { observation in
        observation.calls.count != 1
          ? nil
          : Discrepancy(
            "what was applied is not rolled back", observed: observation.summary)
      },
      Rule(
        (delegate.rollback.records.isEmpty ? [] : ["ABT-ROLL-09"]) + ["ABT-DEL-01"],
        "call-after-rollback", expecting: "two delegate calls"
      ) { observation in
        observation.calls.count <= 2
          ? nil
          : Discrepancy(
            "the delegate is called again after the rollback", observed: observation.summary)
      },
    ] + contents(of: expected, category)
  }

  /// ABT-ROLL-05: a code of the second call is no code of the first one.
  private var secondCode: [Rule] {
    guard let second = delegate.rollback.error?.code, second != delegate.apply.error?.code,
      second != Int32(clamping: context.errorCodes.delegateFailed)
    else { return [] }
    let name = names.errorCode
    return [
      Rule(
        ["ABT-ROLL-05"], "second-code-reported",
        expecting: .made { "not \(name)=\(second), the code of the second call" }
      ) { observation in
        observation.calls.count > 1
          && observation.callbacks.first?.text(of: name).flatMap { Int($0) } == Int(second)
          ? Discrepancy(
            "the code of the rollback is reported", observed: "\(name)=\(second)") : nil
      }
    ]
  }

  /// ABT-ROLL-05: nor is its message one of the first call.
  private var secondMessage: [Rule] {
    guard let second = delegate.rollback.error?.message, second.utf8.count >= 8,
      !(delegate.apply.error?.message ?? "").contains(second)
    else { return [] }
    let name = names.errorMessage
    return [
      Rule(
        ["ABT-ROLL-05"], "second-message-reported",
        expecting: .made { "\(name) without the message of the second call" }
      ) { observation in
        observation.calls.count > 1
          && observation.callbacks.first?.text(of: name)?.contains(second) == true
          ? Discrepancy("the message of the rollback is reported", observed: "\(name) \(second)")
          : nil
      }
    ]
  }

  private func noRollback(most count: Int) -> Rule {
    Rule(
      ["ABT-ROLL-04", "ABT-DEL-01"] + (recordsBefore ? ["ABT-DEL-04"] : []), "needless-rollback",
      expecting: "one delegate call"
    ) { observation in
      observation.calls.count <= count
        ? nil
        : Discrepancy(
          "the delegate is called again though no old value was recorded",
          observed: observation.summary)
    }
  }

  /// What a second call holds, where there is one.
  private func contents(of expected: RollbackSet, _ category: String?) -> [Rule] {
    let second: @Sendable (ABTObservation) -> ABTObservation.Call? = {
      $0.calls.count > 1 ? $0.calls[1] : nil
    }
    return [
      Rule(
        ["ABT-ROLL-01", "ABT-ROLL-02", "ABT-ROLL-03"], "wrong-rollback",
        expecting: .made { expected.summary }
      ) { second($0).flatMap { expected.discrepancy(with: $0) } },
      Rule(
        ["ABT-ROLL-07"], "later-old-value",
        expecting: "each key rolled back to its first old value"
      ) { second($0).flatMap { expected.laterOldValue(in: $0) } },
      Rule(
        ["ABT-ROLL-08"], "wrong-rollback-category",
        expecting: .made { category.map { "the category \($0)" } ?? "no category" }
      ) { observation in
        guard case .apply(let found, _)? = second(observation) else { return nil }
        return found == (category.map(TypedValue.string) ?? .null)
          ? nil
          : Discrepancy(
            "the rollback has another category than the request", observed: found.summary)
      },
    ]
  }
}

extension RollbackSet {
  /// ABT-ROLL-01 to 03: exactly these keys, each with an old value that was recorded for it.
  func discrepancy(with call: ABTObservation.Call) -> Discrepancy? {
    // An adapter may say so of each call by itself; what it holds is not seen then.
    if case .apply(_, .tooLarge) = call { return nil }
    guard case .apply(_, .dictionary(let members)) = call else {
      return Discrepancy(
        "the rollback is no call of apply with values", observed: call.summary, aspect: "no-apply")
    }
    var missing = required
    for member in members {
      if let index = missing.firstIndex(where: { member.key == .string($0.key) }) {
        let fits = missing[index].oldValues.contains {
          ValueComparison.same($0, member.value)
        }
        if !fits {
          return Discrepancy(
            "the rollback has another value than the old one", observed: call.summary,
            aspect: "other-value")
        }
        missing.remove(at: index)
      } else if !isOptional(member.key) {
        return Discrepancy(
          "the rollback has a key that was not recorded with an old value",
          observed: call.summary, aspect: "foreign-key")
      }
    }
    return missing.isEmpty
      ? nil
      : Discrepancy(
        "the rollback leaves out a key that was recorded with an old value",
        observed: call.summary, aspect: "missing-key")
  }

  /// ABT-ROLL-07: a key that was recorded twice goes back to its first old value.
  func laterOldValue(in call: ABTObservation.Call) -> Discrepancy? {
    guard case .apply(_, .dictionary(let members)) = call else { return nil }
    for (key, oldValues) in required where oldValues.count > 1 {
      guard let member = members.first(where: { $0.key == .string(key) }),
        !ValueComparison.same(oldValues[0], member.value)
      else { continue }
      return Discrepancy(
        "a key that was recorded twice is not rolled back to its first old value",
        expected: "\(key) = \(ValueComparison.text(oldValues[0]))", observed: member.value.summary)
    }
    return nil
  }

  private func isOptional(_ key: TypedKey) -> Bool {
    if case .string(let text) = key { optional.contains(Array(text.utf8)) } else { false }
  }

  fileprivate var summary: String {
    "apply with "
      + required.map { "\($0.key) = \(ValueComparison.text($0.oldValues[0]))" }
      .joined(separator: ", ")
  }
}
