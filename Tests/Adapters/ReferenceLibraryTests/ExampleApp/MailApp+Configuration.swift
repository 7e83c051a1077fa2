import ReferenceLibrary

extension MailApp: @MainActor ConfigurationDelegate {
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    calls.append("apply \(set.category ?? "-"): \(set.keys.joined(separator: " "))")
    for entry in set.entries {
      guard settings.accepts(entry.value, for: entry.key) else {
        set.didNotApply(entry.key)
        continue
      }
      set.didApply(entry.key, oldValue: settings.managed[entry.key])
      settings.managed[entry.key] = entry.value
    }
    if set.isRollback { return .yes }
    guard settings.isUsable else {
      return .no(ConfigurationError(code: 1_201, message: "Port 143 is not for TLS."))
    }
    return userAgrees(settings) ? .yes : .canceled
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    calls.append("revert \(set.category ?? "-"): \(set.keys.joined(separator: " "))")
    for key in set.keys { settings.managed[key] = nil }
    return .yes
  }
}
