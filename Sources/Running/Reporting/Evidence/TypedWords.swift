import JSONText
import WireFormat

/// What the adapter protocol tells of delegates and of their values, in words that are visible and bounded.
enum TypedWords {
  /// More members or elements than these are not shown.
  private static let maxMembers = 6
  private static let maxDepth = 4

  /// `records didApply "host", answers no with code 1207 and "…"`, for each turn that is not simply yes.
  static func delegate(_ script: JSONValue?, maxCharacters: Int) -> String {
    let turns = (script?.members ?? []).map { member in
      var parts = (member.value["records"]?.arrayValue ?? []).prefix(maxMembers).map { record in
        let verb = plain(record["record"] ?? .null, maxCharacters: 20, isBare: true)
        let key = plain(record["key"] ?? .null, maxCharacters: 40)
        let old = record["oldValue"].map { " over \(typed($0, maxDepth))" } ?? ""
        return "\(verb) \(key)\(old)"
      }
      let answer = plain(member.value["answer"] ?? "yes", maxCharacters: 20, isBare: true)
      var end = "answers \(answer)"
      if let error = member.value["error"] {
        let code = plain(error["code"] ?? .null, maxCharacters: 20)
        end += " with code \(code) and \(plain(error["message"] ?? .null, maxCharacters: 60))"
      }
      parts.append(end)
      let name = VisibleText.escaped(member.key, maxCharacters: 20)
      return "\(name): \(parts.joined(separator: ", "))"
    }
    return cut(turns.isEmpty ? "answers yes" : turns.joined(separator: "; "), 3 * maxCharacters)
  }

  /// `apply in "Mail": {host: "mail.acme.com"}`, `revert: ["host"]`
  static func call(_ call: JSONValue, maxCharacters: Int) -> String {
    guard let method = call["method"]?.stringValue else {
      return plain(call, maxCharacters: maxCharacters)
    }
    var text = VisibleText.escaped(method, maxCharacters: 40)
    if let category = call["category"], !category.isNull {
      text += " in \(plain(category, maxCharacters: 40))"
    }
    if let keys = call["keys"]?.arrayValue {
      let shown = keys.prefix(maxMembers).map { plain($0, maxCharacters: 40) }
      text += ": [\(shown.joined(separator: ", "))\(keys.count > maxMembers ? ", …" : "")]"
    } else if let values = call["values"] {
      text += ": \(members(values.members ?? [], maxDepth))"
    }
    return cut(text, maxCharacters)
  }

  /// A value that is no typed one: texts quoted, all others as JSON.
  static func plain(_ value: JSONValue, maxCharacters: Int, isBare: Bool = false) -> String {
    if let text = value.stringValue {
      return isBare
        ? VisibleText.escaped(text, maxCharacters: maxCharacters)
        : ValueWords.quoted(text, maxCharacters: maxCharacters)
    }
    if value.arrayValue?.isEmpty == true { return "none" }
    return VisibleText.escaped(value.compactText, maxCharacters: maxCharacters)
  }

  /// `{"integer":"443"}` as `443`, and so on.
  private static func typed(_ value: JSONValue, _ depth: Int) -> String {
    guard let (type, inner) = value.members?.first.map({ ($0.key, $0.value) }),
      value.members?.count == 1
    else { return plain(value, maxCharacters: 60) }
    guard depth > 0 else { return "…" }
    switch type {
    case "string": return plain(inner, maxCharacters: 60)
    case "integer": return plain(inner, maxCharacters: 40, isBare: true)
    case "boolean": return plain(inner, maxCharacters: 8)
    case "data":
      let count =
        inner.stringValue.map { Base64Text.decode(Array($0.utf8)).bytes?.count ?? $0.utf8.count }
        ?? 0
      return Count.text(count, "byte")
    case "array":
      let elements = inner.arrayValue ?? []
      let shown = elements.prefix(maxMembers).map { typed($0, depth - 1) }
      return "[\(shown.joined(separator: ", "))\(elements.count > maxMembers ? ", …" : "")]"
    case "dictionary": return members(inner.members ?? [], depth - 1)
    default:
      let name = VisibleText.escaped(type, maxCharacters: 20)
      return "\(name) \(plain(inner, maxCharacters: 60, isBare: true))"
    }
  }

  private static func members(_ members: [JSONMember], _ depth: Int) -> String {
    let shown = members.prefix(maxMembers).map {
      "\(VisibleText.escaped($0.key, maxCharacters: 40)): \(typed($0.value, depth))"
    }
    return "{\(shown.joined(separator: ", "))\(members.count > maxMembers ? ", …" : "")}"
  }

  /// Cuts text that is visible already.
  private static func cut(_ text: String, _ maxCharacters: Int) -> String {
    VisibleText.escaped(text, maxCharacters: maxCharacters)
  }
}
