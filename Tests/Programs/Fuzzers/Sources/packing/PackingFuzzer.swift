import Claims
import WireFormat

/// Inflating and unpacking. The first byte chooses where the bytes after it stand, so that a
/// mutation reaches every layer without having to hit a checksum.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  guard let choice = input.first else { return 0 }
  let rest = Array(input.dropFirst())
  switch choice & 3 {
  case 0:
    checkInflating(rest)
    checkUnpacking(rest)
    checkChangedValues(rest)
  case 1: checkPacked(propertyList: rest, choice: choice >> 2)
  case 2:
    let stream = MendedStream(windowBits: 8 + choice >> 2 & 7, prefix: [], blocks: rest).bytes
    checkInflating(stream)
  default:
    let stream = MendedStream(windowBits: 15, prefix: dialect.magic, blocks: rest).bytes
    checkInflating(stream)
    checkUnpacking(stream)
  }
  return 0
}

/// Profile 1, with a limit that a short stream can reach.
let dialect: Dialect = {
  var dialect = Dialect.profile1
  dialect.limits.maxInflatedBytes = 1 << 16
  return dialect
}()

private func checkUnpacking(_ bytes: [UInt8]) {
  var packing = Packing(dialect: dialect)
  let reading = packing.unpack(bytes)
  claim(packing.unpack(bytes) == reading, "kept states say the same of the same bytes")
  checkPlace(reading, bytes)
  guard let value = reading.value else { return }
  claim(!value.isNoDictionary || isOtherVersion(bytes), "what is unpacked is a dictionary")
  let again = packing.unpack(packing.pack(value))
  if again.freedom?.reason == .tooMuchContent || again.defect?.reason == overLimit { return }
  claim(again.value == value || value.isNoDictionary, "a value packed anew unpacks the same")
  let text = Base64Text.encode(bytes)
  let spelled = text.withUnsafeBytes { packing.unpack(base64: $0) }
  claim(spelled == reading, "Base64 changes nothing")
}

/// Whether a property list is of a version whose objects nobody knows, so that anything is free.
private func isOtherVersion(_ bytes: [UInt8]) -> Bool {
  let plain = Inflater().inflate(bytes, limit: dialect.limits.maxInflatedBytes).output
  return plain.dropFirst(dialect.magic.count + 7).first != UInt8(ascii: "0")
}

private let overLimit = Defect.Reason.overLimit(dialect.limits.maxInflatedBytes)

/// An offset counts in the layer that is named: compressed, unpacked, or after the magic.
private func checkPlace(_ reading: Reading<PropertyList>, _ bytes: [UInt8]) {
  let offset = reading.defect?.offset ?? reading.freedom?.offset ?? 0
  claim(offset >= 0, "an offset is not negative")
  let isZlib = reading.defect?.layer == .zlib && reading.defect?.reason != overLimit
  if isZlib || reading.freedom?.reason == .trailingBytes {
    claim(offset <= max(bytes.count, 2), "an offset lies within the stream")
  } else {
    claim(offset <= dialect.limits.maxInflatedBytes, "an offset lies within what is unpacked")
  }
}

private func checkChangedValues(_ text: [UInt8]) {
  var packing = Packing(dialect: dialect)
  let reading = packing.unpackChangedValues(text)
  claim(packing.unpackChangedValues(text) == reading, "kept states say the same of keys")
  guard let keys = reading.value else { return }
  let again = packing.unpackChangedValues(packing.packChangedValues(keys))
  if again.freedom?.reason == .tooMuchContent || again.defect?.reason == overLimit { return }
  claim(again.value == keys, "keys packed anew unpack the same")
}

extension PropertyList {
  var isNoDictionary: Bool {
    if case .dictionary = self { false } else { true }
  }
}
