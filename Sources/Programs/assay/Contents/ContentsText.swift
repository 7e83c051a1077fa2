import Anatomy
import Forge
import Reporting
import WireFormat

/// What a URL says, for a person. Nothing of it can move the cursor or change colours.
struct ContentsText {
  private let contents: URLContents
  private let disclosure: Disclosure
  private var text = ""
  private var valuesLeft = Self.maxValues
  private var valuesLeftOut = 0

  /// More values than these are only counted.
  private static let maxValues = 10_000
  private static let maxCharacters = 2_000
  private static let maxDataBytes = 32

  /// The lines, each ending in a line feed.
  static func lines(
    _ contents: URLContents, from source: ContentsSource?, _ disclosure: Disclosure
  ) -> String {
    var text = ContentsText(contents, disclosure)
    text.addHeading(source)
    text.addParameters()
    text.addContents()
    text.addVerdict()
    return text.text
  }

  private init(_ contents: URLContents, _ disclosure: Disclosure) {
    self.contents = contents
    self.disclosure = disclosure
  }

  private mutating func add(_ name: String, _ words: String) {
    let label = VisibleText.escaped(name, maxCharacters: 60)
    let gap = String(repeating: " ", count: max(1, 14 - label.unicodeScalars.count))
    text += "  \(label)\(gap)\(words)\n"
  }

  private mutating func addHeading(_ source: ContentsSource?) {
    var words = contents.kind == .other ? "no request and no callback" : contents.kind.rawValue
    if contents.kind == .request {
      words += " \(contents.action?.rawValue ?? "of the unknown verb " + quoted(contents.verb))"
      words += contents.app.map { " for \(VisibleText.escaped($0, maxCharacters: 300))" } ?? ""
    }
    if let source {
      words +=
        "  (line \(source.line) of \(VisibleText.escaped(source.subject, maxCharacters: 300)))"
    }
    text += words + "\n"
    if contents.kind != .callback { add("scheme", quoted(contents.scheme)) }
    if contents.kind == .request, contents.app == nil {
      add("app", "not known: name it with --bundle-identifier, or its keys with --keys")
    } else if contents.isAppFromToken {
      add("app", "found by its token")
    }
  }

  private mutating func addParameters() {
    let names = disclosure.dialect.parameters
    for parameter in contents.parameters {
      let name = String(decoding: parameter.name, as: UTF8.self)
      var words: String
      if disclosure.isTakenApart(parameter.name, in: contents) {
        let isEncrypted = contents.kind == .request && name == names.encryptedData
        words =
          Count.text(parameter.value.count, "character") + " of Base64"
          + (isEncrypted ? ", encrypted" : "")
      } else if disclosure.cuts(parameter.name), parameter.value.count > Disclosure.tokenBytes {
        words =
          quoted(Array(parameter.value.prefix(Disclosure.tokenBytes)))
          + "… (\(Count.text(parameter.value.count - Disclosure.tokenBytes, "byte")) more: --show-secrets)"
      } else {
        words = quoted(parameter.value)
      }
      if contents.kind == .request, name == names.token { words += ", \(tokenWords)" }
      if contents.kind == .callback, name == names.errorCode, let meaning = contents.errorMeaning {
        words += " (\(meaning))"
      }
      add(name, words)
    }
    if contents.parametersLeftOut > 0 {
      add("…", "\(Count.text(contents.parametersLeftOut, "parameter")) more")
    }
    if let piece = contents.piece, piece.completes {
      add("pieces", "all \(piece.total) are there")
    }
  }

  private var tokenWords: String {
    switch contents.token {
    case .right: "the right one"
    case .wrong: "not the right one"
    case .missing: "there is none"
    case .unchecked: "not checked: the API key is not known"
    }
  }

  private mutating func addContents() {
    if let keys = contents.changedKeys {
      text += "  changed keys\n"
      if keys.isEmpty { text += "    none\n" }
      for key in keys { addValue(nil, .string(key), indent: 4) }
    }
    if let shown = disclosure.shown(contents) {
      text += "  contents\n"
      if case .dictionary(let members) = shown {
        for member in members { addValue(member.key, member.value, indent: 4) }
      } else {
        addValue(nil, shown, indent: 4)
      }
    }
    if let hidden = disclosure.hidden(contents) {
      let words =
        if case .dictionary(let members) = hidden { Count.text(members.count, "value") } else {
          "what"
        }
      add("hidden", "\(words) of encrypted data: --show-secrets shows them")
    }
    if valuesLeftOut > 0 {
      add("…", "\(Count.text(valuesLeftOut, "value")) more: --format json has them all")
    }
    if let withheld = contents.withheld { add("not read", withheld) }
  }

  private mutating func addValue(_ key: String?, _ value: PropertyList, indent: Int) {
    guard valuesLeft > 0 else {
      valuesLeftOut += 1
      return
    }
    valuesLeft -= 1
    let lead = String(repeating: " ", count: min(indent, 80))
    let name = key.map { VisibleText.escaped($0, maxCharacters: 200) + "  " } ?? ""
    switch value {
    case .array(let elements):
      text += "\(lead)\(name)\(elements.isEmpty ? "[]" : "[\(elements.count)]")\n"
      for element in elements { addValue(nil, element, indent: indent + 2) }
    case .dictionary(let members):
      text += "\(lead)\(name)\(members.isEmpty ? "{}" : "{\(members.count)}")\n"
      for member in members { addValue(member.key, member.value, indent: indent + 2) }
    default: text += "\(lead)\(name)\(words(value))\n"
    }
  }

  private func words(_ value: PropertyList) -> String {
    switch value {
    case .string(let string): quoted(Array(string.utf8))
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .boolean(let truth): truth ? "true" : "false"
    case .date(let seconds): DateWords.utc(seconds)
    case .data(let bytes):
      "\(Count.text(bytes.count, "byte"))\(bytes.isEmpty ? "" : ":")"
        + bytes.prefix(Self.maxDataBytes).map { byte in
          " " + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined() + (bytes.count > Self.maxDataBytes ? " …" : "")
    case .array, .dictionary: ""
    }
  }

  private mutating func addVerdict() {
    for problem in contents.problems {
      add("not valid", Self.sentence(problem))
    }
    if let place = contents.place {
      let parameter = place.parameter.map { " of \($0)" } ?? ""
      add(
        "stops",
        "in \(place.layer)\(parameter) at byte \(place.offset): \(VisibleText.escaped(place.words))"
      )
    }
    if let freedom = contents.freedom {
      add("readers", "may differ: \(VisibleText.escaped(freedom))")
    }
  }

  static func sentence(_ problem: URLContents.Problem) -> String {
    VisibleText.escaped(problem.clause.map { "\(problem.words) (\($0))" } ?? problem.words)
  }

  /// Bytes as quoted text; what is no UTF-8 stands as its bytes do.
  private func quoted(_ bytes: [UInt8]) -> String {
    guard let string = String(validating: bytes, as: UTF8.self) else {
      return "\(Count.text(bytes.count, "byte")) that are no UTF-8, \""
        + VisibleText.escaped(
          String(decoding: bytes, as: UTF8.self), maxCharacters: Self.maxCharacters) + "\""
    }
    return "\"" + VisibleText.escaped(string, maxCharacters: Self.maxCharacters) + "\""
  }
}
