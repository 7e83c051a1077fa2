/// Which string objects are equal, and which are only canonically equivalent, as keys.
///
/// Each object's text is hashed once per list, so that many dictionaries of long keys cost no more
/// than their bytes.
struct KeyClasses {
  enum Meeting { case new, same, equivalent }

  /// Compares like Unicode: `String` equality is canonical equivalence.
  private var canonical: [String: Int32] = [:]
  /// Compares bytes, for texts beyond ASCII.
  private var exact: [[UInt8]: Int32] = [:]
  private var canonicalClass: [Int32] = []
  /// From 0 for texts beyond ASCII. Below 0, by the canonical class, for ASCII.
  private var exactClass: [Int32] = []
  /// Per canonical class: the dictionary in which it was last met, and as which exact class.
  private var lastDictionary: [Int32] = []
  private var lastExact: [Int32] = []
  private var dictionary: Int32 = 0

  mutating func removeAll() {
    guard !canonicalClass.isEmpty else { return }
    self = KeyClasses()
  }

  mutating func prepare(objectCount: Int) {
    guard canonicalClass.isEmpty else { return }
    canonicalClass = Array(repeating: -1, count: objectCount)
    exactClass = canonicalClass
    canonical.reserveCapacity(min(objectCount, 1 << 16))
  }

  mutating func beginDictionary() { dictionary += 1 }

  func hasClass(_ object: Int) -> Bool { canonicalClass[object] >= 0 }

  mutating func classify(_ object: Int, _ text: String) {
    // Equivalent ASCII texts are the same.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let number = canonicalNumber(of: isASCII || !Self.hasLongRun(text) ? text : Self.longRun)
    canonicalClass[object] = number
    exactClass[object] = isASCII ? -1 - number : exactNumber(of: Array(text.utf8))
  }

  private mutating func canonicalNumber(of text: String) -> Int32 {
    let next = Int32(canonical.count)
    let number = Self.entered(&canonical[text, default: next])
    guard number == next else { return number }
    lastDictionary.append(0)
    lastExact.append(0)
    return number
  }

  /// The number that was there, or has just been entered: one search for both.
  private static func entered(_ number: inout Int32) -> Int32 { number }

  private mutating func exactNumber(of bytes: [UInt8]) -> Int32 {
    let next = Int32(exact.count)
    return Self.entered(&exact[bytes, default: next])
  }

  /// Stands for all texts that are too costly to compare canonically. Two different ones in one
  /// dictionary count as possibly equivalent.
  private static let longRun = String(repeating: "\u{300}", count: 31)

  /// Whether more combining marks follow each other than in any script. Sorting them into canonical
  /// order takes the square of their number. The bound is that of UAX #15, section 13.
  private static func hasLongRun(_ text: String) -> Bool {
    guard text.utf8.count > 60 else { return false }
    var run = 0
    for scalar in text.unicodeScalars {
      if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
        run = 0
      } else {
        run += 1
        if run > 30 { return true }
      }
    }
    return false
  }

  /// Meets a classified key in the latest dictionary.
  mutating func enter(_ object: Int) -> Meeting {
    let number = Int(canonicalClass[object])
    guard lastDictionary[number] == dictionary else {
      lastDictionary[number] = dictionary
      lastExact[number] = exactClass[object]
      return .new
    }
    return lastExact[number] == exactClass[object] ? .same : .equivalent
  }
}
