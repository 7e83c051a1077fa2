package import Conformance
package import JSONText
import WireFormat

// Setups and events as case files hold them.
extension ManagerModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    try ManagerSetup.read(&reader)
  }

  /// The URL of a callback depends on what was opened before, so that what it is made from is stored beside it.
  package func writeNotes(
    _ event: ManagerEvent, of setup: Setup, to writer: inout JSONWriter
  ) {
    guard case .answer(let answer) = event else { return }
    writer.key("answer")
    writer.value(answer.json)
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: ManagerEvent, difference: String?) {
    let known: [String: [String]] = [
      "install": ["profile"], "remove": ["profile"], "callback": ["answer", "url"],
    ]
    guard let members = known[action] else {
      throw reader.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are install, remove, callback and start"))
    }
    let place = reader
    var event: ManagerEvent?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch (action, key) {
      case (_, "action"), (_, "comment"): try reader.skipValue()
      case ("install", "profile"):
        guard let bytes = Base64Text.decode(Array(try reader.readString().utf8)).bytes else {
          throw reader.error(.unexpectedValue("profile is the padded Base64 of a .mobileconfig"))
        }
        event = .install(ProfileDocument(bytes))
      case ("remove", "profile"): event = .remove(try reader.readString())
      case ("callback", "answer"): event = .answer(try AppAnswer.read(&reader))
      // What it was when it was stored: it is made anew from the answer.
      case ("callback", "url"): _ = try reader.readString()
      default:
        throw reader.error(
          .unknownMember(key, of: action, known: ["action"] + members + ["comment"]))
      }
    }
    guard let event else { throw place.error(.missingMember(members[0])) }
    return (event, nil)
  }
}

extension AppAnswer {
  /// Only what is not as in a plain answer, but for the status.
  fileprivate var json: JSONValue {
    var members: [JSONMember] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONMember(key: name, value: value)) }
    }
    if case .payload(let profile, let payload, let bundleIdentifier) = target {
      add(
        "to",
        [
          "profile": .string(profile), "payload": .string(payload),
          "bundleIdentifier": .string(bundleIdentifier),
        ])
    }
    add("status", .string(status.rawValue))
    add("keys", keys.isEmpty ? nil : .array(keys.map { .string($0) }))
    add("list", list == .whole ? nil : .string(list.rawValue))
    if token != .right { add("token", .string(token.word)) }
    if case .ofApp(let app) = token { add("tokenOf", .string(app)) }
    if let injection {
      add(injection.isFirst ? "injectedBefore" : "injectedAfter", .string(injection.name.rawValue))
    }
    add("spelling", spelling == .usual ? nil : .string(spelling.rawValue))
    add("namesOtherPiece", namesOtherPiece ? true : nil)
    add("errorCode", errorCode == .usual ? nil : .string(errorCode.rawValue))
    add("lacks", lacks.map { .string($0.rawValue) })
    if let brokenEscape {
      add("brokenEscape", .string(brokenEscape.form.rawValue))
      add("brokenEscapeIn", .string(brokenEscape.place.rawValue))
    }
    add("address", address == .own ? nil : .string(address.rawValue))
    return .object(members)
  }

  private static let members = [
    "to", "status", "keys", "list", "token", "tokenOf", "injectedBefore", "injectedAfter",
    "spelling", "namesOtherPiece", "errorCode", "lacks", "brokenEscape", "brokenEscapeIn",
    "address",
  ]

  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> AppAnswer {
    var answer = AppAnswer()
    var tokenOf: String?
    var form: BrokenEscape.Form?
    var place: BrokenEscape.Place?
    let start = reader
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "to": answer.target = try readTarget(&reader)
      case "status": answer.status = try word(&reader, key)
      case "keys":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          answer.keys.append(try reader.readString())
        }
      case "list": answer.list = try word(&reader, key)
      case "token":
        let name = try reader.readString()
        guard let form = TokenForm.named.first(where: { $0.word == name }) else {
          let words = TokenForm.named.map(\.word).joined(separator: ", ")
          throw reader.error(.unexpectedValue("token is one of \(words)"))
        }
        answer.token = form
      case "tokenOf": tokenOf = try reader.readString()
      case "injectedBefore", "injectedAfter":
        answer.injection = Injection(
          name: try word(&reader, key), isFirst: key == "injectedBefore")
      case "spelling": answer.spelling = try word(&reader, key)
      case "namesOtherPiece": answer.namesOtherPiece = try reader.readBoolean()
      case "errorCode": answer.errorCode = try word(&reader, key)
      case "lacks": answer.lacks = try word(&reader, key) as Lack
      case "brokenEscape": form = try word(&reader, key) as BrokenEscape.Form
      case "brokenEscapeIn": place = try word(&reader, key) as BrokenEscape.Place
      case "address": answer.address = try word(&reader, key)
      default: throw reader.error(.unknownMember(key, of: "answer", known: members))
      }
    }
    if case .ofApp = answer.token { answer.token = .ofApp(tokenOf ?? "") }
    switch (form, place) {
    case (let form?, let place?): answer.brokenEscape = BrokenEscape(place, form)
    case (nil, nil): break
    case (nil, _): throw start.error(.missingMember("brokenEscape"))
    case (_, nil): throw start.error(.missingMember("brokenEscapeIn"))
    }
    return answer
  }

  private static func readTarget(_ reader: inout JSONReader) throws(JSONError) -> Target {
    var texts: [String: String] = [:]
    let names = ["profile", "payload", "bundleIdentifier"]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      guard names.contains(key) else {
        throw reader.error(.unknownMember(key, of: "to", known: names))
      }
      texts[key] = try reader.readString()
    }
    guard let profile = texts["profile"], let payload = texts["payload"],
      let bundleIdentifier = texts["bundleIdentifier"]
    else {
      let missing = names.first { texts[$0] == nil } ?? ""
      throw reader.error(.missingMember(missing))
    }
    return .payload(profile: profile, payload: payload, bundleIdentifier: bundleIdentifier)
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ reader: inout JSONReader, _ name: String
  ) throws(JSONError) -> Word {
    let text = try reader.readString()
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw reader.error(.unexpectedValue("\(name) is one of \(known)"))
    }
    return word
  }
}

extension AppAnswer.TokenForm {
  /// All forms, that of another app with none yet.
  package static let named: [Self] = [
    .right, .missing, .empty, .truncated, .extended, .upperCase, .spaceBehind,
    .nulBehind, .changed, .ofApp(""),
  ]

  package var word: String {
    switch self {
    case .right: "right"
    case .missing: "missing"
    case .empty: "empty"
    case .truncated: "truncated"
    case .extended: "extended"
    case .upperCase: "upperCase"
    case .spaceBehind: "spaceBehind"
    case .nulBehind: "nulBehind"
    case .changed: "changed"
    case .ofApp: "ofApp"
    }
  }
}
