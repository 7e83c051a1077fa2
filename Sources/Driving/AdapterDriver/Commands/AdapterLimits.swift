/// How much time, memory and so on an adapter may take.
package struct AdapterLimits: Sendable, Hashable {
  /// How long a step may take; its clock starts at the reply before it.
  package var stepDeadline: Duration
  /// How long the start may take, up to the reply to `hello`.
  package var startDeadline: Duration
  /// How long the adapter may take to exit after `stop` (Adapters.md: 2 s).
  package var stopGrace: Duration
  /// How long an adapter whose output has ended may take to die before it counts as living on.
  package var deathGrace: Duration
  /// The longest line, without its line feed (Adapters.md: 16 MiB).
  package var maxLineBytes: Int
  /// How much of the end of standard error is kept.
  package var maxStandardErrorTailBytes: Int
  /// Processor time of one process (RLIMIT_CPU), after which SIGXCPU ends it. Nil: unlimited.
  package var maxProcessorSeconds: Int?
  /// Size of any file that it writes (RLIMIT_FSIZE), beyond which SIGXFSZ ends it. Nil: unlimited.
  package var maxFileBytes: Int?
  /// Processes of the *user* (RLIMIT_NPROC), not only of the adapter. Nil: unlimited.
  package var maxProcesses: Int?
  /// How much more memory than after `hello` may be resident while the harness waits for a reply.
  /// Checked after every 20 ms of silence, so that a bomb does not take the machine. Nil:
  /// unlimited.
  package var maxMemoryGrowthBytes: Int?
  /// How much more memory an implementation may take than a valid request does (ABT-ROB-03): what a finding names as the limit, also of
  /// an adapter that was ended at `maxMemoryGrowthBytes`.
  package var memoryMargin: Int

  /// The limits of the protocol, and generous ones for what it does not limit.
  package init(
    stepDeadline: Duration = .seconds(2), startDeadline: Duration = .seconds(10),
    stopGrace: Duration = .seconds(2), deathGrace: Duration = .milliseconds(500),
    maxLineBytes: Int = 16 << 20, maxStandardErrorTailBytes: Int = 8 << 10,
    maxProcessorSeconds: Int? = 3_600, maxFileBytes: Int? = 1 << 30, maxProcesses: Int? = nil,
    maxMemoryGrowthBytes: Int? = 1 << 30, memoryMargin: Int = MemoryTrial.usualMargin
  ) {
    self.memoryMargin = memoryMargin
    self.stepDeadline = stepDeadline
    self.startDeadline = startDeadline
    self.stopGrace = stopGrace
    self.deathGrace = deathGrace
    self.maxLineBytes = maxLineBytes
    self.maxStandardErrorTailBytes = maxStandardErrorTailBytes
    self.maxProcessorSeconds = maxProcessorSeconds
    self.maxFileBytes = maxFileBytes
    self.maxProcesses = maxProcesses
    self.maxMemoryGrowthBytes = maxMemoryGrowthBytes
  }
}
