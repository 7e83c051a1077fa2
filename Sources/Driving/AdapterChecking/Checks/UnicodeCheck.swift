import JSONText

extension AdapterCheck {
  /// Strings hold any Unicode, written out or escaped (adapter.md, Typed values).
  static let unicode = AdapterCheck(
    "unicode", "takes and gives any Unicode", needs: ["step"],
    remedy: """
      Read and write strings by a JSON library that knows surrogate pairs and \\u0000, in UTF-8 whatever \
      the locale (Python: sys.stdin.buffer; Java: StandardCharsets.UTF_8), and do not normalise them.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for (name, content, text) in texts {
        let reply: HeardReply
        do throws(CheckStop) {
          reply = try bench.step(probe.textStep(content), in: dialogue)
        } catch {
          guard case .failed(let observed, let remedy) = error else { throw error }
          throw .failed("\(name): \(observed)", remedy: remedy)
        }
        guard let value = try? JSONValue(parsing: reply.line, limits: .adapterLine),
          let echo = probe.echoedText(value)
        else { continue }
        guard echo.utf8.elementsEqual(text.utf8) else {
          throw .failed(
            "\(name): \(Excerpt.of(Array(content.utf8))) came back as "
              + Excerpt.of(Array(echo.utf8)))
        }
      }
      return texts.map(\.name).joined(separator: ", ")
    }
  }

  /// Text as a JSON string holds it, and what it means.
  private static let texts: [(name: String, content: String, text: String)] = [
    ("beyond the basic plane", "\u{1F600}", "\u{1F600}"),
    ("a surrogate pair", #"\ud83d\ude00"#, "\u{1F600}"),
    ("combining marks", "e\u{301}\u{F1}", "e\u{301}\u{F1}"),
    ("NUL and controls", #"a\u0000b\u001f\u007f"#, "a\u{0}b\u{1F}\u{7F}"),
    ("separators", "\u{2028}\u{2029}\u{FEFF}\u{85}", "\u{2028}\u{2029}\u{FEFF}\u{85}"),
    ("escapes", #"\/\"\\\b\f\n\r\t"#, "/\"\\\u{8}\u{C}\n\r\t"),
  ]
}
