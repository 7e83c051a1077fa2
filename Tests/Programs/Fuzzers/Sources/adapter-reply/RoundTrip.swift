import Claims
import JSONClaims
import JSONText

/// Reads one value that is the whole text.
func read<Value>(
  _ text: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Value
) -> Attempt<Value> {
  Attempt { () throws(JSONError) in try JSONReader.read(text, body) }
}

/// Claims that a text which reads as a value has its place where it does not, and reads the same
/// where it is written anew.
func checkRoundTrip<Value: Equatable>(
  _ text: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Value,
  _ write: (Value, inout JSONWriter) -> Void
) {
  let first = read(text, body)
  first.checkPlace(in: text)
  guard let value = first.value else { return }
  var writer = JSONWriter()
  write(value, &writer)
  let again = read(writer.bytes, body)
  claim(again.value == value, "a value of the protocol written anew reads the same")
  var other = JSONWriter()
  if let value = again.value { write(value, &other) }
  claim(other.bytes == writer.bytes, "and is written the same")
}
