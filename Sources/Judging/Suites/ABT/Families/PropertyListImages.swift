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
      ("marker/01", { _ in [[0x01]] }), ("marker/07", { _ in [[0x07]] }),
      ("marker/90", { _ in [[0x90, 0]] }), ("marker/e0", { _ in [[0xE0]] }),
      ("marker/f1", { _ in [[0xF1, 0]] }),
    ]
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
    return values.map { ("value/" + $0, Self.image(payload($1))) }
      + trailers.map { name, edit in
        let objects = payload { _ in [Self.text("x")] }
        return (name, Self.image(objects) { edit(&$0, objects) })
      }
      + [
        ("key/integer", Self.image(payload(key: [0x10, 1]) { _ in [Self.text("x")] })),
        ("key/array", Self.image(payload(key: [0xA0]) { _ in [Self.text("x")] })),
        ("key/boolean", Self.image(payload(key: [0x09]) { _ in [Self.text("x")] })),
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

  /// The objects of a dictionary for either verb, whose configuration has the first of some further objects as its value.
  private func payload(
    key: [UInt8] = Self.text("host"), _ value: (_ first: UInt8) -> [[UInt8]]
  ) -> [[UInt8]] {
    let around: [[UInt8]] = [
      [0xD3, 1, 3, 6, 2, 4, 7], Self.text(keys.version), [0x10, 1], Self.text(keys.configuration),
      [0xD1, 5, 9], key, Self.text(keys.keys), [0xA1, 8], Self.text("host"),
    ]
    return around + value(UInt8(around.count))
  }

  /// The same with references and offsets of eight bytes.
  private func wideImage(
    _ change: (inout PropertyListImage) -> Void
  ) -> PropertyListLayer {
    let containers: [Int: PropertyListImage.Container] = [
      0: .init(0xD0, [1, 3, 6, 2, 4, 7]), 4: .init(0xD0, [5, 9]), 7: .init(0xA0, [8]),
    ]
    var image = PropertyListImage(
      payload { _ in [Self.text("x")] }.enumerated().map { number, bytes in
        PropertyListImage.Object(containers[number].map { .container($0) } ?? .bytes(bytes))
      })
    image.offsetWidth = 8
    image.referenceWidth = 8
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

  /// A right dictionary whose only value is so many arrays in each other. References have three bytes.
  func nested(_ depth: Int) -> PropertyListLayer {
    func reference(_ number: Int) -> [UInt8] {
      [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func dictionary(_ members: [(Int, Int)]) -> [UInt8] {
      [0xD0 | UInt8(members.count)] + members.flatMap { reference($0.0) }
        + members.flatMap { reference($0.1) }
    }
    let around: [[UInt8]] = [
      dictionary([(1, 2), (3, 4)]), Self.text(keys.version), [0x10, 1],
      Self.text(keys.configuration), dictionary([(5, 6)]), Self.text("deep"),
    ]
    let arrays = (0..<depth).map { level in [0xA1] + reference(around.count + level + 1) }
    let list = Self.image(around + arrays + [Self.text("x")]) { $0.referenceWidth = 3 }
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
