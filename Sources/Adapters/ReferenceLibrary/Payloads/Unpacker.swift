package import WireFormat

/// The inner layers of the data, from the outside in: cipher, zlib, magic, property list.
///
/// Keeps its zlib state and its tables from one request to the next.
package struct Unpacker {
  private let inflater = Inflater()
  private var reader: PropertyListReader
  private var unpacked: [UInt8] = []
  private let magic: [UInt8]
  private let maxInflatedBytes: Int

  package init(_ dialect: ConfigurationDialect) {
    magic = dialect.magic
    maxInflatedBytes = dialect.limits.bounded.maxInflatedBytes
    var limits = PropertyListLimits()
    limits.maxContentBytes = maxInflatedBytes
    limits.maxDepth = dialect.limits.bounded.maxDepth
    // The library does not even build what it need not accept, so that shared references cost
    // nothing.
    limits.hardObjects = limits.maxObjects
    limits.hardContentBytes = limits.maxContentBytes
    limits.hardDepth = 2 * limits.maxDepth
    reader = PropertyListReader(
      limits: limits, configurationKey: dialect.keys.configuration)
  }

  /// The property list of packed bytes.
  ///
  /// Complexity: linear in the smaller of the unpacked size and its limit.
  package mutating func unpack(
    _ bytes: [UInt8], decryptor: (any PayloadDecryptor)?, decisions: Decisions
  ) throws(RequestFailure) -> PropertyList {
    var packed = bytes
    if let decryptor {
      guard let plain = decisions.decrypt(decryptor, bytes) else { throw .undecodableData }
      packed = plain
    }
    let keptBytes = 1 << 16
    unpacked.removeAll(keepingCapacity: unpacked.capacity <= keptBytes)
    switch decisions.inflate(inflater, packed, maxInflatedBytes, &unpacked) {
    case .complete(let consumed):
      guard consumed == packed.count else { throw .undecodableData }
    case .overLimit: throw .dataTooLarge
    case .truncated, .corrupt, .needsDictionary: throw .undecodableData
    }
    guard let skipped = decisions.magicBytes(unpacked, magic) else {
      throw .undecodableData
    }
    let reading = unpacked.withUnsafeBytes { buffer in
      decisions.readList(&reader, UnsafeRawBufferPointer(rebasing: buffer.dropFirst(skipped)))
    }
    guard let list = reading else { throw .undecodableData }
    return list
  }

  /// The value of a list that must or may be accepted, or nil for all others and for other
  /// versions.
  package static func read(
    _ reader: inout PropertyListReader, _ bytes: UnsafeRawBufferPointer
  ) -> PropertyList? {
    let reading = reader.read(bytes)
    if reading.freedom?.reason == .otherVersion { return nil }
    return reading.value
  }
}
