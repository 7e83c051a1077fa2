import ReferenceHandlers
import ReferenceLibrary
import ReferenceLibraryEncrypting

/// All faults and liberties, and the decisions that follow from a choice of them.
enum Catalog {
  /// The faults that the suites have to find, by section of the documents.
  static var faults: [Fault] { sections.flatMap { $0() } }

  /// The faults that no fixed case meets.
  static var deepFaults: [Fault] { DeepFaults.all }

  /// The fault of this name, or nil.
  static func fault(named name: String) -> Fault? {
    for section in sections + [{ DeepFaults.all }] {
      if let fault = section().first(where: { $0.name == name }) { return fault }
    }
    return nil
  }

  /// A process serves one fault most of the time, and is started again and again: sections that it does not ask for are not made.
  private static var sections: [() -> [Fault]] {
    [
      { URLFaults.all }, { ParameterFaults.all }, { TokenFaults.all }, { DataFaults.all },
      { StreamFaults.all }, { ListFaults.all }, { ListFaults.references }, { ValueFaults.all },
      { DictionaryFaults.all }, { ConversionFaults.all },
      { DelegateFaults.all }, { ChangedValuesFaults.all }, { CallbackFaults.all },
      { TimingFaults.all }, { EncryptionFaults.all }, { RollbackFaults.all }, { ChunkFaults.all },
      { AssemblyFaults.all }, { OpenAssemblyFaults.all }, { InPiecesFaults.all },
      { CombinationFaults.all },
      { LookAlikeFaults.all }, { OutcomeFaults.all }, { RobustnessFaults.all },
      { AfterOthersFaults.all },
      { OtherAppFaults.all }, { LeakFaults.all }, { SizeFaults.all }, { DualModeFaults.all },
      { ConfigurationFaults.all }, { OpenFromFaults.all }, { ManagedFaults.all },
      { LifecycleFaults.all }, { ManagerFaults.all },
    ]
  }

  /// All liberties, by subject.
  static let liberties: [Liberty] =
    AddressLiberties.all + RequestLiberties.all + ErrorLiberties.all + CallbackLiberties.all
    + TimingLiberties.all
    + DelegateLiberties.all + DualModeLiberties.all
    + ConfigurationLiberties.all + OpenFromLiberties.all
    + ManagedLiberties.all + LifecycleLiberties.all + ManagerLiberties.all
}

/// The faults and liberties of one run.
struct Choice: Sendable {
  var faults: [Fault] = []
  var liberties: [Liberty] = []

  /// Liberties come first: a fault shows through any of them.
  private var changes: [Fault.Change] { liberties.map(\.change) + faults.map(\.change) }

  /// Decisions of a fresh library.
  var decisions: Decisions { decisions(for: .profile1) }

  /// Decisions of a fresh library that speaks a dialect.
  func decisions(for dialect: ConfigurationDialect) -> Decisions {
    var decisions = Decisions.standard(for: dialect)
    for case .abt(let change) in changes { change(&decisions) }
    return decisions
  }

  /// When callbacks are opened, or nil for at once. Of several changes the last one counts.
  var timing: CallbackTiming? {
    var timing: CallbackTiming?
    for case .timing(let change) in changes { timing = change }
    return timing
  }

  /// Decisions about the cipher of the encrypting edition.
  var encryption: EncryptionDecisions {
    var decisions = EncryptionDecisions.standard
    for case .encryption(let change) in changes { change(&decisions) }
    return decisions
  }

  /// How an app stores its mode. Of several changes the last one counts.
  var storing: StoringManner {
    var manner = StoringManner.replacing
    for case .storing(let change) in changes { manner = change }
    return manner
  }

  /// Decisions of a library that is about to deliver configurations.
  var configurationDecisions: ConfigurationDecisions {
    var decisions = ConfigurationDecisions.standard
    for case .configuration(let change) in changes { change(&decisions) }
    return decisions
  }

  /// Decisions of a library that is about to enforce the Open From policy.
  var openFromDecisions: OpenFromDecisions {
    var decisions = OpenFromDecisions.standard
    for case .openFrom(let change) in changes { change(&decisions) }
    return decisions
  }

  /// Decisions of an app that is about to launch.
  var dualModeDecisions: DualModeDecisions {
    var decisions = DualModeDecisions.standard
    for case .dualMode(let change) in changes { change(&decisions) }
    return decisions
  }

  /// Decisions of a client of managed configuration that is about to launch.
  var managedDecisions: ManagedDecisions {
    var decisions = ManagedDecisions.standard
    for case .managed(let change) in changes { change(&decisions) }
    return decisions
  }

  /// Decisions of a library in a process that is about to begin.
  var lifecycleDecisions: LifecycleDecisions {
    var decisions = LifecycleDecisions.standard
    for case .lifecycle(let change) in changes { change(&decisions) }
    return decisions
  }

  /// Decisions of a fresh profile manager.
  var managerDecisions: ProfileManagerDecisions {
    var decisions = ProfileManagerDecisions.standard
    for case .manager(let change) in changes { change(&decisions) }
    return decisions
  }
}
