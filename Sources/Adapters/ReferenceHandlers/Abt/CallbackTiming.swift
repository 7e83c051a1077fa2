import Dispatch

/// When an app opens the callbacks of its library.
package struct CallbackTiming: Sendable {
  /// Asked for each callback: how long after the library wanted it opened it is, once for each entry; zero is at once.
  let delays: @Sendable () -> [Duration]

  package init(_ delays: @escaping @Sendable () -> [Duration]) { self.delays = delays }
}

extension Duration {
  /// For the clocks of Dispatch, to the microsecond.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .microseconds(Int(clamping: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000))
  }
}
