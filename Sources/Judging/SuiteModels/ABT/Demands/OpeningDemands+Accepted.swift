import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// A valid request: what the delegate sees and what is reported.
extension OpeningDemands {
  /// - Parameters:
  ///   - chunk: the piece that completed the request; nil for a whole one.
  ///   - rules: further clauses by which the request has to be accepted.
  func accepted(chunk: ChunkPiece?, rules: [Clause.ID] = []) -> [Rule] {
    let body: [Rule] =
      switch meaning.contents {
      case .apply(let category, let members)?:
        applied(category: category, members, rules + reasonsToAccept)
      case .revert(let category, let keys)?:
        reverted(category: category, keys, rules + reasonsToAccept)
      case nil: []
      }
    return handled + body + (chunk.map { [echo(of: $0)] } ?? [])
  }

  /// The clauses that a library breaks by refusing this request.
  private var reasonsToAccept: [Clause.ID] {
    var rules: [Clause.ID] = ["ABT-TOK-01"]
    if setup.edition == .encrypting {
      if meaning.parameter == .dataX { rules.append("ABT-ENC-01") }
      if setup.allowUnencrypted { rules.append("ABT-ENC-04") }
    }
    return rules + meaning.liberties.filter { !rules.contains($0) }
  }

  // MARK: Set requests

  private func applied(
    category: String?, _ members: [PropertyList.Member], _ rules: [Clause.ID]
  ) -> [Rule] {
    let turn = delegate.apply
    var result: [Rule] = [
      Rule(
        ofSuccess(["ABT-DEL-01"] + rules), "valid-request-refused", expecting: "a call of apply"
      ) { observation in
        observation.calls.first?.isApply == true
          ? nil
          : Discrepancy(
            "a valid set request does not reach the delegate", observed: observation.summary)
      },
      Rule(
        ofSuccess(["ABT-DATA-01"] + meaning.clausesOfList), "wrong-values",
        expecting: .made { "apply with exactly \(ValueComparison.text(.dictionary(members)))" }
      ) { observation in
        guard case .apply(_, let values)? = observation.calls.first else { return nil }
        return ValueComparison.discrepancy(members, values)
      },
      self.category(category),
    ]
    switch turn.answer {
    case .yes:
      result += [usual.success(role), Self.oneCallOfApply]
      result += changedValues(ChangedKeys(members.map(\.key), turn.records))
    case .no:
      result += [
        status(.error, ["ABT-CB-04", "ABT-ROLL-05"], because: "the delegate answered NO").afterCall,
        usual.noChangedValues,
      ]
      result += rollback(category: category, members)
      result += reason(of: turn, alsoRight: delegate.rollback.error)
    case .cancel:
      result += [
        status(.canceled, ["ABT-CB-05"], because: "the delegate canceled").afterCall,
        usual.noChangedValues,
      ]
      result += rollback(category: category, members)
    }
    return result
  }

  /// What is asked of most requests that are right.
  private var usual: UsualRules { context.isProfile1 ? .ofProfile1 : UsualRules(context.dialect) }

  private static let oneCallOfApply = onlyOneCall("ABT-DEL-01", "ABT-ROLL-06")
  private static let oneCallOfRevert = onlyOneCall("ABT-DEL-02", "ABT-ROLL-11")

  private static func onlyOneCall(_ rules: Clause.ID...) -> Rule {
    Rule(rules, "several-calls", expecting: "one delegate call") { observation in
      observation.calls.count <= 1
        ? nil
        : Discrepancy("the delegate is called more than once", observed: observation.summary)
    }
  }

  /// ABT-DICT-04.
  private func category(_ category: String?) -> Rule {
    category == nil ? Self.noCategory : Self.isCategory(category)
  }

  private static let noCategory = isCategory(nil)

  private static func isCategory(_ category: String?) -> Rule {
    let expected = category.map(TypedValue.string) ?? .null
    return Rule(
      ["ABT-DICT-04"], "wrong-category",
      expecting: .made { category.map { "the category \($0)" } ?? "no category" }
    ) { observation in
      let found: TypedValue
      switch observation.calls.first {
      case .apply(let category, _)?, .revert(let category, _, _)?: found = category
      case nil: return nil
      }
      return found == expected
        ? nil
        : Discrepancy(
          "the category does not reach the delegate as it is",
          observed: found == .null ? "no category" : found.summary)
    }
  }

  /// What is reported of a delegate that answered NO: its own code and message, or else the code of section 2.
  ///
  /// - Parameter alsoRight: what it gave as the reason in a second call, of which other demands say that it does not count.
  private func reason(
    of turn: DelegatePlan.Turn, alsoRight: DelegatePlan.DelegateError? = nil
  ) -> [Rule] {
    if let error = turn.error { return claims("delegateError") ? [delegateError(error)] : [] }
    let codes = [context.errorCodes.delegateFailed] + (alsoRight.map { [Int($0.code)] } ?? [])
    let failed = RequestDefect([], codes: codes, "the delegate answered NO and gave no code")
    return [errorCode([failed]).when { !$0.calls.isEmpty }]
  }

  /// ABT-CB-10.
  private func delegateError(_ error: DelegatePlan.DelegateError) -> Rule {
    let names = names
    return Rule(
      ["ABT-CB-10", "ABT-CB-07"], "delegate-error-lost",
      expecting: .made {
        "\(names.errorCode) \(error.code), \(names.errorMessage) \(error.message)"
      }
    ) { observation in
      guard let callback = observation.callbacks.first, !observation.calls.isEmpty else {
        return nil
      }
      let code = callback.text(of: names.errorCode)
      let message = callback.value(of: names.errorMessage) ?? []
      let isPassedOn =
        error.message.utf16.count <= 256
        ? message.elementsEqual(error.message.utf8)
        : !message.isEmpty && Array(error.message.utf8).starts(with: message)
          && String(validating: message, as: UTF8.self) != nil
      return code.flatMap { Int($0) } == Int(error.code) && isPassedOn
        ? nil
        : Discrepancy(
          "the delegate's own error is not passed on",
          observed: "\(names.errorCode) \(code ?? "missing"), "
            + "\(names.errorMessage) \(String(decoding: message, as: UTF8.self))")
    }
  }

  // MARK: Reset requests

  private func reverted(
    category: String?, _ keys: [String], _ rules: [Clause.ID]
  ) -> [Rule] {
    let status: Rule =
      switch delegate.revert.answer {
      case .yes: usual.success(role)
      case .no:
        self.status(.error, ["ABT-CB-04", "ABT-ROLL-11"], because: "the delegate answered NO")
          .afterCall
      case .cancel:
        self.status(.canceled, ["ABT-CB-05"], because: "the delegate canceled").afterCall
      }
    return [
      Rule(
        ofSuccess(["ABT-DEL-02"] + rules), "valid-request-refused", expecting: "a call of revert"
      ) { observation in
        guard case .revert? = observation.calls.first else {
          return Discrepancy(
            "a valid reset request does not reach the delegate", observed: observation.summary)
        }
        return nil
      },
      Self.oneCallOfRevert,
      Rule.set(
        ofSuccess(["ABT-DEL-02", "ABT-MULTI-05"]), "wrong-keys",
        "other keys are reverted than the request lists", keys.map(TypedValue.string),
        in: \.summary, \.revertedKeys
      ).when { if case .revert? = $0.calls.first { true } else { false } },
      Self.eachKeyOnce, Self.keysOnly, self.category(category), status,
      usual.noChangedValues,
    ] + (delegate.revert.answer == .no ? reason(of: delegate.revert) : [])
  }

  /// ABT-DICT-11.
  private static let eachKeyOnce = Rule(
    ["ABT-DICT-11"], "repeated-key", expecting: "each key once"
  ) { observation in
    let found = observation.revertedKeys
    return Set(found).count < found.count
      ? Discrepancy(
        "a key reaches the delegate twice",
        observed: found.map(\.summary).joined(separator: ", ")) : nil
  }

  /// ABT-DEL-03.
  private static let keysOnly = Rule(
    ["ABT-DEL-03"], "values-in-reset", expecting: "keys without values"
  ) { observation in
    guard case .revert(_, _, .dictionary(let members)?)? = observation.calls.first,
      members.contains(where: { $0.value != .null })
    else { return nil }
    return Discrepancy("the set of a reset request has values", observed: observation.summary)
  }
}

extension ABTObservation {
  /// The keys of the first call, where that is one of revert.
  fileprivate var revertedKeys: [TypedValue] {
    if case .revert(_, let keys, _)? = calls.first { keys } else { [] }
  }
}
