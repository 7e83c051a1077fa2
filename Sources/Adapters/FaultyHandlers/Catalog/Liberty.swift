import ReferenceHandlers
import ReferenceLibrary

/// Something that an implementation may do differently from the reference.
///
/// Every change calls what it replaces, or replaces something that no other liberty replaces. So
/// liberties can be combined in any number and order.
struct Liberty: Sendable {
  let name: String
  /// What it does differently, in a sentence.
  let description: String
  /// The clause that allows it.
  let source: String
  /// The SHOULDs that it then does not follow.
  let concedes: [String]
  let change: Fault.Change
  /// Whether it takes real time, or so much memory that it may not be taken together with others.
  let isAlone: Bool
  /// Whether it shows over many requests, so that it has to stand the long series of them.
  let isLasting: Bool
  /// What a dialect must have so that the liberty can be taken in it.
  private(set) var needs: [DialectNeed] = []

  /// A liberty of the library for configuration URLs.
  init(
    _ name: String, _ description: String, source: String, concedes: [String] = [],
    isLasting: Bool = false, isAlone: Bool = false,
    _ change: @escaping @Sendable (inout Decisions) -> Void
  ) {
    self.name = name
    self.description = description
    self.source = source
    self.concedes = concedes
    self.isLasting = isLasting
    self.isAlone = isAlone
    self.change = .abt(change)
  }

  /// A liberty in the timing of callbacks.
  init(
    timing name: String, _ description: String, source: String,
    _ delays: @escaping @Sendable () -> [Duration]
  ) {
    self.name = name
    self.description = description
    self.source = source
    concedes = []
    isLasting = false
    isAlone = true
    change = .timing(CallbackTiming(delays))
  }

  /// A liberty of the mode logic.
  init(
    dualMode name: String, _ description: String, source: String,
    _ change: @escaping @Sendable (inout DualModeDecisions) -> Void
  ) {
    self.init(name, description, source: source, only: .dualMode(change))
  }

  /// A liberty of a suite without editions.
  init(
    _ name: String, _ description: String, source: String, concedes: [String] = [],
    only change: Fault.Change
  ) {
    self.name = name
    self.description = description
    self.source = source
    self.concedes = concedes
    isLasting = false
    isAlone = false
    self.change = change
  }

  /// A liberty of the delivery of configurations.
  init(
    configuration name: String, _ description: String, source: String, concedes: [String] = [],
    _ change: @escaping @Sendable (inout ConfigurationDecisions) -> Void
  ) {
    self.init(name, description, source: source, concedes: concedes, only: .configuration(change))
  }

  /// A liberty of the Open From policy.
  init(
    openFrom name: String, _ description: String, source: String,
    _ change: @escaping @Sendable (inout OpenFromDecisions) -> Void
  ) {
    self.init(name, description, source: source, concedes: [], only: .openFrom(change))
  }

  /// A liberty of a profile manager.
  init(
    manager name: String, _ description: String, source: String,
    _ change: @escaping @Sendable (inout ProfileManagerDecisions) -> Void
  ) {
    self.init(name, description, source: source, only: .manager(change))
  }

  /// A liberty in how a mode is stored.
  init(storing name: String, _ description: String, source: String, _ manner: StoringManner) {
    self.init(name, description, source: source, only: .storing(manner))
  }

  /// The same liberty, which cannot be taken in every dialect.
  func needing(_ needs: DialectNeed...) -> Liberty {
    var liberty = self
    liberty.needs += needs
    return liberty
  }
}
