import Claims
import WireFormat

/// Percent-coding against a plain transcription of RFC 3986 section 2.1.
func checkPercentCoding(_ input: [UInt8]) {
  let encoded = PercentCoding.encode(input)
  claim(PercentCoding.decode(encoded) == .decoded(input), "encoded bytes decode to themselves")
  claim(
    encoded.allSatisfy { $0 == UInt8(ascii: "%") || PercentCoding.isUnreserved($0) },
    "encoded bytes are unreserved")
  let outcome = PercentCoding.decode(input)
  claim(outcome == plainlyDecoded(input), "the decoder agrees with the plain one")
  claim(PercentCoding.decode(AnyCollection(input)) == outcome, "the storage does not matter")
  if case .decoded(let bytes) = outcome {
    claim(bytes.count <= input.count, "decoding never makes more of it")
  }
}

private func plainlyDecoded(_ bytes: [UInt8]) -> PercentCoding.Outcome {
  var decoded: [UInt8] = []
  var rest = bytes[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    let areDigits = digits.count == 2 && digits.allSatisfy { isHexadecimal($0) }
    guard areDigits, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return .malformedEscape(at: rest.startIndex - 1)
    }
    decoded.append(value)
    rest.removeFirst(2)
  }
  return .decoded(decoded)
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
  "0123456789abcdefABCDEF".utf8.contains(byte)
}
