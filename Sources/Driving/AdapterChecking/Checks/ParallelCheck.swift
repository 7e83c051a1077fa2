extension AdapterCheck {
  /// A run has a process for each of its jobs.
  static let parallel = AdapterCheck(
    "parallel", "works while another one runs", needs: ["step"],
    remedy: """
      A run starts as many adapters at a time as it has --jobs: share no file, port or folder between \
      processes, or run with --jobs 1.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (one, probe) throws(CheckStop) in
      try bench.withStarted { (other, _) throws(CheckStop) in
        for frame in probe.steps.prefix(1) {
          try bench.step(frame, in: other)
          try bench.step(frame, in: one)
        }
        return "two processes at once"
      }
    }
  }
}
