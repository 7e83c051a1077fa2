import SuiteModels
import WireFormat

/// A key that something may be done to, beside one that some comparison takes for it. Keys that are canonically equivalent are free
/// (section 2.1).
struct KeyPair: Sendable {
  let name: String
  let key: String
  let other: String

  init(_ name: String, _ key: String, _ other: String) {
    self.name = name
    self.key = key
    self.other = other
  }

  /// Keys that look like nothing else, with white space, marks of URLs and lists, and characters of every width.
  static let unusual = [
    KeyPair("decomposed", "e\u{301}", "e"), KeyPair("composed", "\u{E9}", "e"),
    KeyPair("space-before", " host", "host"), KeyPair("space-behind", "host ", "host"),
    KeyPair("space-alone", " ", "host"), KeyPair("line-behind", "host\n", "host"),
    KeyPair("empty", "", "host"), KeyPair("nul", "x\u{0}y", "x"),
    KeyPair("marks", "a&b=c#d", "a"), KeyPair("percent", "a%20b+c", "a b+c"),
    KeyPair("cjk", "日本語", "日本"), KeyPair("beyond-bmp", "\u{1F511}", "\u{1F512}"),
    KeyPair("byte-order-mark", "\u{FEFF}host", "host"), KeyPair("ligature", "\u{FB01}x", "fix"),
    KeyPair("number", "01", "1"), KeyPair("path", "a.b", "a"),
    KeyPair("quoted", "\"host\"", "host"),
    KeyPair("long", String("k", times: 300) + "1", String("k", times: 300) + "2"),
  ]
}
