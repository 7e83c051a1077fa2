import ArgumentParser
import Conformance
import Foundation
import JSONText
import Reporting
import Suites

/// Cases that are named on the command line: by id, as files, folders and reports, or as bare URLs.
struct CaseSources {
  let suites: [any Suite]
  let setup: ABTSetup

  /// What one name may lead to at most.
  private static let maxBytes = ReportFailures.limits.maxBytes

  /// The cases of a file, a folder or a report, in a stable order.
  ///
  /// - Throws: wrong usage, with the file and the place.
  func cases(at path: String) throws -> [Case] {
    if InputFile.isFolder(path) {
      let found = try Self.files(in: path).flatMap { (file) in try self.cases(in: file) }
      guard !found.isEmpty else {
        throw ValidationError(
          "the folder \(path) has no case in it: no file but hidden ones, *.md and README")
      }
      return found
    }
    if let (report, id) = Self.fragment(path) {
      let found = try cases(in: report).filter { $0.id.path == id }
      guard !found.isEmpty else {
        throw ValidationError("the report \(report) has no failure of the case \(id)")
      }
      return found
    }
    return try cases(in: path)
  }

  /// `report.json#abt/token/missing` as its two parts, where the file is there.
  static func fragment(_ text: String) -> (file: String, id: String)? {
    guard let hash = text.lastIndex(of: "#"), !InputFile.exists(text) else { return nil }
    let file = String(text[..<hash])
    guard InputFile.exists(file), !InputFile.isFolder(file) else { return nil }
    return (file, String(text[text.index(after: hash)...]))
  }

  /// The cases of one file.
  func cases(in path: String) throws -> [Case] {
    let bytes = try InputFile.bytes(path, kind: "file", maxBytes: Self.maxBytes)
    return try cases(holding: bytes, from: path)
  }

  /// The cases of what has been read from a file already.
  func cases(holding bytes: [UInt8], from path: String) throws -> [Case] {
    let name = Self.name(of: path)
    guard CaseFile.isLikely(bytes) else { return try Self.foreign(bytes, named: name, to: setup) }
    do throws(JSONError) {
      if try Self.isReport(bytes) { return try failures(in: ReportFailures.read(bytes)) }
      return [try CaseFile.read(bytes, suites: suites, name: "stored/" + name)]
    } catch {
      throw ValidationError("\(path): \(error)")
    }
  }

  /// Whether an object is a report, and not a case: it has a schema.
  private static func isReport(_ bytes: [UInt8]) throws(JSONError) -> Bool {
    try JSONReader.read(bytes, limits: ReportFailures.limits) { (reader) throws(JSONError) in
      var isReport = false
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        if key == "schema" { isReport = true }
        try reader.skipValue()
      }
      return isReport
    }
  }

  // MARK: Reports

  /// The failures of a report as cases: generated again where the generator still makes the same requests, and otherwise made of
  /// the requests that the report holds.
  private func failures(in report: ReportFailures) throws(JSONError) -> [Case] {
    var generated: [String: Case] = [:]
    for suite in suites {
      for item in suite.cases(seed: report.seed) { generated["\(item.id) \(item.variant)"] = item }
    }
    var cases: [Case] = []
    for result in report.results {
      let stored = try Self.stored(result, suites)
      let known = generated["\(result.id) \(result.variant)"]
      guard let item = chosen(known, stored) else {
        StandardError.write(
          "assay: \(VisibleText.escaped(result.id.path)) is left out: no generator makes it, and the report does not hold its requests\n"
        )
        continue
      }
      var provenance = item.provenance ?? Provenance()
      provenance.signature =
        result.findings.first { $0.level == .must }?.signature
        ?? result.findings.first?.signature
      guard let suite = suites.first(where: { $0.name == item.suite }),
        let noted = try? suite.noted(item, provenance)
      else { continue }
      cases.append(noted)
    }
    return cases
  }

  private func chosen(_ generated: Case?, _ stored: Case?) -> Case? {
    guard let generated else { return stored }
    guard let stored, let suite = suites.first(where: { $0.name == generated.suite }),
      let today = try? suite.frames(generated), let then = try? suite.frames(stored)
    else { return generated }
    return today == then ? generated : stored
  }

  /// A result's exchange as a case; nil where it is not whole.
  private static func stored(
    _ result: CaseResult, _ suites: [any Suite]
  ) throws(JSONError) -> Case? {
    guard let exchange = result.exchange, exchange.stepsLeftOut == 0,
      let start = exchange.steps.first,
      exchange.steps.allSatisfy({ $0.bytesLeftOut == 0 })
    else { return nil }
    let requests = exchange.steps.compactMap {
      try? JSONValue(parsing: $0.request, limits: CaseFile.limits)
    }
    guard requests.count == exchange.steps.count,
      let configuration = (try? JSONValue(parsing: start.request, limits: CaseFile.limits))?[
        "configuration"]
    else { return nil }
    let steps = requests.dropFirst().map { request in
      JSONValue.object((request.members ?? []).filter { !["type", "id"].contains($0.key) })
    }
    let document: JSONValue = [
      "format": .string(CaseFile.format), "suite": .string(result.suite),
      "id": .string(result.id.path), "start": configuration, "steps": .array(Array(steps)),
    ]
    var writer = JSONWriter()
    writer.value(document)
    return try? CaseFile.read(writer.bytes, suites: suites, name: result.id.path)
  }

  // MARK: Bare URLs

  /// The requests of a file that is no JSON: one in each line where every line begins like a URL, and otherwise one in all.
  private static func foreign(
    _ bytes: [UInt8], named name: String, to setup: ABTSetup
  ) throws -> [Case] {
    let lines = bytes.split(separator: 0x0A).map { line in
      line.last == 0x0D ? Array(line.dropLast()) : Array(line)
    }.filter { !$0.isEmpty }
    let urls =
      lines.count > 1 && lines.allSatisfy(looksLikeURL) ? lines : [withoutLastLineFeed(bytes)]
    return try urls.enumerated().map { index, url in
      try Faults.reported {
        try ForeignRequests.item(
          url, named: "stored/" + name + (urls.count > 1 ? "/line-\(index + 1)" : ""), to: setup)
      }
    }
  }

  private static func withoutLastLineFeed(_ bytes: [UInt8]) -> [UInt8] {
    bytes.last == 0x0A ? bytes.dropLast() : bytes
  }

  /// Whether it begins with a scheme and a colon (RFC 3986 section 3.1).
  static func looksLikeURL(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, (0x41...0x5A).contains(first & 0xDF),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return bytes[..<colon].allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
    }
  }

  // MARK: Files

  /// The regular files below a folder, sorted by their paths. Links are not followed, and hidden files, `*.md` and `README` are
  /// passed over: they are there for people.
  private static func files(in folder: String) throws -> [String] {
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
      throw ValidationError("the folder \(folder) cannot be read")
    }
    return try names.sorted().compactMap { name in
      let parts = name.split(separator: "/")
      let last = parts.last.map(String.init) ?? ""
      if parts.contains(where: { $0.hasPrefix(".") }) || last.hasSuffix(".md") || last == "README" {
        return nil
      }
      let path = folder + "/" + name
      let type =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      switch type {
      case .typeDirectory: return nil
      case .typeRegular: return path
      case .typeSymbolicLink:
        throw ValidationError(
          "\(path) is a link; links in a folder of cases are not followed: remove it")
      default: throw ValidationError("\(path) is no regular file: remove it from the folder")
      }
    }
  }

  /// A file's name as a part of an id.
  private static func name(of path: String) -> String {
    if path == "-" { return "standard-input" }
    let base = path.split(separator: "/").last.map(String.init) ?? "file"
    let name = base.hasSuffix(".json") ? String(base.dropLast(5)) : base
    let safe = name.unicodeScalars.map { scalar -> Character in
      scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\\"
        && scalar != "*"
        && scalar != "?" ? Character(scalar) : "-"
    }
    let text = String(safe.prefix(150))
    return [".", "..", ""].contains(text) ? "file" : text
  }
}
