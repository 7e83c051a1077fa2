/// What a strict reader says about bytes that somebody else made.
///
/// This is the three-way split of section 2.1 of the `abt` document: what a library must accept,
/// what it must refuse, and where it is free to do either. Our readers never guess: where the
/// document is silent, the answer is `free`.
package enum Reading<Value: Sendable>: Sendable {
  /// Every conforming reader accepts this, and sees this value.
  case accepted(Value)
  /// Every conforming reader refuses this.
  case refused(Defect)
  /// Either is right. There is a value if the bytes have a single reading that loses nothing. It is
  /// for records and explanations, never for comparing.
  case free(Freedom, Value?)

  /// The value, whether binding or not.
  package var value: Value? {
    switch self {
    case .accepted(let value): value
    case .refused: nil
    case .free(_, let value): value
    }
  }

  /// Why this must be refused.
  package var defect: Defect? {
    if case .refused(let defect) = self { defect } else { nil }
  }

  /// Why either is right.
  package var freedom: Freedom? {
    if case .free(let freedom, _) = self { freedom } else { nil }
  }

  /// The next layer's reading of this layer's value. A refusal stands; a freedom of this layer
  /// stands unless the next layer must refuse.
  @inlinable package func then<Next>(_ next: (Value) -> Reading<Next>) -> Reading<Next> {
    switch self {
    case .accepted(let value):
      return next(value)
    case .refused(let defect):
      return .refused(defect)
    case .free(let freedom, let value):
      guard let value else { return .free(freedom, nil) }
      switch next(value) {
      case .accepted(let result): return .free(freedom, result)
      case .refused(let defect): return .refused(defect)
      case .free(let other, let result):
        return .free(other.shouldRefuse && !freedom.shouldRefuse ? other : freedom, result)
      }
    }
  }
}

extension Reading: Equatable where Value: Equatable {}
extension Reading: Hashable where Value: Hashable {}
