import AdapterProtocol
import CProcess
import Glibc
import Testing

@testable import AdapterDriver

/// Deadlines count what the adapter ran or slept, not what it waited for a processor.
@Suite struct BusyMachineTests {
  @Test func waitsDoNotCount() {
    let before = Pace([1: (ran: 5, waited: 10), 2: (ran: 0, waited: 0)])
    let after = Pace([1: (ran: 25, waited: 60), 2: (ran: 10, waited: 10)])
    // 100 passed; one thread waited 50 of them and another one 10.
    #expect(after.counted(of: 100, since: before) == 40)
    // Never less than what the busiest thread ran.
    #expect(after.counted(of: 70, since: before) == 20)
    // A thread that is new waited since its beginning.
    #expect(after.counted(of: 100, since: Pace([1: (ran: 5, waited: 10)])) == 40)
    #expect(after.counted(of: 200, since: after) == 200)
  }

  @Test func withoutTheKernelsWordTheProcessorsShareTheTime() {
    #expect(Pace([:]).counted(of: 90, since: Pace([:]), processors: 3) == 30)
  }

  @Test func theKernelTellsWhatAThreadRan() {
    let before = Pace(session: getsid(0))
    var sum = 0
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    let begun = used
    repeat {
      sum &+= 1
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    } while used.tv_sec == begun.tv_sec && used.tv_nsec < begun.tv_nsec + 50_000_000
    let counted = Pace(session: getsid(0)).counted(of: 1 << 60, since: before)
    #expect(counted > 0 && counted <= 1 << 60)
    #expect(sum > 0)
  }

  /// A step of 0.3 s of work beside five busy processes on the same processor takes nearly two seconds of a clock, and has one.
  @Test func whoGetsNoProcessorIsNotLate() throws {
    var processors = [Int32](repeating: 0, count: 1_024)
    #expect(cprocess_allowed_processors(&processors, 1_024) > 0)
    let processor = Int(processors[0])
    let load = try (0..<5).map { _ in
      try AdapterProcess(
        AdapterCommand(executable: "/bin/sh", arguments: ["-c", "while :; do :; done"]),
        limits: .init(), processor: processor)
    }
    defer { for process in load { process.end() } }
    // The nap is ten times as long as it may be: we have to share the processor, too, and what we did not see is not counted.
    for (action, ending) in [
      ("work", Ending.answered), ("nap of 10 s", .hung(step: 1)), ("spin", .hung(step: 1)),
    ] {
      let worker = AdapterWorker(
        command: MisbehavingAdapter.command("good"), limits: .init(stepDeadline: .seconds(1)),
        harnessVersion: "0.0.0", affinity: processor)
      #expect(worker.run([action]).ending == ending, "\(action)")
    }
  }
}
