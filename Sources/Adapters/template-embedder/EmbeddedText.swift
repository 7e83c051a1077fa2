#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as a Swift expression.
struct EmbeddedText {
  /// `EmbeddedFile(name: "…", isExecutable: false, text: "…")`, on one line.
  let expression: String

  /// Reads the file. Ends the program if it is missing or not UTF-8.
  init(name: String, file: String) {
    var about = stat()
    guard stat(file, &about) == 0, let bytes = FileBytes.read(file) else {
      fail("\(file) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      fail("\(file) is not UTF-8 text")
    }
    let isExecutable = about.st_mode & S_IXUSR != 0
    expression =
      "EmbeddedFile(name: \(Self.literal(name)), isExecutable: \(isExecutable), "
      + "text: \(Self.literal(text)))"
  }

  /// A string literal on one line, whatever the text contains.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
