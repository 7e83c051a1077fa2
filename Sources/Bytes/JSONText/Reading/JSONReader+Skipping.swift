extension JSONReader {
  /// Skips one value of any kind and validates all of it, without recursion.
  public mutating func skipValue() throws(JSONError) {
    let outermost = openContainers.count
    while true {
      let opened = try skipUntilOpened()
      if opened { continue }
      // A value has ended; so may have the containers around it.
      while true {
        if openContainers.count == outermost { return }
        if try continueContainer() { break }
      }
    }
  }

  /// Skips a scalar or an empty container, or the beginning of any other container.
  ///
  /// - Returns: whether a container was opened, whose first element is next.
  @inline(__always)
  private mutating func skipUntilOpened() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "\""):
      try countNode()
      _ = try scanString()
      return false
    case UInt8(ascii: "{"):
      try open(UInt8(ascii: "{"), .object)
      guard try hasFirst(before: UInt8(ascii: "}")) else { return false }
      let mark = ledger.mark
      openContainers.append(mark)
      _ = try readKey(since: mark)
      return true
    case UInt8(ascii: "["):
      try open(UInt8(ascii: "["), .array)
      guard try hasFirst(before: UInt8(ascii: "]")) else { return false }
      openContainers.append(-1)
      return true
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      _ = try readBoolean()
      return false
    case UInt8(ascii: "n"):
      try readNull()
      return false
    default:
      guard case .number = try peek() else { throw wrongKind(.number) }
      _ = try scanNumber()
      return false
    }
  }

  /// Skips what separates two elements of the innermost container, or its end.
  ///
  /// - Returns: whether another element follows.
  @inline(__always)
  private mutating func continueContainer() throws(JSONError) -> Bool {
    let mark = openContainers[openContainers.count &- 1]
    if mark < 0 {
      if try hasNext(before: UInt8(ascii: "]")) { return true }
    } else {
      if try hasNext(before: UInt8(ascii: "}")) {
        _ = try readKey(since: mark)
        return true
      }
      try closeKeys(since: mark)
    }
    openContainers.removeLast()
    return false
  }
}
