import Forge

/// Small binary property lists that no value makes (ABT-DATA-07, 10).
enum PropertyListImages {
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
    ("unknown-marker", image([[0x70, 0x00]])),
    (
      "shared-nines",
      image((1...9).map { [0xAA] + [UInt8](repeating: $0, count: 10) } + [text("9")])
    ),
  ]

  /// Lists that hold the next one `width` times each, the last one a text: a tree of `width` to the power of `levels` values.
  static func shared(levels: Int, width: Int) -> PropertyListLayer {
    let count = UInt8(clamping: width)
    return image(
      (1...levels).map { level in
        (width < 15 ? [0xA0 | count] : [0xAF, 0x10, count])
          + [UInt8](repeating: UInt8(clamping: level), count: width)
      } + [text("x")])
  }

  /// A right dictionary whose only value is so many arrays in each other. References have three bytes.
  static func nested(_ depth: Int) -> PropertyListLayer {
    func reference(_ number: Int) -> [UInt8] {
      [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func dictionary(_ members: [(Int, Int)]) -> [UInt8] {
      [0xD0 | UInt8(members.count)] + members.flatMap { reference($0.0) }
        + members.flatMap { reference($0.1) }
    }
    let around: [[UInt8]] = [
      dictionary([(1, 2), (3, 4)]), text("Version"), [0x10, 1],
      [0x5D] + Array("Configuration".utf8),
      dictionary([(5, 6)]), text("deep"),
    ]
    let arrays = (0..<depth).map { level in [0xA1] + reference(around.count + level + 1) }
    return image(around + arrays + [text("x")]) { $0.referenceWidth = 3 }
  }

  private static func text(_ text: String) -> [UInt8] {
    [0x50 | UInt8(text.utf8.count & 15)] + Array(text.utf8)
  }

  /// These objects, the first on top, and a trailer that says something else.
  private static func image(
    _ objects: [[UInt8]], trailer edit: (inout PropertyListImage.Trailer) -> Void = { _ in }
  ) -> PropertyListLayer {
    var image = PropertyListImage(objects.map { PropertyListImage.Object(.bytes($0)) })
    var trailer = PropertyListImage.Trailer()
    edit(&trailer)
    image.trailer = trailer
    return .image(image)
  }
}
