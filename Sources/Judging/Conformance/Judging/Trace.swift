/// What a model allows beside what an implementation did, step by step: the judge's branches and its observations, in words.
///
/// It says nothing that the judge has not found: what does not fit in it are the findings of the case.
package struct Trace: Sendable, Hashable {
  /// How the implementation is configured.
  package var setup: [Setting] = []
  /// In their order. Bounded: of a long script those around the first difference.
  package var steps: [Step] = []
  /// How many steps before the first one are left out.
  package var stepsBefore = 0
  /// How many steps after the last one are left out, or were never taken.
  package var stepsAfter = 0

  package struct Setting: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// One step of the script.
  package struct Step: Sendable, Hashable {
    /// From 1; 0 is the start.
    package var number: Int
    /// What happens.
    package var words: String
    /// What the model allows, in each state that the implementation may be in. Empty where nothing can be asked.
    package var ways: [Way] = []
    /// What the implementation did, or nil where it gave no reply, or none can be judged.
    package var observed: [String]?
    package var standing: Standing
    /// What does not fit.
    package var findings: [Finding] = []
  }

  /// One way in which the model lets an implementation behave.
  package struct Way: Sendable, Hashable {
    package var name: String
    /// What has to hold, in words.
    package var expected: [String]
    /// Whether what was observed meets each MUST of it.
    package var fits: Bool
  }

  /// Whether what the implementation did is what the model allows.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    case fits
    /// Only SHOULDs are not met.
    case warned
    case differs
    /// A step before it did not fit, so that nobody knows what it should lead to; only what holds on every event is asked.
    case notFollowed
    /// The implementation took a way that the script is not written for.
    case left
  }

  /// The step where the implementation first did what the model does not allow; where it never did, the first SHOULD that is not met.
  package var firstDifference: Int? {
    (steps.first { $0.standing == .differs } ?? steps.first { $0.standing == .warned })?.number
  }
}

// What bounds it.
extension Trace {
  /// More ways than these say nothing new.
  static let maxWays = 4
  /// More demands of one way, and more things that were observed, are left out.
  static let maxWords = 16
  /// More findings of one step are left out.
  static let maxFindings = 8
  /// How many steps before the first difference are told, and how many after it.
  static let reach = (before: 40, after: 7)

  /// The numbers of the steps that are told of a script of `count` steps.
  static func window(around place: Int?, of count: Int) -> ClosedRange<Int> {
    let place = min(max(place ?? 1, 1), max(count, 1))
    let first = max(1, place - reach.before)
    return first...max(first, min(count, max(place + reach.after, reach.before + reach.after)))
  }

  /// A text of at most 2,000 characters.
  static func bounded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 2_000, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  /// A value of at most 120 characters.
  package static func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 120, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  static func bounded(_ texts: [String]) -> [String] {
    texts.prefix(maxWords).map(bounded) + (texts.count > maxWords ? ["…"] : [])
  }

  /// Where a case first did not fit, by its findings.
  static func firstDifference(in findings: [Finding]) -> Int? {
    findings.filter { $0.level == .must }.map(\.step).min() ?? findings.map(\.step).min()
  }
}
