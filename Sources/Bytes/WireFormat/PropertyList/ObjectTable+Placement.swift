extension ObjectTable {
  /// Notes which bounds of "must accept" the expanded tree exceeds.
  func note(_ limits: PropertyListLimits, _ layout: PropertyListLayout, _ notes: inout Notes) {
    let top = objects[layout.top]
    let offset = Int(top.offset)
    if Int(top.height) > limits.maxDepth { notes.add(.nestedTooDeep, at: offset) }
    if Int(top.treeObjects) > limits.maxObjects { notes.add(.tooManyObjects, at: offset) }
    if Int(top.treeBytes) > limits.maxContentBytes { notes.add(.tooMuchContent, at: offset) }
  }

  /// Whether a value may be built.
  func isWithinHardLimits(_ limits: PropertyListLimits, _ layout: PropertyListLayout) -> Bool {
    let top = objects[layout.top]
    return Int(top.height) <= limits.hardDepth && Int(top.treeObjects) <= limits.hardObjects
      && Int(top.treeBytes) <= limits.hardContentBytes
  }

  /// Notes whether the objects fill the bytes between header and table of offsets exactly, and
  /// whether something refers to each. Complexity: linear if the objects are in order, otherwise n
  /// log n in their number.
  mutating func notePlacement(
    _ size: Int, _ layout: PropertyListLayout, _ notes: inout Notes
  ) {
    var isOrdered = true
    var end = Int32(PropertyListLayout.headerBytes)
    // The walk stops at constructs without a value, so it may have missed objects.
    let isWalkComplete = !notes.losesValue
    for record in objects {
      if record.visit == .never, isWalkComplete {
        let isBroken = record.kind == .broken
        notes.add(
          isBroken ? .brokenUnreferencedObject : .unreferencedObject, at: Int(record.offset))
      }
      if record.offset != end { isOrdered = false }
      end = record.end
    }
    if isOrdered, Int(end) == layout.tableStart { return }
    noteUnordered(layout, &notes)
  }

  private mutating func noteUnordered(_ layout: PropertyListLayout, _ notes: inout Notes) {
    order = objects.indices.filter { objects[$0].kind != .broken }.map { Int32($0) }
    order.sort { objects[Int($0)].offset < objects[Int($1)].offset }
    defer { order.removeAll(keepingCapacity: order.capacity <= 1 << 16) }
    var end = Int32(PropertyListLayout.headerBytes)
    for number in order {
      let record = objects[Int(number)]
      let offset = Int(record.offset)
      if offset < PropertyListLayout.headerBytes {
        notes.add(.objectInHeader, at: offset)
      } else if offset >= layout.tableStart || Int(record.end) > layout.tableStart {
        notes.add(.runsIntoTables, at: offset)
      } else if record.offset < end {
        notes.add(.overlappingObjects, at: offset)
      } else if record.offset > end {
        notes.add(.bytesBetweenObjects, at: Int(end))
      }
      end = max(end, record.end)
    }
    if Int(end) < layout.tableStart { notes.add(.bytesBetweenObjects, at: Int(end)) }
  }
}
