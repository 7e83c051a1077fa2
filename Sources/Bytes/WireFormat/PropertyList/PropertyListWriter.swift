/// Writes the canonical `bplist00` of a value, as Apple's writer and plistlib do: objects in the
/// order of a walk (a dictionary, its keys, then its values), equal scalars once, containers never
/// shared, integers and tables in the smallest width.
///
/// Scalars are equal if their encoded bytes are: `0.0` and `-0.0` stay apart, and so do `1` and
/// `true`. Dictionaries keep the order of their members, even if a key occurs twice. The arrays in
/// here are kept from one value to the next.
package struct PropertyListWriter {
  /// An object of the table, in order: a scalar's bytes or a container's references.
  struct Object {
    var marker: UInt8
    /// Where its bytes or references begin in `scalars` or `references`.
    var start: Int
    /// Bytes of a scalar, members of a container.
    var count: Int
  }

  /// A container whose members are being written.
  struct Frame {
    var elements: [PropertyList]
    var members: [PropertyList.Member]
    var next = 0
    /// The position of its references.
    var references: Int
  }

  var objects: [Object] = []
  var scalars: [UInt8] = []
  var references: [UInt32] = []
  var frames: [Frame] = []
  var index = ScalarIndex()

  /// An empty writer.
  package init() {}

  /// Appends the encoded form of `value` to `output`. Its offsets count from its own beginning.
  ///
  /// Complexity: linear in the encoded size, without recursion.
  package mutating func write(_ value: PropertyList, into output: inout [UInt8]) {
    objects.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    index.removeAll()
    flatten(value)
    emit(into: &output)
  }

  /// The encoded form of `value`.
  package mutating func write(_ value: PropertyList) -> [UInt8] {
    var output: [UInt8] = []
    write(value, into: &output)
    return output
  }

  private mutating func flatten(_ top: PropertyList) {
    _ = add(top)
    while !frames.isEmpty {
      let last = frames.count - 1
      let position = frames[last].next
      let slot = frames[last].references + position
      let members = frames[last].members.count
      if position < members {
        frames[last].next += 1
        let key = addString(frames[last].members[position].key)
        references[slot] = key
      } else if position < 2 * members {
        frames[last].next += 1
        let value = add(frames[last].members[position - members].value)
        references[slot] = value
      } else if position < frames[last].elements.count {
        frames[last].next += 1
        let element = add(frames[last].elements[position])
        references[slot] = element
      } else {
        frames.removeLast()
      }
    }
  }

  /// The object number of a value. The members of a container are still to come.
  private mutating func add(_ value: PropertyList) -> UInt32 {
    switch value {
    case .string(let text): return addString(text)
    case .array(let elements):
      return addContainer(0xA0, Frame(elements: elements, members: [], references: 0), 1)
    case .dictionary(let members):
      return addContainer(0xD0, Frame(elements: [], members: members, references: 0), 2)
    case .boolean(let truth): scalars.append(truth ? 0x09 : 0x08)
    case .integer(let number): Self.append(integer: number, to: &scalars)
    case .real(let number): append(eightBytes: number, marker: 0x23)
    case .date(let seconds): append(eightBytes: seconds, marker: 0x33)
    case .data(let bytes):
      Self.append(marker: 0x40, count: bytes.count, to: &scalars)
      scalars.append(contentsOf: bytes)
    }
    return addScalar()
  }

  private mutating func addContainer(_ marker: UInt8, _ frame: Frame, _ each: Int) -> UInt32 {
    var frame = frame
    let count = frame.elements.count + frame.members.count
    frame.references = references.count
    objects.append(Object(marker: marker, start: references.count, count: count))
    for _ in 0..<count * each { references.append(0) }
    frames.append(frame)
    return UInt32(truncatingIfNeeded: objects.count - 1)
  }

  private mutating func addString(_ text: String) -> UInt32 {
    var text = text
    text.withUTF8 { bytes in
      var mixed: UInt8 = 0
      for byte in bytes { mixed |= byte }
      if mixed < 0x80 {
        Self.append(marker: 0x50, count: bytes.count, to: &scalars)
        scalars.append(contentsOf: bytes)
      } else {
        let units = String(decoding: bytes, as: UTF8.self).utf16
        Self.append(marker: 0x60, count: units.count, to: &scalars)
        for unit in units {
          scalars.append(UInt8(unit >> 8))
          scalars.append(UInt8(truncatingIfNeeded: unit))
        }
      }
    }
    return addScalar()
  }

  /// Numbers the bytes after the last scalar, or finds the same bytes among earlier ones.
  private mutating func addScalar() -> UInt32 {
    let next = UInt32(truncatingIfNeeded: objects.count)
    let start = index.end
    let known = index.find(scalars, start..<scalars.count, orInsert: next)
    if let known {
      scalars.removeLast(scalars.count - start)
      return known
    }
    objects.append(Object(marker: 0, start: start, count: scalars.count - start))
    return next
  }
}
