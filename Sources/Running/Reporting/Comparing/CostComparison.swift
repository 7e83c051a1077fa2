/// Where a later run took more time or memory than an earlier one, beyond what differs from run to run.
///
/// Only cases that passed, or warned, in both runs are compared: a failed one is run again, and its time says nothing. The earlier times are
/// scaled by how fast the two machines were (`machine.pace`).
package struct CostComparison: Sendable {
  /// What counts as noise.
  package struct Noise: Sendable {
    /// A case that takes at most so many times as long as before is no slower; for the times of all cases together the margin is half of
    /// that.
    package var factor = 2.0
    /// A case that takes at most so much longer is no slower; for all together it is ten times that. The time that the adapter takes to
    /// start is added: the first case of each process has it.
    package var floor = Duration.milliseconds(50)
    /// Memory that grew by at most so much more is no larger.
    package static let floorKibibytes: Int32 = 8 << 10

    package init() {}
  }

  /// The times of all cases of a suite and edition that passed in both runs.
  package struct Part: Sendable {
    package let name: String
    package var cases = 0
    package var old = Duration.zero
    package var new = Duration.zero
    package fileprivate(set) var isSlower = false
  }

  /// A case that takes longer, or more memory; by its place among the marks of the later report.
  struct Case {
    let place: Int
    let old: Int64
    let new: Int64
  }

  private let noise: Noise
  private let floor: Double
  /// How many times as long the same work takes on the later run's machine.
  package let scale: Double
  package private(set) var parts: [Part] = []
  private var places: [String: Int] = [:]
  /// By microseconds, the largest difference first.
  private(set) var slower: [Case] = []
  /// How many cases take less time, by the same measure.
  package private(set) var fasterCount = 0
  /// By KiB, the largest difference first.
  private(set) var larger: [Case] = []
  /// How many are kept; the others are counted.
  static let maxCases = 10_000
  package private(set) var slowerCount = 0
  package private(set) var largerCount = 0

  init(_ old: Report, _ new: Report, _ noise: Noise) {
    self.noise = noise
    let starts = [old.pace?.adapterStart, new.pace?.adapterStart].compactMap { $0?.inMilliseconds }
    floor = (noise.floor.inMilliseconds + (starts.max() ?? 0)) * 1e3
    if let before = old.pace?.work.inMilliseconds, let now = new.pace?.work.inMilliseconds,
      before > 0, now > 0
    {
      scale = min(max(now / before, 0.25), 4)
    } else {
      scale = 1
    }
  }

  /// Adds a case that both runs have.
  mutating func add(_ old: CaseMark, _ new: CaseMark, at place: Int, in part: String) {
    guard let before = old.own.badness, let now = new.own.badness, before < 2, now < 2 else {
      return
    }
    let index = self.place(of: part)
    parts[index].cases += 1
    parts[index].old += .microseconds(Int64(old.microseconds))
    parts[index].new += .microseconds(Int64(new.microseconds))
    let expected = Double(old.microseconds) * scale
    let taken = Double(new.microseconds)
    if taken > expected * noise.factor, taken - expected > floor {
      slowerCount += 1
      Self.keep(
        Case(place: place, old: Int64(old.microseconds), new: Int64(new.microseconds)), in: &slower)
    } else if expected > taken * noise.factor, expected - taken > floor {
      fasterCount += 1
    }
    let (small, large) = (old.growthKibibytes, new.growthKibibytes)
    if small >= 0, large > small, large - small > Noise.floorKibibytes, large / 2 > small {
      largerCount += 1
      Self.keep(Case(place: place, old: Int64(small), new: Int64(large)), in: &larger)
    }
  }

  private static func keep(_ item: Case, in list: inout [Case]) {
    if list.count < maxCases { list.append(item) }
  }

  private mutating func place(of part: String) -> Int {
    if let known = places[part] { return known }
    places[part] = parts.count
    parts.append(Part(name: part))
    return parts.count - 1
  }

  /// To be called after the last case.
  mutating func close() {
    parts.sort { $0.name < $1.name }
    for index in parts.indices {
      let expected = parts[index].old.inMilliseconds * scale * 1e3
      let taken = parts[index].new.inMilliseconds * 1e3
      parts[index].isSlower =
        taken > expected * (1 + (noise.factor - 1) / 2) && taken - expected > floor * 10
    }
    slower.sort { ($1.new - $1.old, $0.place) < ($0.new - $0.old, $1.place) }
    larger.sort { ($1.new - $1.old, $0.place) < ($0.new - $0.old, $1.place) }
  }
}
