import Claims
import JSONClaims
import JSONText

/// The JSON reader: reading, pulling and skipping agree, errors have their place, and what is read
/// is written so that it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let outcome = Attempt { () throws(JSONError) in try JSONValue(parsing: input) }
  outcome.checkPlace(in: input)
  checkSkipping(input, outcome)
  checkPulling(input, outcome)
  checkTighterLimits(input, outcome)
  if let value = outcome.value { checkWriting(value) }
  return 0
}

private func checkSkipping(_ input: [UInt8], _ outcome: Attempt<JSONValue>) {
  let skipped = Attempt { () throws(JSONError) in
    try JSONReader.read(input, limits: .document) { (reader) throws(JSONError) in
      try reader.skipValue()
    }
  }
  skipped.checkPlace(in: input)
  // What is skipped need not fit a number type.
  if outcome.error?.reason == .numberOutOfRange { return }
  claim(skipped.error == outcome.error, "what is skipped is checked as what is read")
}

private func checkPulling(_ input: [UInt8], _ outcome: Attempt<JSONValue>) {
  let pulled = Attempt { () throws(JSONError) in
    try JSONReader.read(input, limits: .document) { (reader) throws(JSONError) in
      try pull(from: &reader)
    }
  }
  claim(pulled.error == outcome.error, "a value that is pulled fails as one that is read")
  guard let value = outcome.value else { return }
  claim(pulled.value?.holdsSameValues(as: value) == true, "and is the same")
}

private func checkTighterLimits(_ input: [UInt8], _ outcome: Attempt<JSONValue>) {
  let limits = JSONLimits(maxBytes: 512, maxDepth: 6, maxNodes: 24)
  let tight = Attempt { () throws(JSONError) in try JSONValue(parsing: input, limits: limits) }
  tight.checkPlace(in: input)
  switch tight.error?.reason {
  case .tooLong: claim(input.count > limits.maxBytes, "only what is longer is too long")
  case .tooDeep, .tooManyValues: break
  default:
    claim(tight.error == outcome.error && tight.value == outcome.value, "limits change nothing")
    guard let value = tight.value else { return }
    claim(value.depth <= limits.maxDepth && value.nodes <= limits.maxNodes, "limits hold")
  }
}

private func checkWriting(_ value: JSONValue) {
  for isPretty in [false, true] {
    var writer = JSONWriter(pretty: isPretty)
    writer.value(value)
    let again = Attempt { () throws(JSONError) in try JSONValue(parsing: writer.bytes) }
    claim(again.value == value, "a written value reads the same")
    claim(writer.depth == 0, "every container is ended")
    claim(String(validating: writer.bytes, as: UTF8.self) != nil, "what is written is UTF-8")
    if !isPretty {
      claim(!writer.bytes.contains { $0 < 0x20 }, "compact text is one line")
      claim(value.compactText.utf8.elementsEqual(writer.bytes), "and the same as the short way's")
    }
  }
}
