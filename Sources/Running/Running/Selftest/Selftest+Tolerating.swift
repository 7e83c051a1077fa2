import Conformance

// What is asked of a liberty: nothing.
extension Selftest {
  /// A liberty by itself: on all cases of its suite where these are few, or where it is in no combination, and otherwise on its share of them.
  func alone(_ liberty: FaultCatalogue.Liberty, _ number: Int, _ ready: ReadyCases) throws -> Row {
    if let reason = liberty.impossible { return Row(.liberty, liberty.name, impossible: reason) }
    let places = ready.places(of: liberty.suite)
    let isShared = !liberty.isAlone && places.count > Self.fewCases
    let own = places.filter { place in
      if ready.isSoak[place] { return liberty.isLasting }
      if runsAllCases { return true }
      let shares =
        ready.isLarge[place] ? Self.sharesOfLarge : isShared ? Self.sharesOfLiberty : 1
      return place % shares == number % shares
    }
    return try tolerated(.liberty, liberty.name, [liberty], ready.cases(at: own))
  }

  /// Several liberties together, on a part of the cases under a seed of their own.
  func combined(
    _ liberties: [FaultCatalogue.Liberty], _ share: Int, _ ready: ReadyCases, seed: UInt64
  ) throws -> Row {
    let suitesOfLiberties = Set(liberties.map(\.suite))
    var own: [Case] = []
    for suite in suites where suitesOfLiberties.contains(suite.name) {
      let cases = suite.cases(seed: seed)
      for (offset, place) in ready.places(of: suite.name).enumerated() where !ready.isSoak[place] {
        let shares = ready.isLarge[place] ? Self.shares * Self.sharesOfLarge : Self.shares
        if place % shares == share % shares { own.append(cases[offset]) }
      }
    }
    return try tolerated(
      .combination, liberties.map(\.name).sorted().joined(separator: " + "), liberties,
      own, seed: seed)
  }

  /// A combination of liberties is tried on one case in so many: of 500 combinations each case still meets a dozen.
  static let shares = 40
  /// A liberty by itself is tried on one case in so many: each case meets each liberty in six combinations, too.
  static let sharesOfLiberty = 6
  /// So many cases of a suite are run with each liberty.
  static let fewCases = 1_000
  /// A liberty is tried on one in so many of the large cases, which take three quarters of the time; a combination on as many times
  /// fewer.
  static let sharesOfLarge = 8

  /// - Parameter seed: that of the cases, where it is another one than that of all others.
  func tolerated(
    _ kind: Row.Kind, _ name: String, _ liberties: [FaultCatalogue.Liberty], _ cases: [Case],
    seed: UInt64? = nil
  ) throws -> Row {
    let arguments = liberties.flatMap { ["--liberty", $0.name] }
    let results = try results(of: plan(arguments, cases), claims(arguments))
    let conceded = liberties.flatMap(\.concedes)
    let wrong = results.first { result in
      switch result.verdict {
      case .passed, .skipped: false
      case .warned: !result.findings.allSatisfy { conceded.contains($0.clause.path) }
      default: true
      }
    }
    let problem = wrong.map { result in
      "\(result.id) [\(result.variant)]\(seed.map { " of seed \($0)" } ?? "") \(result.verdict.rawValue): "
        + (result.findings.first.map { "\($0.clause) \($0.message): \($0.observed)" }
          ?? result.reason ?? "")
    }
    return Row(
      kind: kind, name: name, isRight: wrong == nil, found: [], problem: problem,
      cases: results.count)
  }
}
