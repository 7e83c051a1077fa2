/// What an adapter for a suite of steps has to do: the one description of which its files in all
/// languages are made.
///
/// In prose, `{nil}` is the language's word for no value.
struct SuiteTable: Sendable {
  /// Its name, such as "appconnect.config".
  let suite: String
  /// What is tested, in one word: "library".
  let subject: String
  /// What is tested, as in "the adapter between assay and …".
  let title: String
  /// Who plays what, for the README.
  let summary: String
  /// A requirement, as an example.
  let requirement: String
  /// A pattern for `--select` with a few first cases.
  let firstCases: String
  /// What the object of the adapter stands for.
  let installation: String
  /// What survives, and where.
  let persistence: String
  /// What can be claimed, or nil if the suite has no capabilities.
  var capabilities: String?
  /// Whether members of the suite hold typed values.
  var isTyped = false
  /// The members of `configuration`.
  var configuration: [Member] = []
  let actions: [Action]
  /// What the implementation calls, as far as it is told.
  let records: [Record]
  /// The other members that every reply has.
  var values: [Value] = []

  /// A member of a request.
  struct Member: Sendable {
    let name: String
    /// How the kits check it: text, boolean, integer, object, array, or words with `|` between
    /// them; with `?` after it if it may be missing or null. Empty: they do not.
    var shape = ""
    let meaning: String
  }

  /// One thing that can happen.
  struct Action: Sendable {
    let name: String
    let meaning: String
    var members: [Member] = []
    /// What only the reply to this action tells.
    var values: [Value] = []
    /// Whether it makes sense only between `launch` and `terminate`.
    var needsLaunch = false
    /// The method's name if that of the action means something else in a language.
    var method: String?
  }

  /// A call of the implementation that becomes an entry of a list in the reply.
  struct Record: Sendable {
    let name: String
    /// The member of the reply.
    var list = "calls"
    /// Whether the entry names the method.
    var hasMethod = true
    /// Whether the entry is the argument itself.
    var isBare = false
    var arguments: [Argument] = []
    var answer = Answer.none
    let meaning: String
  }

  enum Answer: Sendable {
    case none
    /// A boolean of the step.
    case yesOrNo(String)
    /// A member of the step, or of a member.
    case value([String])
  }

  struct Argument: Sendable {
    let name: String
    let kind: Kind
  }

  enum Kind: Sendable {
    case text
    /// Or no value.
    case optionalText
    case boolean
    /// Any JSON.
    case json
  }

  /// A member of the reply that is no list of calls.
  struct Value: Sendable {
    let name: String
    let meaning: String
    /// What the adapter tells before it is filled in.
    let stub: Stub
  }

  enum Stub: Sendable {
    case null
    case no
    case text(String)
    case empty
    case object([(String, Stub)])
  }

  /// The lists that are in every reply.
  var lists: [String] {
    records.reduce(into: []) { lists, record in
      if !lists.contains(record.list) { lists.append(record.list) }
    }
  }

  /// All suites that have a table, sorted by name.
  static let all = [manager, config, dualMode, lifecycle, openFrom, managedConfig]
}
