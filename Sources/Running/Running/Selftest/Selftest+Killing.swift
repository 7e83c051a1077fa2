import AdapterProtocol
import Conformance

// What is asked of a planted fault.
extension Selftest {
  /// Looks for a fault where it should show first: in the cases that it names itself, in a few small cases about each requirement that it
  /// breaks, of as many groups as there are, in more and more of them, in a large one, in more of these, and in the other cases, until
  /// everything is found. All cases are run where all are wanted.
  func killed(_ fault: FaultCatalogue.Fault, _ ready: ReadyCases) throws -> Row {
    if let reason = fault.impossible { return Row(.fault, fault.name, impossible: reason) }
    // A soak is about other requirements as well, but takes minutes where a fault makes the library slow.
    let keepsMemory = suites.flatMap(\.soakClauses).contains {
      fault.requirements.contains($0.path)
    }
    func isTried(_ place: Int) -> Bool {
      fault.variants.contains(ready.all[place].variant) && (keepsMemory || !ready.isSoak[place])
    }
    let ofFault = ready.places(of: fault.suite).filter(isTried)
    let arguments = ["--fault", fault.name]
    if fault.showsOnlyShuffled { return try killedShuffled(fault, arguments, ofFault, ready) }
    let claims = try claims(arguments)
    var found: [String: Int] = [:]
    var tried: Set<Int> = []
    func run(_ places: [Int]) throws {
      let new = places.filter { tried.insert($0).inserted }
      guard !new.isEmpty else { return }
      for result in try results(of: plan(arguments, ready.cases(at: new)), claims) {
        for clause in Set(result.findings.filter { $0.level != .info }.map(\.clause.path)) {
          found[clause, default: 0] += 1
        }
      }
    }
    var missed: [String] { fault.requirements.filter { found[$0] == nil } }
    func isLarge(_ place: Int) -> Bool { ready.isLarge[place] || ready.isSoak[place] }
    func about(_ requirement: String, large: Bool) -> [Int] {
      ready.places(about: requirement, of: fault.suite).filter {
        isLarge($0) == large && isTried($0)
      }
    }
    func run(inParts places: [Int]) throws {
      for part in Self.parts(places.filter { !tried.contains($0) }) where !missed.isEmpty {
        try run(part)
      }
    }
    if runsAllCases {
      try run(ofFault)
    } else {
      for pattern in fault.shownBy.map(GlobPattern.init) {
        let own = ofFault.filter { pattern.matches(ready.all[$0].id.path) }
        guard !own.isEmpty else {
          return Row(
            kind: .fault, name: fault.name, isRight: false, found: [],
            problem: "the cases that should show it are not there: \(pattern)", cases: 0)
        }
        try run(own)
      }
      for large in [false, true] {
        // One of the large ones mostly shows it, and takes as long as a hundred others.
        for most in large ? [1, 6, 24] : [6, 24, 64, 160] {
          try run(missed.flatMap { about($0, large: large).prefix(most) })
        }
        try run(inParts: Set(missed.flatMap { about($0, large: large) }).sorted())
      }
      // What shows only in passing is looked for in the others.
      for large in [false, true] { try run(inParts: ofFault.filter { isLarge($0) == large }) }
    }
    return row(fault, found, cases: tried.count)
  }

  /// Looks for a fault that shows only where the cases are shuffled: in their order all of them have to pass. One edition is enough, and
  /// the large cases, which take three quarters of the time, are not shuffled.
  private func killedShuffled(
    _ fault: FaultCatalogue.Fault, _ arguments: [String], _ all: [Int], _ ready: ReadyCases
  ) throws -> Row {
    let places = all.filter {
      ready.all[$0].variant == fault.variants.first && !ready.isSoak[$0]
    }
    let plan = plan(arguments, ready.cases(at: places))
    let claims = try claims(arguments)
    let results = try results(of: plan, claims)
    if let early = results.first(where: { $0.verdict != .passed && $0.verdict != .skipped }) {
      return Row(
        kind: .fault, name: fault.name, isRight: false, found: [],
        problem: "shows in the order of the suite, too: \(early.id) [\(early.variant)]",
        cases: places.count)
    }
    let passed = results.enumerated().filter {
      $0.element.verdict == .passed && !ready.isLarge[places[$0.offset]]
    }
    let outcome = try Shuffler(
      plan, orders: Self.ordersOfFaults, interruption: interruption, turnstile: turnstile
    ).run(
      claims: claims, passed: passed.map { ($0.offset, $0.element) },
      note: { _ in })
    var found: [String: Int] = [:]
    for (_, result) in outcome.revised {
      for clause in Set(result.findings.filter { $0.level != .info }.map(\.clause.path)) {
        found[clause, default: 0] += 1
      }
    }
    let isExplained = outcome.revised.contains { _, result in
      result.findings.contains { $0.after?.isMinimal == true }
    }
    var row = row(fault, found, cases: places.count)
    if row.isRight, !isExplained {
      row.isRight = false
      row.problem = "found, but not the cases that it needs before it"
    }
    return row
  }

  /// What is said of a fault under whose requirements so many cases failed.
  private func row(_ fault: FaultCatalogue.Fault, _ found: [String: Int], cases: Int) -> Row {
    if fault.isDeep, found.isEmpty {
      var row = Row(
        kind: .fault, name: fault.name, isRight: true, found: [], problem: nil, cases: cases)
      row.isBeyondCases = true
      return row
    }
    let missed = fault.requirements.filter { found[$0] == nil }
    let excess = found.keys.filter { !fault.covers($0) }.sorted()
    let problem: String? =
      if found.isEmpty {
        "not found: \(fault.description)"
      } else if fault.isDeep {
        "found under \(found.keys.sorted().joined(separator: ", ")), so that it is not deep"
      } else if !missed.isEmpty {
        "found, but not under \(missed.joined(separator: ", "))"
      } else if !excess.isEmpty {
        "found, but also under \(excess.joined(separator: ", "))"
      } else {
        nil
      }
    return Row(
      kind: .fault, name: fault.name, isRight: problem == nil,
      found: found.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) },
      problem: problem, cases: cases)
  }

  /// In how many orders a fault has to be found that shows only there.
  private static let ordersOfFaults = 1

  /// The cases in parts of about 256, each spread over them.
  private static func parts(_ cases: [Int]) -> [[Int]] {
    let count = max(1, cases.count / 256)
    return (0..<count).map { part in
      stride(from: part, to: cases.count, by: count).map { cases[$0] }
    }
  }
}
