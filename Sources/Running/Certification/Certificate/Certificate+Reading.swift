import Conformance
import JSONText
import Reporting

extension Certificate {
  /// Reads a statement. Members that this version does not know are passed, as in-toto asks for.
  ///
  /// - Parameter path: how the file is called in faults.
  init(statement: [UInt8], named path: String) throws(CertificateFault) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: statement, limits: Envelope.limits)
    } catch {
      throw CertificateFault(path, .malformedStatement("its JSON, \(error)"))
    }
    let root = StatementReader(value, at: "", of: path)
    let type = try root.text("_type")
    guard type == Self.statementType else {
      throw CertificateFault(path, .foreign("its statement is of the type \"\(type)\""))
    }
    let kind = try root.text("predicateType")
    guard kind == Self.predicateType else {
      throw CertificateFault(
        path,
        kind.hasPrefix(Self.predicateFamily)
          ? .newer(kind) : .foreign("its statement is a \"\(kind)\""))
    }
    try self.init(try root.member("predicate"))
    guard try Self.subjects(root) == ["adapter": adapterSHA256, ReportFile.fileName: reportSHA256]
    else {
      throw CertificateFault(
        path, .contradictory("its subjects are not the adapter and the report that it tells of"))
    }
  }

  private static func subjects(
    _ root: StatementReader
  ) throws(CertificateFault) -> [String: String] {
    var subjects: [String: String] = [:]
    for subject in try root.elements("subject") {
      subjects[try subject.text("name")] = try subject.member("digest").digest("sha256")
    }
    return subjects
  }

  private init(_ predicate: StatementReader) throws(CertificateFault) {
    let implementation = try predicate.member("implementation")
    let adapter = try predicate.member("adapter")
    let assay = try predicate.member("assay")
    let run = try predicate.member("run")
    let machine = try predicate.member("machine")
    let limits = try machine.member("limits")
    let report = try predicate.member("report")
    let cases = try predicate.member("cases")
    var options: [Report.Option] = []
    for (name, values) in try predicate.member("options").members() {
      options.append(Report.Option(name: name, values: try values.texts()))
    }
    var files: [AdapterFile] = []
    for file in adapter.has("files") ? try adapter.elements("files") : [] {
      files.append(AdapterFile(path: try file.text("path"), sha256: try file.digest("sha256")))
    }
    var parts: [Part] = []
    for part in try predicate.elements("parts") { parts.append(try Part(part)) }
    var requirements: [Requirement] = []
    for row in try predicate.elements("requirements") { requirements.append(try Requirement(row)) }
    var verdicts: [Stretch] = []
    for stretch in try cases.elements("verdicts") {
      verdicts.append(
        Stretch(verdict: try stretch.name("verdict"), count: try stretch.number("count")))
    }
    let schema = try report.text("schema")
    guard schema == ReportDocument.schema else {
      throw report.malformed("schema", "a report of the kind \(ReportDocument.schema) is expected")
    }
    self.init(
      issued: try predicate.time("issued"),
      validUntil: predicate.has("validUntil") ? try predicate.time("validUntil") : nil,
      issuer: predicate.has("issuer") ? try predicate.text("issuer") : nil,
      implementation: Report.Implementation(
        name: try implementation.text("name"), version: try implementation.text("version"),
        language: try implementation.text("language")),
      adapterCommand: try adapter.member("command").texts(),
      adapterSHA256: try adapter.digest("sha256"), adapterFiles: files,
      reportSHA256: try report.digest("sha256"),
      assayVersion: try assay.text("version"), suiteVersion: try assay.text("suiteVersion"),
      dialectSHA256: predicate.has("dialect")
        ? try predicate.member("dialect").digest("sha256") : nil,
      seed: UInt64(try predicate.wideNumber("seed")), options: options,
      started: try run.time("started"),
      elapsed: .milliseconds(try run.wideNumber("elapsedMilliseconds")),
      machine: Machine(
        system: try machine.text("system"), release: try machine.text("release"),
        architecture: try machine.text("architecture"),
        processors: try machine.number("processors")),
      jobs: try machine.number("jobs"), pace: try Self.pace(machine, limits),
      memoryLimit: try limits.number("memoryMiB"), parts: parts, requirements: requirements,
      verdicts: verdicts)
    guard total == (try cases.number("total")) else {
      throw cases.malformed("total", "its verdicts count \(total) cases")
    }
  }

  private static func pace(
    _ machine: StatementReader, _ limits: StatementReader
  ) throws(CertificateFault) -> RunPace? {
    guard machine.has("pace") else { return nil }
    let pace = try machine.member("pace")
    return RunPace(
      adapterStart: .microseconds(try pace.wideNumber("adapterStartMicroseconds")),
      roundTrip: .microseconds(try pace.wideNumber("roundTripMicroseconds")),
      work: .microseconds(try pace.wideNumber("workMicroseconds")),
      stepDeadline: .milliseconds(try limits.wideNumber("stepDeadlineMilliseconds")))
  }
}

extension Certificate.Part {
  fileprivate init(_ reader: StatementReader) throws(CertificateFault) {
    self.init(
      suite: try reader.text("suite"), variant: Variant(try reader.text("variant")),
      standing: try reader.name("verdict"), cases: try reader.number("cases"),
      skipped: try reader.number("skipped"))
  }
}

extension Certificate.Requirement {
  fileprivate init(_ reader: StatementReader) throws(CertificateFault) {
    self.init(
      suite: try reader.text("suite"), clause: Clause.ID(try reader.text("id")),
      variant: Variant(try reader.text("variant")), level: try reader.name("level"),
      verdict: try reader.name("verdict"), cases: try reader.number("cases"))
  }
}

/// One value of a statement, which knows its place.
private struct StatementReader {
  private let value: JSONValue
  private let place: String
  private let path: String

  init(_ value: JSONValue, at place: String, of path: String) {
    self.value = value
    self.place = place
    self.path = path
  }

  func malformed(_ key: String, _ words: String) -> CertificateFault {
    let place = [place, key].filter { !$0.isEmpty }.joined(separator: ".")
    return CertificateFault(path, .malformedStatement("\(place): \(words)"))
  }

  func has(_ key: String) -> Bool { value[key] != nil }

  func member(_ key: String) throws(CertificateFault) -> StatementReader {
    guard let member = value[key] else { throw malformed(key, "it is missing") }
    return StatementReader(member, at: place.isEmpty ? key : "\(place).\(key)", of: path)
  }

  func text(_ key: String) throws(CertificateFault) -> String {
    guard let text = try member(key).value.stringValue else {
      throw malformed(key, "a string is expected")
    }
    return text
  }

  /// A whole number from 0 to 10^15, or a seed, of 63 bits.
  func wideNumber(_ key: String) throws(CertificateFault) -> Int64 {
    let isSeed = key == "seed"
    guard let number = try member(key).value.integerValue,
      number >= 0, isSeed || number <= 1_000_000_000_000_000
    else { throw malformed(key, "a whole number from 0 to 10^15 is expected") }
    return number
  }

  /// A number of things, up to a billion: sums of them overflow nothing.
  func number(_ key: String) throws(CertificateFault) -> Int {
    let number = try wideNumber(key)
    guard number <= 1_000_000_000 else { throw malformed(key, "no more than 10^9 is expected") }
    return Int(number)
  }

  func time(_ key: String) throws(CertificateFault) -> Int64 {
    guard let seconds = Timestamp.seconds(try text(key)) else {
      throw malformed(key, "a time such as 2026-07-04T12:00:00Z is expected")
    }
    return seconds
  }

  func digest(_ key: String) throws(CertificateFault) -> String {
    let text = try text(key)
    guard SHA256Text.isDigest(text) else {
      throw malformed(key, "64 lowercase hexadecimal digits are expected")
    }
    return text
  }

  /// A word that an enumeration knows.
  func name<Name: RawRepresentable<String>>(_ key: String) throws(CertificateFault) -> Name {
    let text = try text(key)
    guard let name = Name(rawValue: text) else {
      throw malformed(key, "there is no \(Name.self) \"\(text)\"")
    }
    return name
  }

  func elements(_ key: String) throws(CertificateFault) -> [StatementReader] {
    let member = try member(key)
    guard let elements = member.value.arrayValue else {
      throw malformed(key, "an array is expected")
    }
    return elements.enumerated().map { index, element in
      StatementReader(element, at: "\(member.place)[\(index)]", of: path)
    }
  }

  func members() throws(CertificateFault) -> [(String, StatementReader)] {
    guard let members = value.members else { throw malformed("", "an object is expected") }
    return members.map { member in
      (member.key, StatementReader(member.value, at: "\(place).\(member.key)", of: path))
    }
  }

  func texts() throws(CertificateFault) -> [String] {
    guard let elements = value.arrayValue else { throw malformed("", "an array is expected") }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw malformed("", "strings are expected") }
    return texts
  }
}
