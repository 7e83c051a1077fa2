import Conformance
import JSONText

extension ReportMembers {
  /// Which part of a run the report is about, or of which parts it was made.
  mutating func addShards(of report: Report) {
    if let own = report.shard {
      add("shard") { writer in
        writer.beginObject()
        writer.key("number")
        writer.integer(own.shard.number)
        writer.key("of")
        writer.integer(own.shard.count)
        writer.key("selected")
        writer.integer(own.selected)
        writer.endObject()
      }
    }
    if !report.shards.isEmpty { add("shards", lines: report.shards) { Self.write($0, to: &$1) } }
  }

  private static func write(_ shard: Report.MergedShard, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("number")
    writer.integer(shard.number)
    writer.key("cases")
    writer.integer(shard.cases)
    writer.key("started")
    writer.string(Timestamp.utc(shard.started))
    writer.key("elapsedSeconds")
    writer.real(shard.elapsed.inMilliseconds.rounded() / 1e3)
    writer.key("interrupted")
    writer.boolean(shard.isInterrupted)
    writer.key("verdict")
    writer.string(shard.standing.rawValue)
    writer.endObject()
  }
}

extension Report.OfShard {
  /// Reads the member `shard`.
  init(_ reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    var numbers: [String: Int] = [:]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "number", "of", "selected": numbers[key] = try ReportReading.count(&reader)
      default: try reader.skipValue()
      }
    }
    let number = try reader.required(numbers["number"], "number")
    guard let shard = Shard(number, of: try reader.required(numbers["of"], "of")) else {
      throw reader.error(.unexpectedValue("there is no such shard"), at: start)
    }
    self.init(shard, selected: try reader.required(numbers["selected"], "selected"))
  }
}

extension Report.MergedShard {
  /// Reads an element of the member `shards`.
  init(_ reader: inout JSONReader) throws(JSONError) {
    var numbers: [String: Int] = [:]
    var started: Int64?
    var elapsed: Duration?
    var isInterrupted: Bool?
    var standing: Standing?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "number", "cases": numbers[key] = try ReportReading.count(&reader)
      case "started": started = try ReportReading.time(&reader)
      case "elapsedSeconds": elapsed = try ReportReading.seconds(&reader)
      case "interrupted": isInterrupted = try reader.readBoolean()
      case "verdict": standing = try CaseRecord.readName(&reader)
      default: try reader.skipValue()
      }
    }
    self.init(
      number: try reader.required(numbers["number"], "number"),
      cases: try reader.required(numbers["cases"], "cases"),
      started: try reader.required(started, "started"),
      elapsed: try reader.required(elapsed, "elapsedSeconds"),
      isInterrupted: try reader.required(isInterrupted, "interrupted"),
      standing: try reader.required(standing, "verdict"))
  }
}

extension Report.OfShard {
  /// For a person who might take the part for the whole.
  package var words: String {
    "This is shard \(shard) of \(Count.text(selected, "case")): what the other shards found is in their reports."
  }
}
