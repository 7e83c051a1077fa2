package import Conformance
import Running

/// Stored findings sorted into buckets: what has one cause is looked at once.
package struct Triage: Sendable {
  /// Cases that show the same for the same reason, as far as can be told.
  package struct Bucket: Sendable {
    package let signature: Signature
    package let severity: Severity
    /// The case to look at: that with the fewest bytes.
    package let smallest: TriagedCase
    /// The others, those with fewer bytes first.
    package internal(set) var others: [TriagedCase]
  }

  /// The worst first.
  package private(set) var buckets: [Bucket] = []
  /// Cases that fail no more on the adapter, though a finding is recorded of them.
  package private(set) var repaired: [TriagedCase] = []
  /// Cases of which nothing is recorded, and that pass.
  package private(set) var passing: [TriagedCase] = []
  /// Cases that were not judged.
  package private(set) var unjudged: [TriagedCase] = []
  /// Cases of which nothing is recorded, where no adapter has run them.
  package private(set) var unknown: [TriagedCase] = []

  /// Two cases are in one bucket where they show the same finding at the same place of code, and everything unusual of the smaller one is
  /// unusual in the other, too.
  ///
  /// Complexity: the product of cases and buckets.
  package init(_ cases: [TriagedCase]) {
    for item in cases.sorted(by: { ($0.byteCount, $0.path) < ($1.byteCount, $1.path) }) {
      switch item.outcome {
      case .notJudged: unjudged.append(item)
      case .fixed: repaired.append(item)
      case .passes: passing.append(item)
      default:
        guard let signature = item.signature else {
          unknown.append(item)
          continue
        }
        add(item, signature)
      }
    }
    buckets.sort {
      ($0.severity, $0.signature, $0.smallest.path) < ($1.severity, $1.signature, $1.smallest.path)
    }
  }

  private mutating func add(_ item: TriagedCase, _ signature: Signature) {
    let place = buckets.firstIndex { bucket in
      bucket.signature == signature && bucket.smallest.frames == item.frames
        && bucket.smallest.item.suite == item.item.suite
        && (bucket.smallest.unusual.isEmpty
          ? item.unusual.isEmpty : Set(bucket.smallest.unusual).isSubset(of: item.unusual))
    }
    if let place {
      buckets[place].others.append(item)
    } else {
      buckets.append(
        Bucket(signature: signature, severity: item.severity, smallest: item, others: []))
    }
  }

  /// How many cases stand in buckets beside the smallest ones.
  package var duplicates: Int { buckets.reduce(0) { $0 + $1.others.count } }
}

extension Triage.Bucket {
  /// The cases whose bytes are those of the smallest one.
  package var copies: [TriagedCase] {
    others.filter { $0.item.variant == smallest.item.variant && $0.bytes == smallest.bytes }
  }
}
