import AdapterProtocol
import Conformance
import Synchronization

/// The cases of a selftest, made ready for hundreds of rows: the scripts are made once, and what rows choose cases by is known.
///
/// Making a script costs as much as running it. Those of large cases are made when they are run, because all of them together would
/// take gigabytes.
struct ReadyCases: Sendable {
  /// In the order of the suites.
  let all: [Case]
  /// Whether a case sends more than 128 KiB, under any seed.
  let isLarge: [Bool]
  /// Whether a case is ten thousand requests, for those who keep something of each.
  let isSoak: [Bool]
  /// Where the cases of each suite are.
  private let places: [String: Range<Int>]
  /// The places of the cases about each requirement, with one of each group first, then another of each, and so on.
  private let placesByRequirement: [String: [Int]]

  private static let mostBytes = 128 << 10

  /// One case that was made ready.
  private struct Entry: Sendable {
    let place: Int
    let item: Case
    let isLarge: Bool
    let isSoak: Bool
  }

  /// - Parameter jobs: how many threads make scripts.
  init(_ suites: [any Suite], seed: UInt64, jobs: Int) throws(HarnessFault) {
    var cases: [(item: Case, suite: any Suite)] = []
    var places: [String: Range<Int>] = [:]
    for suite in suites {
      let start = cases.count
      cases += suite.cases(seed: seed).map { ($0, suite) }
      places[suite.name] = start..<cases.count
    }
    self.places = places
    let entries = Mutex<[Entry]>([])
    let fault = Mutex<HarnessFault?>(nil)
    // Neighbours are alike in size, so that each thread takes one case in so many.
    let threads = (0..<max(1, jobs)).map { first in
      WorkerThread { [cases] in
        do throws(HarnessFault) {
          var own: [Entry] = []
          for place in stride(from: first, to: cases.count, by: max(1, jobs)) {
            own.append(try Self.ready(cases[place].item, of: cases[place].suite, at: place))
          }
          entries.withLock { $0 += own }
        } catch {
          fault.withLock { $0 = error }
        }
      }
    }
    for thread in threads { thread.join() }
    if let fault = fault.withLock({ $0 }) { throw fault }
    let sorted = entries.withLock { $0.sorted { $0.place < $1.place } }
    all = sorted.map(\.item)
    isLarge = sorted.map(\.isLarge)
    isSoak = sorted.map(\.isSoak)
    var about: [String: [Int]] = [:]
    for entry in sorted {
      for requirement in Set(entry.item.targets.map(\.path)) {
        about[requirement, default: []].append(entry.place)
      }
    }
    placesByRequirement = about.mapValues { [all] in Self.alternating($0, all) }
  }

  private static func ready(
    _ item: Case, of suite: any Suite, at place: Int
  ) throws(HarnessFault) -> Entry {
    if suite.isSoak(item) { return Entry(place: place, item: item, isLarge: false, isSoak: true) }
    let prepared = try suite.prepared(item)
    let isLarge = try suite.frames(prepared).reduce(0) { $0 + $1.body.count } > mostBytes
    return Entry(
      place: place, item: isLarge ? item : prepared, isLarge: isLarge, isSoak: false)
  }

  /// The places of a suite's cases.
  func places(of suite: String) -> Range<Int> { places[suite] ?? 0..<0 }

  /// The places of the suite's cases about a requirement: however many of them are taken, they come from as many groups as there are.
  func places(about requirement: String, of suite: String) -> [Int] {
    let own = places(of: suite)
    return placesByRequirement[requirement, default: []].filter(own.contains)
  }

  private static func alternating(_ places: [Int], _ all: [Case]) -> [Int] {
    let groups = Dictionary(grouping: places) { all[$0].id.group }.values
      .sorted { $0[0] < $1[0] }.map(scattered)
    let turns = groups.map(\.count).max() ?? 0
    let order = scattered(groups)
    return (0..<turns).flatMap { turn in
      order.compactMap { turn < $0.count ? $0[turn] : nil }
    }
  }

  /// Neighbours are alike: the same elements in an order in which however many of them come from all over. The multiples of the golden ratio,
  /// without their whole parts, are spread so.
  private static func scattered<Element>(_ elements: [Element]) -> [Element] {
    elements.enumerated()
      .map { place, element in
        let multiple = Double(place) * 0.618_033_988_749_895
        return (position: multiple - multiple.rounded(.down), element: element)
      }
      .sorted { $0.position < $1.position }.map(\.element)
  }

  /// The cases at some places.
  func cases(at places: [Int]) -> [Case] { places.map { all[$0] } }
}
