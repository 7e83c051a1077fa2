import ReferenceLibrary

extension ManagedFaults {
  /// Keys and changes that look like others.
  static let lookAlikes: [Fault] = [
    Fault(
      managed: "letter-case-is-no-change", .comparison,
      "a change is looked for without regard to the case of letters",
      breaks: ["MC-03"], mayAlso: ["MC-08", "MC-09"]
    ) { decisions in
      isNoChange(&decisions) { $0.lowercased() }
    },
    Fault(
      managed: "spaces-are-no-change", .comparison,
      "a change is looked for without the spaces around texts",
      breaks: ["MC-03"], mayAlso: ["MC-08", "MC-09"]
    ) { decisions in
      isNoChange(&decisions) { Texts.trimmed($0) }
    },
    Fault(
      managed: "settings-one-level-down", .lenientCall,
      "keys are looked for in the dictionaries of unknown keys, too",
      breaks: ["MC-09"], mayAlso: ["MC-07", "MC-08"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var reading = reading
        let all = reading.dictionary ?? []
        for entry in all where !reading.schema.keys.contains(where: { $0.name == entry.key }) {
          guard case .dictionary(let inner)? = entry.value else { continue }
          reading.dictionary? += inner
        }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "last-part-of-keys", .lenientCall, "of keys with points the last part counts",
      breaks: ["MC-09"], mayAlso: ["MC-07", "MC-08"]
    ) { decisions in
      let before = decisions.isSameKey
      decisions.isSameKey = { found, known in
        before(found, known)
          || found.split(separator: ".").last.map { before(String($0), known) } ?? false
      }
    },
    Fault(
      managed: "many-keys-refused", .limit, "a dictionary of more than 200 keys is not read",
      breaks: ["MC-09"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-06", "MC-08", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var reading = reading
        if reading.dictionary.map({ $0.count > 200 }) ?? false { reading.dictionary = nil }
        return before(reading, decisions)
      }
    },
  ]

  private static func isNoChange(
    _ decisions: inout ManagedDecisions, _ change: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.settings
    decisions.settings = { reading, decisions in
      let next = before(reading, decisions)
      guard let old = reading.before, !reading.isLaunch else { return next }
      func seen(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
        entries.map { entry in
          guard case .string(let text)? = entry.value else { return entry }
          return ConfigurationEntry(entry.key, .string(change(text)))
        }
      }
      return seen(old) == seen(next) ? old : next
    }
  }
}
