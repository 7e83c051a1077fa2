// What stacks in Swift need beside foreign_stack.h.

/// The strings that are to be written.
func texts(_ strings: OpaquePointer) -> [String] {
  (0..<foreign_count(strings)).map { index in
    var length = 0
    let bytes = foreign_text(strings, index, &length)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }
}

typealias PutText = (OpaquePointer, UnsafePointer<UInt8>?, Int) -> Bool

/// Gives a text to `foreign_string` or `foreign_key`.
func put(_ text: String, to values: OpaquePointer, as put: PutText) -> Bool {
  var text = text
  return text.withUTF8 { put(values, $0.baseAddress, $0.count) }
}

/// The version of Swift, with which its Foundation comes.
var toolchain: String {
  #if compiler(>=6.4)
    "of a Swift after 6.3"
  #elseif compiler(>=6.3)
    "of Swift 6.3"
  #else
    "of a Swift before 6.3"
  #endif
}
