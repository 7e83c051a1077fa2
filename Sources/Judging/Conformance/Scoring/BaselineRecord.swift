/// What a run made of its baseline: what each entry came to, and where the two disagree.
package struct BaselineRecord: Sendable, Hashable {
  /// One entry, and what its cases came to.
  package struct Entry: Sendable, Hashable {
    /// Where it stands in the file, from 1.
    package var line: Int
    /// What it is about: `ABT-TOK-05 [plain]`, or a pattern of cases.
    package var subject: String
    package var reason: String
    package var link: String?
    /// The last day on which it holds, such as `2027-01-31`.
    package var until: String?
    /// How often its cases are tried, where it calls them flaky.
    package var flaky: Int?
    /// How many cases of the run it is about.
    package var cases = 0
    /// Those that were judged, and of these: those that failed as known, and those that passed.
    package var judged = 0
    package var failed = 0
    package var passed = 0

    package init(
      line: Int, subject: String, reason: String, link: String? = nil, until: String? = nil,
      flaky: Int? = nil
    ) {
      self.line = line
      self.subject = subject
      self.reason = reason
      self.link = link
      self.until = until
      self.flaky = flaky
    }
  }

  /// One place where the baseline and the run disagree.
  package struct Drift: Sendable, Hashable {
    /// The names are those of the report.
    package enum Kind: String, Sendable, CaseIterable {
      /// Cases that are known to fail pass.
      case passes
      /// Cases fail in a way that no entry about them names.
      case failsOtherwise
      /// All cases of the entry were judged, and one of its signatures never came.
      case neverSeen
      /// The entry's last day is over.
      case expired
      /// There is no case that the entry is about.
      case matchesNothing
    }

    package struct Example: Sendable, Hashable {
      package var id: CaseID
      package var variant: Variant

      package init(_ id: CaseID, _ variant: Variant) {
        self.id = id
        self.variant = variant
      }
    }

    package var kind: Kind
    /// Where the entry stands in the file, from 1.
    package var line: Int
    package var subject: String
    package var message: String
    /// How many cases show it.
    package var cases: Int
    /// The first of them, at most `maxExamples`.
    package var examples: [Example]

    package static let maxExamples = 64

    package init(
      _ kind: Kind, line: Int, subject: String, message: String, cases: Int = 0,
      examples: [Example] = []
    ) {
      self.kind = kind
      self.line = line
      self.subject = subject
      self.message = message
      self.cases = cases
      self.examples = examples
    }
  }

  /// The file, as it was named.
  package var path: String
  package var entries: [Entry]
  /// In the order of the entries.
  package var drifts: [Drift]

  package init(path: String, entries: [Entry] = [], drifts: [Drift] = []) {
    self.path = path
    self.entries = entries
    self.drifts = drifts
  }

  /// The reason that stands for one that nobody has written yet.
  package static let openReason = "TODO"
}
