package import Conformance
package import JSONText

/// A case in words as JSON (`assay-explanation/1`), for programs.
package enum CaseExplanationJSON {
  package static let schema = "assay-explanation/1"

  /// Writes the members of an explanation; the writer stands in an object.
  ///
  /// - Parameters:
  ///   - remark: what else there is to know of the case, as `assumed`.
  ///   - failure: what a report says of the case, as `failure`, in the form that it has there.
  ///   - trace: what the model allows beside what the implementation did then, as `trace`.
  package static func writeMembers(
    _ item: Case, _ explanation: CaseExplanation, remark: String? = nil,
    failure: CaseResult? = nil, trace: Trace? = nil, to writer: inout JSONWriter
  ) {
    writer.key("id")
    writer.string(item.id.path)
    writer.key("suite")
    writer.string(item.suite)
    writer.key("variant")
    writer.string(item.variant.name)
    writer.key("title")
    writer.string(item.title)
    writer.key("requirements")
    write(item.targets, to: &writer)
    if let drift = item.provenance?.drift, !drift.isEmpty {
      writer.key("drift")
      writer.beginArray()
      for difference in drift { writer.string(difference) }
      writer.endArray()
    }
    writer.key("setup")
    writer.beginObject()
    for (name, value) in explanation.setup {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    writer.key("steps")
    writer.beginArray()
    for step in explanation.steps { write(step, to: &writer) }
    writer.endArray()
    if explanation.stepsLeftOut > 0 {
      writer.key("stepsLeftOut")
      writer.integer(Int64(explanation.stepsLeftOut))
    }
    if let remark {
      writer.key("assumed")
      writer.string(remark)
    }
    if let failure {
      var exchange: JSONWriter?
      if let said = failure.exchange {
        var text = JSONWriter()
        ExchangeRecord.write(said, to: &text)
        exchange = text
      }
      writer.key("failure")
      CaseRecord.write(failure, exchange: exchange?.bytes, to: &writer)
      if let trace {
        writer.key("trace")
        TraceJSON.write(trace, to: &writer)
      }
    }
  }

  private static func write(_ step: CaseExplanation.Step, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("step")
    writer.integer(step.number)
    writer.key("words")
    writer.string(step.words)
    writer.key("ways")
    writer.beginArray()
    for way in step.ways {
      writer.beginObject()
      writer.key("name")
      writer.string(way.name)
      writer.key("expected")
      write(way.expected, to: &writer)
      writer.key("concedes")
      write(way.concedes, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("always")
    write(step.always, to: &writer)
    writer.endObject()
  }

  private static func write(_ expected: [CaseExplanation.Expected], to writer: inout JSONWriter) {
    writer.beginArray()
    for demand in expected {
      writer.beginObject()
      writer.key("requirements")
      write(demand.clauses, to: &writer)
      writer.key("level")
      writer.string(demand.level.rawValue)
      writer.key("kind")
      writer.string(demand.kind)
      writer.key("expected")
      writer.string(demand.words)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ clauses: [Clause.ID], to writer: inout JSONWriter) {
    writer.beginArray()
    for clause in clauses { writer.string(clause.path) }
    writer.endArray()
  }
}
