package import WireFormat

extension PropertyList {
  /// How large a value is: false is the smallest, and every member, byte and digit adds to it.
  var measure: UInt128 {
    switch self {
    case .boolean(let truth): truth ? 1 : 0
    case .integer(let number): 2 + UInt128(number.magnitude)
    case .real(let number), .date(let number):
      number.bitPattern == 0 ? 2 : number == 1 ? 3 : 4
    case .string(let text): 2 + UInt128(text.utf8.count)
    case .data(let bytes): 2 + Reductions.measure(bytes, .free)
    case .array(let elements): elements.reduce(2) { $0 + 1 + $1.measure }
    case .dictionary(let members): 2 + members.measure
    }
  }

  /// How many simpler values `simpler(at:)` knows. Complexity: linear in the value.
  ///
  /// - Parameter keepsType: whether values of other types are left out, except false.
  func simplerCount(keepsType: Bool = false) -> Int {
    ownSteps(keepsType).count + children.reduce(0) { $0 + $1.simplerCount() }
  }

  /// A simpler value; nil beyond their number.
  ///
  /// First come those that make the value itself simpler: false, the empty value of its type, a part of its members, one of its own
  /// members in its place, a shorter key. Then come those that make one of its members simpler.
  func simpler(at index: Int, keepsType: Bool = false) -> PropertyList? {
    let own = ownSteps(keepsType)
    if own.indices.contains(index) { return taking(own[index]) }
    var rest = index - own.count
    for (place, child) in children.enumerated() {
      let count = child.simplerCount()
      if rest < count { return child.simpler(at: rest).map { replacingChild(place, $0) } }
      rest -= count
    }
    return nil
  }

  /// One way to a smaller measure.
  private enum Step {
    case value(PropertyList)
    case leavingOut(Range<Int>)
    case child(Int)
    case key(Int, String)
  }

  private func ownSteps(_ keepsType: Bool) -> [Step] {
    let no = Step.value(.boolean(false))
    func values(_ values: [PropertyList]) -> [Step] { [no] + values.map(Step.value) }
    switch self {
    case .boolean(let truth): return truth ? [no] : []
    case .integer(let number):
      return values(Reductions.numbers(number, NumberRule()).map(PropertyList.integer))
    case .real: return values([.real(0), .real(1)].filter { $0.measure < measure })
    case .date: return values([.date(0), .date(1)].filter { $0.measure < measure })
    case .string(let text): return values(Reductions.texts(text, .free).map(PropertyList.string))
    case .data(let bytes): return values(Reductions.bytes(bytes, .free).map(PropertyList.data))
    case .array(let elements):
      return [no] + Reductions.cuts(elements.count).map(Step.leavingOut)
        + (keepsType ? [] : children.indices.map(Step.child))
    case .dictionary(let members):
      return [no] + Reductions.cuts(members.count).map(Step.leavingOut)
        + (keepsType ? [] : children.indices.map(Step.child)) + Self.shorterKeys(members)
    }
  }

  private func taking(_ step: Step) -> PropertyList {
    switch (step, self) {
    case (.value(let value), _): return value
    case (.child(let place), _): return children[place]
    case (.leavingOut(let range), .array(var elements)):
      elements.removeSubrange(range)
      return .array(elements)
    case (.leavingOut(let range), .dictionary(var members)):
      members.removeSubrange(range)
      return .dictionary(members)
    case (.key(let place, let key), .dictionary(var members)):
      members[place].key = key
      return .dictionary(members)
    default: return self
    }
  }

  /// Shorter keys, by which no key comes to occur twice: keys are compared by their bytes, because a `String` sorts the combining marks
  /// of its text, which takes time for each pair of them.
  private static func shorterKeys(_ members: [Member]) -> [Step] {
    guard members.count <= Reductions.maxElements else { return [] }
    let keys = Set(members.map { Array($0.key.utf8) })
    return members.indices.flatMap { place in
      Reductions.texts(members[place].key, .free).filter { !keys.contains(Array($0.utf8)) }
        .map { Step.key(place, $0) }
    }
  }

  /// The members that are made simpler themselves: none of a long list, until it is short.
  private var children: [PropertyList] {
    switch self {
    case .array(let elements) where elements.count <= Reductions.maxElements: elements
    case .dictionary(let members) where members.count <= Reductions.maxElements:
      members.map(\.value)
    default: []
    }
  }

  private func replacingChild(_ place: Int, _ child: PropertyList) -> PropertyList {
    switch self {
    case .array(var elements):
      elements[place] = child
      return .array(elements)
    case .dictionary(var members):
      members[place].value = child
      return .dictionary(members)
    default: return self
    }
  }
}

/// Members of a dictionary as such: they stay one.
extension [PropertyList.Member] {
  /// As much as they add to a dictionary.
  var measure: UInt128 {
    reduce(0) { $0 + 1 + UInt128($1.key.utf8.count) + $1.value.measure }
  }

  // The first of a dictionary's simpler values is false, which has no members.

  package var simplerCount: Int { PropertyList.dictionary(self).simplerCount(keepsType: true) - 1 }

  package func simpler(at index: Int) -> [PropertyList.Member]? {
    let value = PropertyList.dictionary(self).simpler(at: index + 1, keepsType: true)
    if case .dictionary(let members)? = value { return members }
    return nil
  }
}
