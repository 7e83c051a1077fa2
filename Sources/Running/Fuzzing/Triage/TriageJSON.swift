import Conformance
import JSONText
import Running

/// Buckets for tools: one JSON object, `assay-triage/1`.
package enum TriageJSON {
  package static let format = "assay-triage/1"

  package static func text(_ triage: Triage) -> String {
    let buckets = triage.buckets.map { bucket -> JSONValue in
      [
        "severity": .string(bucket.severity.name), "signature": .string("\(bucket.signature)"),
        "requirement": .string(bucket.signature.clause.path),
        "suite": .string(bucket.smallest.item.suite),
        "unusual": .array(bucket.smallest.unusual.map { .string($0) }),
        "frames": .array(bucket.smallest.frames.map { .string($0) }),
        "smallest": value(bucket.smallest), "others": .array(bucket.others.map(value)),
      ]
    }
    let whole: JSONValue = [
      "format": .string(format), "buckets": .array(buckets),
      "repaired": .array(triage.repaired.map(Self.value)),
      "passing": .array(triage.passing.map(Self.value)),
      "unknown": .array(triage.unknown.map(Self.value)),
      "notJudged": .array(triage.unjudged.map(Self.value)),
    ]
    return whole.compactText + "\n"
  }

  private static func value(_ item: TriagedCase) -> JSONValue {
    var members: [JSONMember] = [
      .init(key: "file", value: .string(item.path)),
      .init(key: "id", value: .string(item.item.id.path)),
      .init(key: "variant", value: .string(item.item.variant.name)),
      .init(key: "steps", value: .integer(Int64(item.steps))),
      .init(key: "bytes", value: .integer(Int64(item.byteCount))),
    ]
    if let recorded = item.recorded {
      members.append(.init(key: "recorded", value: .string("\(recorded)")))
    }
    if let outcome = item.outcome {
      members.append(.init(key: "outcome", value: .string(outcome.rawValue)))
    }
    if let reason = item.reason { members.append(.init(key: "reason", value: .string(reason))) }
    return .object(members)
  }
}
