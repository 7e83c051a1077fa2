import Foundation

/// One run of a program built beside this one, and what that process alone took: its children are not counted.
struct MeasuredProgram {
  /// From its start to its end.
  let elapsed: Duration
  /// User and system time.
  let processorTime: Duration
  let status: Int32
  /// The most memory that was resident, in bytes, without that of children; nil where it was not watched.
  let peakBytes: Int?

  /// Runs a program to its end, without any output.
  ///
  /// - Parameter input: the file that is its standard input.
  /// - Parameter watchesMemory: whether the peak is read, every 5 ms, which makes `elapsed` as coarse.
  /// - Throws: `BenchFault` where it cannot be started.
  init(
    _ name: String, _ arguments: [String], input: String = "/dev/null", watchesMemory: Bool = false
  )
    throws
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let path = Siblings.path(of: name)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let clock = ContinuousClock()
    let begun = clock.now
    guard posix_spawn(&process, path, &actions, nil, &words, environ) == 0 else {
      throw BenchFault("\(path) cannot be started")
    }
    var peakBytes: Int?
    while watchesMemory, !Self.hasEnded(process) {
      peakBytes = ResidentMemory.peakBytes(of: process) ?? peakBytes
      usleep(5_000)
    }
    self.peakBytes = peakBytes
    // A process that has ended keeps its figures until it is waited for.
    var ending = siginfo_t()
    while waitid(P_PID, id_t(process), &ending, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    elapsed = clock.now - begun
    processorTime = Self.processorTime(of: process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.status = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var ending = siginfo_t()
    return waitid(P_PID, id_t(process), &ending, WEXITED | WNOWAIT | WNOHANG) == 0
      && ending.si_signo != 0
  }

  /// The fields `utime` and `stime` of proc_pid_stat(5), in clock ticks, which leave the children out.
  private static func processorTime(of process: pid_t) -> Duration {
    let text =
      (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The name stands in brackets, and may hold spaces.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Int64($0) }.reduce(0, +)
    return .seconds(1) * Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
