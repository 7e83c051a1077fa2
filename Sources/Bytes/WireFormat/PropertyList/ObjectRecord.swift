/// One object as its marker describes it, and what the walk found about it.
struct ObjectRecord {
  enum Kind: UInt8 {
    /// It cannot be read at all; `fault` says why.
    case broken
    case null, fill, boolean, uid, date, data
    /// Its marker is one that only later versions of the format know; where it ends is not known.
    case later
    /// 1, 2 or 4 bytes unsigned or 8 bytes signed; `count` is the width.
    case integer
    /// 4 or 8 bytes; `count` is the width.
    case real
    /// An integer of 16 bytes or more.
    case wideInteger
    case ascii, utf16
    /// A string whose count has 16 bytes or more, or is not an integer.
    case uncountedString
    /// Data or a container with such a count.
    case uncounted
    case set, array, dictionary

    var isContainer: Bool { self == .array || self == .dictionary }
  }

  enum Fault: UInt8 {
    case none, offsetOutOfRange, truncated, unknownMarker, countNotInteger, countBeyondData
  }

  enum Visit: UInt8 { case never, open, done }

  var kind: Kind
  var fault = Fault.none
  var visit = Visit.never
  /// The offset of the marker, or the end of the bytes if it lies beyond that.
  var offset: Int32
  /// The offset of the bytes after marker and count.
  var content: Int32
  /// Bytes of data or ASCII, units of UTF-16, elements of an array or set, pairs of a dictionary,
  /// or the width of a number.
  var count: Int32 = 0
  /// The offset after the last byte.
  var end: Int32

  // The expanded tree of a container, once the container is done. All these numbers saturate.
  var treeObjects: Int32 = 1
  var treeBytes: Int32 = 0
  var height: Int32 = 0
}

extension ObjectRecord {
  /// Reads the object at `offset`, which may be anything.
  init(_ bytes: UnsafeRawBufferPointer, at offset: UInt64, referenceWidth: Int) {
    guard offset < UInt64(bytes.count) else {
      let end = Int32(bytes.count)
      self.init(kind: .broken, fault: .offsetOutOfRange, offset: end, content: end, end: end)
      return
    }
    let start = Int(offset)
    let marker = bytes[start]
    let low = Int(marker & 15)
    self.init(kind: .null, offset: Int32(start), content: Int32(start + 1), end: Int32(start + 1))
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x0: kind = .null
      case 0x8, 0x9: kind = .boolean
      case 0xC, 0xD, 0xE: kind = .later
      case 0xF: kind = .fill
      default: become(.unknownMarker)
      }
    case 0x1 where low > 3:
      kind = .wideInteger
      end = Int32(min(start + 1 + 1 << low, bytes.count))
    case 0x1: fix(.integer, width: 1 << low, bytes.count)
    case 0x2 where low == 2 || low == 3: fix(.real, width: 1 << low, bytes.count)
    case 0x3 where low == 3: fix(.date, width: 8, bytes.count)
    case 0x4: measure(.data, bytes, each: 1)
    case 0x5: measure(.ascii, bytes, each: 1)
    case 0x6: measure(.utf16, bytes, each: 2)
    case 0x7: kind = .later
    case 0x8:
      kind = .uid
      end = Int32(min(start + 2 + low, bytes.count))
    case 0xA: measure(.array, bytes, each: referenceWidth)
    case 0xB, 0xC: measure(.set, bytes, each: referenceWidth)
    case 0xD: measure(.dictionary, bytes, each: 2 * referenceWidth)
    default: become(.unknownMarker)
    }
  }

  private mutating func become(_ fault: Fault) {
    kind = .broken
    self.fault = fault
    end = offset
  }

  private mutating func fix(_ kind: Kind, width: Int, _ size: Int) {
    self.kind = kind
    guard Int(content) + width <= size else { return become(.truncated) }
    count = Int32(width)
    end = content + Int32(width)
  }

  /// Reads the count, in the marker or in an integer after it, and checks it against the bytes.
  private mutating func measure(_ kind: Kind, _ bytes: UnsafeRawBufferPointer, each: Int) {
    self.kind = kind
    let low = bytes[Int(offset)] & 15
    var number = UInt64(low)
    if low == 15 {
      let position = Int(content)
      guard position < bytes.count else { return fail(.truncated) }
      let marker = bytes[position]
      guard marker >> 4 == 1, marker & 15 <= 3 else {
        self.kind = kind == .ascii || kind == .utf16 ? .uncountedString : .uncounted
        guard marker >> 4 == 1 else {
          self.fault = .countNotInteger
          return
        }
        end = Int32(min(position + 1 + 1 << Int(marker & 15), bytes.count))
        return
      }
      let width = 1 << Int(marker & 15)
      guard position + 1 + width <= bytes.count else { return fail(.truncated) }
      number = bytes.bigEndian(at: position + 1, width: width)
      content = Int32(position + 1 + width)
    }
    // A negative count of eight bytes is a huge one here.
    let room = UInt64((bytes.count - Int(content)) / each)
    guard number <= room else { return fail(.countBeyondData) }
    count = Int32(number)
    end = content + Int32(number) * Int32(each)
  }

  /// A set is free in itself, so a wrong count binds nobody.
  private mutating func fail(_ fault: Fault) {
    if kind == .set { end = content } else { become(fault) }
  }

  /// Why an uncounted object is free.
  var countFreedom: Freedom.Reason { fault == .countNotInteger ? .countNotInteger : .wideCount }

  /// Whether no reader could see a dictionary here. A reader may skip a fill byte, and something
  /// without a readable count may be a dictionary.
  var isNoDictionary: Bool {
    switch kind {
    case .broken, .fill, .uncounted, .dictionary: false
    default: true
    }
  }

  /// What makes a broken object broken.
  func defect(_ bytes: UnsafeRawBufferPointer) -> Defect {
    let offset = Int(offset)
    switch fault {
    case .none, .truncated, .countNotInteger: return Defect(.truncatedObject, at: offset)
    case .offsetOutOfRange: return Defect(.offsetOutOfRange, at: offset)
    case .unknownMarker: return Defect(.unknownMarker(bytes[offset]), at: offset)
    case .countBeyondData: return Defect(.countBeyondData, at: offset)
    }
  }
}
