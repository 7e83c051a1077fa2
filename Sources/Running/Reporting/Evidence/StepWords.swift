import Conformance
import JSONText
import WireFormat

/// One step of a conversation in a few lines: what was asked, and what came back. All of it is visible text, and bounded.
struct StepWords {
  /// A labelled line, and lines of its own under it.
  struct Entry {
    var label: String
    var text: String
    var details: [(name: String, text: String)] = []
  }

  /// More delegate calls and more callbacks than these are counted only; more members are not told.
  private static let maxCalls = 6
  private static let maxCallbacks = 3
  private static let maxMembers = 16

  private let maxCharacters: Int
  private(set) var asked: [Entry] = []
  private(set) var answered: [Entry] = []
  /// The URLs that the library opened, as they stand in the reply.
  private(set) var callbacks: [String] = []

  /// - Parameter maxCharacters: how much of one value is shown.
  init(_ step: ObservedExchange.Step, maxCharacters: Int) {
    self.maxCharacters = maxCharacters
    if let request = Self.object(step.request) {
      tell(request: request, isCut: false)
    } else if step.bytesLeftOut > 0,
      let request = Self.object(step.request + Array("\"}".utf8))
    {
      // Long requests are long because of one text, which is cut.
      tell(request: request, isCut: true)
    } else {
      ask("request", raw(step.request))
    }
    guard let bytes = step.reply else { return }
    if let reply = Self.object(bytes) { tell(reply: reply) } else { answer("reply", raw(bytes)) }
  }

  /// A text with each callback's URL named instead: it is told elsewhere, parameter by parameter.
  ///
  /// - Parameter place: where that is, such as `below`.
  func naming(in text: String, _ place: String) -> String {
    var text = text
    for (number, url) in callbacks.enumerated() where url.utf8.count > 40 {
      let name = callbacks.count == 1 ? "the callback" : "callback \(number + 1)"
      text = text.replacing(url, with: "\(name) \(place)")
    }
    return text
  }

  private static func object(_ bytes: [UInt8]) -> JSONValue? {
    guard let value = try? JSONValue(parsing: bytes, limits: .adapterLine), value.members != nil
    else { return nil }
    return value
  }

  private func raw(_ bytes: [UInt8]) -> String {
    VisibleText.escaped(String(decoding: bytes, as: UTF8.self), maxCharacters: 2 * maxCharacters)
  }

  private mutating func ask(
    _ label: String, _ text: String, _ details: [(name: String, text: String)] = []
  ) {
    asked.append(Entry(label: label, text: text, details: details))
  }

  private mutating func answer(
    _ label: String, _ text: String, _ details: [(name: String, text: String)] = []
  ) {
    answered.append(Entry(label: label, text: text, details: details))
  }

  // MARK: The request

  private mutating func tell(request: JSONValue, isCut: Bool) {
    switch request["type"]?.stringValue {
    case "start":
      let configuration = request["configuration"]?.members ?? []
      let keeps = request["keep"]?.booleanValue == true
      ask(
        "started", keeps ? "again, with what it kept" : "with this configuration",
        told(configuration))
    case "step" where request["action"] == "open" && url(of: request) != nil:
      open(url(of: request) ?? [], isCut: isCut)
      ask("delegate", TypedWords.delegate(request["delegate"], maxCharacters: maxCharacters))
    default:
      let members = (request.members ?? []).filter { !["type", "action"].contains($0.key) }
      ask(
        "request", value(request["action"] ?? request["type"] ?? .null),
        told(members))
    }
  }

  private func told(_ members: [JSONMember]) -> [(name: String, text: String)] {
    members.prefix(Self.maxMembers).map { (name($0.key), value($0.value)) }
  }

  private func url(of request: JSONValue) -> [UInt8]? {
    if let text = request["url"]?.stringValue { return Array(text.utf8) }
    return request["urlBase64"]?.stringValue.flatMap { Base64Text.decode(Array($0.utf8)).bytes }
  }

  private mutating func open(_ url: [UInt8], isCut: Bool) {
    let words = URLWords(url, maxCharacters: maxCharacters)
    var details = Self.details(of: words)
    if isCut { details.append(("…", "only its beginning was kept")) }
    ask("opened", words.head, details)
  }

  // MARK: The reply

  private mutating func tell(reply: JSONValue) {
    switch reply["type"]?.stringValue {
    case "observed":
      for member in (reply.members ?? []).prefix(Self.maxMembers) {
        tell(observed: member.key, member.value)
      }
      // The last thing that happens, wherever it stands in the reply.
      guard let urls = reply["callbacks"]?.arrayValue else { return }
      if urls.isEmpty { answer("callback", "none") }
      for url in urls.prefix(Self.maxCallbacks) { tell(callback: url) }
      if urls.count > Self.maxCallbacks {
        answer("", "and \(Count.text(urls.count - Self.maxCallbacks, "more callback"))")
      }
    case "started": break
    case "unsupported": answer("reply", "unsupported: \(value(reply["reason"] ?? .null))")
    case "failure": answer("reply", "failure: \(value(reply["message"] ?? .null))")
    default: answer("reply", value(reply))
    }
  }

  private mutating func tell(observed member: String, _ content: JSONValue) {
    switch (member, content) {
    case ("id", _), ("type", _), ("callbacks", .array): break
    case ("handled", .boolean(let truth)): answer("handled", truth ? "yes" : "no")
    case ("calls", .array(let calls)):
      if calls.isEmpty { answer("call", "none") }
      for call in calls.prefix(Self.maxCalls) {
        answer("call", TypedWords.call(call, maxCharacters: 2 * maxCharacters))
      }
      if calls.count > Self.maxCalls {
        answer("", "and \(Count.text(calls.count - Self.maxCalls, "more call"))")
      }
    default: answer(name(member), value(content))
    }
  }

  private mutating func tell(callback: JSONValue) {
    let bytes: [UInt8]
    if let text = callback.stringValue ?? callback["url"]?.stringValue {
      bytes = Array(text.utf8)
      callbacks.append(text)
    } else if let text = (callback["base64"] ?? callback["url"]?["base64"])?.stringValue {
      bytes = Base64Text.decode(Array(text.utf8)).bytes ?? []
      callbacks.append(String(decoding: bytes, as: UTF8.self))
    } else {
      return answer("callback", value(callback))
    }
    let words = URLWords(bytes, maxCharacters: maxCharacters)
    answer("callback", words.head, Self.details(of: words))
  }

  private static func details(of words: URLWords) -> [(name: String, text: String)] {
    var details = words.parameters.map { (name: $0.name, text: $0.value) }
    if words.parametersLeftOut > 0 {
      details.append(("…", "and \(Count.text(words.parametersLeftOut, "more parameter"))"))
    }
    if let fragment = words.fragment { details.append(("#", fragment)) }
    return details
  }

  private func name(_ text: String) -> String { VisibleText.escaped(text, maxCharacters: 24) }

  private func value(_ value: JSONValue) -> String {
    TypedWords.plain(value, maxCharacters: maxCharacters)
  }
}
