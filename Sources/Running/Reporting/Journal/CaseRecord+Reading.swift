import Conformance
import JSONText

extension CaseRecord {
  /// Reads one case; members may stand in any order, and unknown ones are passed.
  ///
  /// - Parameters:
  ///   - text: what the reader reads.
  ///   - exchanges: whether what was said in the conversation is read, too.
  static func read(
    _ reader: inout JSONReader, in text: UnsafeRawBufferPointer, exchanges: Bool = true
  ) throws(JSONError) -> CaseResult {
    var id: String?
    var suite: String?
    var variant = Variant.sole
    var targets: [Clause.ID] = []
    var verdict: Verdict?
    var findings: [Finding] = []
    var reason: String?
    var milliseconds = 0.0
    var exchange: ExchangeRecord.Read?
    var known: (known: KnownCase, tries: Tries?)?
    var memoryGrowth: Int?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "peakMemoryGrowthBytes": memoryGrowth = try ReportReading.count(&reader)
      case "id": id = try reader.readString()
      case "suite": suite = try reader.readString()
      case "variant": variant = Variant(try reader.readString())
      case "requirements":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          targets.append(Clause.ID(try reader.readString()))
        }
      case "verdict": verdict = try readName(&reader)
      case "reason": reason = try reader.readString()
      case "durationMilliseconds": milliseconds = try reader.readDouble()
      case "findings":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          findings.append(try readFinding(&reader))
        }
      case "known": known = try readKnown(&reader)
      case "exchange" where exchanges: exchange = try ExchangeRecord.read(&reader, in: text)
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.error(.missingMember("id")) }
    guard let suite else { throw reader.error(.missingMember("suite")) }
    guard let verdict else { throw reader.error(.missingMember("verdict")) }
    var result = CaseResult(
      id: CaseID(id), suite: suite, variant: variant, targets: targets, verdict: verdict,
      findings: findings, reason: reason,
      // A year: a foreign file must not overflow the duration.
      duration: .microseconds(Int64(min(max(milliseconds, 0), 3.2e10) * 1e3)),
      exchange: exchange?.exchange(suite: suite))
    result.known = known?.known
    result.tries = known?.tries
    result.memoryGrowth = memoryGrowth
    return result
  }

  private static func readKnown(
    _ reader: inout JSONReader
  ) throws(JSONError) -> (known: KnownCase, tries: Tries?) {
    var verdict: Verdict?
    var known = KnownCase(verdict: .passed, lines: [], reason: "")
    var tries: Tries?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "verdict": verdict = try readName(&reader)
      case "reason": known.reason = try reader.readString()
      case "lines":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          known.lines.append(Int(clamping: try reader.readInteger()))
        }
      case "tries":
        var read = Tries()
        try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
          switch key {
          // A foreign file must not overflow their sum.
          case "passed": read.passed = Int(Int32(clamping: try reader.readInteger()))
          case "failed": read.failed = Int(Int32(clamping: try reader.readInteger()))
          default: try reader.skipValue()
          }
        }
        tries = read
      default: try reader.skipValue()
      }
    }
    guard let verdict else { throw reader.error(.missingMember("verdict")) }
    known.verdict = verdict
    return (known, tries)
  }

  private static func readFinding(_ reader: inout JSONReader) throws(JSONError) -> Finding {
    var requirement: String?
    var facet: String?
    var finding = Finding(
      clause: "", level: .must, kind: "", step: 0, message: "", expected: "", observed: "")
    var earlier: [CaseID]?
    var isMinimal = false
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "requirement": requirement = try reader.readString()
      case "facet": facet = try reader.readIfNull() ? nil : try reader.readString()
      case "level": finding.level = try readName(&reader)
      case "signature":
        guard let signature = Signature(try reader.readString()) else {
          throw reader.error(.unexpectedValue("this is no signature"))
        }
        finding.kind = signature.kind
      case "step": finding.step = Int(clamping: try reader.readInteger())
      case "message": finding.message = try reader.readString()
      case "expected": finding.expected = try reader.readString()
      case "observed": finding.observed = try reader.readString()
      case "confirmation": finding.confirmation = try readName(&reader)
      case "after":
        var ids: [CaseID] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          ids.append(CaseID(try reader.readString()))
        }
        earlier = ids
      case "afterIsMinimal": isMinimal = try reader.readBoolean()
      default: try reader.skipValue()
      }
    }
    finding.after = earlier.map { Finding.EarlierCases($0, isMinimal: isMinimal) }
    guard let requirement else { throw reader.error(.missingMember("requirement")) }
    finding.clause = Clause.ID(facet.map { "\(requirement)/\($0)" } ?? requirement)
    return finding
  }

  /// Reads a word that an enumeration knows.
  static func readName<Name: RawRepresentable<String>>(
    _ reader: inout JSONReader
  ) throws(JSONError) -> Name {
    let start = reader.offset
    let word = try reader.readString()
    guard let name = Name(rawValue: word) else {
      throw reader.error(.unexpectedValue("there is no \(Name.self) \"\(word)\""), at: start)
    }
    return name
  }
}
