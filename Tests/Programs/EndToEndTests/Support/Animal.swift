import Glibc
import JSONText
import Testing

/// An adapter of `Zoo/zoo.py`, and what a run with it comes to.
///
/// The run has seven cases; the animal is met in one of them, and the others must not suffer.
struct Animal: Sendable, CustomTestStringConvertible {
  /// The function in `zoo.py`.
  let name: String
  /// The exit code of the run.
  let status: Int32
  /// The verdict of the case that meets the animal.
  let verdict: String
  /// What stands on the terminal, beside the case's id.
  var says: [String] = []
  /// Seconds; long where the animal is to be found for something else than its silence.
  var timeout = "30"

  static let selection = "abt/token/valid/**"
  /// The case of which `zoo.py` knows the key.
  static let target = "abt/token/valid/hex-key"

  /// The cases of the selection as `assay list` has them, asked once.
  static let selected = Result {
    try SelectionTests.list(Workplace(), ["--edition", "plain", "--select", selection]).map(\.id)
  }

  var testDescription: String { name }
}

extension Workplace {
  /// Runs `assay` with an animal and expects that nothing of it is left.
  func assay(
    meets animal: String, timeout: String = "30", selection: String = Animal.selection,
    target: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let outcome = try assay(
      [
        "run", "--edition", "plain", "--select", selection, "--jobs", "1", "--timeout", timeout,
        "--output", "reports", "--", "python3", "-I", "-S",
        BuiltPrograms.packageFolder + "/Tests/Programs/EndToEndTests/Zoo/zoo.py", animal,
        try BuiltPrograms.path(of: "reference-adapter"),
      ] + target, sourceLocation: sourceLocation)
    try expectNothingLeft(sourceLocation: sourceLocation)
    return outcome
  }

  /// Expects that all the processes which the animals have noted are gone, with what belonged to
  /// their sessions, and that none is left even as a zombie.
  func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let noted = try text(file("animals")).split(separator: "\n").compactMap { pid_t($0) }
    #expect(!noted.isEmpty, "no animal was there", sourceLocation: sourceLocation)
    #expect(allProcesses().contains { $0.id == getpid() && $0.session == getsid(0) })
    #expect(
      eventually {
        allProcesses().allSatisfy { !noted.contains($0.id) && !noted.contains($0.session) }
      },
      "something is left of \(noted)", sourceLocation: sourceLocation)
  }

  /// Expects that the journal has each case, that it agrees with the report, and that all cases but
  /// some have passed.
  func expectNothingLost(
    but unfortunate: [String: String], of report: Report,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(report.cases.map(\.id) == (try Animal.selected.get()), sourceLocation: sourceLocation)
    for entry in report.cases {
      #expect(
        entry.verdict == unfortunate[entry.id] ?? "passed", "\(entry)",
        sourceLocation: sourceLocation)
    }
    var last: [Int64: String] = [:]
    for line in try text(file("reports/report.jsonl")).split(separator: "\n") {
      let entry = try JSONValue(parsing: Array(line.utf8))
      let number = try #require(entry["number"]?.integerValue, sourceLocation: sourceLocation)
      last[number] = entry["verdict"]?.stringValue
    }
    #expect(
      last.sorted { $0.key < $1.key }.map(\.value) == report.cases.map(\.verdict),
      sourceLocation: sourceLocation)
  }
}

/// Every process of the machine, zombies too, with its session.
func allProcesses() -> [(id: pid_t, session: pid_t)] {
  guard let folder = opendir("/proc") else { return [] }
  defer { closedir(folder) }
  var found: [(pid_t, pid_t)] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // A zombie still tells its session here.
    guard let process = pid_t(name), let file = fopen("/proc/\(name)/stat", "r") else { continue }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 1_024)
    let count = fread(&text, 1, text.count, file)
    let line = String(decoding: text.prefix(count), as: UTF8.self)
    guard let end = line.lastIndex(of: ")") else { continue }
    let fields = line[line.index(after: end)...].split(separator: " ")
    found.append((process, fields.count > 3 ? pid_t(fields[3]) ?? 0 : 0))
  }
  return found
}
