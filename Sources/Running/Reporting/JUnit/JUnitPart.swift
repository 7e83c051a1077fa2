import Conformance

/// One `<testsuite>`: the counts of a suite in a variant, and where among all cases its own are.
struct JUnitPart {
  let suite: String
  let variant: Variant
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  var duration: Duration = .zero
  /// Where its cases stand, counted in the order of the run: as few ranges as can be, rising.
  private(set) var ranges: [Range<Int>] = []

  init(suite: String, variant: Variant) {
    self.suite = suite
    self.variant = variant
  }

  /// Which element a case gets.
  enum Outcome {
    case passed, failure, error, skipped
  }

  static func outcome(_ verdict: Verdict, strict: Bool) -> Outcome {
    switch verdict {
    case .passed: .passed
    case .warned: strict ? .failure : .passed
    case .failed, .unexpectedPass: .failure
    case .crashed, .timedOut, .overLimit, .adapterFault: .error
    case .skipped, .notRun, .knownFailure: .skipped
    }
  }

  mutating func add(_ result: CaseResult, position: Int, strict: Bool) {
    tests += 1
    switch Self.outcome(result.verdict, strict: strict) {
    case .passed: break
    case .failure: failures += 1
    case .error: errors += 1
    case .skipped: skipped += 1
    }
    duration += result.duration
    if let last = ranges.last, last.upperBound == position {
      ranges[ranges.count - 1] = last.lowerBound..<(position + 1)
    } else {
      ranges.append(position..<(position + 1))
    }
  }

  /// The attributes that count. Jenkins' schema has no `skipped` for all suites together.
  var counts: String { "\(sums) skipped=\"\(skipped)\"" }

  var sums: String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "time=\"\(Self.seconds(duration))\""
  }

  /// Seconds with three places.
  static func seconds(_ duration: Duration) -> String {
    let milliseconds = Int(min(max(0, duration.inMilliseconds), 1e15).rounded())
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)."
      + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }
}
