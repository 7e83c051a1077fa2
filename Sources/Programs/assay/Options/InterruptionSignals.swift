import Dispatch
import Running
import SystemLibrary

/// Turns `^C` and SIGTERM into a clean end; a second one ends the program at once. A file beyond its limit (SIGXFSZ) becomes an
/// error of `write`, which says more than a death.
final class InterruptionSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter kept: what is written before the end.
  init(_ interruption: Interruption, kept: String = "reports are written") {
    signal(SIGXFSZ, SIG_IGN)
    let registered = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.cause == .signal { _exit(130) }
        interruption.raise(.signal)
        StandardError.write("\nassay: ending; \(kept) (once more to stop at once)\n")
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    // A signal that comes before its source listens would be lost: it is ignored by then.
    for _ in sources { _ = registered.wait(timeout: .now() + 5) }
  }

  func cancel() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
  }
}
