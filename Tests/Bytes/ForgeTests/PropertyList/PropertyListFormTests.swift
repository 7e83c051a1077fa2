import Foundation
import Testing
import WireFormat

@testable import Forge

/// Whether each form does what its name says.
@Suite("The property list's forms")
struct PropertyListFormTests {
  @Test("names are kebab-case, differ, and lead back to their kinds")
  func names() {
    let names = PropertyListLayer.Kind.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for kind in PropertyListLayer.Kind.allCases {
      #expect(PropertyListLayer.Kind(rawValue: kind.rawValue) == kind)
      #expect(
        kind.rawValue.utf8.allSatisfy {
          $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        })
      #expect(!PropertyListLayer.note(kind).sentence.hasSuffix("."))
    }
  }

  /// The only reasons that a form's refusals may have.
  static let reasons: [String: Set<String>] = [
    "trailer-truncated": ["offsetWidth", "referenceWidth"],
    "bytes-behind-trailer": ["offsetWidth", "referenceWidth"],
    "offset-width-zero": ["offsetWidth"], "offset-width-oversized": ["offsetWidth"],
    "reference-width-zero": ["referenceWidth"], "reference-width-oversized": ["referenceWidth"],
    "top-out-of-range": ["topObjectOutOfRange"], "object-count-zero": ["topObjectOutOfRange"],
    "object-count-huge": ["offsetTableOutOfRange"],
    "object-count-short": ["referenceOutOfRange", "topObjectOutOfRange"],
    "table-out-of-range": ["offsetTableOutOfRange"],
    "top-offset-out-of-range": ["offsetOutOfRange"], "offset-out-of-range": ["offsetOutOfRange"],
    "object-cut-off": ["truncatedObject"], "reference-out-of-range": ["referenceOutOfRange"],
    "cycle-of-one": ["referenceCycle"], "cycle-of-two": ["referenceCycle"],
    "cycle-deep": ["referenceCycle"], "cycle-from-outside": ["referenceCycle"],
    "cycle-through-configuration": ["referenceCycle"],
    "cycle-through-top": ["referenceCycle"], "top-not-dictionary": ["topNotDictionary"],
    "top-in-array": ["topNotDictionary"], "count-huge-data": ["countBeyondData"],
    "count-huge-ascii": ["countBeyondData"], "count-huge-utf16": ["countBeyondData"],
    "count-huge-array": ["countBeyondData"], "count-huge-dictionary": ["countBeyondData"],
    "count-negative": ["countBeyondData"], "count-beyond-end": ["countBeyondData"],
    "count-of-bytes": ["countBeyondData"],
    "unknown-marker-0x": ["unknownMarker"], "unknown-marker-2x": ["unknownMarker"],
    "unknown-marker-3x": ["unknownMarker"], "unknown-marker-7x": ["laterMarker"],
    "unknown-marker-9x": ["unknownMarker"], "unknown-marker-ex": ["unknownMarker"],
    "unknown-marker-fx": ["unknownMarker"],
    "key-not-string-of-dictionary": ["keyNotString"],
    "key-not-string-of-configuration": ["keyNotString"],
    // Free ones: replacing may leave a value unreferenced only where it is the form itself.
    "later-marker": ["laterMarker"],
    "null": ["null"], "fill": ["fill"], "uid": ["uid"], "set": ["set"],
    "wide-integer": ["wideInteger"], "wide-count": ["wideCount"],
    "count-not-integer": ["countNotInteger"], "lone-surrogate": ["loneSurrogate"],
    "high-byte-in-ascii": ["highByteInASCII"], "nan-payload": ["notANumberPayload"],
    "date-out-of-range": ["dateOutOfRange"], "key-not-string-below": ["keyNotString"],
    "duplicate-key": ["duplicateKey"], "duplicate-key-of-dictionary": ["duplicateKey"],
    "equivalent-keys": ["canonicallyEquivalentKeys"], "shared-container": ["sharedContainer"],
    "expansion-of-containers": ["sharedContainer"],
    "expansion-of-text": ["tooMuchContent"], "too-many-references": ["tooManyObjects"],
    "nested-too-deep": ["nestedTooDeep"], "overlapping-objects": ["overlappingObjects"],
    "two-offsets-of-one": ["overlappingObjects"], "object-in-header": ["objectInHeader"],
    "object-into-table": ["runsIntoTables"], "object-into-trailer": ["runsIntoTables"],
    "unreferenced-object": ["unreferencedObject"],
    "broken-unreferenced-object": ["brokenUnreferencedObject", "unreferencedObject"],
    "trailer-padding": ["trailerPadding"], "bytes-behind-table": ["bytesBetweenTables"],
    "bytes-before-table": ["bytesBetweenObjects"],
    "bytes-between-objects": ["bytesBetweenObjects"], "table-into-trailer": ["runsIntoTables"],
    "version-0x": ["otherVersion"], "version-15": ["notBinaryPropertyList"],
    "version-16": ["notBinaryPropertyList"], "noise": ["notBinaryPropertyList"],
    "empty": ["notBinaryPropertyList"], "xml-list": ["notBinaryPropertyList"],
    "json": ["notBinaryPropertyList"], "openstep-text": ["notBinaryPropertyList"],
    "header-missing": ["notBinaryPropertyList"], "header-damaged": ["notBinaryPropertyList"],
    "bytes-in-front": ["notBinaryPropertyList"],
  ]

  @Test(
    "are refused or left free for the reason in their name",
    arguments: PropertyListLayer.Kind.allCases)
  func reasons(kind: PropertyListLayer.Kind) {
    guard let expected = Self.reasons[kind.rawValue] else {
      let others = ["canonical", "replaced", "truncated", "image", "trailer-missing", "cut-short"]
      #expect(PropertyListLayer.note(kind).claim == .liberty || others.contains(kind.rawValue))
      return
    }
    var writer = PropertyListWriter()
    for seed in 1_001...1_040 as ClosedRange<UInt64> {
      var samples = PropertyListSamples(seed: seed)
      let canonical = writer.write(samples.dictionary())
      let layer = PropertyListLayer.make(kind, &samples)
      var reader = PropertyListReader(configurationKey: "Configuration")
      let reading = reader.read(layer.applied(to: canonical))
      var reason = reading.freedom.map { "\($0.reason)" }
      if let defect = reading.defect { reason = "\(defect.reason)" }
      // What `Packing` says of a list whose top object is none.
      if reader.lastTopIsNoDictionary, reading.defect == nil { reason = "topNotDictionary" }
      let name = reason.map { String($0.prefix { $0 != "(" }) } ?? "accepted"
      #expect(expected.contains(name), "\(kind.rawValue), seed \(seed): \(layer)")
    }
  }

  /// What a liberty makes of a list that has everything in it.
  private func image(_ liberty: EncodingLiberty, _ aim: ImageAim = ImageAim()) -> PropertyListImage
  {
    image(.liberty(liberty, aim))
  }

  /// What a layer makes of a list that has everything in it.
  private func image(_ layer: PropertyListLayer) -> PropertyListImage {
    var writer = PropertyListWriter()
    let text = String(repeating: "a", count: 20)
    let list = PropertyList.dictionary([
      .init(key: "Version", value: .integer(1)),
      .init(
        key: "Configuration",
        value: .dictionary([
          .init(key: "r", value: .real(0.5)), .init(key: "s", value: .real(0.1)),
          .init(key: "d", value: .data([1, 2, 3])), .init(key: "t", value: .string(text)),
          .init(key: "u", value: .string(text)), .init(key: "i", value: .integer(70_000)),
        ])),
    ])
    return PropertyListImage(lifting: layer.applied(to: writer.write(list)))
  }

  private func has(_ image: PropertyListImage, _ object: [UInt8]) -> Bool {
    image.objects.contains { $0.content == .bytes(object) }
  }

  @Test("widths of 2 to 8 bytes", arguments: 0...6)
  func widths(variant: Int) {
    #expect(image(.offsetWidth, ImageAim(variant: variant)).offsetWidth == variant + 2)
    #expect(image(.referenceWidth, ImageAim(variant: variant)).referenceWidth == variant + 2)
  }

  @Test("other encodings of scalars and counts")
  func scalars() {
    #expect(has(image(.integerWidth), [0x11, 0, 1]))
    #expect(has(image(.integerWidth, ImageAim(variant: 2)), [0x13, 0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(has(image(.integerWidth), [0x13, 0, 0, 0, 0, 0, 1, 0x11, 0x70]))
    #expect(has(image(.narrowReal), [0x22, 0x3F, 0, 0, 0]))
    #expect(has(image(.narrowReal), [0x23, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]))
    #expect(has(image(.wideText), [0x61, 0, 0x72]))
    #expect(has(image(.countOfText), [0x5F, 0x10, 1, 0x72]))
    #expect(
      has(image(.countOfText, ImageAim(variant: 3)), [0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x72]))
    #expect(has(image(.countOfData, ImageAim(variant: 1)), [0x4F, 0x11, 0, 3, 1, 2, 3]))
    let containers = image(.countOfContainer, ImageAim(variant: 2)).objects.compactMap { object in
      if case .container(let container) = object.content { container.countForm } else { nil }
    }
    #expect(containers == [.fourBytes, .fourBytes])
    // One of them only.
    let one = image(.countOfContainer, ImageAim(variant: 2, place: 1)).objects[0].content
    #expect(one != image(.countOfContainer, ImageAim(variant: 2, place: 2)).objects[0].content)
  }

  @Test("other orders, and copies")
  func orders() {
    let canonical = image(.narrowReal, ImageAim(place: 99))
    let count = canonical.objects.count
    #expect(canonical.trailer?.top == 0)
    #expect(image(.numbersReversed).trailer?.top == UInt64(count - 1))
    #expect(image(.numbersRotated, ImageAim(variant: 3)).trailer?.top == 4)
    #expect(image(.placesReversed).order == (0..<count).reversed())
    #expect(image(.placesRotated, ImageAim(variant: 3)).order.first == 4)
    #expect(image(.unsharedScalars).objects.count == count + 1)
  }

  /// How many containers lead into the cycle, and how many are in it.
  private func cycle(_ form: ReferenceForm, _ aim: ImageAim) throws -> (lead: Int, length: Int) {
    let image = image(.reference(form, aim))
    func members(_ number: Int) throws -> [Int] {
      guard case .container(let container) = image.objects[number].content else { return [] }
      return try container.references.map { try #require(Int(exactly: $0)) }
    }
    // The last value of the configuration, which is the last value of the top, and so on.
    let top = try #require(image.trailer.map { Int($0.top) })
    let configuration = try #require(try members(top).last)
    var next = try #require(try members(configuration).last)
    var path: [Int] = []
    while !path.contains(next) {
      path.append(next)
      next = try #require(try members(next).last)
    }
    let lead = try #require(path.firstIndex(of: next))
    return (lead, path.count - lead)
  }

  @Test("a cycle begins with the outermost container, or below it", arguments: 0..<12)
  func cycles(number: Int) throws {
    let aim = ImageAim(variant: number * 7, place: number)
    #expect(try cycle(.cycleOfOne, aim) == (0, 1))
    #expect(try cycle(.cycleOfTwo, aim) == (0, 2))
    #expect(try cycle(.cycleDeep, aim) == (0, 3 + number * 7))
    // The shortest has two containers, one of which holds itself.
    let length = 2 + number * 7
    let lead = 1 + number / 2 % (length - 1)
    #expect(try cycle(.cycleFromOutside, aim) == (lead, length - lead))
  }

  @Test("no place, also a negative one, lets a cycle end beyond its containers")
  func extremePlaces() throws {
    for place in [-1, Int.min, Int.max] {
      for variant in [0, -1, 299, Int.min] {
        let (lead, length) = try cycle(
          .cycleFromOutside, ImageAim(variant: variant, place: place))
        #expect(lead >= 1 && length >= 1 && lead + length <= 301)
      }
    }
  }
}
