import ReferenceHandlers
import ReferenceLibrary
import ReferenceLibraryEncrypting

/// A mistake that somebody could make in an implementation, as a change of its decisions.
struct Fault: Sendable {
  /// What a fault or a liberty changes.
  enum Change: Sendable {
    case abt(@Sendable (inout Decisions) -> Void)
    case dualMode(@Sendable (inout DualModeDecisions) -> Void)
    case managed(@Sendable (inout ManagedDecisions) -> Void)
    case lifecycle(@Sendable (inout LifecycleDecisions) -> Void)
    /// How an app stores its mode.
    case storing(StoringManner)
    case configuration(@Sendable (inout ConfigurationDecisions) -> Void)
    case openFrom(@Sendable (inout OpenFromDecisions) -> Void)
    /// The cipher of the encrypting edition.
    case encryption(@Sendable (inout EncryptionDecisions) -> Void)
    /// A profile manager.
    case manager(@Sendable (inout ProfileManagerDecisions) -> Void)
    /// When the app opens the callbacks of its library for configuration URLs.
    case timing(CallbackTiming)

    /// The suite that this concerns.
    var suite: String {
      switch self {
      case .abt, .encryption, .timing: "abt"
      case .configuration: "appconnect.config"
      case .openFrom: "appconnect.openfrom"
      case .dualMode, .storing: "appconnect.dualmode"
      case .managed: "managed-config"
      case .lifecycle: "appconnect.lifecycle"
      case .manager: "abt.manager"
      }
    }
  }

  /// The editions in which a fault shows.
  enum Variant: String, Sendable, CaseIterable {
    case plain, encrypting
    /// For a suite without editions.
    case only = "-"
  }

  let name: String
  /// The class of the mistake.
  let kind: Mistake
  /// The mistake in a sentence.
  let description: String
  let variants: [Variant]
  /// All of these must be found broken.
  let requirements: [String]
  /// What else may be found broken: consequences of the same mistake. A name that ends with `*`
  /// stands for all that begin with what is before it.
  let mayAlso: [String]
  /// Whether it shows only where apps start in other orders than that of the suite.
  private(set) var showsOnlyShuffled = false
  /// What a dialect must have so that the mistake can be made in it.
  private(set) var needs: [DialectNeed] = []
  /// Patterns of cases in which it shows, where the selftest would take long to come upon one: it looks there first.
  private(set) var shownBy: [String] = []
  let change: Change

  /// A mistake in the library for configuration URLs.
  init(
    _ name: String, _ kind: Mistake, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [],
    in variants: [Variant] = [.plain, .encrypting], showsOnlyShuffled: Bool = false,
    _ change: @escaping @Sendable (inout Decisions) -> Void
  ) {
    self.showsOnlyShuffled = showsOnlyShuffled
    self.name = name
    self.kind = kind
    self.description = description
    self.requirements = requirements
    self.mayAlso = mayAlso
    self.variants = variants
    self.change = .abt(change)
  }

  /// A mistake with the cipher of the encrypting edition.
  init(
    cipher name: String, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [],
    _ change: @escaping @Sendable (inout EncryptionDecisions) -> Void
  ) {
    self.name = name
    kind = .cryptography
    self.description = description
    self.requirements = requirements
    self.mayAlso = mayAlso
    variants = [.encrypting]
    self.change = .encryption(change)
  }

  /// A mistake in the timing of callbacks.
  init(
    timing name: String, _ kind: Mistake, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [],
    _ delays: @escaping @Sendable () -> [Duration]
  ) {
    self.name = name
    self.kind = kind
    self.description = description
    self.requirements = requirements
    self.mayAlso = mayAlso
    variants = [.plain, .encrypting]
    change = .timing(CallbackTiming(delays))
  }

  /// A mistake in the mode logic.
  init(
    dualMode name: String, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [],
    _ change: @escaping @Sendable (inout DualModeDecisions) -> Void
  ) {
    self.name = name
    kind = .modeLogic
    self.description = description
    self.requirements = requirements
    // A transition that is wrong is wrong as well where the app dies in it.
    let death = "ACC-DM-16"
    self.mayAlso =
      requirements.contains(death) || mayAlso.contains(death) ? mayAlso : mayAlso + [death]
    variants = [.only]
    self.change = .dualMode(change)
  }

  /// A mistake in a suite without editions.
  init(
    _ name: String, _ kind: Mistake, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [], only change: Change
  ) {
    self.name = name
    self.kind = kind
    self.description = description
    self.requirements = requirements
    self.mayAlso = mayAlso
    variants = [.only]
    self.change = change
  }

  /// A mistake in the delivery of configurations.
  init(
    configuration name: String, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [], _ change: @escaping @Sendable (inout ConfigurationDecisions) -> Void
  ) {
    self.init(
      name, .delivery, description, breaks: requirements, mayAlso: mayAlso,
      only: .configuration(change))
  }

  /// A mistake in the enforcement of the Open From policy.
  init(
    openFrom name: String, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [], _ change: @escaping @Sendable (inout OpenFromDecisions) -> Void
  ) {
    self.init(
      name, .enforcement, description, breaks: requirements, mayAlso: mayAlso,
      only: .openFrom(change))
  }

  /// A mistake in a profile manager.
  init(
    manager name: String, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [],
    _ change: @escaping @Sendable (inout ProfileManagerDecisions) -> Void
  ) {
    self.init(
      name, .managing, description, breaks: requirements, mayAlso: mayAlso, only: .manager(change))
  }

  /// A mistake in how a mode is stored.
  init(
    storing name: String, _ description: String, _ manner: StoringManner,
    breaks requirements: [String], mayAlso: [String] = []
  ) {
    self.init(
      name, .modeLogic, description, breaks: requirements, mayAlso: mayAlso, only: .storing(manner))
  }

  /// A mistake in the client of managed configuration.
  init(
    managed name: String, _ kind: Mistake, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [], _ change: @escaping @Sendable (inout ManagedDecisions) -> Void
  ) {
    self.init(
      name, kind, description, breaks: requirements, mayAlso: mayAlso, only: .managed(change))
  }

  /// A mistake in the library's life cycle.
  init(
    lifecycle name: String, _ kind: Mistake, _ description: String, breaks requirements: [String],
    mayAlso: [String] = [], _ change: @escaping @Sendable (inout LifecycleDecisions) -> Void
  ) {
    self.init(
      name, kind, description, breaks: requirements, mayAlso: mayAlso, only: .lifecycle(change))
  }

  /// The same mistake, which cannot be made in every dialect.
  func needing(_ needs: DialectNeed...) -> Fault {
    var fault = self
    fault.needs += needs
    return fault
  }

  /// The same mistake, which shows in few cases, or in long ones: among others in those of these patterns.
  func shown(by patterns: String...) -> Fault {
    var fault = self
    fault.shownBy = patterns
    return fault
  }
}
