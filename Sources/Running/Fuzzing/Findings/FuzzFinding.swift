package import Conformance
import Reporting

/// A distinct finding of a campaign: reduced, with what is wrong in words.
package struct FuzzFinding: Sendable {
  /// How surely it comes again in a process of its own.
  package enum Stability: Sendable, Hashable {
    /// So many of so many tries.
    case comesAgain(Int, of: Int)
    /// Only after what the process had seen before, which the case holds in front.
    case afterOthers
    /// Only after so many cases of apps that are configured otherwise, which no one case can hold.
    case afterOtherApps(count: Int)
    /// It was not seen again.
    case flaky

    /// Whether the case shows the finding by itself.
    package var isHeldByCase: Bool {
      switch self {
      case .comesAgain, .afterOthers: true
      case .afterOtherApps, .flaky: false
      }
    }

    /// `deterministic`, `flaky (2 of 3)`
    package var words: String {
      switch self {
      case .comesAgain(let seen, let tries):
        seen == tries ? "deterministic" : "flaky (\(seen) of \(tries))"
      case .afterOthers: "only after other cases of its process, which stand in front"
      case .afterOtherApps(let count):
        "only after \(Count.text(count, "case")) of another configuration, which no file holds"
      case .flaky: "flaky (not seen again)"
      }
    }
  }

  package var signature: Signature
  package var level: Level
  package var verdict: Verdict
  package var severity: Severity
  /// What the smallest case shows; where it shows nothing alone, what was seen first.
  package var finding: Finding
  /// What else it shows.
  package var also: [Signature] = []
  /// The smallest case that shows it.
  package var item: Case
  /// What of the request is unusual and needed: `zlib`, `token`; empty where everything is as usual.
  package var guilty: [String]
  package var stability: Stability
  /// Whether nothing can be taken away from the case any more.
  package var isMinimal: Bool
  /// How many cases the reduction has run.
  package var tries: Int
  /// The number of the execution that showed it first; nil for a case of the start.
  package var execution: Int?
  /// When it was seen first, in the time of the campaign.
  package var found: Duration
  /// When it was seen last.
  package var lastSeen: Duration = .zero
  /// How many cases showed it.
  package var sightings = 1
  /// What happens in the case, a sentence for each step.
  package var words: [String]
  /// The last frames of code that standard error names, where it does.
  package var frames: [String] = []

  /// The unusual parts of the steps of a case without their forms, in their order, each once.
  package static func guilty(_ parts: [[String]]) -> [String] {
    var names: [String] = []
    for part in parts.joined() {
      let name = String(part.prefix { $0 != "/" })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The name of its file: `abt-rob-01-crash-signal-11-zlib`.
  package var name: String {
    let words = [signature.clause.path, signature.kind] + guilty
    let text = words.joined(separator: "-").lowercased().map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    return String(text.prefix(120))
  }
}

extension FuzzFinding: Comparable {
  /// The worst first.
  package static func < (one: Self, other: Self) -> Bool {
    (one.severity, one.execution ?? -1) < (other.severity, other.execution ?? -1)
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.signature == other.signature && one.item.id == other.item.id
  }
}
