/// Packs and unpacks the inner layers of `data`, zlib( magic + binary property list ), and keeps
/// its states.
///
/// Only one thread may use it at a time.
package struct Packing {
  /// The dialect whose magic, names and limits apply.
  package let dialect: Dialect
  private let deflater: Deflater
  private let inflater: Inflater
  private var writer = PropertyListWriter()
  private var reader: PropertyListReader
  private var plain: [UInt8] = []

  /// Whether keys of the configuration that are no strings are a defect, as in a set request, or free, as in a reset request, which does
  /// not look at the configuration.
  package var checksConfiguration: Bool {
    get { reader.checksConfiguration }
    set { reader.checksConfiguration = newValue }
  }

  /// Packs and unpacks by a dialect's magic, key names and limits.
  package init(
    dialect: Dialect = .profile1, deflater: Deflater = Deflater(), inflater: Inflater = Inflater()
  ) {
    self.dialect = dialect
    self.deflater = deflater
    self.inflater = inflater
    reader = PropertyListReader(
      limits: PropertyListLimits(dialect), configurationKey: dialect.keys.configuration)
  }

  /// The packed form of `value`, at zlib's default level.
  package mutating func pack(_ value: PropertyList) -> [UInt8] {
    plain.removeAll(keepingCapacity: true)
    plain.append(contentsOf: dialect.magic)
    writer.write(value, into: &plain)
    var packed: [UInt8] = []
    plain.withUnsafeBytes { deflater.compress($0, into: &packed) }
    return packed
  }

  /// The dictionary of packed bytes, by ABT-DATA-03 to 13 and section 2.1.
  ///
  /// Offsets of defects and freedoms count within the layer that they name: compressed bytes for
  /// zlib, unpacked bytes for the magic, bytes after the magic for the property list.
  package mutating func unpack(_ bytes: UnsafeRawBufferPointer) -> Reading<PropertyList> {
    var loose: Freedom?
    if let defect = unpackLayers(
      bytes, magic: dialect.magic, limit: dialect.limits.maxInflatedBytes, loose: &loose)
    {
      return .refused(defect)
    }
    let magic = dialect.magic.count
    let reading = plain.withUnsafeBytes { buffer in
      reader.read(UnsafeRawBufferPointer(rebasing: buffer.dropFirst(magic)))
    }
    if case .refused = reading { return reading }
    // Other freedoms do not turn a null or a set into a dictionary.
    if reader.lastTopIsNoDictionary, reading.freedom?.reason != .otherVersion {
      return .refused(Defect(.topNotDictionary, at: 0))
    }
    guard let loose else { return reading }
    return .free(loose, reading.value)
  }

  /// The dictionary of packed bytes.
  package mutating func unpack(_ bytes: [UInt8]) -> Reading<PropertyList> {
    bytes.withUnsafeBytes { unpack($0) }
  }

  /// The dictionary of the decoded value of `data`: Base64 and what is inside it (ABT-DATA-02).
  package mutating func unpack(base64 text: UnsafeRawBufferPointer) -> Reading<PropertyList> {
    Base64Text.read(text).then { unpack($0) }
  }

  /// Whether what the latest bytes unpacked to holds all of these texts somewhere, in ASCII.
  package func lastHolds(_ texts: [String]) -> Bool {
    texts.allSatisfy { plain.contains(text: $0) }
  }

  /// Fills `plain` with magic and property list, unless a layer is broken.
  private mutating func unpackLayers(
    _ bytes: UnsafeRawBufferPointer, magic: [UInt8], limit: Int, loose: inout Freedom?
  ) -> Defect? {
    plain.removeAll(keepingCapacity: plain.capacity <= 1 << 16)
    switch inflater.inflate(bytes, limit: limit, into: &plain) {
    case .complete(let consumed):
      if consumed < bytes.count {
        loose = Freedom(.trailingBytes, at: consumed)
      } else if inflater.reachesBeyondWindow(bytes, outputBytes: plain.count) {
        loose = Freedom(.distanceBeyondWindow, at: 0)
      }
    case .truncated: return Defect(.truncatedStream, at: bytes.count)
    case .corrupt(let words, let offset): return Defect(.corruptStream(words), at: offset)
    case .needsDictionary: return Defect(.presetDictionary, at: 2)
    case .overLimit: return Defect(.overLimit(limit), at: limit)
    }
    return plain.starts(with: magic) ? nil : Defect(.wrongMagic, at: 0)
  }
}

extension Packing {
  /// Packs one value. For many, use `init` and the method of the same name.
  package static func pack(_ value: PropertyList, dialect: Dialect = .profile1) -> [UInt8] {
    var packing = Packing(dialect: dialect)
    return packing.pack(value)
  }

  /// Unpacks one value, using the given state.
  package static func unpack(
    _ bytes: [UInt8], dialect: Dialect = .profile1, inflater: Inflater = Inflater()
  ) -> Reading<PropertyList> {
    var packing = Packing(dialect: dialect, inflater: inflater)
    return packing.unpack(bytes)
  }

  /// The text of `changedValues` for these keys (section 2, before percent-encoding).
  package mutating func packChangedValues(_ keys: [String]) -> [UInt8] {
    plain.removeAll(keepingCapacity: true)
    if dialect.changedValuesCarryMagic { plain.append(contentsOf: dialect.magic) }
    writer.write(.array(keys.map { .string($0) }), into: &plain)
    var packed: [UInt8] = []
    plain.withUnsafeBytes { deflater.compress($0, into: &packed) }
    return Base64Text.encode(packed)
  }

  /// How many bytes a list of changed values may unpack to. No limit is laid down; the keys of the largest request, written as UTF-16
  /// with wide references, take four times the room of the request at most.
  private static func maxChangedValues(_ dialect: Dialect) -> Int {
    4 * dialect.limits.maxInflatedBytes
  }

  /// The keys of a callback's `changedValues` (ABT-CHG-09), which is already percent-decoded.
  package mutating func unpackChangedValues(_ text: [UInt8]) -> Reading<[String]> {
    Base64Text.read(text).then { packed in
      var loose: Freedom?
      let magic = dialect.changedValuesCarryMagic ? dialect.magic : []
      let defect = packed.withUnsafeBytes { buffer in
        unpackLayers(buffer, magic: magic, limit: Self.maxChangedValues(dialect), loose: &loose)
      }
      if let defect { return .refused(defect) }
      let reading = plain.withUnsafeBytes { buffer in
        reader.read(UnsafeRawBufferPointer(rebasing: buffer.dropFirst(magic.count)))
      }
      let keys = reading.then(Self.strings)
      if let loose, keys.defect == nil { return .free(loose, keys.value) }
      return keys
    }
  }

  private static func strings(_ value: PropertyList) -> Reading<[String]> {
    guard case .array(let members) = value else {
      return .refused(Defect(.changedValuesNotArray, at: 0))
    }
    var keys: [String] = []
    keys.reserveCapacity(members.count)
    for member in members {
      guard case .string(let key) = member else {
        return .refused(Defect(.changedValueNotString, at: 0))
      }
      keys.append(key)
    }
    return .accepted(keys)
  }
}
