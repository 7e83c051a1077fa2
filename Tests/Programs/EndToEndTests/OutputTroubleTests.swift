import Glibc
import Testing

/// Results that cannot be written: what was measured is shown, the error says what, where and what to do, and the exit code is 70.
@Suite struct OutputTroubleTests {
  private let run =
    "assay run --requirement ABT-TOK-05 --timeout 30 --output reports"

  @Test func aFullDisk() throws {
    let place = try Workplace()
    #expect(mkdir(place.file("reports"), 0o755) == 0)
    #expect(symlink("/dev/full", place.file("reports/report.jsonl")) == 0)
    let outcome = try place.shell("\(run) --reference")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("cannot write reports/report.jsonl: No space left on device"))
    #expect(outcome.errors.contains("make room on the disk"))
    #expect(outcome.output.contains("case"))
    #expect(outcome.output.contains("report  none"))
    #expect(try place.names(in: "reports") == ["report.jsonl"])
  }

  /// Help is a result like any other.
  @Test(arguments: [
    "list --suite managed-config", "spec ABT-TOK-05", "help", "run --help", "--version",
  ])
  func standardOutputThatIsFull(command: String) throws {
    let outcome = try Workplace().shell("assay \(command) >/dev/full")
    #expect(outcome.status == 70)
    #expect(
      outcome.errors == "assay: standard output cannot be written: No space left on device\n")
  }

  @Test func aFileBeyondItsLimit() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "ulimit -f 64; assay run --suite abt --jobs 1 --timeout 30 --output reports --reference")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("cannot write reports/report.jsonl: File too large"))
    #expect(outcome.errors.contains("ulimit -f"))
    #expect(outcome.output.contains("its results could not be written"))
    #expect(try place.names(in: "reports") == ["report.jsonl"])
    let journal = try place.bytes(place.file("reports/report.jsonl"))
    #expect((1...64 * 1_024).contains(journal.count))
  }

  @Test func aFolderThatVanishes() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "\(run) -- /bin/sh -c 'rm -rf reports; exec reference-adapter'")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("reports/report.json"))
    #expect(outcome.errors.contains("is gone"))
    #expect(outcome.output.contains("CONFORMING"))
    #expect(outcome.output.contains("report  none"))
  }

  /// A failure stands on the terminal though it cannot be kept.
  @Test func aFailureIsShownAllTheSame() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "\(run) -- /bin/sh -c 'rm -rf reports; exec faulty-adapter --fault token-in-any-case'")
    #expect(outcome.status == 70)
    #expect(outcome.output.contains("NONCONFORMING"))
    #expect(!outcome.repeatCommands.isEmpty)
  }

  @Test func twoRunsAtOnceGetFoldersOfTheirOwn() throws {
    let place = try Workplace()
    let run = "assay run --requirement ABT-TOK-05 --timeout 30 --reference"
    let outcome = try place.shell("\(run) & \(run); a=$?; wait $! && exit $a")
    #expect(outcome.status == 0)
    let folders = try place.names(in: "Reports")
    #expect(folders.count == 2)
    for folder in folders {
      #expect(try place.report("Reports/" + folder).verdict == "conforming")
    }
  }

  @Test func aFolderThatAnotherRunWritesIntoIsLeftAlone() throws {
    let place = try Workplace()
    // Greets at once; once the run has its folder it waits until it may go on.
    let waiting = """
      #!/bin/sh
      if [ -e reports/report.jsonl ]; then
        tries=0
        while [ ! -e go ] && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
      fi
      exec reference-adapter

      """
    try place.put(waiting.utf8, "waiting", mode: 0o755)
    let outcome = try place.shell(
      """
      \(run) -- ./waiting >first & first=$!
      tries=0
      while [ ! -e reports/report.jsonl ] && [ $tries -lt 500 ]; do
        sleep 0.02; tries=$((tries + 1))
      done
      \(run) --reference; second=$?
      touch go
      wait $first; echo "$? $second"
      """)
    #expect(outcome.output == "0 2\n")
    #expect(outcome.errors.contains("cannot write reports: another run of assay"))
    #expect(outcome.errors.contains("choose another folder with --output"))
    #expect(try place.report().verdict == "conforming")
  }
}
