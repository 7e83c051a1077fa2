package import Forge
package import WireFormat

/// Small binary property lists that no value makes (ABT-DATA-07, 10).
package struct PropertyListImages {
  package let keys: Dialect.Keys

  /// - Parameter keys: the names in lists that hold all that a request needs.
  package init(_ keys: Dialect.Keys) { self.keys = keys }

  package static let broken: [(name: String, list: PropertyListLayer)] = [
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
  package var brokenInPayload: [(name: String, list: PropertyListLayer)] {
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
  package var cutOff: [(name: String, list: PropertyListLayer)] {
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
  package var oversized: [(name: String, list: PropertyListLayer)] {
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

  /// The objects of a dictionary for either verb, whose configuration has the first of some further objects as its value.
  ///
  /// - Parameters:
  ///   - key: the only key of the configuration.
  ///   - ofReset: the only key that is reset.
  package func payload(
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
  package func containers(value: [UInt64]) -> [Int: PropertyListImage.Container] {
    var containers: [Int: PropertyListImage.Container] = [
      0: .init(0xD0, [1, 3, 6, 2, 4, 7]), 4: .init(0xD0, [5, 9]), 7: .init(0xA0, [8]),
    ]
    if !value.isEmpty { containers[9] = .init(0xA0, value) }
    return containers
  }

  /// A list for either verb, whose value is an array of these references; the first of the objects behind it has the number 10. Without
  /// references, the value is the first of the objects.
  package func image(
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

  /// The same with references and offsets of eight bytes.
  package func wideImage(
    _ change: (inout PropertyListImage) -> Void
  ) -> PropertyListLayer {
    var image = image(value: [], [Self.text("x")], offsetWidth: 8, referenceWidth: 8)
    change(&image)
    return .image(image)
  }

  package static func text(_ text: String) -> [UInt8] {
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
  package static func image(
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
