package import Conformance
package import JSONText

/// A trace as JSON: the member `trace` of an explanation.
package enum TraceJSON {
  /// The longest text that is written, in bytes.
  private static let maxTextBytes = 4_096

  /// Writes a trace as an object.
  package static func write(_ trace: Trace, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("firstDifference")
    if let step = trace.firstDifference { writer.integer(step) } else { writer.null() }
    writer.key("stepsBefore")
    writer.integer(trace.stepsBefore)
    writer.key("stepsAfter")
    writer.integer(trace.stepsAfter)
    writer.key("steps")
    writer.beginArray()
    for step in trace.steps { write(step, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ step: Trace.Step, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("step")
    writer.integer(step.number)
    writer.key("words")
    write(step.words, to: &writer)
    writer.key("standing")
    writer.string(step.standing.rawValue)
    writer.key("allowed")
    writer.beginArray()
    for way in step.ways {
      writer.beginObject()
      writer.key("name")
      write(way.name, to: &writer)
      writer.key("expected")
      write(way.expected, to: &writer)
      writer.key("fits")
      writer.boolean(way.fits)
      writer.endObject()
    }
    writer.endArray()
    writer.key("observed")
    if let observed = step.observed { write(observed, to: &writer) } else { writer.null() }
    writer.key("differences")
    writer.beginArray()
    for finding in step.findings {
      writer.beginObject()
      for (name, text) in [
        ("signature", finding.signature.description), ("level", finding.level.rawValue),
        ("message", finding.message), ("expected", finding.expected),
        ("observed", finding.observed),
      ] {
        writer.key(name)
        write(text, to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ texts: [String], to writer: inout JSONWriter) {
    writer.beginArray()
    for text in texts { write(text, to: &writer) }
    writer.endArray()
  }

  private static func write(_ text: String, to writer: inout JSONWriter) {
    writer.string(CaseRecord.bounded(text, maxBytes: maxTextBytes))
  }
}
