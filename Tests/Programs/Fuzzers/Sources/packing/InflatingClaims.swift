import Claims
import WireFormat

/// What holds of every stream, at every limit.
func checkInflating(_ bytes: [UInt8]) {
  let limit = 1 << 16
  let inflater = Inflater()
  let (output, outcome) = inflater.inflate(bytes, limit: limit)
  claim(output.count <= limit, "no more than the limit is unpacked")
  let kept = inflater.inflate(bytes, limit: limit)
  claim(kept.output == output && kept.outcome == outcome, "a kept state unpacks the same")
  let half = inflater.inflate(bytes, limit: output.count / 2)
  claim(output.starts(with: half.output), "a lower limit unpacks the beginning")
  switch outcome {
  case .complete(let consumed):
    claim((2...bytes.count).contains(consumed), "a stream lies within the bytes")
    checkComplete(bytes, consumed, output, inflater)
  case .corrupt(let reason, let offset):
    claim((0...bytes.count).contains(offset), "a defect lies within the bytes")
    claim(!reason.isEmpty, "a defect has a reason")
  case .overLimit: claim(output.count == limit, "all that is allowed is unpacked")
  case .truncated, .needsDictionary: break
  }
}

private func checkComplete(
  _ bytes: [UInt8], _ consumed: Int, _ output: [UInt8], _ inflater: Inflater
) {
  let exact = inflater.inflate(bytes, limit: output.count)
  claim(exact.outcome == .complete(consumed: consumed), "exactly the limit is complete")
  if !output.isEmpty {
    let short = inflater.inflate(bytes, limit: output.count - 1)
    claim(short.outcome == .overLimit, "one byte more is over the limit")
  }
  let shorter = inflater.inflate(Array(bytes.prefix(consumed - 1)), limit: output.count)
  claim(shorter.outcome == .truncated, "one byte fewer is truncated")
  let isBeyond = bytes.withUnsafeBytes {
    inflater.reachesBeyondWindow($0, outputBytes: output.count)
  }
  claim(!isBeyond || bytes[0] >> 4 < 7, "nothing lies beyond the largest window")
  let again = inflater.inflate(bytes, limit: output.count)
  claim(again.output == output, "the state has its own window again")
  let level = Int(bytes[0] ^ bytes[1]) % 10
  let packed = Deflater().compress(output, level: level)
  let unpacked = inflater.inflate(packed, limit: output.count)
  claim(unpacked.output == output, "what is compressed anew unpacks the same")
  claim(unpacked.outcome == .complete(consumed: packed.count), "and to its end")
}
