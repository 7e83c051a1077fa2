import Conformance
import JSONText

/// The members of a report as one pass over its text finds them.
struct ReportReading {
  private(set) var schema: String?
  private(set) var seed: UInt64?
  private var assay: [String: String]?
  private var started: Int64?
  private var elapsed: Duration?
  private var isInterrupted: Bool?
  private var implementation: [String: String]?
  private var adapter: Report.Adapter?
  private var machine: MachineReading?
  private var options: [Report.Option]?
  private var shard: Report.OfShard?
  private var shards: [Report.MergedShard] = []
  private var hasCases = false
  private var requirements: [Report.Requirement]?
  private var choices: [Report.Choice] = []
  private var baseline: BaselineRecord?
  private var dialect: [String: String]?
  private var summary: Report.Summary?
  private var standing: Standing?
  private var standings: [Report.Part]?
  /// Where something is found missing.
  private var end: JSONReader

  /// Reads a whole text.
  ///
  /// - Parameter visit: takes each case as it comes, with the reader after it.
  init(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits, exchanges: Bool,
    visit: (JSONReader, ReportCase) throws(JSONError) -> Void
  ) throws(JSONError) {
    try self.init(text, limits: limits) { (reader) throws(JSONError) in
      try Self.readCases(&reader, text, exchanges: exchanges, visit)
    }
  }

  /// Reads a whole text without its cases.
  ///
  /// - Parameter isPassed: is told how far the text has been read.
  init(
    passingCasesOf text: UnsafeRawBufferPointer, limits: JSONLimits, isPassed: (Int) -> Void
  ) throws(JSONError) {
    try self.init(text, limits: limits) { (reader) throws(JSONError) in
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        try reader.readBounded(
          maxBytes: ReportFile.caseLimits.maxBytes, maxNodes: ReportFile.caseLimits.maxNodes
        ) { (reader) throws(JSONError) in try reader.skipValue() }
        isPassed(reader.offset)
      }
    }
  }

  private init(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits,
    cases: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    var reader = try JSONReader(text, limits: limits)
    end = reader
    var count = 0
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      // Their names are remembered until the end of the object.
      count += 1
      guard count <= 10_000 else {
        throw reader.error(.unexpectedValue("no report has so many members"))
      }
      if key == "cases" {
        hasCases = true
        return try cases(&reader)
      }
      try reader.readBounded(
        maxBytes: ReportFile.caseLimits.maxBytes, maxNodes: ReportFile.caseLimits.maxNodes
      ) { (reader) throws(JSONError) in try read(key, &reader, text) }
    }
    try reader.finish()
    end = reader
    guard schema != nil else { throw reader.error(.missingMember("schema")) }
  }

  private static func readCases(
    _ reader: inout JSONReader, _ text: UnsafeRawBufferPointer, exchanges: Bool,
    _ visit: (JSONReader, ReportCase) throws(JSONError) -> Void
  ) throws(JSONError) {
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      let start = reader.offset
      let result = try reader.readBounded(
        maxBytes: ReportFile.caseLimits.maxBytes, maxNodes: ReportFile.caseLimits.maxNodes
      ) { (reader) throws(JSONError) in
        try CaseRecord.read(&reader, in: text, exchanges: exchanges)
      }
      let own = UnsafeRawBufferPointer(rebasing: text[start..<reader.offset])
      try visit(reader, ReportCase(result: result, text: own))
    }
  }

  private mutating func read(
    _ key: String, _ reader: inout JSONReader, _ text: UnsafeRawBufferPointer
  ) throws(JSONError) {
    switch key {
    case "schema":
      let start = reader.offset
      let word = try reader.readString()
      guard word == ReportDocument.schema else {
        throw reader.error(
          .unexpectedValue(
            "the schema is \"\(word)\"; this version reads \(ReportDocument.schema)"),
          at: start)
      }
      schema = word
    case "assay": assay = try Self.strings(["version", "suiteVersion"], &reader)
    case "seed":
      let place = try reader.skippedValue()
      guard let number = UInt64(String(decoding: text[place], as: UTF8.self)) else {
        throw reader.error(
          .unexpectedType(expected: "an integer from 0 to \(UInt64.max)"), at: place.lowerBound)
      }
      seed = number
    case "started": started = try Self.time(&reader)
    case "elapsedSeconds": elapsed = try Self.seconds(&reader)
    case "interrupted": isInterrupted = try reader.readBoolean()
    case "implementation":
      implementation = try Self.strings(["name", "version", "language"], &reader)
    case "adapter": adapter = try Report.Adapter(&reader)
    case "machine": machine = try MachineReading(&reader)
    case "options": options = try Report.Option.all(&reader)
    case "shard": shard = try Report.OfShard(&reader)
    case "shards":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        shards.append(try Report.MergedShard(&reader))
      }
    case "requirements":
      var rows: [Report.Requirement] = []
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        rows.append(try Report.Requirement(&reader))
      }
      requirements = rows
    case "choices":
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        choices.append(try Report.Choice(&reader))
      }
    case "dialect": dialect = try Self.strings(["sha256"], &reader)
    case "baseline": baseline = try BaselineRecord(&reader)
    case "summary": summary = try Report.Summary(&reader)
    case "verdict": standing = try CaseRecord.readName(&reader)
    case "verdicts":
      var parts: [Report.Part] = []
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        parts.append(Report.Part(name: key, standing: try CaseRecord.readName(&reader)))
      }
      standings = parts
    default: try reader.skipValue()
    }
  }

  /// The report, where every member is there that has to be.
  func report() throws(JSONError) -> Report {
    let assay = try found(assay, "assay")
    let implementation = try found(implementation, "implementation")
    let machine = try found(machine, "machine")
    let options = try found(options, "options")
    _ = try found(hasCases ? true : nil, "cases")
    return Report(
      assayVersion: assay["version"] ?? "", suiteVersion: assay["suiteVersion"] ?? "",
      seed: try found(seed, "seed"), started: try found(started, "started"),
      elapsed: try found(elapsed, "elapsedSeconds"),
      isInterrupted: try found(isInterrupted, "interrupted"),
      implementation: Report.Implementation(
        name: implementation["name"] ?? "", version: implementation["version"] ?? "",
        language: implementation["language"] ?? ""),
      adapter: try found(adapter, "adapter"), machine: machine.machine, jobs: machine.jobs,
      pace: machine.pace, options: options, shard: shard, shards: shards,
      requirements: try found(requirements, "requirements"),
      choices: choices, baseline: baseline, summary: try found(summary, "summary"),
      standing: try found(standing, "verdict"), standings: try found(standings, "verdicts"),
      isStrict: options.contains { $0.name == "strict" }, dialectSHA256: dialect?["sha256"])
  }

  private func found<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
    guard let value else { throw end.error(.missingMember(name)) }
    return value
  }

  /// The strings of an object, all of which have to be there.
  private static func strings(
    _ names: [String], _ reader: inout JSONReader
  ) throws(JSONError) -> [String: String] {
    var strings: [String: String] = [:]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if names.contains(key) {
        strings[key] = try reader.readString()
      } else {
        try reader.skipValue()
      }
    }
    for name in names where strings[name] == nil { throw reader.error(.missingMember(name)) }
    return strings
  }

  /// A point in time, in seconds since 1970-01-01T00:00:00Z.
  static func time(_ reader: inout JSONReader) throws(JSONError) -> Int64 {
    let start = reader.offset
    guard let seconds = Timestamp.seconds(try reader.readString()) else {
      throw reader.error(
        .unexpectedValue("this is no time such as 2026-07-04T12:00:00Z"), at: start)
    }
    return seconds
  }

  /// A number of seconds, in whole milliseconds.
  static func seconds(_ reader: inout JSONReader) throws(JSONError) -> Duration {
    .milliseconds(Int64((try positive(&reader) * 1e3).rounded()))
  }

  /// A number of seconds or milliseconds, from none to some thirty years.
  static func positive(_ reader: inout JSONReader) throws(JSONError) -> Double {
    let start = reader.offset
    let number = try reader.readDouble()
    guard (0...1e9).contains(number) else { throw reader.error(.numberOutOfRange, at: start) }
    return number
  }

  /// A number of things.
  static func count(_ reader: inout JSONReader) throws(JSONError) -> Int {
    let start = reader.offset
    let number = try reader.readInteger()
    guard number >= 0 else {
      throw reader.error(.unexpectedValue("a number from 0 is expected"), at: start)
    }
    return Int(number)
  }
}
