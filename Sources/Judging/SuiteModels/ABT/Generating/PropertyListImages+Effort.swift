package import Forge
import WireFormat

/// Lists that cost a reader more than they seem to, and those of many objects or deep ones.
extension PropertyListImages {
  /// Lists that hold the next one `width` times each, the last one a text: a tree of `width` to the power of `levels` values.
  package static func shared(levels: Int, width: Int) -> PropertyListLayer {
    let count = UInt8(clamping: width)
    return image(
      (1...levels).map { level in
        (width < 15 ? [0xA0 | count] : [0xAF, 0x10, count])
          + [UInt8](repeating: UInt8(clamping: level), count: width)
      } + [text("x")])
  }

  /// What a list can hold many times at the cost of one.
  package enum Bulk: String, CaseIterable {
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
  package func repeated(_ bulk: Bulk, byteCount: Int, times: Int) -> PropertyListLayer {
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
  package var narrowOffsets: PropertyListLayer {
    var image = PropertyListImage(
      payload { _ in [[0x4F, 0x11, 0x01, 0x2C] + [UInt8](repeating: 7, count: 300)] }
        .map { PropertyListImage.Object(.bytes($0)) })
    image.offsetWidth = 1
    return .image(image)
  }

  /// All that a request needs, with references of one byte, in front of so many texts that nothing refers to that there are 300 objects.
  package var narrowReferences: PropertyListLayer {
    let own = payload { _ in [Self.text("x")] }
    var image = PropertyListImage(
      (own + (own.count..<300).map { Self.text("unused-\($0)") })
        .map { PropertyListImage.Object(.bytes($0)) })
    image.offsetWidth = 2
    return .image(image)
  }

  /// A right dictionary whose only value is so many arrays in each other. References have two bytes, or three where there are too many
  /// objects for that.
  package func nested(_ depth: Int) -> PropertyListLayer {
    nested(depth) { container in
      [
        container(0xD2, [1, 3, 2, 4]), Self.text(keys.version), [0x10, 1],
        Self.text(keys.configuration), container(0xD1, [5, 6]), Self.text("deep"),
      ]
    }
  }

  /// A right dictionary with contents for `action`, and so many arrays in each other under the key that the action does not look at.
  package func nested(_ depth: Int, besidesContentsOf action: RequestForge.Action)
    -> PropertyListLayer
  {
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
}
