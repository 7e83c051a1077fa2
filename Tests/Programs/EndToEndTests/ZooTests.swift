import Foundation
import JSONText
import Testing

/// Adapters that misbehave while cases run: each has an outcome of its own, costs only its case, and
/// leaves no process behind and no result out. (What cannot be started: `AdapterTroubleTests`.)
@Suite struct ZooTests {
  static let animals = [
    // What writes something that is no right reply.
    Animal(
      name: "writes_garbage", status: 3, verdict: "adapterFault",
      says: ["at step 1: the line is no reply: line 1, column 1"]),
    Animal(
      name: "writes_100_mb_without_a_line_feed", status: 3, verdict: "adapterFault",
      says: ["at step 1: a line of more than 16777216 bytes"]),
    Animal(
      name: "writes_invalid_utf8", status: 3, verdict: "adapterFault",
      says: ["column 36: these bytes are not UTF-8"]),
    Animal(
      name: "nests_deeply", status: 3, verdict: "adapterFault",
      says: ["more than 1600 arrays and objects are open"]),
    Animal(
      name: "repeats_a_key", status: 3, verdict: "adapterFault",
      says: ["the member \"handled\" occurs twice"]),
    Animal(
      name: "answers_another_question", status: 3, verdict: "adapterFault",
      says: ["a reply \"started\" where \"observed\" is expected"]),
    Animal(
      name: "answers_another_request", status: 3, verdict: "adapterFault",
      says: ["a reply to request 95 where 18 is next"]),
    Animal(
      name: "answers_twice", status: 3, verdict: "adapterFault",
      says: ["at step 2: a reply to request 18 where 19 is next"]),
    Animal(
      name: "says_more_than_it_is_asked", status: 3, verdict: "adapterFault",
      says: ["output that no request asked for", "9999"]),
    Animal(
      name: "answers_again_when_the_next_case_begins", status: 3, verdict: "adapterFault",
      says: ["at step 2: output that no request asked for"]),
    Animal(
      name: "closes_its_output", status: 3, verdict: "adapterFault",
      says: ["standard output was closed while the process lives on"]),
    Animal(
      name: "tells_a_hostile_failure", status: 3, verdict: "adapterFault",
      says: ["a failure of its own: \\u{1B}[31mred\\u{1B}]0;title\\u{7}\\u{202E} ]]> <b>&amp;\"'"]),
    Animal(
      name: "observes_hostile_text", status: 1, verdict: "failed",
      says: ["wrong status", "repeat"]),
    Animal(
      name: "observes_runs_of_marks", status: 1, verdict: "failed", says: ["wrong status"]),

    // What is slow, silent or greedy.
    Animal(
      name: "answers_late", status: 4, verdict: "timedOut",
      says: ["TIMED OUT ABT-ROB-02", "no reply within 0.5 s"], timeout: "0.5"),
    Animal(
      name: "ignores_sigterm", status: 4, verdict: "timedOut", says: ["TIMED OUT ABT-ROB-02"],
      timeout: "0.5"),
    Animal(
      name: "stops_itself", status: 4, verdict: "timedOut", says: ["TIMED OUT ABT-ROB-02"],
      timeout: "0.5"),
    Animal(
      name: "spins", status: 4, verdict: "timedOut", says: ["TIMED OUT ABT-ROB-02"],
      timeout: "0.5"),
    Animal(
      name: "eats_8_gb", status: 4, verdict: "overLimit",
      says: ["OVER LIMIT ABT-ROB-03", "bytes of memory, 33554432 are allowed"]),
    Animal(name: "answers_byte_by_byte", status: 0, verdict: "passed"),
    Animal(name: "writes_1_gb_of_errors", status: 0, verdict: "passed"),

    // What dies, and what it leaves.
    Animal(
      name: "dies_within_a_batch", status: 4, verdict: "crashed",
      says: ["CRASHED ABT-ROB-01", "step 1", "killed by signal 11 (SIGSEGV)"]),
    Animal(
      name: "dies_within_a_line", status: 4, verdict: "crashed",
      says: ["CRASHED ABT-ROB-01", "exited with status 4"]),
    Animal(
      name: "dies_behind_its_last_reply", status: 4, verdict: "crashed",
      says: ["CRASHED ABT-ROB-01", "step 2", "exited with status 7"]),
    Animal(
      name: "leaves_a_grandchild_with_the_pipe", status: 4, verdict: "crashed",
      says: ["CRASHED ABT-ROB-01", "exited with status 5"]),
    Animal(name: "forks_twice", status: 0, verdict: "passed"),

    // What claims strange things.
    Animal(name: "claims_unknown_suites_too", status: 0, verdict: "passed"),
    Animal(
      name: "has_a_hostile_name", status: 0, verdict: "passed",
      says: ["\\u{1B}[31mred\\u{1B}]0;title\\u{7}\\u{202E} ]]> <b>&amp;\"' \\u{0} \\u{FFFE} end"]),
  ]

  @Test(arguments: animals) func costsOnlyItsCase(animal: Animal) throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: animal.name, timeout: animal.timeout)
    #expect(outcome.status == animal.status)
    for part in animal.says { #expect(outcome.unwrapped.contains(part), "\(outcome.output)") }
    #expect(!outcome.holdsEscapes)
    let report = try place.report()
    try place.expectNothingLost(but: [Animal.target: animal.verdict], of: report)
    if animal.verdict == "crashed" {
      #expect(outcome.output.contains(Animal.target))
      #expect(!outcome.output.contains("flaky"))
    }
    try place.expectSoundXML("reports/junit.xml")
  }

  /// It cannot be reset, which shows at each second start of a process; alone it is tame.
  @Test func anAnimalThatCrashesAtTheSecondStart() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "crashes_at_the_second_start")
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("killed by signal 6 (SIGABRT)"))
    #expect(outcome.output.contains("flaky: it did not come again when repeated alone"))
    let valid = "abt/token/valid/"
    try place.expectNothingLost(
      but: [
        valid + "long-key": "crashed", valid + "unicode-key": "crashed",
        valid + "hex-key": "crashed",
      ], of: place.report())
  }

  /// A process that cannot be started costs the case that it was started for.
  @Test func anAnimalThatCannotBeStartedOnce() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "cannot_be_started_a_third_time")
    #expect(outcome.status == 3)
    #expect(outcome.unwrapped.contains("did not answer hello: it exited with status 9"))
    let told = outcome.unwrapped.components(separatedBy: "the lock of a dead process").count - 1
    #expect(told == 1, "\(outcome.output)")
    try place.expectNothingLost(
      but: ["abt/token/valid/short-key": "adapterFault"], of: place.report())
  }

  /// What cannot be started is not tried for ever: each time could cost the deadline of a start.
  @Test func anAnimalThatCannotBeStartedAnyMore() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "cannot_be_started_any_more")
    #expect(outcome.status == 3)
    #expect(outcome.unwrapped.contains("did not answer hello: it exited with status 10"))
    #expect(
      outcome.unwrapped.contains("4 × cut off: 3 cases of abt/token/valid in a row before it"))
    let faults = Array(repeating: "adapterFault", count: 3)
    #expect(
      try place.report().cases.map(\.verdict) == faults + Array(repeating: "notRun", count: 4))
  }

  /// What hangs on everything is cut off, visibly.
  @Test func anAnimalThatHangsOnEverything() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "hangs_on_everything", timeout: "0.3")
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("Not run: 4 cases"))
    #expect(
      outcome.output.contains(
        "cut off: 3 cases of abt/token/valid in a row before it were not answered in time"))
    let report = try place.report()
    let hangs = Array(repeating: "timedOut", count: 3)
    #expect(report.cases.map(\.verdict) == hangs + Array(repeating: "notRun", count: 4))
  }

  /// What fails in the same way whatever it is asked is told so and ended, long before everything has been asked.
  @Test(arguments: [
    Hopeless(
      name: "dies_after_hello", status: 4, verdict: "crashed",
      says: "death of the adapter (exited with status 6)"),
    Hopeless(
      name: "dies_at_every_fifth_request", status: 4, verdict: "crashed",
      says: "death of the adapter (killed by signal 11 (SIGSEGV))"),
    Hopeless(
      name: "hangs_at_every_fifth_request", status: 4, verdict: "timedOut",
      end: "cut off: ", says: "were not answered in time", timeout: "2",
      selection: "abt/url/verb/**"),
    Hopeless(
      name: "replies_twice_to_every_step", status: 3, verdict: "adapterFault",
      says: "it wrote a reply that no request asked for"),
  ])
  func anAnimalThatFailsInEveryFamily(animal: Hopeless) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      meets: animal.name, timeout: animal.timeout, selection: animal.selection)
    #expect(outcome.status == animal.status)
    let report = try place.report()
    #expect(Set(report.cases.map(\.verdict)).subtracting(["passed"]) == [animal.verdict, "notRun"])
    #expect(report.cases.last?.verdict == "notRun")
    let reason = try #require(report.json["cases"]?.arrayValue?.last?["reason"]?.stringValue)
    #expect(reason.hasPrefix(animal.end))
    #expect(reason.contains(animal.says), "\(reason)")
    #expect(outcome.unwrapped.contains(reason))
  }

  /// A bug on every path costs each batch a few processes, and not one for each case that fails.
  @Test func anAnimalWithOneBugOnEveryPath() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "echoes_wrongly_everywhere", selection: "abt/token/**")
    #expect(outcome.status == 1)
    let report = try place.report()
    let failed = report.cases.filter { $0.verdict == "failed" }
    #expect(failed.count > 60 && report.count("notRun") == 0)
    let processes = try place.text(place.file("animals")).split(separator: "\n").count
    #expect(processes < failed.count / 2, "\(processes) for \(failed.count)")
    let sampled = failed.filter { $0.findings.contains { $0.contains(#""sampled""#) } }
    #expect(sampled.count > failed.count / 2)
  }

  /// A request of 87 KB does not fit into the pipe to who does not read it.
  @Test func anAnimalThatNeverReads() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      meets: "never_reads", timeout: "0.5", selection: "abt/hostile/bomb/64-MiB",
      target: ["org.example.a.b.c.d.e"])
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("TIMED OUT  ABT-ROB-02"))
    #expect(try place.report().cases.map(\.verdict) == ["timedOut"])
  }

  @Test func anAnimalThatClaimsUnknownSuitesOnly() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "claims_unknown_suites_only")
    #expect(outcome.status == 6)
    #expect(outcome.output.contains("7 × not claimed: the suite abt"))
    #expect(
      outcome.errors.contains(
        "claims what is not known: there is no suite \"teleport\"; there are abt, abt.manager, appconnect.config, appconnect.openfrom, appconnect.dualmode"
      ))
    #expect(try place.report().count("skipped") == 7)
  }

  /// What does not even greet as it should: nothing was tested, and no folder for reports is made.
  @Test(arguments: [
    ("exits_at_once", ["did not answer hello: it exited with status 3", "ends with: no licence"]),
    ("greets_with_garbage", ["the line is no reply: line 1, column 1", "\"Good morning\""]),
    (
      "greets_with_escapes",
      ["the byte 0x1B", "\\u{1B}[31mred\\u{1B}]0;title\\u{7}\\u{202E}", "standard error ends with"]
    ),
    ("greets_without_a_line_feed", ["a line of more than 16777216 bytes"]),
    ("is_mute", ["no reply within 10.0 seconds"]),
    ("closes_its_output_at_hello", ["standard output was closed while the process lives on"]),
    ("speaks_protocol_2", ["speaks protocol 2, but 1 is needed"]),
    ("fails_at_hello", ["reports a failure of its own: no database"]),
  ])
  func isRefusedAtTheDoor(animal: String, says: [String]) throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: animal)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    for part in says { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    #expect(outcome.errors.contains("The library was not tested."))
    #expect(!outcome.holdsEscapes)
    #expect(try place.names() == ["animals"])
  }
}

/// An animal that fails in every family.
struct Hopeless: Sendable, CustomTestStringConvertible {
  let name: String
  let status: Int32
  /// The verdict of every case that does not pass and is run.
  let verdict: String
  /// How the reason for ending the run, or its only batch, begins.
  var end = "ended early: "
  /// What the reason says.
  let says: String
  var timeout = "30"
  var selection = "abt/**"

  var testDescription: String { name }
}

extension Workplace {
  /// Expects a document that another reader of XML takes.
  fileprivate func expectSoundXML(_ name: String) throws {
    let check = "import sys, xml.dom.minidom as xml; xml.parse(sys.argv[1])"
    let outcome = try shell("python3 -I -S -c '\(check)' \(name)")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
