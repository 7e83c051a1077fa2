package import Conformance
package import JSONText
import WireFormat

/// What a manager did on one event, as the adapter tells it.
package struct ManagerObservation: ObservationReading {
  /// The URLs that it opened, in order.
  package var opened: [OpenedRequest] = []
  /// What it says of the profile that the latest install or remove named; nil where it says nothing.
  package var status: String?
  /// The keys that it has stored, by payload.
  package var changed: [ExactText: [String]] = [:]

  package init() {}

  package static let requiredMembers = ["opened", "status", "changed"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "opened":
      var urls: [OpenedRequest] = []
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        urls.append(OpenedRequest(try Self.readURL(&reader)))
      }
      // The callback of the next step was meant for this request, and made without it: nobody knows what the manager was right to do then.
      if isLate, opened.isEmpty, !urls.isEmpty {
        throw reader.error(
          .unexpectedValue(
            "a request URL that was opened after the reply: reply when the next one is open"))
      }
      opened += urls
    case "status":
      let word = try reader.readIfNull() ? nil : reader.readWord()
      if let word, !Self.words.contains(word) {
        throw reader.error(
          .unexpectedValue(
            "\"\(word)\" is no status; there are \(Self.words.joined(separator: ", "))"))
      }
      // What came late shows how things stood then, which is later than the reply.
      status = word
    case "changed":
      var lists: [ExactText: [String]] = [:]
      try reader.readObject { (reader: inout JSONReader, payload: String) throws(JSONError) in
        var keys: [String] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          keys.append(try reader.readString())
        }
        lists[ExactText(payload)] = keys
      }
      changed = lists
    default: return false
    }
    return true
  }

  /// The words of the protocol for how a profile stands.
  package static let words = ["pending", "installed", "partial", "failed", "removed"]

  /// A URL as text, as `{"base64":…}` where it is none, or as an object with `url`.
  private static func readURL(_ reader: inout JSONReader) throws(JSONError) -> [UInt8] {
    if try reader.peek() == .string { return Array(try reader.readString().utf8) }
    var url: [UInt8]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "url": url = Array(try reader.readString().utf8)
      case "base64":
        let text = Array(try reader.readString().utf8)
        guard let bytes = Base64Text.decode(text).bytes else {
          throw reader.error(.unexpectedValue("base64 is padded Base64"))
        }
        url = bytes
      default: try reader.skipValue()
      }
    }
    guard let url else { throw reader.error(.missingMember("url")) }
    return url
  }

  /// The same, each key once.
  package var stored: [ExactText: Set<ExactText>] {
    changed.mapValues { Set($0.map { ExactText($0) }) }
  }

  package var words: [String] {
    return (opened.isEmpty ? ["opens nothing"] : opened.map { "opens \($0.words)" })
      + ["status \(status ?? "none")", "stored: \(Trace.short(Demand.text(stored)))"]
  }

  package var shape: String {
    let requests = opened.map { "\($0.verb.map(\.rawValue) ?? "?")\($0.piece == nil ? "" : "#")" }
    let counts = changed.values.map(\.count).filter { $0 > 0 }.sorted()
    return "\(status ?? "-") \(requests.joined(separator: ",")) \(counts)"
  }
}
