import Claims
import WireFormat

/// A property list of any origin, packed soundly in one of the ways that zlib has, reads as it does
/// unpacked.
func checkPacked(propertyList: [UInt8], choice: UInt8) {
  let strategies: [Deflater.Strategy] = [.standard, .filtered, .huffmanOnly, .runLengths]
  let deflater = Deflater(
    windowBits: 9 + Int(choice & 3) * 2, strategy: strategies[Int(choice >> 2 & 3)])
  let packed = deflater.compress(dialect.magic + propertyList, level: Int(choice >> 4) * 3)
  var packing = Packing(dialect: dialect)
  let reading = packing.unpack(packed)
  let expected = expectedReading(propertyList)
  claim(reading == expected, "packing changes nothing")

  let trailed = packing.unpack(packed + [0])
  claim(trailed.defect == expected.defect, "bytes after the stream refuse nothing")
  claim(trailed.value == expected.value, "and change no value")
  if expected.defect == nil {
    claim(trailed.freedom?.reason == .trailingBytes, "but they are seen")
  }
  if let defect = packing.unpack(Array(packed.dropLast())).defect {
    claim(defect.reason == .truncatedStream, "a stream without its last byte is truncated")
  } else {
    refute("a stream without its last byte is refused")
  }
}

private func expectedReading(_ bytes: [UInt8]) -> Reading<PropertyList> {
  var reader = PropertyListReader(
    limits: PropertyListLimits(dialect), configurationKey: dialect.keys.configuration)
  let reading = reader.read(bytes)
  let isOtherVersion = reading.freedom?.reason == .otherVersion
  if reading.defect == nil, reader.lastTopIsNoDictionary, !isOtherVersion {
    return .refused(Defect(.topNotDictionary, at: 0))
  }
  return reading
}
