import AdapterProtocol
import JSONText

/// What is sent to one suite, and how its replies are read: harmless requests that every library of
/// the suite knows, whatever it makes of them.
struct SuiteProbe: Sendable {
  /// The suite's name.
  var suite: String
  /// The configuration of its starts.
  var configuration: JSONValue
  /// Steps that come once, right after each start, before any other.
  var opening: [Frame] = []
  /// Steps that can be made one after the other in a fresh app.
  var steps: [Frame]
  /// A step that lacks what its action needs.
  var malformedStep: Frame
  /// A step with this many characters in a string that the library sees.
  var longStep: @Sendable (_ count: Int) -> Frame
  /// A step whose strings hold this content: JSON's literal without its quotation marks.
  var textStep: @Sendable (_ content: String) -> Frame
  /// The text of such a step as the reply shows it; nil where it does not.
  var echoedText: @Sendable (_ reply: JSONValue) -> String?
  /// A step with bytes that are no text; nil where the suite has none.
  var bytesStep: Frame?
  /// Whether the adapter claims to take such a step.
  var claimsBytes = false
  /// Two steps of which the second must lead to nothing after a fresh start; nil where the adapter
  /// does not claim what they need.
  var split: (first: Frame, second: Frame)?
  /// The members of `observed` in which two fresh apps must agree.
  var comparedMembers: [String]
  /// The members of `observed` that survive a start with `keep`; empty where nothing does.
  var keptMembers: [String] = []
  /// What shows that something survives a start with `keep`, where no member of `observed` tells it; nil where nothing does.
  var kept: Kept?

  /// Steps of a new process, after `steps` and the end of the first one.
  struct Kept: Sendable {
    var steps: [Frame]
    /// What is kept, in words.
    var words: String
    /// What is wrong with the reply to the last of them, or nil.
    var problem: @Sendable (_ reply: JSONValue) -> String?
  }

  /// The start of a fresh app.
  var start: Frame { .start(suite: suite, configuration: configuration) }

  /// The members of a reply that are compared, as text; a sequence number counts, a log does not.
  func summary(_ line: [UInt8], members: [String]) -> String {
    guard let reply = try? JSONValue(parsing: line, limits: .adapterLine) else { return "" }
    let compared = members.map { JSONMember(key: $0, value: reply[$0] ?? .null) }
    return JSONValue.object(compared).compactText
  }
}

/// A suite that an adapter can be checked with.
struct SuiteOutline: Sendable {
  /// The suite's name.
  let suite: String
  /// What to send, by what is claimed; throws `failed` where the claim leaves nothing to test.
  let probe: @Sendable (SuiteClaim) throws(CheckStop) -> SuiteProbe

  /// All of them.
  static let all: [SuiteOutline] = [
    abt, manager, appConnectConfig, openFrom, dualMode, lifecycle, managedConfig,
  ]
}

extension Frame {
  /// A step of which nothing but the action is known.
  static func bare(_ action: String) -> Frame {
    Frame(body: Array("{\"type\":\"step\",\"action\":\"\(action)\"}".utf8))
  }

  /// A step from the text of its members after the action, for what a writer would not write.
  static func step(action: String, text members: String) -> Frame {
    Frame(body: Array("{\"type\":\"step\",\"action\":\"\(action)\",\(members)}".utf8))
  }
}
