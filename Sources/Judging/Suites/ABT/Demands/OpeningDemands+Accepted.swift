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
      switch (forge.action, forge.dictionary) {
      case (.apply, .configuration(let category, let members)),
        (.apply, .both(let category, let members, _)):
        applied(category: category, members, rules + reasonsToAccept)
      case (.reset, .keys(let category, let keys)), (.reset, .both(let category, _, let keys)):
        reverted(category: category, keys, rules + reasonsToAccept)
      default: []
      }
    return handled + body + (chunk.map { [echo(of: $0)] } ?? [])
  }

  /// The clauses that a library breaks by refusing this request.
  private var reasonsToAccept: [Clause.ID] {
    var rules: [Clause.ID] = ["ABT-TOK-01"]
    switch (setup.edition, forge.parameter) {
    case (.encrypting, .dataX): rules.append("ABT-ENC-01")
    default: break
    }
    if !isAsUsual {
      rules += forge.libertyClauses.map { Clause.ID($0) }.filter { !rules.contains($0) }
    }
    if setup.edition == .encrypting, setup.allowUnencrypted { rules.append("ABT-ENC-04") }
    return rules
  }

  /// Whether no layer can be a liberty: so it is in most requests, and cheap to see.
  private var isAsUsual: Bool {
    forge.chunk == nil && forge.compression == .canonical && forge.escaping == .canonical
      && forge.isCanonicalButForToken
  }

  // MARK: Set requests

  private func applied(
    category: String?, _ members: [PropertyList.Member], _ rules: [Clause.ID]
  ) -> [Rule] {
    let turn = event.delegate.apply
    var result: [Rule] = [
      Rule(ofSuccess(["ABT-DEL-01"] + rules)) { observation in
        observation.calls.first?.isApply == true
          ? nil
          : Discrepancy(
            "a valid set request does not reach the delegate", expected: "a call of apply",
            observed: observation.summary)
      },
      Rule(ofSuccess(["ABT-DATA-01"])) { observation in
        guard case .apply(_, let values)? = observation.calls.first else { return nil }
        return ValueComparison.discrepancy(members, values)
      },
      self.category(category, of: { $0.calls.first }, "ABT-DICT-04"),
    ]
    switch turn.answer {
    case .yes:
      result += [
        afterCall(
          status(.success, ofSuccess(["ABT-CB-04"]), because: "the delegate answered YES")),
        onlyOneCall("ABT-DEL-01", "ABT-ROLL-06"),
      ]
      result += changedValues(ChangedKeys(members.map(\.key), turn.records))
    case .no:
      result += [
        afterCall(
          status(.error, ["ABT-CB-04", "ABT-ROLL-05"], because: "the delegate answered NO")),
        noChangedValues,
      ]
      result += rollback(category: category, members)
      if let error = turn.error { result += delegateError(error) }
    case .cancel:
      result += [
        afterCall(status(.canceled, ["ABT-CB-05"], because: "the delegate canceled")),
        noChangedValues,
      ]
      result += rollback(category: category, members)
    }
    return result
  }

  /// A demand that says nothing where the delegate was not called at all, or nothing was called back: other demands do.
  private func afterCall(_ rule: Rule) -> Rule {
    Rule(rule.clauses) { $0.calls.isEmpty || $0.callbacks.isEmpty ? nil : rule.check($0) }
  }

  private func onlyOneCall(_ rules: Clause.ID...) -> Rule {
    Rule(rules) { observation in
      observation.calls.count <= 1
        ? nil
        : Discrepancy(
          "the delegate is called more than once", expected: "one call",
          observed: observation.summary)
    }
  }

  private func category(
    _ category: String?, of call: @escaping @Sendable (ABTObservation) -> ABTObservation.Call?,
    _ rules: Clause.ID...
  ) -> Rule {
    let expected = category.map(TypedValue.string) ?? .null
    return Rule(rules) { observation in
      let found: TypedValue
      switch call(observation) {
      case .apply(let category, _)?, .revert(let category, _, _)?: found = category
      case nil: return nil
      }
      return found == expected
        ? nil
        : Discrepancy(
          "the category does not reach the delegate as it is",
          expected: category ?? "no category", observed: found.summary)
    }
  }

  /// ABT-CB-10.
  private func delegateError(_ error: DelegatePlan.DelegateError) -> [Rule] {
    return [
      demand("ABT-CB-10") { observation in
        guard let callback = observation.callbacks.first, !observation.calls.isEmpty else {
          return nil
        }
        let code = callback.text(of: names.errorCode)
        let message = callback.value(of: names.errorMessage) ?? []
        let isPassedOn =
          error.message.utf8.count <= 256
          ? message.elementsEqual(error.message.utf8)
          : !message.isEmpty && Array(error.message.utf8).starts(with: message)
        return code == String(error.code) && isPassedOn
          ? nil
          : Discrepancy(
            "the delegate's own error is not passed on",
            expected: "\(error.code), \(error.message)",
            observed: "\(code ?? "no code"), \(String(decoding: message, as: UTF8.self))")
      }
    ]
  }

  // MARK: Reset requests

  private func reverted(
    category: String?, _ keys: [String], _ rules: [Clause.ID]
  ) -> [Rule] {
    let turn = event.delegate.revert
    let status: Rule =
      switch turn.answer {
      case .yes:
        self.status(.success, ofSuccess(["ABT-CB-04"]), because: "the delegate answered YES")
      case .no:
        self.status(.error, ["ABT-CB-04", "ABT-ROLL-11"], because: "the delegate answered NO")
      case .cancel: self.status(.canceled, ["ABT-CB-05"], because: "the delegate canceled")
      }
    return [
      Rule(ofSuccess(["ABT-DEL-02"] + rules)) { observation in
        guard case .revert? = observation.calls.first else {
          return Discrepancy(
            "a valid reset request does not reach the delegate", expected: "a call of revert",
            observed: observation.summary)
        }
        return nil
      },
      onlyOneCall("ABT-DEL-02", "ABT-ROLL-11"),
      Rule(ofSuccess(["ABT-DEL-02", "ABT-MULTI-05"])) { observation in
        guard case .revert(_, let found, _)? = observation.calls.first else { return nil }
        return Set(found) == Set(keys.map(TypedValue.string))
          ? nil
          : Discrepancy(
            "other keys are reverted than the request lists",
            expected: keys.joined(separator: ", "),
            observed: found.map(\.summary).joined(separator: ", "))
      },
      demand("ABT-DICT-11") { observation in
        guard case .revert(_, let found, _)? = observation.calls.first,
          Set(found).count < found.count
        else { return nil }
        return Discrepancy(
          "a key reaches the delegate twice", expected: "each key once",
          observed: found.map(\.summary).joined(separator: ", "))
      },
      demand("ABT-DEL-03") { observation in
        guard case .revert(_, _, .dictionary(let members)?)? = observation.calls.first,
          members.contains(where: { $0.value != .null })
        else { return nil }
        return Discrepancy(
          "the set of a reset request has values", expected: "keys only",
          observed: observation.summary)
      },
      self.category(category, of: { $0.calls.first }, "ABT-DICT-04"), afterCall(status),
      noChangedValues,
    ]
  }
}
