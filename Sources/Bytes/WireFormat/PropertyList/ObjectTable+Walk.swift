/// A container whose members are being visited, with what is known of its tree so far.
struct WalkFrame {
  var object: Int32
  var next: Int32 = 0
  var treeObjects: Int32 = 1
  var treeBytes: Int32
  var height: Int32 = 0
}

extension ObjectTable {
  /// Visits everything that is reachable from the top object, except below constructs that are free
  /// as a whole. Complexity: linear in the bytes, without recursion.
  mutating func walk(
    _ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout, configurationKey: [UInt8]?,
    _ notes: inout Notes
  ) throws(Defect) {
    var configuration: Int?
    if objects[layout.top].kind == .dictionary, let configurationKey {
      configuration = value(ofKey: configurationKey, layout, bytes)
    }
    try visit(layout.top, bytes, &notes)
    if objects[layout.top].visit == .open {
      try enter(layout.top, isStrict: true, bytes, layout, &notes)
    }
    while let frame = frames.last {
      let record = objects[Int(frame.object)]
      let members = record.kind == .dictionary ? 2 * record.count : record.count
      guard frame.next < members else {
        leave()
        continue
      }
      frames[frames.count - 1].next += 1
      let child = try reference(at: Int(frame.next), of: record, bytes, layout)
      try visit(child, bytes, &notes)
      if objects[child].visit == .open {
        try enter(child, isStrict: child == configuration, bytes, layout, &notes)
      } else {
        add(objects[child], toFrame: frames.count - 1)
      }
    }
  }

  /// The object that a container refers to at `position`.
  func reference(
    at position: Int, of record: ObjectRecord, _ bytes: UnsafeRawBufferPointer,
    _ layout: PropertyListLayout
  ) throws(Defect) -> Int {
    let offset = Int(record.content) + position * layout.referenceWidth
    let number = bytes.bigEndian(at: offset, width: layout.referenceWidth)
    guard number < UInt64(objects.count) else { throw Defect(.referenceOutOfRange, at: offset) }
    return Int(number)
  }

  /// Meets an object. A new container becomes open; anything else is done.
  private mutating func visit(
    _ number: Int, _ bytes: UnsafeRawBufferPointer, _ notes: inout Notes
  ) throws(Defect) {
    let record = objects[number]
    let offset = Int(record.offset)
    switch record.visit {
    case .open: throw Defect(.referenceCycle, at: offset)
    case .done:
      if record.kind.isContainer { notes.add(.sharedContainer, at: offset) }
    case .never:
      if record.kind.isContainer {
        objects[number].visit = .open
      } else {
        try inspect(record, bytes, &notes)
        objects[number].visit = .done
        objects[number].treeBytes = record.end - record.offset
      }
    }
  }

  /// Begins an open container, or closes it again if its keys make it free as a whole.
  private mutating func enter(
    _ number: Int, isStrict: Bool, _ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout,
    _ notes: inout Notes
  ) throws(Defect) {
    let record = objects[number]
    let size = record.end - record.offset
    if record.kind == .dictionary,
      try !hasPlainKeys(record, isStrict: isStrict, bytes, layout, &notes)
    {
      objects[number].visit = .done
      objects[number].treeBytes = size
      objects[number].height = 1
      if !frames.isEmpty { add(objects[number], toFrame: frames.count - 1) }
      return
    }
    frames.append(WalkFrame(object: Int32(number), treeBytes: size))
  }

  private mutating func leave() {
    let frame = frames.removeLast()
    let number = Int(frame.object)
    objects[number].visit = .done
    objects[number].treeObjects = frame.treeObjects
    objects[number].treeBytes = frame.treeBytes
    objects[number].height = frame.height + 1
    if !frames.isEmpty { add(objects[number], toFrame: frames.count - 1) }
  }

  private mutating func add(_ member: ObjectRecord, toFrame index: Int) {
    frames[index].treeObjects = Self.sum(frames[index].treeObjects, member.treeObjects)
    frames[index].treeBytes = Self.sum(frames[index].treeBytes, member.treeBytes)
    frames[index].height = max(frames[index].height, member.height)
  }

  private static func sum(_ left: Int32, _ right: Int32) -> Int32 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
