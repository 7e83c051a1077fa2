package import Forge
import WireFormat

/// What has to be read.
extension PropertyListImages {
  /// Lists that hold all that a request of either verb needs, in each width that section 2.1 names (ABT-DATA-14). Among the numbers of the
  /// objects are those of a line feed and a carriage return.
  package var widths: [(name: String, list: PropertyListLayer)] {
    (1...8).flatMap { width in
      [
        ("offsets-\(width)", image(offsetWidth: width, referenceWidth: 1)),
        ("references-\(width)", image(offsetWidth: 2, referenceWidth: width)),
        ("both-\(width)", image(offsetWidth: width, referenceWidth: width)),
      ]
    }
  }

  private func image(offsetWidth: Int, referenceWidth: Int) -> PropertyListLayer {
    // Few letters, so that the last object begins before 256.
    let texts = (0..<8).map { Self.text("v\($0)") }
    return .image(
      image(
        value: texts.indices.map { UInt64(10 + $0) }, texts, offsetWidth: offsetWidth,
        referenceWidth: referenceWidth))
  }

  /// A list that holds all that a request of either verb needs, and whose value is an array of so many references, of which the last leads
  /// nowhere.
  package func manyReferences(_ count: Int) -> PropertyListLayer {
    let references = [UInt64](repeating: 10, count: count - 1) + [0xFFFE]
    return .image(
      image(value: references, [Self.text("v")], offsetWidth: 4, referenceWidth: 2))
  }

  /// The ways of writing a count behind a marker.
  private static let counts: [(name: String, bytes: @Sendable (UInt8) -> [UInt8])] = [
    ("1", { [0x10, $0] }), ("2", { [0x11, 0, $0] }), ("4", { [0x12, 0, 0, 0, $0] }),
    ("8", { [0x13, 0, 0, 0, 0, 0, 0, 0, $0] }),
  ]

  /// Lists whose only value is written in each way that section 2.1 names (ABT-DATA-14), and is as it should be in all of them.
  package var values: [(name: String, list: PropertyListLayer)] {
    typealias Objects = (_ first: UInt8) -> [[UInt8]]
    let pair = [Self.text("a"), Self.text("b")]
    let kinds: [(String, UInt8)] = [
      ("text", 0x50), ("utf-16", 0x60), ("data", 0x40), ("array", 0xA0), ("dictionary", 0xD0),
    ]
    var counted: [(String, Objects)] = []
    func add(_ name: String, _ objects: @escaping Objects) { counted.append((name, objects)) }
    for (name, count) in Self.counts {
      let text: [UInt8] = [0x5F] + count(3) + [0x61, 0x62, 0x63]
      let wideText: [UInt8] = [0x6F] + count(2) + [0, 0xE4, 0x20, 0xAC]
      let data: [UInt8] = [0x4F] + count(3) + [1, 2, 3]
      add("text/count-\(name)") { _ in [text] }
      add("utf-16/count-\(name)") { _ in [wideText] }
      add("data/count-\(name)") { _ in [data] }
      add("array/count-\(name)") { first in
        let array: [UInt8] = [0xAF] + count(2) + [first + 1, first + 2]
        return [array] + pair
      }
      add("dictionary/count-\(name)") { first in
        let dictionary: [UInt8] = [0xDF] + count(1) + [first + 1, first + 2]
        return [dictionary] + pair
      }
      for (kind, marker) in kinds {
        let object: [UInt8] = [marker | 0xF] + count(0)
        add("empty/\(kind)-count-\(name)") { _ in [object] }
      }
    }
    for (name, bytes) in Self.numbers {
      add("number/\(name)") { _ in [bytes] }
      add("number/\(name)/in-array") { first in [[0xA2, first + 1, first + 2], bytes, bytes] }
    }
    for (name, letters) in [("pairs", ""), ("pairs-behind-one", "\u{E9}")] {
      add("utf-16/\(name)") { _ in [Self.text(letters + String("\u{1F600}", times: 600))] }
    }
    let empty: [(String, Objects)] = kinds.map { kind, marker in
      ("empty/\(kind)", { _ in [[marker]] })
    }
    let inArray: [(String, Objects)] = [
      ("empty/utf-16-in-array", { [[0xA2, $0 + 1, $0 + 2], [0x60], Self.text("b")] }),
      ("empty/utf-16-in-dictionary", { [[0xD1, $0 + 1, $0 + 2], Self.text("k"), [0x60]] }),
      ("empty/utf-16-as-inner-key", { [[0xD1, $0 + 1, $0 + 2], [0x60], Self.text("b")] }),
    ]
    return (counted + empty + inArray + Self.sharedScalars(pair)).map {
      ($0, Self.image(payload($1)))
    }
  }

  /// One object in several places, as writers that look for equal values make it: only containers may be refused for that.
  private static func sharedScalars(
    _ pair: [[UInt8]]
  ) -> [(String, (_ first: UInt8) -> [[UInt8]])] {
    let numbers: [[UInt8]] = [
      [0x10, 1], [0x09], [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], [0x33, 0x41, 0, 0, 0, 0, 0, 0, 0],
      [0x42, 1, 2],
    ]
    return [
      ("shared/key-as-value", { [[0xD1, $0 + 1, $0 + 1], Self.text("k")] }),
      ("shared/keys-as-values", { [[0xD2, $0 + 1, $0 + 2, $0 + 2, $0 + 1]] + pair }),
      ("shared/value-twice", { [[0xD2, $0 + 1, $0 + 2, $0 + 2, $0 + 2]] + pair }),
      (
        "shared/in-rows",
        { [[0xA2, $0 + 1, $0 + 2], [0xD1, $0 + 3, $0 + 4], [0xD1, $0 + 3, $0 + 4]] + pair }
      ),
      ("shared/key-of-configuration", { _ in [[0xA2, 5, 5]] }),
      ("shared/key-of-configuration-as-key", { [[0xD1, 5, $0 + 1], Self.text("v")] }),
      ("shared/key-of-reset", { _ in [[0xA1, 8]] }),
      ("shared/version", { _ in [[0xA2, 2, 2]] }),
      ("shared/names-of-the-list", { _ in [[0xA3, 1, 3, 6]] }),
      (
        "shared/numbers",
        { first in
          [[0xAA] + (0..<10).map { first + 1 + $0 % 5 }] + numbers
        }
      ),
    ]
  }

  /// Lists that hold all that a request of either verb needs, and a date that is none, or is far from the years that are told: what becomes
  /// of it is free (section 2.1).
  package var datesBeyond: [(name: String, list: PropertyListLayer)] {
    let dates: [(String, Double)] = [
      ("not-a-number", .nan), ("negative-not-a-number", -.nan), ("signaling", .signalingNaN),
      ("infinity", .infinity), ("negative-infinity", -.infinity),
      ("largest", .greatestFiniteMagnitude), ("least", -.greatestFiniteMagnitude),
      ("year-10000", 252_423_993_600), ("year-0", -63_113_904_001),
      ("beyond-64-bits", 1e19), ("below-64-bits", -1e19), ("beyond-64-bits-of-milliseconds", 1e16),
      ("beyond-64-bits-of-nanoseconds", 1e10), ("subnormal", .leastNonzeroMagnitude),
    ]
    return dates.flatMap { name, seconds in
      let date: [UInt8] =
        [0x33]
        + (0..<8).reversed().map {
          UInt8(truncatingIfNeeded: seconds.bitPattern >> (8 * UInt64($0)))
        }
      return [
        (name, Self.image(payload { _ in [date] })),
        (
          name + "/in-rows",
          Self.image(payload { [[0xA2, $0 + 1, $0 + 2], date, [0xD1, 5, $0 + 1]] })
        ),
      ]
    }
  }

  /// Numbers and dates at which readers slip, each in every width that can hold it (ABT-DATA-01, 14).
  private static let numbers: [(name: String, object: [UInt8])] = {
    func bytes(_ bits: UInt64, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }
    var numbers: [(String, [UInt8])] = []
    // Up to four bytes have no sign.
    let whole: [UInt64] = [
      0, 1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 2_147_483_647, 2_147_483_648,
      4_294_967_295, 4_294_967_296,
    ]
    for number in whole {
      for (marker, width) in [(0x10, 1), (0x11, 2), (0x12, 4), (0x13, 8)] as [(UInt8, Int)]
      where width == 8 || number >> (8 * UInt64(width)) == 0 {
        numbers.append(("integer-\(number)/\(width)", [marker] + bytes(number, width)))
      }
    }
    for number in [-1, -128, -32_769, -2_147_483_649, .min, .max] as [Int64] {
      let name = number < 0 ? "minus-\(number.magnitude)" : "\(number)"
      numbers.append(("integer-\(name)/8", [0x13] + bytes(UInt64(bitPattern: number), 8)))
    }
    let reals: [(String, Float)] = [
      ("zero", 0), ("negative-zero", -0.0), ("one", 1), ("minus-one", -1), ("tenth", 0.1),
      ("half-more", 1.5), ("infinity", .infinity), ("negative-infinity", -.infinity),
      ("largest", .greatestFiniteMagnitude), ("least-normal", .leastNormalMagnitude),
      ("subnormal", .leastNormalMagnitude / 3), ("least", .leastNonzeroMagnitude),
      ("negative-least", -.leastNonzeroMagnitude), ("beyond-24-bits", 16_777_216),
      ("not-a-number", .nan),
    ]
    for (name, real) in reals {
      numbers.append(("real-\(name)/4", [0x22] + bytes(UInt64(real.bitPattern), 4)))
      numbers.append(("real-\(name)/8", [0x23] + bytes(Double(real).bitPattern, 8)))
    }
    return numbers
  }()

  /// Lists whose version is 1 in each width that can hold it (ABT-DICT-01, ABT-DATA-14).
  package var versions: [(name: String, list: PropertyListLayer)] {
    [
      ("1", [0x10]), ("2", [0x11, 0]), ("4", [0x12, 0, 0, 0]), ("8", [0x13, 0, 0, 0, 0, 0, 0, 0]),
    ]
    .map { name, head in (name, version(head + [1])) }
  }

  /// Lists whose version is 1, and no integer (ABT-DICT-03).
  package var versionsOfOtherType: [(name: String, list: PropertyListLayer)] {
    [
      ("real-of-4-bytes", version([0x22, 0x3F, 0x80, 0, 0])),
      ("real-of-8-bytes", version([0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0])),
      ("date", version([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0])),
      ("text", version([0x51, 0x31])), ("utf-16", version([0x61, 0, 0x31])),
      ("data", version([0x41, 1])), ("true", version([0x09])),
    ]
  }

  /// A list that is right for either verb but for this object, which is its version.
  private func version(_ object: [UInt8]) -> PropertyListLayer {
    Self.image(
      payload { _ in [Self.text("x")] }.enumerated().map { $0 == 2 ? object : $1 })
  }

  /// Lists whose only key, of the configuration and among the keys of a reset, is written in each way that section 2.1 names.
  package var writtenKeys: [(name: String, list: PropertyListLayer)] {
    let letters = Array("host".utf8)
    let wide: [UInt8] = letters.flatMap { letter -> [UInt8] in [0, letter] }
    var ways: [(String, [UInt8])] = [("empty", [0x50]), ("empty-utf-16", [0x60])]
    ways.append(("utf-16", [0x64] + wide))
    for (name, count) in Self.counts {
      ways.append(("text-count-\(name)", [0x5F] + count(4) + letters))
      ways.append(("utf-16-count-\(name)", [0x6F] + count(4) + wide))
    }
    return ways.map { name, key in
      (name, Self.image(payload(key: key, ofReset: key) { _ in [Self.text("x")] }))
    }
  }
}
