import AdapterProtocol
import Claims
import JSONClaims
import JSONText

/// A line of the adapter protocol, read as everything that a line can be: what is accepted is
/// written so that it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  checkReply(input)
  checkRequest(input)
  checkRoundTrip(input, TypedValue.read) { value, writer in value.write(to: &writer) }
  checkValues(input)
  checkRoundTrip(input, DelegateScript.read) { script, writer in script.write(to: &writer) }
  checkRoundTrip(input, ABTStart.read) { start, writer in start.write(to: &writer) }
  checkRoundTrip(input, OpenStep.read) { step, writer in
    writer.beginObject()
    step.writeMembers(to: &writer)
    writer.endObject()
  }
  return 0
}

private func checkReply(_ input: [UInt8]) {
  let reply = Attempt { () throws(JSONError) in
    try input.withUnsafeBufferPointer { (line) throws(JSONError) in
      try ReplyEnvelope.read(UnsafeRawBufferPointer(line))
    }
  }
  reply.checkPlace(in: input)
  guard let reply = reply.value else { return }
  checkWhole(input) { value in
    claim(value["id"]?.integerValue == reply.id, "a reply has its id")
    claim(value["type"]?.stringValue == reply.kind.name, "a reply has its type")
    claim((value["late"]?.arrayValue?.isEmpty == false) == reply.hasLate, "late things are seen")
  }
  guard case .hello(let hello) = reply.kind else { return }
  guard hello.protocolVersion == Frame.protocolVersion else { return }
  var writer = JSONWriter()
  writer.beginObject()
  hello.writeMembers(to: &writer)
  writer.endObject()
  let again = read(writer.bytes, Hello.read)
  claim(again.value == hello, "a greeting written anew reads the same")
}

private func checkRequest(_ input: [UInt8]) {
  let request = Attempt { () throws(JSONError) in
    try input.withUnsafeBufferPointer { (line) throws(JSONError) in
      try RequestEnvelope.read(UnsafeRawBufferPointer(line))
    }
  }
  request.checkPlace(in: input)
  guard let request = request.value else { return }
  checkWhole(input) { value in
    claim(value["id"]?.integerValue == request.id, "a request has its id")
    claim(value["type"]?.stringValue != nil, "a request has a type")
  }
}

/// What is read in part is an object of sound JSON as a whole, numbers that fit no type apart.
private func checkWhole(_ input: [UInt8], _ body: (JSONValue) -> Void) {
  let whole = Attempt { () throws(JSONError) in
    try JSONValue(parsing: input, limits: .adapterLine)
  }
  guard let value = whole.value else {
    return claim(whole.error?.reason == .numberOutOfRange, "an accepted line is sound JSON")
  }
  claim(value.members != nil, "an accepted line is an object")
  body(value)
}

private func checkValues(_ input: [UInt8]) {
  let values = read(input, TypedValue.readValues)
  values.checkPlace(in: input)
  guard case .dictionary(let members)? = values.value else { return }
  var writer = JSONWriter()
  TypedValue.writeValues(members, to: &writer)
  claim(
    read(writer.bytes, TypedValue.readValues).value == values.value,
    "values written anew read the same")
}
