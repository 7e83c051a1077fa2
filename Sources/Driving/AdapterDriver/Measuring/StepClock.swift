import AdapterProtocol
import CProcess

/// The clock of a step. It runs from the first wait.
///
/// What counts is the time in which the adapter ran or slept. The time in which it could have run and was given no processor is the
/// machine's (Protocol.md, ABT-ROB-02), and is granted again: on a machine with eight times more work than processors a correct library
/// needs eight times as long. Nothing is read as long as a step is quick.
package struct StepClock {
  /// How long the present step may take.
  private(set) var budget: Duration
  /// For how long the adapter could have run since the clock began, and was given no processor, as far as that was looked at.
  private(set) var timeWithoutProcessor = Duration.zero
  private var begun: Int64?
  private var end: Int64 = 0
  private var firstLook: (time: Int64, counted: Int64, pace: Pace)?

  package init(_ budget: Duration) { self.budget = budget }

  /// When to look at the step next, in nanoseconds of `cprocess_now`: a little after its beginning, and when its time may be over.
  ///
  /// It is set when it is first asked for: reading the clock costs time, and replies that are there already need no deadline.
  mutating func deadline() -> Int64 {
    if begun == nil {
      let now = cprocess_now()
      begun = now
      end = now &+ min(budget.nanoseconds / 4, Self.quickStep)
    }
    return end
  }

  /// Begins a new step, which may take this long.
  mutating func reset(_ budget: Duration) { self = StepClock(budget) }

  /// Whether a step whose deadline has passed has used up its time. Otherwise the clock has a new deadline.
  mutating func isOver(for process: AdapterProcess) -> Bool {
    guard process.death == nil, let begun else { return true }
    let now = cprocess_now()
    guard let look = firstLook else {
      // We may have been given no processor either: of the time until now no more counts than was asked for.
      let counted = min(now &- begun, end &- begun)
      firstLook = (now, counted, Pace(session: process.processID))
      end = Self.moment(now, plus: budget.nanoseconds &- counted)
      return false
    }
    let elapsed = now &- look.time
    let pace = Pace(session: process.processID)
    let counted = look.counted &+ pace.counted(of: elapsed, since: look.pace)
    timeWithoutProcessor = .nanoseconds(look.counted &+ elapsed &- counted)
    let left = budget.nanoseconds &- counted
    guard left > 0, elapsed / Self.mostPatience < budget.nanoseconds else { return true }
    // Nothing shorter than what a scheduler deals in.
    end = Self.moment(now, plus: max(left, 1_000_000))
    return false
  }

  /// Whether a step that has been answered took longer than this, which is less than its budget. What is quick has not been looked at.
  func hasExceeded(_ duration: Duration, for process: AdapterProcess) -> Bool {
    guard let look = firstLook else { return false }
    let elapsed = cprocess_now() &- look.time
    guard look.counted &+ elapsed >= duration.nanoseconds else { return false }
    let pace = Pace(session: process.processID)
    return look.counted &+ pace.counted(of: elapsed, since: look.pace) >= duration.nanoseconds
  }

  /// Like `isOver`, for whoever looks only now and then. The time begins with the first look.
  mutating func hasRunOut(for process: AdapterProcess) -> Bool {
    let deadline = deadline()
    // Of what the dead have written everything is read.
    return cprocess_now() >= deadline && process.death == nil && isOver(for: process)
  }

  private static func moment(_ now: Int64, plus duration: Int64) -> Int64 {
    let (sum, overflows) = now.addingReportingOverflow(duration)
    return overflows ? .max : sum
  }

  /// Steps that take no longer are not looked at, in nanoseconds.
  private static let quickStep: Int64 = 100_000_000
  /// How many times the budget a step may take if the adapter is given no processor at all.
  private static let mostPatience: Int64 = 40
}

/// How the threads of an adapter have fared with the scheduler so far.
struct Pace {
  private var threads: [pid_t: (ran: Int64, waited: Int64)] = [:]

  /// Reads the threads of all processes of a session. Empty where the kernel does not say.
  init(session: Int32) {
    let paces = [cprocess_pace](unsafeUninitializedCapacity: Self.mostThreads) { buffer, count in
      count = max(0, Int(cprocess_paces(session, buffer.baseAddress, Int32(buffer.count))))
    }
    for pace in paces { threads[pace.thread] = (pace.ran, pace.waited) }
  }

  /// Out of these numbers: nanoseconds that a thread ran, and waited.
  init(_ threads: [pid_t: (ran: Int64, waited: Int64)]) { self.threads = threads }

  /// How much of the time since an earlier reading the adapter ran or slept, in nanoseconds.
  ///
  /// Its threads' waits are added up, since they may wait for each other. It is no less than what the busiest of them ran. Where the
  /// kernel says nothing, the time is shared by the processors: others may have had all but one.
  func counted(
    of elapsed: Int64, since earlier: Pace, processors: Int = Self.processors
  ) -> Int64 {
    guard !threads.isEmpty else { return elapsed / Int64(max(1, processors)) }
    var waited: Int64 = 0
    var ran: Int64 = 0
    for (thread, now) in threads {
      let before = earlier.threads[thread] ?? (0, 0)
      waited &+= max(0, now.waited &- before.waited)
      ran = max(ran, now.ran &- before.ran)
    }
    return min(elapsed, max(elapsed &- waited, ran))
  }

  private static let mostThreads = 4_096
  private static let processors: Int = {
    var list = [Int32](repeating: 0, count: 1_024)
    return max(1, Int(cprocess_allowed_processors(&list, Int32(list.count))))
  }()
}
