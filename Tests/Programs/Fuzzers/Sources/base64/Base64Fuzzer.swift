import AdapterProtocol
import Claims
import WireFormat

/// Both Base64 readers, the one for requests and the one for the adapter's lines, against a plain
/// transcription of RFC 4648 section 4.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let outcome = Base64Text.decode(input)
  claim(outcome == PlainBase64(input).outcome, "the decoder agrees with the plain one")
  checkCanonical(outcome, of: input)
  checkReading(Base64Text.read(input), outcome, length: input.count)

  let encoded = Base64Text.encode(input)
  claim(encoded.count == (input.count + 2) / 3 * 4, "encoded text has four characters a group")
  claim(Base64Text.decode(encoded) == .decoded(input), "encoded bytes decode to themselves")
  claim(AdapterBase64.encode(input) == encoded, "both encoders write the same")
  claim(AdapterBase64.decode(encoded) == input, "the adapter's decoder reads what is encoded")
  return 0
}

private func checkCanonical(_ outcome: Base64Text.Outcome, of input: [UInt8]) {
  let strict = AdapterBase64.decode(input)
  if case .decoded(let bytes) = outcome {
    claim(Base64Text.encode(bytes) == input, "what is canonical is what an encoder writes")
    claim(strict == bytes, "the adapter's decoder accepts what is canonical")
  } else {
    claim(strict == nil, "the adapter's decoder refuses what is not canonical")
  }
  if let bytes = outcome.bytes {
    let digits = input.count { $0 != UInt8(ascii: "=") }
    claim(bytes.count == digits * 6 / 8, "every eight bits make a byte")
  }
}

private func checkReading(
  _ reading: Reading<[UInt8]>, _ outcome: Base64Text.Outcome, length: Int
) {
  claim(reading.value == outcome.bytes, "a reading has the bytes of its outcome")
  if let defect = reading.defect {
    claim((0...length).contains(defect.offset), "a defect lies within the text")
    claim(defect.layer == .base64, "a defect is one of Base64")
  }
  if let freedom = reading.freedom {
    claim((0...length).contains(freedom.offset), "a freedom lies within the text")
  }
}
