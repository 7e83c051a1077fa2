import Conformance

/// What several implementations did in one case, and where they differ.
///
/// The same answer is: the same end, the same MUSTs broken, and step by step the same answers (`Answer`), without time and text for people. What was
/// chosen in free places is told beside it.
struct BehaviourDifference {
  let kind: BehaviourRow.Kind
  /// The step on which answers differ first; nil where none does.
  let step: Int?
  let cells: [BehaviourRow.Cell]
  /// Equal numbers for equal behaviour; -1 for who was not judged.
  let classes: [Int]
  /// The free places in which different ways were taken.
  let places: [FreePlace.ID]
  let told: [String?]

  /// - Parameter judged: which of the results were judged; at least two.
  init(_ results: [CaseResult], _ judged: [Int]) {
    classes = Self.classes(of: results, judged)
    step =
      Set(judged.map { [classes] in classes[$0] }).count > 1
      ? Self.firstStep(of: results, judged) : nil
    places = Self.places(of: results, judged)
    kind = Self.kind(of: results, judged, classes, places)
    let step = step ?? results[judged[0]].answers?.steps.first?.number
    told = results.map { result in step.flatMap { result.answers?.answer(to: $0)?.told } }
    cells = Self.cells(of: results, judged, step, classes, places)
  }

  private struct Behaviour: Hashable {
    let end: Verdict?
    let broken: Set<Clause.ID>
    let answers: CaseAnswers?

    init(_ result: CaseResult) {
      switch result.verdict {
      case .crashed, .timedOut, .overLimit: end = result.verdict
      default: end = nil
      }
      broken = Set(result.findings.lazy.filter { $0.level == .must }.map(\.clause))
      answers = result.answers
    }
  }

  private static func classes(of results: [CaseResult], _ judged: [Int]) -> [Int] {
    var numbers: [Behaviour: Int] = [:]
    var classes = results.map { _ in -1 }
    for side in judged {
      let behaviour = Behaviour(results[side])
      classes[side] = numbers[behaviour] ?? numbers.count
      numbers[behaviour] = classes[side]
    }
    return classes
  }

  private static func firstStep(of results: [CaseResult], _ judged: [Int]) -> Int? {
    let numbers = Set(judged.flatMap { results[$0].answers?.steps.map(\.number) ?? [] })
    return numbers.sorted().first { number in
      Set(judged.map { results[$0].answers?.answer(to: number) }).count > 1
    }
  }

  private static func places(of results: [CaseResult], _ judged: [Int]) -> [FreePlace.ID] {
    var seen: [FreePlace.ID] = []
    for choice in judged.flatMap({ results[$0].choices }) where !seen.contains(choice.place) {
      seen.append(choice.place)
    }
    return seen.filter { place in
      let ways = judged.map { side in
        Set(results[side].choices.filter { $0.place == place }.map(\.outcome))
      }
      return Set(ways.filter { !$0.isEmpty }).count > 1
    }
  }

  private static func kind(
    of results: [CaseResult], _ judged: [Int], _ classes: [Int], _ places: [FreePlace.ID]
  ) -> BehaviourRow.Kind {
    guard Set(judged.map { classes[$0] }).count > 1 else { return .same }
    let findings = judged.map { side in
      Set(results[side].findings.lazy.filter { $0.level == .must }.map(\.clause))
    }
    if findings.contains(where: { !$0.isEmpty }) { return .finding }
    let advice = judged.map { side in
      Set(results[side].findings.lazy.filter { $0.level == .should }.map(\.clause))
    }
    if Set(advice).count > 1 { return .advice }
    return places.isEmpty ? .open : .free
  }

  // MARK: Cells

  private static func cells(
    of results: [CaseResult], _ judged: [Int], _ step: Int?, _ classes: [Int],
    _ places: [FreePlace.ID]
  ) -> [BehaviourRow.Cell] {
    var words = results.map { Self.words(of: $0, step) }
    // Equal words must mean equal answers: what was chosen tells some apart, and letters all others.
    func tellApart(_ add: (Int) -> String?) {
      let before = words
      for side in judged {
        let isShared = judged.contains {
          before[$0] == before[side] && classes[$0] != classes[side]
        }
        if isShared, let more = add(side) { words[side] += more }
      }
    }
    tellApart { side in
      let chosen = results[side].choices.filter { places.contains($0.place) }.map(\.outcome)
      return chosen.isEmpty ? nil : " (\(chosen.prefix(3).joined(separator: "; ")))"
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    tellApart { side in " [\(letters[classes[side] % letters.count])]" }
    return results.indices.map { side in
      let findings = results[side].findings.filter { $0.level == .must }
      var broken: [Clause.ID] = []
      for finding in findings where !broken.contains(finding.clause) {
        broken.append(finding.clause)
      }
      return BehaviourRow.Cell(
        words: words[side], breaks: broken, isJudged: results[side].verdict.wasJudged)
    }
  }

  private static func words(of result: CaseResult, _ step: Int?) -> String {
    let kind = result.findings.last { $0.level == .must }?.kind ?? ""
    let detail = kind.drop { $0 != "/" }.dropFirst().replacing("-", with: " ")
    switch result.verdict {
    case .crashed: return "dies" + (detail.isEmpty ? "" : " (\(detail))")
    case .timedOut: return "hangs"
    case .overLimit: return "takes too much" + (detail.isEmpty ? "" : " (\(detail))")
    case .skipped: return "not claimed"
    case .notRun: return "not run"
    case .adapterFault: return "adapter fault"
    case .passed, .failed, .warned, .knownFailure, .unexpectedPass:
      guard let step else { return "nothing was asked" }
      return result.answers?.answer(to: step)?.words ?? "no answer to step \(step)"
    }
  }
}
