/// A binary property list as separate parts. Each can be changed without the others, so that it expresses what no value can.
///
/// Its parts are `header, objects, bytes before the table, table of offsets, bytes after the table, trailer`. Rendering puts them one
/// after the other and fills in the offsets, counts and trailer numbers that are not overridden.
package struct PropertyListImage: Hashable, Sendable {
  /// `bplist00`, or anything else of any length.
  package var header: [UInt8]
  /// The objects by number, which is their place in the table of offsets.
  package var objects: [Object]
  /// The numbers of objects in the order of their bytes. Those that it leaves out follow in the order of their numbers; an
  /// empty list is the order of numbers. Numbers of no object and repetitions are passed over.
  package var order: [Int]
  /// Bytes of an entry of the table of offsets; rendered as the nearest of 1 to 8.
  package var offsetWidth: Int
  /// Bytes of a reference; rendered as the nearest of 1 to 8.
  package var referenceWidth: Int
  /// Bytes between the last object and the table.
  package var beforeTable: [UInt8]
  /// Bytes between the table and the trailer.
  package var behindTable: [UInt8]
  /// The trailer, or nil if the list ends before it.
  package var trailer: Trailer?

  /// A list of version 00 with these objects, of which the first is on top.
  package init(_ objects: [Object]) {
    header = Self.versionZero
    self.objects = objects
    order = []
    offsetWidth = 1
    referenceWidth = 1
    beforeTable = []
    behindTable = []
    trailer = Trailer()
  }

  /// Bytes that are not taken apart.
  package init(verbatim bytes: [UInt8]) {
    self.init([])
    header = Array(bytes.prefix(Self.headerBytes))
    beforeTable = Array(bytes.dropFirst(Self.headerBytes))
    trailer = nil
  }

  static let versionZero = Array("bplist00".utf8)
  static let headerBytes = 8
  static let trailerBytes = 32
}

extension PropertyListImage {
  /// One object and its entry in the table.
  package struct Object: Hashable, Sendable {
    /// Bytes in front of it that belong to no object.
    package var gap: [UInt8]
    /// What stands in its place; no bytes at all where its entry leads to bytes of other parts.
    package var content: Content
    /// The table's entry, where that is not the object's own place.
    package var offset: UInt64?

    package init(_ content: Content, offset: UInt64? = nil, gap: [UInt8] = []) {
      self.content = content
      self.offset = offset
      self.gap = gap
    }
  }

  package enum Content: Hashable, Sendable {
    /// Marker, count and contents as they stand.
    case bytes([UInt8])
    /// An array, a set or a dictionary.
    case container(Container)
  }

  /// References after a marker and a count, rendered in the list's width.
  package struct Container: Hashable, Sendable {
    /// The high half of the marker: 0xA0 an array, 0xB0 and 0xC0 sets, 0xD0 a dictionary.
    package var marker: UInt8
    /// A form that is too narrow for the count gives way to the next one that is wide enough.
    package var countForm: CountForm
    /// The numbers of objects, which need not exist; of a dictionary first those of all keys, then those of all values.
    package var references: [UInt64]

    package init(_ marker: UInt8, _ references: [UInt64], countForm: CountForm = .inMarker) {
      self.marker = marker
      self.references = references
      self.countForm = countForm
    }

    var isDictionary: Bool { marker >> 4 == 0xD }
    /// What its marker says: pairs of a dictionary, members of others.
    var count: Int { isDictionary ? references.count / 2 : references.count }
  }

  /// Where a count stands: in the low half of the marker (up to 14), or in an integer after it.
  package enum CountForm: UInt8, Hashable, Sendable, CaseIterable {
    case inMarker, oneByte, twoBytes, fourBytes, eightBytes, sixteenBytes
  }

  /// The last 32 bytes. A member that is nil has the right value.
  package struct Trailer: Hashable, Sendable {
    /// The first six bytes (five unused ones and the sort version); missing ones are 0, surplus ones left out.
    package var padding: [UInt8]
    package var offsetWidth: UInt8?
    package var referenceWidth: UInt8?
    package var objectCount: UInt64?
    /// The number of the top object.
    package var top: UInt64
    package var tableOffset: UInt64?

    package init(top: UInt64 = 0) {
      padding = []
      self.top = top
    }
  }

  /// A part of the rendered bytes, in words.
  package struct Region: Hashable, Sendable {
    package var range: Range<Int>
    package var words: String
  }
}
