import ReferenceHandlers
import ReferenceLibrary

/// Something that an implementation may do otherwise than the reference.
///
/// Every change calls what it replaces, or replaces what no other liberty does, so that liberties fit
/// together in any number and order.
struct Liberty: Sendable {
  let name: String
  /// What is done otherwise, in a sentence.
  let description: String
  /// The clause that allows it.
  let source: String
  /// The SHOULDs that are not followed then.
  let concedes: [String]
  let change: Fault.Change
  /// Whether it takes real time, so that nobody tries it in many combinations.
  var isSlow = false

  /// A liberty of the library for configuration URLs.
  init(
    _ name: String, _ description: String, source: String, concedes: [String] = [],
    _ change: @escaping @Sendable (inout Decisions) -> Void
  ) {
    self.name = name
    self.description = description
    self.source = source
    self.concedes = concedes
    self.change = .abt(change)
  }

  /// A liberty in when callbacks are opened.
  init(
    timing name: String, _ description: String, source: String,
    _ delays: @escaping @Sendable () -> [Duration]
  ) {
    self.name = name
    self.description = description
    self.source = source
    concedes = []
    change = .timing(CallbackTiming(delays))
    isSlow = true
  }

  /// A liberty of the mode logic.
  init(
    dualMode name: String, _ description: String, source: String,
    _ change: @escaping @Sendable (inout DualModeDecisions) -> Void
  ) {
    self.name = name
    self.description = description
    self.source = source
    concedes = []
    self.change = .dualMode(change)
  }
}
