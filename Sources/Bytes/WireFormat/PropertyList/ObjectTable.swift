/// The objects of one list as records in an arena, linked by their numbers.
struct ObjectTable {
  var objects: [ObjectRecord] = []
  var frames: [WalkFrame] = []
  var keys = KeyClasses()
  /// The records in the order of their bytes, if that differs from their own order.
  var order: [Int32] = []

  /// Reads every object's marker, count and extent. Keeps broken objects as such.
  ///
  /// Complexity: linear in the number of objects.
  /// - Returns: false if the objects overlap so much that following them could cost far more than
  ///   the list has bytes.
  mutating func fill(_ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout) -> Bool {
    objects.removeAll(keepingCapacity: objects.capacity <= 1 << 16)
    frames.removeAll(keepingCapacity: frames.capacity <= 1 << 16)
    keys.removeAll()
    guard layout.objectCount <= max(layout.tableStart, 64), bytes.count <= Int(Int32.max) else {
      return false
    }
    objects.reserveCapacity(layout.objectCount)
    var total = 0
    var position = layout.tableStart
    for _ in 0..<layout.objectCount {
      let offset = bytes.bigEndian(at: position, width: layout.offsetWidth)
      position += layout.offsetWidth
      let record = ObjectRecord(bytes, at: offset, referenceWidth: layout.referenceWidth)
      total += Int(record.end - record.offset)
      objects.append(record)
    }
    return total <= 2 * bytes.count + 4_096
  }
}
