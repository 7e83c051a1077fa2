import Foundation
import JSONText
import Testing

/// What an adapter finds around itself, as the options have it.
@Suite struct SurroundingsTests {
  /// Writes its environment and its directory beside itself, and claims nothing.
  private static let curious = """
    import json, os, sys

    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    with open(os.path.join(here, "seen.json"), "w") as file:
        json.dump({"environment": dict(os.environ), "directory": os.getcwd()}, file)
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "type": "unsupported", "reason": "not today"}
        if request["type"] == "hello":
            reply = {"id": request["id"], "type": "hello", "protocol": 1, "suites": {},
                     "implementation": {"name": "curious", "version": "1", "language": "Python"}}
        elif request["type"] == "stop":
            reply = {"id": request["id"], "type": "stopped"}
        print(json.dumps(reply), flush=True)
        if request["type"] == "stop":
            break
    """

  private func seen(
    _ options: [String], environment: [String: String] = [:], in place: Workplace
  ) throws -> JSONValue {
    try place.put(Self.curious.utf8, "curious.py")
    let outcome = try place.assay(
      ["run"] + options + ["--output", "reports", "--", "python3", place.file("curious.py")],
      environment: environment)
    #expect(outcome.status == 6, "it claims nothing: \(outcome.errors)")
    return try JSONValue(parsing: try place.bytes(place.file("seen.json")))
  }

  private static let secrets = ["CI_JOB_TOKEN": "s3cret", "GOPROXY": "https://u:s3cret@proxy"]

  @Test func secretsDoNotReachTheAdapter() throws {
    let place = try Workplace()
    let environment = Self.secrets.merging(["JAVA_HOME": "/opt/java", "LC_TIME": "C"]) { $1 }
    let seen = try seen([], environment: environment, in: place)
    #expect(!seen.compactText.contains("s3cret"))
    #expect(seen["environment"]?["JAVA_HOME"] == "/opt/java")
    #expect(seen["environment"]?["LC_TIME"] == "C")
    #expect(seen["environment"]?["PATH"] != nil)
    #expect(seen["directory"]?.stringValue == place.folder)
  }

  @Test func whatIsNamedIsPassedAndItsValueIsNotTold() throws {
    let place = try Workplace()
    let seen = try seen(
      ["--pass-env", "CI_JOB_TOKEN", "--pass-env", "MODE=a=b", "--pass-env", "EMPTY="],
      environment: Self.secrets, in: place)
    #expect(seen["environment"]?["CI_JOB_TOKEN"] == "s3cret")
    #expect(seen["environment"]?["MODE"] == "a=b")
    #expect(seen["environment"]?["EMPTY"] == "")
    #expect(seen["environment"]?["GOPROXY"] == nil)
    let report = try place.report()
    #expect(report.json["options"]?["pass-env"] == ["CI_JOB_TOKEN", "MODE", "EMPTY"])
    #expect(!report.json.compactText.contains("s3cret"))
  }

  @Test func theDirectoryCanBeChosen() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.file("elsewhere"), withIntermediateDirectories: false)
    let seen = try seen(["--working-directory", "elsewhere"], in: place)
    #expect(seen["directory"]?.stringValue == place.file("elsewhere"))
  }

  @Test(arguments: [
    (["--pass-env", "NOT_SET_ANYWHERE"], "NOT_SET_ANYWHERE"), (["--pass-env", "=x"], "=x"),
  ])
  func whatCannotBePassedIsWrongUsage(options: [String], says: String) throws {
    let place = try Workplace()
    let outcome = try place.assay(["run"] + options + ["--reference"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says))
  }

  @Test func aDirectoryThatIsNoneIsTheAdaptersFault() throws {
    let place = try Workplace()
    let outcome = try place.assay("run", "--working-directory", "nowhere", "--reference")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("\"nowhere\" is not a directory"))
  }

  @Test func theReportTellsHowFastTheAdapterWas() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--select", "abt/token/upper-case", "--verbose", "--output", "reports")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("a step may take "))
    let pace = try place.report().json["machine"]?["pace"]
    let seconds = try #require(pace?["stepDeadlineSeconds"]?.doubleValue)
    #expect(seconds >= 2 && seconds <= 20)
    let exact = try place.assay(
      "run", "--reference", "--select", "abt/token/upper-case", "--timeout", "1.5", "--output",
      "exact")
    #expect(exact.status == 0)
    #expect(!exact.output.contains("a step may take "))
    #expect(
      try place.report("exact").json["machine"]?["pace"]?["stepDeadlineSeconds"]?.doubleValue == 1.5
    )
  }
}
