/// Where the parts of a binary property list stand, as the strict reader sees them, one object at a
/// time: for explaining lists, sound or not.
///
/// Nothing is followed and nothing is judged as a whole; `PropertyListReader` does that.
package struct PropertyListMap: Sendable {
  private let bytes: [UInt8]
  private let layout: PropertyListLayout

  /// nil where header or trailer are broken so that no object can be found.
  package init?(_ bytes: [UInt8]) {
    let layout: PropertyListLayout? = bytes.withUnsafeBytes { buffer in
      switch try? PropertyListLayout.read(buffer) {
      case .layout(let layout): layout
      case .version(let layout, at: _): layout
      case nil: nil
      }
    }
    guard let layout, bytes.count <= Int(Int32.max) else { return nil }
    self.bytes = bytes
    self.layout = layout
  }

  /// Bytes of an entry of the table of offsets, 1 to 8.
  package var offsetWidth: Int { layout.offsetWidth }
  /// Bytes of a reference, 1 to 8.
  package var referenceWidth: Int { layout.referenceWidth }
  /// At least 1.
  package var objectCount: Int { layout.objectCount }
  /// The number of the top object.
  package var top: Int { layout.top }
  /// The bytes of the table of offsets, which lie within the list.
  package var table: Range<Int> { layout.tableStart..<layout.tableEnd }
  /// Where the trailer begins.
  package var trailerStart: Int { layout.trailerStart }

  /// The table's entry of an object, which may lie anywhere.
  package func entry(_ number: Int) -> UInt64 {
    bytes.withUnsafeBytes {
      $0.bigEndian(at: layout.tableStart + number * layout.offsetWidth, width: layout.offsetWidth)
    }
  }

  /// An object by its number, which is below `objectCount`. Complexity: constant.
  package func object(_ number: Int) -> Object {
    let entry = entry(number)
    return bytes.withUnsafeBytes { buffer in
      let record = ObjectRecord(buffer, at: entry, referenceWidth: layout.referenceWidth)
      return Object(record, defect: record.kind == .broken ? record.defect(buffer) : nil)
    }
  }

  /// What a container refers to at a position below its `referenceCount`; the object need not exist.
  package func reference(at position: Int, of object: Object) -> UInt64 {
    let offset = object.content.lowerBound + position * layout.referenceWidth
    return bytes.withUnsafeBytes { $0.bigEndian(at: offset, width: layout.referenceWidth) }
  }

  /// The bits of a number, which is at most 8 bytes wide.
  package func bits(of object: Object) -> UInt64 {
    let width = min(object.content.count, 8)
    guard width > 0 else { return 0 }
    return bytes.withUnsafeBytes { $0.bigEndian(at: object.content.lowerBound, width: width) }
  }
}

extension PropertyListMap {
  /// One object by its marker and count.
  package struct Object: Hashable, Sendable {
    /// What the marker says it is.
    package enum Kind: Hashable, Sendable {
      case null, fill, later, boolean, uid, date, data, integer, real, wideInteger, ascii, utf16
      /// The count has 16 bytes and more, or is no integer.
      case uncounted
      case set, array, dictionary
      /// It cannot be read.
      case broken(Defect)
    }

    /// By the marker.
    package let kind: Kind
    /// From the marker to the last byte; of a broken object the marker alone, or nothing.
    package let range: Range<Int>
    /// What follows marker and count.
    package let content: Range<Int>
    /// Bytes of data and ASCII, units of UTF-16, elements, pairs of a dictionary, width of a number.
    package let count: Int

    fileprivate init(_ record: ObjectRecord, defect: Defect?) {
      let start = Int(record.offset)
      count = Int(record.count)
      if let defect {
        kind = .broken(defect)
        range = start..<(defect.reason == .offsetOutOfRange ? start : start + 1)
        content = range.upperBound..<range.upperBound
        return
      }
      kind =
        switch record.kind {
        case .null, .broken: .null
        case .fill: .fill
        case .later: .later
        case .boolean: .boolean
        case .uid: .uid
        case .date: .date
        case .data: .data
        case .integer: .integer
        case .real: .real
        case .wideInteger: .wideInteger
        case .ascii: .ascii
        case .utf16: .utf16
        case .uncountedString, .uncounted: .uncounted
        case .set: .set
        case .array: .array
        case .dictionary: .dictionary
        }
      let end = max(Int(record.end), start + 1)
      range = start..<end
      content = min(Int(record.content), end)..<end
    }

    /// How many references a container holds; 0 for others.
    package var referenceCount: Int {
      switch kind {
      case .array, .set: count
      case .dictionary: 2 * count
      default: 0
      }
    }
  }
}
