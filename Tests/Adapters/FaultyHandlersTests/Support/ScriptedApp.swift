import ReferenceLibrary

/// An app that does what a script says and notes what it is asked.
final class ScriptedApp: ConfigurationDelegate {
  enum Script {
    case yes, no, cancel, refusal, records, applied, bothWays, foreign, oldValues, noWithOld
    case noWithApplied, twoOldValues, oldNotApplied
  }

  private(set) var lines: [String] = []
  private var script = Script.yes
  private var applyCalls = 0

  func begin(_ script: Script) {
    self.script = script
    applyCalls = 0
  }

  func note(_ line: String) { lines.append(line) }

  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    note("apply \(set.category ?? "-") \(set.entries)")
    applyCalls += 1
    if applyCalls > 1 { return .yes }
    switch script {
    case .yes: return .yes
    case .no: return .no(ConfigurationError(code: 42, message: "no"))
    case .cancel:
      set.didApply("host", oldValue: .integer(4))
      return .canceled
    case .refusal: set.didNotApply("host")
    case .records:
      set.didApply("host")
      set.didNotApply("port")
    case .applied: set.didApply("ssl")
    case .bothWays:
      set.didApply("host")
      set.didApply("ssl")
      set.didNotApply("host")
    case .foreign: set.didApply("foreign")
    case .oldValues:
      set.didApply("host", oldValue: .string("old"))
      set.didApply("port")
    case .noWithOld:
      set.didApply("host", oldValue: .string("old"))
      set.didApply("port", oldValue: nil)
      set.didApply("ssl")
      return .no()
    case .twoOldValues:
      set.didApply("host", oldValue: .string("old"))
      set.didApply("host", oldValue: .string("older"))
      return .no()
    case .oldNotApplied:
      set.didApply("host", oldValue: .string("old"))
      set.didNotApply("host")
      return .no()
    case .noWithApplied:
      set.didApply("ssl")
      return .no()
    }
    return .yes
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    note("revert \(set.category ?? "-") \(set.entries)")
    return .yes
  }
}
