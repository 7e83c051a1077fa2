import AdapterProtocol

extension AdapterCheck {
  /// The command can be run, and what it runs does not end at once.
  static let starts = AdapterCheck(
    "starts", "starts, and waits for requests", needs: [],
    remedy: """
      Build the adapter, and run its command by itself, here: it has to start and wait for a line on \
      standard input.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withProcess { (dialogue) throws(CheckStop) in
      dialogue.send(bench.greeting)
      do throws(AdapterSilence) {
        _ = try dialogue.next(within: min(bench.startTime, .seconds(1)))
      } catch {
        // Silence is the matter of "hello": the process runs.
        if case .died(let death) = error {
          throw .failed("it \(death.sentence) before it had answered\(dialogue.lastWords)")
        }
      }
      return "runs"
    }
  }
}
