extension JSONReader {
  /// Reads a whole text from an array of bytes. `body` reads one value; only white space may follow
  /// it.
  ///
  /// (`Array.withUnsafeBytes` hides which error its closure throws; this does not.)
  public static func read<Value>(
    _ bytes: [UInt8], limits: JSONLimits = .adapterLine,
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    try bytes.withUnsafeBufferPointer { (content) throws(JSONError) -> Value in
      var reader = try JSONReader(UnsafeRawBufferPointer(content), limits: limits)
      let value = try body(&reader)
      try reader.finish()
      return value
    }
  }
}
