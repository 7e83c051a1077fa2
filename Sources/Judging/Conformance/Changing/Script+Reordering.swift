// Steps in another order, or fewer or more of the same.
extension Script {
  /// Some steps in a row, at most so many; there must be one.
  func anyRun(of most: Int, _ choices: inout Choices) -> Range<Int> {
    let place = choices.below(steps.count)
    return place..<place + 1 + choices.below(min(most, steps.count - place))
  }

  /// Leaves out, doubles or moves steps.
  ///
  /// - Returns: whether something has changed.
  mutating func reorder(_ kind: ScriptChange.Kind, _ choices: inout Choices) -> Bool {
    let count = steps.count
    let place = choices.below(count)
    switch kind {
    case .double: steps.insert(steps[place], at: choices.below(count + 1))
    case _ where count < 2: return false
    case .drop: steps.remove(at: place)
    case .cut:
      let run = anyRun(of: count, &choices)
      guard run.count < count else { return false }
      steps.removeSubrange(run)
    case .swap:
      let other = choices.below(count)
      guard other != place else { return false }
      steps.swapAt(place, other)
    case .move:
      let other = choices.below(count)
      guard other != place else { return false }
      steps.insert(steps.remove(at: place), at: other)
    case .interleave:
      let first = anyRun(of: 8, &choices)
      guard first.upperBound < count else { return false }
      let length = 1 + choices.below(min(8, count - first.upperBound))
      let second = first.upperBound..<first.upperBound + length
      steps.replaceSubrange(
        first.lowerBound..<second.upperBound,
        with: Self.mixed(steps[first], steps[second], &choices))
    default: return false
    }
    return true
  }

  /// Steps of two rows by turns, each row in its order; the second begins sometime before the end of the first.
  private static func mixed(
    _ first: ArraySlice<Step>, _ second: ArraySlice<Step>, _ choices: inout Choices
  ) -> [Step] {
    var (first, second) = (first, second)
    var mixed: [Step] = []
    while !first.isEmpty, !second.isEmpty {
      mixed.append(choices.below(2) == 0 ? first.removeFirst() : second.removeFirst())
    }
    return mixed + first + second
  }
}
