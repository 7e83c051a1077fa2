/// One thing that an adapter has to do, apart from what its library does.
struct AdapterCheck: Sendable {
  /// A stable name, such as `order`.
  let id: String
  /// What the adapter does where the check is met.
  let title: String
  /// The checks without which this one has nothing to say; where one of them failed it is skipped.
  let needs: [String]
  /// What to do where it fails, unless the failure itself knows better.
  let remedy: String
  /// Tries it, and returns what was observed.
  let observe: @Sendable (CheckBench) throws(CheckStop) -> String

  init(
    _ id: String, _ title: String, needs: [String], remedy: String,
    observe: @escaping @Sendable (CheckBench) throws(CheckStop) -> String
  ) {
    self.id = id
    self.title = title
    self.needs = needs
    self.remedy = remedy
    self.observe = observe
  }
}

extension AdapterCheck {
  /// All checks, in the order in which they are made; a check comes after those that it needs.
  static let all: [AdapterCheck] =
    [starts, hello, flush, suites, claims]
    + [start, step, order]
    + [unknownMembers, unknownType, unknownAction, unknownSuite, earlyStep, malformedRequest]
    + [longLines, unicode, bytes]
    + [reset, keep, startAgain, restart, parallel]
    + [stop, endOfInput, repliesOnly]
}

/// Why a check ends without being met.
enum CheckStop: Error, Hashable {
  /// The adapter did something else; with a remedy where a better one than the check's is known.
  case failed(String, remedy: String? = nil)
  /// Nothing can be said, for this reason.
  case skipped(String)
}

/// How one check came out.
package struct CheckResult: Hashable, Sendable {
  /// The check's stable name.
  package let id: String
  /// What it asks of an adapter.
  package let title: String
  /// How it came out.
  package let outcome: Outcome

  /// The three ways.
  package enum Outcome: Hashable, Sendable {
    /// Met; what was observed.
    case ok(observed: String)
    /// Not met; what was observed, and what to do.
    case failed(observed: String, remedy: String)
    /// Nothing can be said.
    case skipped(reason: String)
  }
}
