/// How fast work has gone lately.
///
/// Cases of one family cost a hundred times as much as those of another, so that the pace since the beginning promises an end that
/// never comes. Only the last seconds count.
package struct RecentPace: Sendable {
  package init() {}

  /// How far back is looked.
  static let window = Duration.seconds(5)
  /// Nothing is said before so much time has passed: starting up would count for too much.
  static let silence = Duration.seconds(1)
  /// Nothing is said of the end before so much time has passed, or one thing in a hundred is done: results come in batches, and the first
  /// one promises hours.
  static let beginning = Duration.seconds(10)
  /// How far apart the samples are, so that there are about 50 of them however many results come.
  private static let spacing = Duration.milliseconds(100)

  /// How much was done at some times since the beginning, the oldest first. The first one is the latest that is at least a window
  /// old, or else the beginning.
  private var samples: [(elapsed: Duration, done: Int)] = [(.zero, 0)]

  /// Takes down how much has been done. Times must not decrease.
  package mutating func note(done: Int, elapsed: Duration) {
    guard let latest = samples.last, elapsed - latest.elapsed >= Self.spacing else { return }
    samples.append((elapsed, done))
    let passed = samples.count { elapsed - $0.elapsed >= Self.window }
    if passed > 1 { samples.removeFirst(passed - 1) }
  }

  /// Work that goes at less than this part of its pace since the beginning is held up by one case: how long the others take, it does not
  /// say.
  private static let standstill = 0.1

  /// Whether a pace of so many cases a second says something of the end.
  static func tellsEnd(perSecond: Double, done: Int, total: Int, elapsed: Duration) -> Bool {
    (elapsed >= beginning || done >= total / 100)
      && perSecond * elapsed.inSeconds >= standstill * Double(done)
  }

  /// Cases a second within the window that ends now, or nil where nothing can be said yet, or nothing was done lately.
  package func perSecond(done: Int, elapsed: Duration) -> Double? {
    guard elapsed >= Self.silence, let first = samples.first, done > first.done else { return nil }
    return Double(done - first.done) / (elapsed - first.elapsed).inSeconds
  }
}
