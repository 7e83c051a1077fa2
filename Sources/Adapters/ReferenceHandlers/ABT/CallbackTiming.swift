import Dispatch

/// When an app opens the callbacks of its library.
package struct CallbackTiming: Sendable {
  /// Called for each callback. The app opens the callback once per entry, that long after the
  /// library asked for it; zero is at once.
  let delays: @Sendable () -> [Duration]

  package init(_ delays: @escaping @Sendable () -> [Duration]) { self.delays = delays }
}

extension Duration {
  /// The duration for the clocks of Dispatch, to the microsecond.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .microseconds(Int(clamping: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000))
  }
}
