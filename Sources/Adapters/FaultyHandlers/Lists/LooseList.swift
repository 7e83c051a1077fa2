import WireFormat

/// A reader of binary property lists with the habits of real ones, which go on where a strict reader
/// stops. Without a habit it refuses what is broken, and it never crashes.
enum LooseList {
  /// What is let pass.
  struct Habits: OptionSet {
    let rawValue: Int

    /// A container inside itself is an empty text there.
    static let cyclesAreEmpty = Habits(rawValue: 1)
    /// A count beyond the data is cut to what is there.
    static let countsAreCut = Habits(rawValue: 2)
    /// A key that is no string is turned into text.
    static let keysBecomeText = Habits(rawValue: 4)
    /// A number that the data's end cuts off is 0.
    static let cutNumbersAreZero = Habits(rawValue: 8)
    /// An unknown object is an empty text.
    static let unknownIsEmpty = Habits(rawValue: 16)
    /// A reference to nothing is an empty text.
    static let wildReferencesAreEmpty = Habits(rawValue: 32)
    /// The first object is on top if the trailer names none.
    static let topIsFirst = Habits(rawValue: 64)
  }

  /// The value of a list, or nil if it is broken beyond these habits.
  static func read(_ bytes: [UInt8], _ habits: Habits) -> PropertyList? {
    var reading = Reading(bytes: bytes, habits: habits)
    return try? reading.top()
  }

  private struct Broken: Error {}

  private struct Reading {
    let bytes: [UInt8]
    let habits: Habits
    var offsets: [Int] = []
    var referenceWidth = 0
    /// Objects and bytes of content that may still be read, so that shared references cost little.
    var budget = 100_000

    init(bytes: [UInt8], habits: Habits) {
      self.bytes = bytes
      self.habits = habits
    }

    mutating func top() throws(Broken) -> PropertyList {
      // Large lists are left to the strict reader, so that this one costs little.
      guard bytes.count > 40, bytes.count < 65_536, bytes.starts(with: "bplist00".utf8) else {
        throw Broken()
      }
      let trailer = bytes.count - 32
      let width = Int(bytes[trailer + 6])
      referenceWidth = Int(bytes[trailer + 7])
      let count = try number(at: trailer + 8, 8)
      let table = try number(at: trailer + 24, 8)
      guard (1...8).contains(width), (1...8).contains(referenceWidth), table >= 8,
        table < trailer, count > 0, count <= (trailer - table) / width
      else { throw Broken() }
      for index in 0..<count { offsets.append(try number(at: table + index * width, width)) }
      var top = try number(at: trailer + 16, 8)
      if top >= count || !isObject(offsets[top]) {
        guard habits.contains(.topIsFirst) else { throw Broken() }
        top = 0
      }
      return try object(top, inside: [])
    }

    private func isObject(_ offset: Int) -> Bool { offset >= 8 && offset < bytes.count - 32 }

    private mutating func object(_ index: Int, inside path: [Int]) throws(Broken) -> PropertyList {
      budget -= 10
      guard budget > 0, path.count < 64 else { throw Broken() }
      guard index < offsets.count, isObject(offsets[index]) else {
        guard habits.contains(.wildReferencesAreEmpty) else { throw Broken() }
        return .string("")
      }
      guard !path.contains(index) else {
        guard habits.contains(.cyclesAreEmpty) else { throw Broken() }
        return .string("")
      }
      let start = offsets[index]
      let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
      switch (kind, low) {
      case (0, 8), (0, 9): return .boolean(low == 9)
      case (1, 0...3): return .integer(try integer(at: start + 1, 1 << low))
      case (2, 2), (2, 3), (3, 3):
        let bits = try integer(at: start + 1, 1 << low)
        let real =
          low == 2
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
          : Double(bitPattern: UInt64(bitPattern: bits))
        return kind == 3 ? .date(real) : .real(real)
      case (4, _), (5, _), (6, _):
        let (count, content) = try count(at: start, width: kind == 6 ? 2 : 1)
        budget -= count
        let part = bytes[content..<(content + count * (kind == 6 ? 2 : 1))]
        return kind == 4 ? .data(Array(part)) : .string(Self.text(part, isWide: kind == 6))
      case (0xA, _): return .array(try members(at: start, parts: 1, inside: path + [index]))
      case (0xD, _):
        let all = try members(at: start, parts: 2, inside: path + [index])
        let half = all.count / 2
        return .dictionary(
          try zip(all[..<half], all[half...]).map { (key, value) throws(Broken) in
            PropertyList.Member(key: try text(ofKey: key), value: value)
          })
      default:
        guard habits.contains(.unknownIsEmpty) else { throw Broken() }
        return .string("")
      }
    }

    private mutating func members(
      at start: Int, parts: Int, inside path: [Int]
    ) throws(Broken) -> [PropertyList] {
      let (count, content) = try count(at: start, width: referenceWidth * parts)
      var values: [PropertyList] = []
      for member in 0..<(count * parts) {
        let reference = try number(at: content + member * referenceWidth, referenceWidth)
        values.append(try object(reference, inside: path))
      }
      return values
    }

    private func text(ofKey key: PropertyList) throws(Broken) -> String {
      if case .string(let text) = key { return text }
      guard habits.contains(.keysBecomeText) else { throw Broken() }
      switch key {
      case .integer(let number): return String(number)
      case .real(let number): return String(number)
      case .boolean(let truth): return truth ? "1" : "0"
      default: return "\(key)"
      }
    }

    /// How many members an object has, and where they begin.
    private func count(at start: Int, width: Int) throws(Broken) -> (Int, Int) {
      var count = Int(bytes[start] & 15)
      var content = start + 1
      if count == 15 {
        guard content < bytes.count, bytes[content] >> 4 == 1, bytes[content] & 15 <= 3 else {
          throw Broken()
        }
        let size = 1 << Int(bytes[content] & 15)
        count = Int(clamping: UInt64(bitPattern: try integer(at: content + 1, size)))
        content += 1 + size
      }
      let room = max(0, bytes.count - 32 - content) / width
      if count <= room { return (count, content) }
      guard habits.contains(.countsAreCut) else { throw Broken() }
      return (room, content)
    }

    private func integer(at start: Int, _ size: Int) throws(Broken) -> Int64 {
      if start + size > bytes.count - 32 {
        guard habits.contains(.cutNumbersAreZero) else { throw Broken() }
        return 0
      }
      return Int64(
        bitPattern: bytes[start..<(start + size)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    private func number(at start: Int, _ width: Int) throws(Broken) -> Int {
      guard start >= 0, start <= bytes.count - width else { throw Broken() }
      let number = bytes[start..<(start + width)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return Int(clamping: number)
    }

    private static func text(_ bytes: ArraySlice<UInt8>, isWide: Bool) -> String {
      guard isWide else { return String(decoding: bytes, as: UTF8.self) }
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}
