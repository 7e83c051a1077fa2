package import Conformance

/// The known failures of an implementation: what cases are known to fail, and how.
package struct Baseline: Sendable, Hashable {
  /// One known failure.
  package struct Entry: Sendable, Hashable {
    /// Which cases it is about.
    package enum Subject: Sendable, Hashable {
      /// Those whose ids fit one of these.
      case cases([GlobPattern])
      /// Those about a requirement, or about one facet of it: `ABT-DATA-04/limit`.
      case requirement(String)
    }

    /// Where it stands in the file, from 1.
    package var line: Int
    package var subject: Subject
    /// The only variant that it is about; nil: all.
    package var variant: Variant?
    /// The findings that its cases may have; empty where only the verdicts count.
    package var signatures: [Signature]
    /// How its cases may come out; empty where only the findings count.
    package var verdicts: [Verdict]
    package var reason: String
    package var link: String?
    package var until: CalendarDay?
    /// How often a case is tried; nil where it has to fail each time.
    package var flaky: Int?

    package init(
      line: Int = 0, _ subject: Subject, variant: Variant? = nil, signatures: [Signature] = [],
      verdicts: [Verdict] = [], reason: String, link: String? = nil, until: CalendarDay? = nil,
      flaky: Int? = nil
    ) {
      self.line = line
      self.subject = subject
      self.variant = variant
      self.signatures = signatures
      self.verdicts = verdicts
      self.reason = reason
      self.link = link
      self.until = until
      self.flaky = flaky
    }
  }

  /// The file, as it was named.
  package var path: String
  package var entries: [Entry]

  package init(path: String, entries: [Entry] = []) {
    self.path = path
    self.entries = entries
  }

  /// The verdicts that an entry may name.
  package static let verdicts: [Verdict] = [.failed, .warned, .crashed, .timedOut, .overLimit]

  /// The most tries that an entry may ask for.
  package static let maxTries = 20
}

extension Baseline.Entry {
  /// Whether it is about a case.
  package func isAbout(_ id: CaseID, _ variant: Variant, targets: [Clause.ID]) -> Bool {
    if let own = self.variant, own != variant { return false }
    switch subject {
    case .cases(let patterns): return patterns.contains { $0.matches(id.path) }
    case .requirement(let requirement): return targets.contains { $0.isOf(requirement) }
    }
  }

  /// What it is about, in a few words: `ABT-TOK-05 [plain]`.
  package var subjectWords: String {
    let words =
      switch subject {
      case .requirement(let requirement): requirement
      case .cases(let patterns):
        (patterns.first?.text ?? "") + (patterns.count > 1 ? " and \(patterns.count - 1) more" : "")
      }
    return variant.map { "\(words) [\($0)]" } ?? words
  }

  /// How its cases fail, in a few words.
  package var failureWords: String {
    let words = signatures.map(\.description) + verdicts.map(\.rawValue)
    return words.prefix(3).joined(separator: ", ") + (words.count > 3 ? ", …" : "")
  }

  /// Whether a result with this verdict of its own may be what the entry knows.
  package func allows(_ verdict: Verdict) -> Bool { verdicts.isEmpty || verdicts.contains(verdict) }

  /// Whether a finding is one that the entry knows, in a result whose verdict it allows.
  package func names(_ signature: Signature) -> Bool {
    signatures.isEmpty || signatures.contains(signature)
  }
}

/// A day of the calendar, in UTC.
package struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Reads `2027-01-31`, or nil where there is no such day.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      range.reduce(0) { sum, place in
        guard let sum, (0x30...0x39).contains(bytes[place]) else { return nil }
        return sum * 10 + Int(bytes[place] & 15)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      year > 0, (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a time, in seconds since 1970-01-01T00:00:00Z; nil outside of the years 1970 to 9999.
  package init?(secondsSince1970 seconds: Int64) {
    guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
    var left = Int(seconds / 86_400)
    var year = 1_970
    while true {
      let days = Self.isLeap(year) ? 366 : 365
      if left < days { break }
      left -= days
      year += 1
    }
    var month = 1
    while left >= Self.days(in: month, of: year) {
      left -= Self.days(in: month, of: year)
      month += 1
    }
    (self.year, self.month, day) = (year, month, left + 1)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
