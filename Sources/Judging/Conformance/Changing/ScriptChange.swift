/// One way in which a suite's scripts can be changed by chance, as a fuzzer knows it.
package struct ScriptChange: Hashable, Sendable {
  /// In statistics, such as `drop` or `form/zlib`. It is unique within a suite.
  package let name: String
  /// The layer of a request that it changes; nil for what belongs to none.
  package let layer: String?
  /// What is changed.
  let kind: Kind

  enum Kind: Hashable, Sendable {
    /// One event, in the way of this number among those of the model.
    case event(Int)
    /// How the implementation is configured.
    case setup
    /// One step is left out, comes twice, trades places with another, or goes to another place.
    case drop, double, swap, move
    /// Some steps in a row are left out.
    case cut
    /// Some steps in a row and those after them are mixed; each of the two keeps its order.
    case interleave
    /// Some steps in a row come several times, as they are or each time about something else.
    case again
    /// A step comes a second time, with one change: that of this number among those of the model.
    case variation(Int)
    /// Some steps of another script come after some of this one.
    case splice
    /// Some events that the model proposes are put in.
    case proposal
    /// The implementation is started anew.
    case restart
  }

  /// Whether it takes steps of another case.
  package var usesDonor: Bool { kind == .splice }

  init(_ name: String, layer: String? = nil, _ kind: Kind) {
    self.name = name
    self.layer = layer
    self.kind = kind
  }

  /// What stands before the slash: `form`, `script`.
  var group: Substring { name.prefix { $0 != "/" } }
}

/// Draws ways of changing a script: first a group, then one of it, so that a group is not drawn more often because it has more ways.
/// Where a protocol has twenty layers, what its contents are and in which order things happen would hardly ever be changed.
package struct ChangeGroups: Sendable {
  private let groups: [[ScriptChange]]
  /// The numbers of the changes of one event, by group.
  private let eventGroups: [[Int]]

  /// These are drawn three times as often as the others: what is wrong in the depth shows in contents and sequences.
  private static let favoured: Set<Substring> = ["contents", "script"]

  package init(_ changes: [ScriptChange]) {
    var names: [Substring] = []
    var byName: [Substring: [ScriptChange]] = [:]
    for change in changes {
      if byName[change.group] == nil { names.append(change.group) }
      byName[change.group, default: []].append(change)
    }
    groups = names.flatMap { name in
      Array(repeating: byName[name] ?? [], count: Self.favoured.contains(name) ? 3 : 1)
    }
    eventGroups = groups.map { $0.compactMap(\.eventNumber) }.filter { !$0.isEmpty }
  }

  package var isEmpty: Bool { groups.isEmpty }

  /// A way of changing a script. There must be one.
  package func draw(_ choices: inout Choices) -> ScriptChange {
    let change = choices.pick(choices.pick(groups))
    guard case .variation = change.kind, !eventGroups.isEmpty else { return change }
    return ScriptChange(change.name, .variation(choices.pick(choices.pick(eventGroups))))
  }
}

extension ScriptChange {
  fileprivate var eventNumber: Int? { if case .event(let number) = kind { number } else { nil } }
}

/// One way in which a model's events can be changed.
package struct EventChange: Hashable, Sendable {
  package let name: String
  package let layer: String?

  package init(_ name: String, layer: String? = nil) {
    self.name = name
    self.layer = layer
  }
}

/// What an implementation has shown in its replies, for changes to put back in.
package struct LearntValues: Sendable, Hashable {
  /// The latest last.
  package private(set) var texts: [String] = []
  private var known: Set<String> = []

  /// Older ones give way.
  private static let maxTexts = 256
  /// Longer texts are not worth repeating.
  private static let maxTextBytes = 200

  package init() {}

  /// Takes a text; returns whether it is new.
  @discardableResult
  package mutating func learn(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= Self.maxTextBytes, known.insert(text).inserted else {
      return false
    }
    texts.append(text)
    if texts.count > Self.maxTexts { known.remove(texts.removeFirst()) }
    return true
  }
}
