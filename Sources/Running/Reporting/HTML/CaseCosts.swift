import Conformance

/// How long cases took and how far they made the adapter grow, gathered in a fixed number of bins.
struct CaseCosts {
  /// A class of values: four bins a power of ten, or one a power of two.
  struct Histogram {
    private(set) var passed: [Int]
    private(set) var others: [Int]

    fileprivate init(bins: Int) {
      passed = Array(repeating: 0, count: bins)
      others = passed
    }

    fileprivate mutating func add(_ bin: Int, isPassed: Bool) {
      let bin = min(max(0, bin), passed.count - 1)
      if isPassed { passed[bin] += 1 } else { others[bin] += 1 }
    }

    var total: Int { passed.reduce(0, +) + others.reduce(0, +) }
  }

  struct Extreme {
    let id: String
    let part: String
    let value: Double
    let verdict: Verdict
  }

  /// From 0.01 ms to 1,000 s.
  static let timeBins = 32
  static let binsPerDecade = 4
  /// From below 16 KiB to 1 GiB and above.
  static let memoryBins = 18
  private static let maxExtremes = 10
  /// How many bars the course of a run has at most.
  static let maxBars = 180

  private(set) var times = Histogram(bins: timeBins)
  private(set) var memory = Histogram(bins: memoryBins)
  /// In milliseconds, the longest first.
  private(set) var slowest: [Extreme] = []
  /// In bytes, the largest first.
  private(set) var largest: [Extreme] = []
  /// The longest case of each part of the run, in milliseconds.
  private(set) var course: [Double] = []
  /// How many cases stand behind one bar.
  let casesPerBar: Int
  private var count = 0

  init(total: Int) { casesPerBar = max(1, (total + Self.maxBars - 1) / Self.maxBars) }

  mutating func add(_ result: CaseResult) {
    let bar = count / casesPerBar
    count += 1
    switch result.verdict {
    case .skipped, .notRun: return
    default: break
    }
    let isPassed = result.verdict == .passed
    let time = result.duration.inMilliseconds
    times.add(Self.bin(ofTime: time), isPassed: isPassed)
    // A foreign summary may count less cases than there are.
    if bar < Self.maxBars {
      while course.count <= bar { course.append(0) }
      course[bar] = max(course[bar], time)
    }
    Self.note(time, result, &slowest)
    guard let growth = result.memoryGrowth else { return }
    memory.add(Self.bin(ofBytes: growth), isPassed: isPassed)
    Self.note(Double(growth), result, &largest)
  }

  private static func note(_ value: Double, _ result: CaseResult, _ extremes: inout [Extreme]) {
    if extremes.count == maxExtremes, let least = extremes.last, least.value >= value { return }
    let place = extremes.firstIndex { $0.value < value } ?? extremes.count
    extremes.insert(
      Extreme(
        id: VisibleText.shown(result.id.path, maxCharacters: 200),
        part: VisibleText.shown(
          partName(suite: result.suite, variant: result.variant), maxCharacters: 80), value: value,
        verdict: result.verdict), at: place)
    if extremes.count > maxExtremes { extremes.removeLast() }
  }

  private static func bin(ofTime milliseconds: Double) -> Int {
    var bin = 0
    while bin < timeBins - 1, upperEnd(ofTimeBin: bin) <= milliseconds { bin += 1 }
    return bin
  }

  /// In milliseconds.
  static func upperEnd(ofTimeBin bin: Int) -> Double {
    let steps = [1, 1.778_279_4, 3.162_277_7, 5.623_413_3]
    var end = 0.01
    for _ in 0..<((bin + 1) / binsPerDecade) { end *= 10 }
    return end * steps[(bin + 1) % binsPerDecade]
  }

  private static func bin(ofBytes bytes: Int) -> Int {
    var bin = 0
    while bin < memoryBins - 1, upperEnd(ofMemoryBin: bin) <= bytes { bin += 1 }
    return bin
  }

  static func upperEnd(ofMemoryBin bin: Int) -> Int { 16 << (10 + bin) }
}
