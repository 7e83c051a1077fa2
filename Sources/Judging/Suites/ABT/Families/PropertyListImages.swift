import Forge
import WireFormat

/// Small binary property lists that no value makes (ABT-DATA-07, 10).
struct PropertyListImages {
  private let keys: Dialect.Keys

  /// - Parameter keys: the names in lists that hold all that a request needs.
  init(_ keys: Dialect.Keys) { self.keys = keys }

  static let broken: [(name: String, list: PropertyListLayer)] = [
    ("cycle-array", image([[0xA1, 0x00]])),
    ("cycle-dictionary", image([[0xD1, 0x01, 0x00], text("k")])),
    ("cycle-of-two", image([[0xA1, 0x01], [0xA1, 0x00]])),
    ("cycle-deep", image([[0xD1, 0x01, 0x02], text("k"), [0xA1, 0x03], [0xA1, 0x02]])),
    ("reference-out-of-range", image([[0xA1, 0x09]])),
    ("top-out-of-range", image([[0x08]]) { $0.top = 7 }),
    ("offset-width-zero", image([[0x08]]) { $0.offsetWidth = 0 }),
    ("reference-width-zero", image([[0xA1, 0x00]]) { $0.referenceWidth = 0 }),
    ("offset-width-oversized", image([[0x08]]) { $0.offsetWidth = 200 }),
    ("huge-count", image([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])),
    ("huge-array", image([[0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]])),
    ("object-count-huge", image([[0x08]]) { $0.objectCount = 0x7FFF_FFFF_FFFF_FFFF }),
    ("key-not-string", image([[0xD1, 0x01, 0x01], [0x10, 0x01]])),
    ("unknown-marker", image([[0x90, 0x00]])),
    (
      "shared-nines",
      image((1...9).map { [0xAA] + [UInt8](repeating: $0, count: 10) } + [text("9")])
    ),
  ]

  /// Lists that hold all that a request of either verb needs, and have one thing wrong that can be reached from their top.
  var brokenInPayload: [(name: String, list: PropertyListLayer)] {
    /// What an object may say, where `first` is its own number.
    typealias Objects = (_ first: UInt8) -> [[UInt8]]
    let huge: [UInt8] = [0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let negative: [UInt8] = [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]
    let values: [(String, Objects)] = [
      ("cycle/itself", { [[0xA1, $0]] }), ("cycle/top", { _ in [[0xA1, 0]] }),
      ("cycle/configuration", { _ in [[0xD1, 5, 4]] }),
      ("cycle/of-two", { [[0xA1, $0 + 1], [0xA1, $0]] }),
      ("cycle/behind-text", { [[0xA2, $0 + 1, $0], Self.text("t")] }),
      ("cycle/of-five", { f in (1...5).map { [0xA1, f + ($0 % 5)] } }),
      ("cycle/of-one/in-array", { [[0xA1, $0 + 1], [0xA1, $0 + 1]] }),
      ("cycle/of-one/in-arrays", { f in (0...4).map { [0xA1, f + min($0 + 1, 4)] } }),
      ("cycle/of-one/in-dictionary", { [[0xD1, 5, $0 + 1], [0xA1, $0 + 1]] }),
      ("cycle/of-two/in-array", { [[0xA1, $0 + 1], [0xA1, $0 + 2], [0xA1, $0 + 1]] }),
      (
        "cycle/of-two/twice-in-array",
        { [[0xA2, $0 + 1, $0 + 2], [0xA1, $0 + 2], [0xA1, $0 + 1]] }
      ),
      (
        "cycle/of-dictionaries/in-array",
        { [[0xA1, $0 + 1], [0xD1, 5, $0 + 2], [0xD1, 5, $0 + 1]] }
      ),
      ("cycle/of-array-and-dictionary", { [[0xA1, $0 + 1], [0xD1, 5, $0]] }),
      ("reference/one-beyond", { [[0xA1, $0 + 1]] }),
      ("reference/far-beyond", { _ in [[0xA1, 0xFF]] }),
      ("reference/key-beyond", { [[0xD1, 0xFE, $0]] }),
      ("count/text", { _ in [[0x5F] + huge] }), ("count/utf-16", { _ in [[0x6F] + huge] }),
      ("count/data", { _ in [[0x4F] + huge] }), ("count/array", { _ in [[0xAF] + huge] }),
      ("count/dictionary", { _ in [[0xDF] + huge] }),
      ("count/text-negative", { _ in [[0x5F] + negative] }),
      ("count/utf-16-doubled-to-zero", { _ in [[0x6F] + negative] }),
      ("count/array-negative", { _ in [[0xAF] + negative] }),
      ("count/text-a-mebibyte", { _ in [[0x5F, 0x12, 0, 0x10, 0, 0, 0x61]] }),
      ("count/data-64-kibibytes", { _ in [[0x4F, 0x11, 0xFF, 0xFF, 0x61]] }),
      ("count/array-4-gibi", { _ in [[0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF]] }),
      // The text is the last object: behind it there are ten offsets and the trailer.
      ("count/text-one-beyond", { _ in [[0x5F, 0x10, 10 + 32 + 1]] }),
      ("count/utf-16-one-beyond", { _ in [[0x6F, 0x10, (10 + 32) / 2 + 1]] }),
      ("count/data-one-beyond", { _ in [[0x4F, 0x10, 10 + 32 + 1]] }),
      ("cycle/of-ten-branches", { [[0xAA] + [UInt8](repeating: $0, count: 10)] }),
      ("marker/real-of-2-bytes", { _ in [[0x21, 0x3C, 0]] }),
      ("marker/date-of-4-bytes", { _ in [[0x32, 0, 0, 0, 0]] }),
      ("marker/date-of-16-bytes", { _ in [[0x34] + [UInt8](repeating: 0, count: 16)] }),
      ("marker/01", { _ in [[0x01]] }), ("marker/07", { _ in [[0x07]] }),
      ("marker/90", { _ in [[0x90, 0]] }), ("marker/e0", { _ in [[0xE0]] }),
      ("marker/f1", { _ in [[0xF1, 0]] }),
    ]
    // What stands behind the marker would be enough for whatever it is taken for.
    let unknown: [UInt8] =
      [0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0B, 0x20, 0x24, 0x2F, 0x30, 0x31, 0x35, 0x3F]
      + [0x91, 0x9F, 0xE1, 0xEF, 0xF0, 0xFF]
    let markers: [(String, Objects)] = unknown.map { marker in
      (
        "marker/\(String(marker >> 4, radix: 16))\(String(marker & 15, radix: 16))/filled",
        { _ in [[marker] + [UInt8](repeating: 0, count: 32)] }
      )
    }
    typealias Trailer = (inout PropertyListImage.Trailer, _ objects: [[UInt8]]) -> Void
    let trailers: [(String, Trailer)] = [
      ("trailer/offset-width-zero", { trailer, _ in trailer.offsetWidth = 0 }),
      ("trailer/reference-width-zero", { trailer, _ in trailer.referenceWidth = 0 }),
      ("trailer/offset-width-9", { trailer, _ in trailer.offsetWidth = 9 }),
      ("trailer/reference-width-255", { trailer, _ in trailer.referenceWidth = 255 }),
      ("trailer/top-beyond", { trailer, objects in trailer.top = UInt64(objects.count) }),
      ("trailer/top-beyond-32-bits", { trailer, _ in trailer.top = 1 << 32 }),
      ("trailer/top-negative", { trailer, _ in trailer.top = .max }),
      ("trailer/count-beyond-32-bits", { $0.objectCount = UInt64($1.count) + 1 << 32 }),
      ("trailer/count-huge", { trailer, _ in trailer.objectCount = 0x2000_0000_0000_0001 }),
      ("trailer/table-beyond", { trailer, _ in trailer.tableOffset = 1 << 20 }),
      (
        "trailer/table-beyond-32-bits",
        { $0.tableOffset = UInt64(8 + $1.map(\.count).reduce(0, +)) + 1 << 32 }
      ),
      ("trailer/table-negative", { trailer, _ in trailer.tableOffset = .max }),
    ]
    return (values + markers).map { ("value/" + $0, Self.image(payload($1))) }
      + trailers.map { name, edit in
        let objects = payload { _ in [Self.text("x")] }
        return (name, Self.image(objects) { edit(&$0, objects) })
      }
      + [
        ("key/integer", Self.image(payload(key: [0x10, 1]) { _ in [Self.text("x")] })),
        ("key/array", Self.image(payload(key: [0xA0]) { _ in [Self.text("x")] })),
        ("key/boolean", Self.image(payload(key: [0x09]) { _ in [Self.text("x")] })),
        (
          "key/data",
          Self.image(payload(key: [0x44] + Array("host".utf8)) { _ in [Self.text("x")] })
        ),
        (
          "key/real",
          Self.image(payload(key: [0x22, 0x3F, 0x80, 0, 0]) { _ in [Self.text("x")] })
        ),
        (
          "key/date",
          Self.image(
            payload(key: [0x33, 0x41, 0, 0, 0, 0, 0, 0, 0]) { _ in [Self.text("x")] })
        ),
        ("key/dictionary", Self.image(payload(key: [0xD0]) { _ in [Self.text("x")] })),
        ("wide/offset-beyond-32-bits", wideImage { $0.objects[0].offset = 8 + 1 << 32 }),
        ("wide/offset-negative", wideImage { $0.objects[3].offset = .max }),
        (
          "wide/reference-beyond-32-bits",
          wideImage {
            $0.objects[4].content = .container(.init(0xD0, [5, 9 + 1 << 32]))
          }
        ),
        (
          "wide/reference-negative",
          wideImage { $0.objects[4].content = .container(.init(0xD0, [5, .max])) }
        ),
      ]
  }

  /// Lists that hold all that a request of either verb needs, and have an object that the end of the data cuts off: one whose marker is
  /// the last byte of the trailer.
  var cutOff: [(name: String, list: PropertyListLayer)] {
    let markers: [(String, UInt8)] = [
      ("integer", 0x10), ("wide-integer", 0x13), ("real", 0x22), ("wide-real", 0x23),
      ("date", 0x33), ("data", 0x41), ("text", 0x51), ("utf-16", 0x61), ("array", 0xA1),
      ("dictionary", 0xD1),
    ]
    return markers.map { name, marker in
      // A text in front of the table is so long that the table begins where the trailer needs it.
      func image(padding count: Int) -> PropertyListImage {
        var image = PropertyListImage(
          payload { first in
            [
              [0xA2, first + 1, first + 2],
              [0x5F, 0x10, UInt8(count)] + [UInt8](repeating: 0x78, count: count), [],
            ]
          }.map { PropertyListImage.Object(.bytes($0)) })
        image.offsetWidth = 2
        return image
      }
      func table(_ image: PropertyListImage) -> Int {
        image.rendered().count - 32 - 2 * image.objects.count
      }
      let count = (Int(marker) - table(image(padding: 0))) & 0xFF
      var padded = image(padding: count)
      padded.objects[padded.objects.count - 1].offset = UInt64(padded.rendered().count - 1)
      return (name, .image(padded))
    }
  }

  /// Lists that hold all that a request of either verb needs, with offsets or references of more bytes than any reader may take, for which
  /// there is room.
  var oversized: [(name: String, list: PropertyListLayer)] {
    [9, 16].flatMap { width in
      [
        ("offsets-\(width)", bytes(offsetWidth: width, referenceWidth: 1)),
        ("references-\(width)", bytes(offsetWidth: 2, referenceWidth: width)),
      ].map { ($0, PropertyListLayer.replaced(with: $1)) }
    }
  }

  /// All that a request needs, in widths that an image does not have.
  private func bytes(offsetWidth: Int, referenceWidth: Int) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
    }
    let list = containers(value: [])
    let objects = payload { _ in [Self.text("x")] }.enumerated().map { index, bytes in
      guard let container = list[index] else { return bytes }
      return [
        container.marker
          | UInt8(
            container.marker == 0xD0 ? container.references.count / 2 : container.references.count)
      ]
        + container.references.flatMap { number(Int($0), referenceWidth) }
    }
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += number(bytes.count, offsetWidth)
      bytes += object
    }
    let start = bytes.count
    return bytes + table + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
      + [objects.count, 0, start].flatMap { number($0, 8) }
  }

  // MARK: What has to be read

  /// Lists that hold all that a request of either verb needs, in each width that section 2.1 names (ABT-DATA-14). Among the numbers of the
  /// objects are those of a line feed and a carriage return.
  var widths: [(name: String, list: PropertyListLayer)] {
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

  /// A list for either verb, whose value is an array of these references; the first of the objects behind it has the number 10. Without
  /// references, the value is the first of the objects.
  private func image(
    value references: [UInt64], _ objects: [[UInt8]], offsetWidth: Int, referenceWidth: Int
  ) -> PropertyListImage {
    let containers = containers(value: references)
    var image = PropertyListImage(
      payload { _ in (references.isEmpty ? [] : [[]]) + objects }.enumerated().map {
        number, bytes in
        PropertyListImage.Object(containers[number].map { .container($0) } ?? .bytes(bytes))
      })
    image.offsetWidth = offsetWidth
    image.referenceWidth = referenceWidth
    return image
  }

  /// A list that holds all that a request of either verb needs, and whose value is an array of so many references, of which the last leads
  /// nowhere.
  func manyReferences(_ count: Int) -> PropertyListLayer {
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
  var values: [(name: String, list: PropertyListLayer)] {
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
  var datesBeyond: [(name: String, list: PropertyListLayer)] {
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
  var versions: [(name: String, list: PropertyListLayer)] {
    [
      ("1", [0x10]), ("2", [0x11, 0]), ("4", [0x12, 0, 0, 0]), ("8", [0x13, 0, 0, 0, 0, 0, 0, 0]),
    ]
    .map { name, head in (name, version(head + [1])) }
  }

  /// Lists whose version is 1, and no integer (ABT-DICT-03).
  var versionsOfOtherType: [(name: String, list: PropertyListLayer)] {
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
  var writtenKeys: [(name: String, list: PropertyListLayer)] {
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

  /// The objects of a dictionary for either verb, whose configuration has the first of some further objects as its value.
  ///
  /// - Parameters:
  ///   - key: the only key of the configuration.
  ///   - ofReset: the only key that is reset.
  private func payload(
    key: [UInt8] = Self.text("host"), ofReset: [UInt8] = Self.text("host"),
    _ value: (_ first: UInt8) -> [[UInt8]]
  ) -> [[UInt8]] {
    let around: [[UInt8]] = [
      [0xD3, 1, 3, 6, 2, 4, 7], Self.text(keys.version), [0x10, 1], Self.text(keys.configuration),
      [0xD1, 5, 9], key, Self.text(keys.keys), [0xA1, 8], ofReset,
    ]
    return around + value(UInt8(around.count))
  }

  /// The containers of such a dictionary, by their numbers; the value is an array of these references, or none.
  private func containers(value: [UInt64]) -> [Int: PropertyListImage.Container] {
    var containers: [Int: PropertyListImage.Container] = [
      0: .init(0xD0, [1, 3, 6, 2, 4, 7]), 4: .init(0xD0, [5, 9]), 7: .init(0xA0, [8]),
    ]
    if !value.isEmpty { containers[9] = .init(0xA0, value) }
    return containers
  }

  /// The same with references and offsets of eight bytes.
  private func wideImage(
    _ change: (inout PropertyListImage) -> Void
  ) -> PropertyListLayer {
    var image = image(value: [], [Self.text("x")], offsetWidth: 8, referenceWidth: 8)
    change(&image)
    return .image(image)
  }

  /// Lists that hold the next one `width` times each, the last one a text: a tree of `width` to the power of `levels` values.
  static func shared(levels: Int, width: Int) -> PropertyListLayer {
    let count = UInt8(clamping: width)
    return image(
      (1...levels).map { level in
        (width < 15 ? [0xA0 | count] : [0xAF, 0x10, count])
          + [UInt8](repeating: UInt8(clamping: level), count: width)
      } + [text("x")])
  }

  /// What a list can hold many times at the cost of one.
  enum Bulk: String, CaseIterable {
    case data, text, wideText = "wide-text"

    /// One object of so many bytes.
    fileprivate func object(_ byteCount: Int) -> [UInt8] {
      let count = self == .wideText ? byteCount / 2 : byteCount
      let marker: UInt8 =
        switch self {
        case .data: 0x4F
        case .text: 0x5F
        case .wideText: 0x6F
        }
      let letter: UInt8 = self == .data ? 7 : 0x61
      let content =
        self == .wideText
        ? [[UInt8]](repeating: [0x04, 0x3F], count: count).flatMap { $0 }
        : [UInt8](repeating: letter, count: count)
      return [marker, 0x12] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        + content
    }
  }

  /// All that a request needs, and in its configuration an array that holds one large object so many times.
  func repeated(_ bulk: Bulk, byteCount: Int, times: Int) -> PropertyListLayer {
    var image = PropertyListImage(
      payload { first in
        [
          [0xAF, 0x11, UInt8(times >> 8), UInt8(times & 255)]
            + [UInt8](repeating: first + 1, count: times),
          bulk.object(byteCount),
        ]
      }.map { PropertyListImage.Object(.bytes($0)) })
    image.offsetWidth = 4
    return .image(image)
  }

  /// All that a request needs, with offsets of one byte: the last object is so long that the table of offsets begins after 255.
  var narrowOffsets: PropertyListLayer {
    var image = PropertyListImage(
      payload { _ in [[0x4F, 0x11, 0x01, 0x2C] + [UInt8](repeating: 7, count: 300)] }
        .map { PropertyListImage.Object(.bytes($0)) })
    image.offsetWidth = 1
    return .image(image)
  }

  /// All that a request needs, with references of one byte, in front of so many texts that nothing refers to that there are 300 objects.
  var narrowReferences: PropertyListLayer {
    let own = payload { _ in [Self.text("x")] }
    var image = PropertyListImage(
      (own + (own.count..<300).map { Self.text("unused-\($0)") })
        .map { PropertyListImage.Object(.bytes($0)) })
    image.offsetWidth = 2
    return .image(image)
  }

  /// A right dictionary whose only value is so many arrays in each other. References have two bytes, or three where there are too many
  /// objects for that.
  func nested(_ depth: Int) -> PropertyListLayer {
    nested(depth) { container in
      [
        container(0xD2, [1, 3, 2, 4]), Self.text(keys.version), [0x10, 1],
        Self.text(keys.configuration), container(0xD1, [5, 6]), Self.text("deep"),
      ]
    }
  }

  /// A right dictionary with contents for `action`, and so many arrays in each other under the key that the action does not look at.
  func nested(_ depth: Int, besidesContentsOf action: RequestForge.Action) -> PropertyListLayer {
    nested(depth) { container in
      switch action {
      case .apply:
        [
          container(0xD3, [1, 3, 5, 2, 4, 8]), Self.text(keys.version), [0x10, 1],
          Self.text(keys.configuration), container(0xD1, [6, 7]), Self.text(keys.keys),
          Self.text("host"), Self.text("value"),
        ]
      case .reset:
        [
          container(0xD3, [1, 3, 5, 2, 4, 7]), Self.text(keys.version), [0x10, 1],
          Self.text(keys.keys), container(0xA1, [6]), Self.text(keys.configuration),
          Self.text("host"),
        ]
      }
    }
  }

  /// - Parameter around: the objects before the outermost array, whose number is the next one. It is given what makes a container of a
  ///   marker and the numbers of objects: of a dictionary those of all keys, then those of all values.
  private func nested(
    _ depth: Int, in around: (_ container: (UInt8, [Int]) -> [UInt8]) -> [[UInt8]]
  ) -> PropertyListLayer {
    let width = depth < 65_000 ? 2 : 3
    func container(_ marker: UInt8, _ numbers: [Int]) -> [UInt8] {
      [marker]
        + numbers.flatMap { number in
          [16, 8, 0].suffix(width).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
    let before = around(container)
    let arrays = (0..<depth).map { level in container(0xA1, [before.count + level + 1]) }
    let list = Self.image(before + arrays + [Self.text("x")]) {
      $0.referenceWidth = UInt8(width)
    }
    // A stored list of so many objects would be a file of megabytes.
    guard depth > 20_000, case .image(let parts) = list else { return list }
    return .replaced(with: parts.rendered())
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    let isASCII = units.allSatisfy { $0 < 0x80 }
    let kind: UInt8 = isASCII ? 0x50 : 0x60
    let head: [UInt8] =
      units.count < 15
      ? [kind | UInt8(units.count)]
      : [kind | 15, 0x11, UInt8(units.count >> 8), UInt8(units.count & 255)]
    return head
      + (isASCII ? Array(text.utf8) : units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
  }

  /// These objects, the first on top, and a trailer that says something else.
  private static func image(
    _ objects: [[UInt8]], trailer edit: (inout PropertyListImage.Trailer) -> Void = { _ in }
  ) -> PropertyListLayer {
    var image = PropertyListImage(objects.map { PropertyListImage.Object(.bytes($0)) })
    let size = objects.reduce(8) { $0 + $1.count }
    image.offsetWidth = size <= 0xFF ? 1 : size <= 0xFFFF ? 2 : 4
    var trailer = PropertyListImage.Trailer()
    edit(&trailer)
    image.trailer = trailer
    return .image(image)
  }
}
