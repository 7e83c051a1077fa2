import AdapterProtocol
package import WireFormat

extension DelegateScript {
  /// The plan as it travels to adapters.
  package init(_ plan: DelegatePlan) {
    self.init(
      apply: Turn(plan.apply), rollback: Turn(plan.rollback), revert: Turn(plan.revert))
  }
}

extension DelegateScript.Turn {
  fileprivate init(_ turn: DelegatePlan.Turn) {
    self.init(
      records: turn.records.map { record in
        switch record {
        case .didApply(let key): .didApply(key: key)
        case .didApplyOver(let key, let oldValue):
          .didApplyOld(key: key, oldValue.map(TypedValue.init) ?? .null)
        case .didNotApply(let key): .didNotApply(key: key)
        }
      },
      answer: DelegateScript.Answer(turn.answer),
      error: turn.error.map { DelegateScript.ErrorReport(code: $0.code, message: $0.message) })
  }
}

extension DelegateScript.Answer {
  fileprivate init(_ answer: DelegatePlan.Answer) {
    self =
      switch answer {
      case .yes: .yes
      case .no: .no
      case .cancel: .cancel
      }
  }
}

extension TypedValue {
  /// The form in which a property-list value travels to and from adapters.
  package init(_ value: PropertyList) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .boolean(let truth): .boolean(truth)
      case .date(let seconds): .date(seconds)
      case .data(let bytes): .data(bytes)
      case .array(let elements): .array(elements.map(TypedValue.init))
      case .dictionary(let members):
        .dictionary(members.map { TypedMember($0.key, TypedValue($0.value)) })
      }
  }
}
