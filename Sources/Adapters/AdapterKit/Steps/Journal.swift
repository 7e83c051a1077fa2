public import JSONText
import Synchronization

/// What an implementation does during a step.
///
/// An adapter derives its own class from this one, with a method for each call that the
/// implementation can make. It may be used from any thread: what comes after the reply goes into the
/// next one.
open class Journal: @unchecked Sendable {
  private struct State {
    var step = JSONValue.object([])
    var id: Int64 = 0
    var lists: [(name: String, entries: [JSONValue])] = []
    var told: [JSONMember] = []
    /// Where what is late is kept; the suite has one for all its installations.
    var late: LateEntries?
    /// How many writes the app survives within this step; nil: all.
    var writesLeft: Int64?
    var isDead = false
    /// What comes during a start, before any step, is late.
    var isFinished = true
  }

  private let state = Mutex(State())

  /// A journal for one installation.
  public required init() {}

  /// Adds an entry to a list of the reply, such as `calls`.
  public func add(_ list: String, _ entry: JSONValue) {
    state.withLock { state in
      if state.isDead { return }
      if state.isFinished {
        state.late?.append(["id": .integer(state.id), list: .array([entry])])
      } else if let index = state.lists.firstIndex(where: { $0.name == list }) {
        state.lists[index].entries.append(entry)
      }
    }
  }

  /// Sets another member of the reply. The last one of a name counts.
  public func tell(_ name: String, _ value: JSONValue) {
    state.withLock { state in
      state.told.removeAll { $0.key == name }
      state.told.append(JSONMember(key: name, value: value))
    }
  }

  /// A member of the step, such as what the app is to answer, or a member of that; nil if the step
  /// does not say.
  public func answer(_ path: String...) -> JSONValue? {
    let step = state.withLock { $0.step }
    let value = path.reduce(JSONValue?.some(step)) { value, name in value?[name] }
    return value?.isNull == true ? nil : value
  }

  /// Whether the harness has let the app die within this step: what it does after that is not
  /// recorded, and not stored.
  var isDead: Bool { state.withLock { $0.isDead } }

  func beginStart(id: Int64, late: LateEntries) {
    state.withLock { state in
      state.id = id
      state.late = late
    }
  }

  func begin(_ step: JSONValue, id: Int64, lists: [String]) {
    state.withLock { state in
      state.step = step
      state.id = id
      state.lists = lists.map { ($0, []) }
      state.told = []
      state.writesLeft = step["dieAfterPersist"]?.integerValue
      state.isDead = false
      state.isFinished = false
    }
  }

  /// Ends the step.
  func finish() -> [JSONMember] {
    state.withLock { state in
      state.isFinished = true
      return state.lists.map { JSONMember(key: $0.name, value: .array($0.entries)) } + state.told
    }
  }

  /// - Returns: whether the app lives to see the write.
  func beginWrite() -> Bool {
    state.withLock { state in
      if state.writesLeft == 0 { state.isDead = true }
      return !state.isDead
    }
  }

  func endWrite() {
    state.withLock { state in
      guard let writes = state.writesLeft else { return }
      state.writesLeft = writes - 1
      state.isDead = writes == 1
    }
  }
}

/// What installations did after the reply to the step that caused it.
final class LateEntries: Sendable {
  private let entries = Mutex<[JSONValue]>([])

  func append(_ entry: JSONValue) { entries.withLock { $0.append(entry) } }

  func take() -> [JSONValue] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
