import ArgumentParser
import Conformance
import Forge
import Foundation
import JSONText
import Reporting
import SuiteModels
import Suites
import Synchronization
import WireFormat

/// Cases that are named on the command line: as files, folders and reports, or as bare URLs.
struct CaseSources {
  private let suites: [any Suite]
  private let options: SetupOptions
  private let setup: ABTSetup
  private let leavesLargeInFiles: Bool

  /// - Parameter leavesLargeInFiles: whether scripts of large files are left there until the turn of their cases comes: where each is
  ///   run a few times.
  /// - Throws: wrong usage, where the setup cannot be read.
  init(
    _ suites: [any Suite], _ options: SetupOptions, _ dialect: SharedDialect,
    leavesLargeInFiles: Bool = false
  ) throws {
    self.suites = suites
    self.options = options
    self.leavesLargeInFiles = leavesLargeInFiles
    setup = try options.read(dialect)
  }

  /// A case, and what is known of it beside its script.
  struct Found {
    var item: Case
    /// What a report says of it.
    var failure: CaseResult?
    /// Whether it is a request of others, taken to be for the app that nobody named.
    var isForAssumedApp = false
    /// Whether it is a bare URL, which says of no app that it is for it.
    var isForeign = false
    /// The cases that run before it in the same process, because its failure needs them.
    var earlier: [Case] = []
    /// The file that it comes from, or nil for a request that was typed.
    var path: String?
  }

  /// A case of which exactly one is wanted.
  ///
  /// - Parameter what: what is done with it: `minimize`.
  /// - Throws: wrong usage, where there are several.
  func onlyCase(at path: String, to what: String) throws -> Found {
    let found = try cases(at: [path])
    guard found.count == 1, let only = found.first else {
      if Set(found.map(\.item.id)).count == 1 {
        let names = found.map(\.item.variant.name).joined(separator: " or ")
        throw ValidationError(
          "\(path) stands for several cases; choose one with --edition \(names)")
      }
      let example = found.first.map { "\(path)#\($0.item.id.path)" } ?? path
      throw ValidationError(
        "\(path) holds \(found.count) cases, and assay \(what) takes one; name one of them, as in \(ShellText.quoted(example))"
      )
    }
    Self.tellAssumption(found)
    return only
  }

  /// Whose requests bare URLs are taken to be, where there are some and nobody has said it; on standard error.
  static func tellAssumption(_ found: [Found]) {
    let count = found.count(where: \.isForAssumedApp)
    guard count > 0 else { return }
    let app = ForeignRequests.defaultSetup(.plain)
    StandardError.write(
      "assay: \(Count.text(count, "URL")) \(count == 1 ? "is" : "are") taken to be for the app \(app.bundleIdentifier) with the API key "
        + "\(app.apiKey); a request for another one is refused for its token, and shows nothing else (replay, triage, minimize, promote and explain take --setup FILE)\n"
    )
  }

  /// What one name may lead to at most.
  static let maxBytes = ReportFailures.limits.maxBytes

  /// The cases that arguments name, in a stable order. What is no case in a folder is told on standard error.
  ///
  /// - Throws: wrong usage, with the file and the place.
  func cases(at arguments: [String]) throws -> [Found] {
    var inputs = try CaseInputs(arguments)
    var found: [Found] = []
    var usable = 0
    for reading in readings(of: inputs.inputs) {
      switch try reading.get() {
      case .cases(let cases):
        found += cases
        usable += 1
      case .nothing(let path, let reason): inputs.passOver(path, reason)
      }
    }
    for line in inputs.passedOverLines {
      StandardError.write("assay: \(VisibleText.escaped(line))\n")
    }
    guard usable > 0 else {
      throw ValidationError("there is no case in \(arguments.joined(separator: ", "))")
    }
    return found
  }

  /// What each input holds, in their order. Reading a case costs more than running it, so that all cores take part.
  private func readings(of inputs: [CaseInputs.Input]) -> [Result<Reading, any Error>] {
    let readings = Mutex<[Result<Reading, any Error>?]>(Array(repeating: nil, count: inputs.count))
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
      let reading = Result { try cases(of: inputs[index]) }
      readings.withLock { $0[index] = reading }
    }
    return readings.withLock { $0.compactMap { $0 } }
  }

  private enum Reading: Sendable {
    case cases([Found])
    /// A file of a folder that is no case.
    case nothing(String, reason: String)
  }

  private func cases(of input: CaseInputs.Input) throws -> Reading {
    switch input.source {
    case .url(let url): return .cases([try foreign(url, named: input.name)])
    case .failure(let report, let id):
      let bytes = try InputFile.bytes(report, kind: "report", maxBytes: Self.maxBytes)
      let named = try cases(holding: bytes, from: report, named: input.name, only: id)
        .filter { $0.item.id.path == id }
      guard !named.isEmpty else {
        throw ValidationError(
          (try? Self.isReport(bytes)) == true
            ? "the report \(report) has no failure of the case \(id)\(edition)"
            : "\(report) holds no case \(id)\(edition)")
      }
      return .cases(named.map { $0.failure == nil ? $0.from(report) : $0 })
    case .file(let path):
      let bytes = try InputFile.bytes(path, kind: "file", maxBytes: Self.maxBytes)
      if !input.isNamed, let reason = Self.reasonToPassOver(bytes) {
        return .nothing(path, reason: reason)
      }
      var found = try cases(holding: bytes, from: path, named: input.name)
      if leavesLargeInFiles, bytes.count > Self.maxHeldBytes, found.count == 1,
        !found[0].isForeign, found[0].failure == nil
      {
        found[0].item = left(found[0].item, in: path, named: input.name)
      }
      return .cases(found.map { $0.from(path) })
    }
  }

  /// Scripts of larger files are left in them.
  private static let maxHeldBytes = 64 << 10

  private func left(_ item: Case, in path: String, named name: String) -> Case {
    item.leavingScript { [suites, id = item.id, variant = item.variant] () throws(HarnessFault) in
      let again: Case
      do {
        let bytes = try InputFile.bytes(path, kind: "case file", maxBytes: Self.maxBytes)
        again = try CaseFile.read(bytes, suites: suites, name: name)
      } catch {
        throw HarnessFault(
          "\(path) could be read as a case at the start and no longer can: \(error)")
      }
      guard again.id == id, again.variant == variant else {
        throw HarnessFault("\(path) held the case \(id) at the start and holds another one now")
      }
      return again
    }
  }

  /// ` in the edition plain`, or nothing where all are wanted.
  private var edition: String { options.edition.map { " in the edition \($0.rawValue)" } ?? "" }

  /// Why a file that lies in a folder is no case. What calls itself a case or a report is held to it: a case must not get lost because
  /// a byte of its file is wrong.
  private static func reasonToPassOver(_ bytes: [UInt8]) -> String? {
    if ForeignText.isEmpty(bytes) { return "it is empty" }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return "it is a database" }
    guard CaseFile.isLikely(bytes), !bytes.contains(text: "\"assay-case/"),
      !bytes.contains(text: "\"assay-report/")
    else { return nil }
    return "it is JSON, but no case file and no report"
  }

  /// The cases of what has been read from a file.
  ///
  /// - Parameter only: the case of a report that is wanted; nil: all of its failures.
  func cases(
    holding bytes: [UInt8], from path: String, named name: String, only: String? = nil
  ) throws -> [Found] {
    guard !ForeignText.isEmpty(bytes) else {
      throw ValidationError("the file \(path) is empty; a case file or a URL is expected")
    }
    if let reason = CaseInputs.reasonByName(path), !ForeignText.looksLikeURL(bytes) {
      throw ValidationError("\(path) cannot be read as a case: \(reason)")
    }
    guard Self.isJSON(bytes) else {
      let urls = ForeignText.urls(in: bytes)
      guard urls.allSatisfy({ $0.count <= ForeignText.maxURLBytes }) else {
        throw ValidationError(
          "the file \(path) holds a URL of more than \(ForeignText.maxURLBytes) bytes, which no adapter takes"
        )
      }
      return try urls.enumerated().map { index, url in
        try foreign(url, named: name + (urls.count > 1 ? "/line-\(index + 1)" : ""))
      }
    }
    do throws(JSONError) {
      if try Self.isReport(bytes) { return try failures(in: ReportFailures.read(bytes), only) }
      return [Found(item: try CaseFile.read(bytes, suites: suites, name: name))]
    } catch {
      // Names in the file may hold line feeds, which must not look like lines of our own.
      throw ValidationError(VisibleText.escaped("\(path): \(error)"))
    }
  }

  /// Whether a file is meant to be JSON, so that what is wrong with it is told: it must not pass for a request.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF, 0x7B], [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B],
    ]
    return CaseFile.isLikely(bytes) || marks.contains { bytes.starts(with: $0) }
      || Array(bytes.prefix(4_096)).contains(text: "\"assay-case/")
  }

  /// Whether an object is a report, and not a case: it has a schema.
  private static func isReport(_ bytes: [UInt8]) throws(JSONError) -> Bool {
    // Most files are cases, which need not be read twice.
    guard bytes.contains(text: "\"schema\"") else { return false }
    return try JSONReader.read(bytes, limits: ReportFailures.limits) { (reader) throws(JSONError) in
      var isReport = false
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        if key == "schema" { isReport = true }
        try reader.skipValue()
      }
      return isReport
    }
  }

  /// A request that somebody else made.
  func foreign(_ url: [UInt8], named name: String) throws -> Found {
    Found(
      item: try Faults.reported { try ForeignRequests.item(url, named: name, to: setup) },
      isForAssumedApp: options.setup == nil, isForeign: true)
  }

  // MARK: Reports

  /// The failures of a report as cases: generated again where the generator still makes the same requests, and otherwise made of
  /// the requests that the report holds.
  private func failures(
    in report: ReportFailures, _ only: String?
  ) throws(JSONError) -> [Found] {
    var listed: [String: Case] = [:]
    for suite in suites {
      for item in suite.cases(seed: report.seed) { listed["\(item.id) \(item.variant)"] = item }
    }
    // A run may have had more cases of a seeded family than are listed.
    func generated(_ id: CaseID, _ variant: Variant) -> Case? {
      listed["\(id) \(variant)"]
        ?? suites.lazy.flatMap { $0.generated(id, seed: report.seed) }.first {
          $0.variant == variant
        }
    }
    var cases: [Found] = []
    for result in report.results
    where isWanted(result.variant) && (only ?? result.id.path) == result.id.path {
      let stored = try Self.stored(result, suites)
      let known = generated(result.id, result.variant)
      guard let item = chosen(known, stored) else {
        StandardError.write(
          "assay: \(VisibleText.escaped(result.id.path)) is left out: no generator makes it, and the report holds no requests that can be run\n"
        )
        continue
      }
      var provenance = item.provenance ?? Provenance()
      provenance.signature =
        result.findings.first { $0.level == .must }?.signature
        ?? result.findings.first?.signature
      let shown = result.findings.first { $0.signature == provenance.signature }?.after
      let after = shown?.ids ?? []
      // It came in a shuffled order after cases that nobody has found out: that it passes alone does not say that it is mended.
      if shown?.ids.isEmpty == true { provenance.signature = nil }
      guard let suite = suites.first(where: { $0.name == item.suite }),
        let noted = try? suite.noted(item, provenance)
      else { continue }
      let earlier = after.compactMap { generated($0, result.variant) }
      guard earlier.count == after.count else {
        StandardError.write(
          "assay: \(VisibleText.escaped(result.id.path)) is left out: no generator makes the cases that have to run before it\n"
        )
        continue
      }
      cases.append(Found(item: noted, failure: result, earlier: earlier))
    }
    return cases
  }

  private func isWanted(_ variant: Variant) -> Bool {
    variant == .sole || options.edition.map { $0.rawValue == variant.name } ?? true
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
      request["type"] == "start"
        ? ["action": "start", "keep": request["keep"] ?? false]
        : JSONValue.object((request.members ?? []).filter { !["type", "id"].contains($0.key) })
    }
    guard let suite = suites.first(where: { $0.name == result.suite }) else { return nil }
    // A report of another version may know other requirements.
    let targets = result.targets.filter { suite.clauses[$0] != nil }
    var members: [JSONMember] = [
      .init(key: "format", value: .string(CaseFile.format)),
      .init(key: "suite", value: .string(result.suite)),
      .init(key: "id", value: .string(result.id.path)),
      .init(key: "requirements", value: .array(targets.map { .string($0.path) })),
      .init(key: "start", value: configuration), .init(key: "steps", value: .array(Array(steps))),
    ]
    if let app = configuration["bundleIdentifier"]?.stringValue,
      let title = ABT.titleOfProfileCase(result.id, app: app)
    {
      members.append(.init(key: "title", value: .string(title)))
    }
    var writer = JSONWriter()
    writer.value(.object(members))
    return try? CaseFile.read(writer.bytes, suites: suites, name: result.id.path)
  }
}

extension CaseSources.Found {
  fileprivate func from(_ path: String) -> Self {
    var found = self
    found.path = path
    return found
  }
}
