import AdapterProtocol
import JSONText

/// Reads one value out of a text.
func read<Value>(
  _ text: String, _ body: (inout JSONReader) throws(JSONError) -> Value
) throws(JSONError) -> Value {
  try JSONReader.read(Array(text.utf8), body)
}

/// What `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  body(&writer)
  return writer.text
}

/// Reads a reply line.
func reply(_ line: String) throws(JSONError) -> ReplyEnvelope {
  let bytes = Array(line.utf8)
  return try bytes.withUnsafeBufferPointer { (content) throws(JSONError) -> ReplyEnvelope in
    try ReplyEnvelope.read(UnsafeRawBufferPointer(content))
  }
}

/// Reads a request line.
func request(_ line: String) throws(JSONError) -> RequestEnvelope {
  let bytes = Array(line.utf8)
  return try bytes.withUnsafeBufferPointer { (content) throws(JSONError) -> RequestEnvelope in
    try RequestEnvelope.read(UnsafeRawBufferPointer(content))
  }
}

/// All orders of some texts.
func orders(_ texts: [String]) -> [[String]] {
  guard let first = texts.first else { return [[]] }
  return orders(Array(texts.dropFirst())).flatMap { order in
    (0...order.count).map { place in
      var longer = order
      longer.insert(first, at: place)
      return longer
    }
  }
}
