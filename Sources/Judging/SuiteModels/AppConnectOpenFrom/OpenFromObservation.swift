package import Conformance
package import JSONText

/// What the library did on one event, as the adapter tells it.
package struct OpenFromObservation: ObservationReading, Hashable {
  /// Calls of the app's methods, each with the `properties` that the app sees during it.
  package var calls: [ObservedCall] = []
  /// What the library reported to the server, each a `state` with a `message`.
  package var reports: [JSONValue] = []
  /// What the app reads now; nil where the adapter does not say.
  package var properties: JSONValue?
  /// Whether the document was let in; nil where the adapter does not say.
  package var allowed: JSONValue?

  package init() {}

  package static let requiredMembers = ["calls", "reports"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "calls": calls += try ObservedCall.readList(&reader)
    case "reports":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        reports.append(try reader.readValue())
      }
    // What comes late says what happened, not how things stood at the reply.
    case "properties" where !isLate: properties = try reader.readIfNull() ? nil : reader.readValue()
    case "allowed" where !isLate: allowed = try reader.readIfNull() ? nil : reader.readValue()
    default: return false
    }
    return true
  }

  package var words: [String] {
    var told = calls.map(\.words)
    told += reports.map { "to the server: \(Trace.short($0.compactText))" }
    if told.isEmpty { told = ["no call"] }
    if let allowed { told.append("allowed: \(Trace.short(allowed.compactText))") }
    if let properties { told.append("the app reads \(Trace.short(properties.compactText))") }
    return told
  }

  package var shape: String {
    let told = calls.map { "\($0.method)=\($0["policy"]?.stringValue ?? "-")" }
    let reported = reports.map { $0["state"]?.stringValue ?? "-" }
    let read = properties.map { SeenProperties($0)?.policy ?? "notReady" } ?? "-"
    return (told + reported + [read, allowed?.compactText ?? "-"]).joined(separator: ",")
  }

  package var isTaken: Bool { allowed != .boolean(false) }

  package func calls(of callback: OpenFromCallback) -> [ObservedCall] {
    calls.filter { $0.method == callback.rawValue }
  }
}

/// The two properties as an adapter tells them: an object, or `notReady`.
struct SeenProperties {
  /// Nil where the properties cannot be read.
  package let policy: String?
  /// Nil where there is no list of strings.
  package let whitelist: Set<ExactText>?

  /// Nil for what is neither properties nor `notReady`.
  package init?(_ json: JSONValue) {
    if json == "notReady" || json["notReady"] == true || json["policy"] == "notReady" {
      policy = nil
      whitelist = nil
      return
    }
    guard let policy = json["policy"]?.stringValue else { return nil }
    self.policy = policy
    whitelist = Set(listed: json["whitelist"])
  }
}

extension Set<ExactText> {
  /// The texts of a list; nil for anything else.
  package init?(listed json: JSONValue?) {
    guard let elements = json?.arrayValue else { return nil }
    let texts = elements.compactMap { $0.stringValue.map { ExactText($0) } }
    guard texts.count == elements.count else { return nil }
    self = Set(texts)
  }
}
