import AdapterProtocol
import ArgumentParser
import Conformance
import Reporting
import Running

/// What runs in another order than that of the plan.
extension RunCommand {
  /// The cases of `--after` for each case of the plan, in its suite and edition.
  ///
  /// - Throws: wrong usage, where there is none of that name.
  func earlierCases(of plan: RunPlan) throws -> [Int: [Case]] {
    guard !after.isEmpty else { return [:] }
    let known = after.map { id in plan.suites.flatMap { $0.generated(CaseID(id), seed: seed) } }
    var earlier: [Int: [Case]] = [:]
    for (number, item) in plan.cases.enumerated() {
      earlier[number] = try zip(after, known).map { id, cases in
        guard
          let before = cases.first(where: {
            $0.suite == item.suite && $0.variant == item.variant
          })
        else {
          throw ValidationError(
            "--after \(VisibleText.escaped(id)): \(Self.part(item.suite, item.variant)) has no case of this name; see assay list"
          )
        }
        return before
      }
    }
    return earlier
  }

  /// - Throws: wrong usage, where cases have to share a process and the adapter takes one each.
  func checkProcesses(of claims: Claims) throws {
    if !after.isEmpty, claims.hello.freshProcess {
      throw ValidationError(
        "--after: the adapter says \"freshProcess\", so no case runs in the process of another")
    }
  }

  /// Whether there is anything to shuffle after the ordinary run.
  func shuffles(_ claims: Claims, _ interruption: Interruption, _ scorecard: Scorecard) -> Bool {
    shuffle != nil && !claims.hello.freshProcess && !interruption.isRaised
      && !endedAtFirstFailure(scorecard)
  }

  private func endedAtFirstFailure(_ scorecard: Scorecard) -> Bool {
    failFast && scorecard.count(.notRun) > 0
  }

  /// Runs what has passed again in shuffled orders, and shows how far that has come.
  func shuffled(
    _ plan: RunPlan, _ claims: Claims, _ passed: [(number: Int, result: CaseResult)],
    _ interruption: Interruption
  ) throws(RunFault<Never>) -> Shuffler.Outcome {
    let mode = output.progressMode
    var orders: ProgressLine?
    var reasons: ProgressLine?
    defer {
      orders?.clear()
      reasons?.clear()
    }
    do throws(HarnessFault) {
      return try Shuffler(plan, orders: shuffle ?? 1, interruption: interruption).run(
        claims: claims, passed: passed,
        note: { progress in
          switch progress {
          case .orders(let done, let total, let sightings):
            if orders == nil { orders = ProgressLine(mode, total: total, task: "shuffled") }
            orders?.update(done: done, findings: sightings)
          case .reasons(let done, let total, let findings):
            orders?.clear()
            if reasons == nil { reasons = ProgressLine(mode, total: total, task: "looked into") }
            reasons?.update(done: done, findings: findings)
          }
        })
    } catch {
      throw .harness(error)
    }
  }

  /// What shuffling came to, or why there was none; nil where nobody asked for it.
  func shuffleWords(
    _ outcome: Shuffler.Outcome?, _ claims: Claims, _ scorecard: Scorecard
  ) -> String? {
    guard let shuffle else { return nil }
    guard let outcome else {
      return claims.hello.freshProcess
        ? "left out: the adapter says \"freshProcess\", so no case shares a process with another"
        : endedAtFirstFailure(scorecard)
          ? "left out: the run ended at the first failure" : "left out: the run was ended before"
    }
    guard !outcome.parts.isEmpty else { return "left out: fewer than two cases passed" }
    let parts = outcome.parts.map { part in
      "\(Self.part(part.suite, part.variant)) (\(Count.text(part.cases, "case")))"
    }
    let count = outcome.revised.count
    var words =
      "\(Count.text(shuffle, "order")) of \(parts.joined(separator: ", ")): "
      + (count == 0
        ? "everything passed there, too"
        : "\(Count.text(count, "case")) failed there and not in the ordinary order")
    if outcome.notLookedInto > 0 {
      words +=
        "; not looked into and counted as passed: \(Count.text(outcome.notLookedInto, "more case")) that failed there"
    }
    for end in outcome.endedEarly { words += "; ended early: \(end)" }
    return words
  }

  private static func part(_ suite: String, _ variant: Variant) -> String {
    variant == .sole ? suite : "\(suite)/\(variant)"
  }
}
