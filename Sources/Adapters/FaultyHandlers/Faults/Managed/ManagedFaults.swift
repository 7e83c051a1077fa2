import ReferenceLibrary

/// Mistakes in a client of managed configuration (the document `managed-config`).
enum ManagedFaults {
  static let all: [Fault] =
    reading + lastRun + values + urls + dictionaries + lookAlikes + feedback + hostile

  /// What shows with a stale or a refused configuration, whatever it holds.
  private static let anyValue = [
    "MC-03", "MC-04", "MC-05", "MC-06", "MC-07", "MC-08", "MC-09", "MC-15",
  ]

  private static let reading: [Fault] = [
    Fault(
      managed: "configuration-read-when-asked-for", .path,
      "a launch reads nothing; the configuration is read when somebody asks for a setting",
      breaks: ["MC-01"]
    ) { decisions in
      decisions.launchSteps = { _ in [.observe] }
    },
    Fault(
      managed: "configuration-read-at-the-first-launch", .path,
      "launches after the first leave reading to whoever asks for a setting",
      breaks: ["MC-01"]
    ) { decisions in
      decisions.launchSteps = { defaults in
        defaults.isFirstTime("own.launched") ? [.observe, .read] : [.observe]
      }
    },
    Fault(
      managed: "unmanaged-app-reads-nothing", .state,
      "an app that had no configuration in its last run does not look for one when it is launched",
      breaks: ["MC-01"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        reading.defaults.note("own.isUnmanaged", reading.dictionary == nil)
        return before(reading, decisions)
      }
      decisions.launchSteps = { defaults in
        defaults.isNoted("own.isUnmanaged") ? [.observe] : [.observe, .read]
      }
    },
    Fault(
      managed: "observer-after-reading", .path,
      "a launch reads the configuration first and adds the observer then",
      breaks: ["MC-02"]
    ) { decisions in
      decisions.launchSteps = { _ in [.read, .observe] }
    },
    Fault(
      managed: "no-observer", .path, "the configuration is read at launches only",
      breaks: ["MC-02"], mayAlso: anyValue
    ) { decisions in
      decisions.launchSteps = { _ in [.read] }
    },
    Fault(
      managed: "observer-added-at-the-first-launch", .state,
      "an app that has added its observer once is thought to have it for ever",
      breaks: ["MC-02"], mayAlso: anyValue
    ) { decisions in
      decisions.launchSteps = { defaults in
        defaults.isFirstTime("own.launched") ? [.observe, .read] : [.read]
      }
    },
    Fault(
      managed: "change-heard-at-the-next-launch", .state,
      "a change is noted while the app is running, and looked at when it is launched again",
      breaks: ["MC-03"], mayAlso: anyValue
    ) { decisions in
      decisions.readsOnChange = { false }
    },
    Fault(
      managed: "first-change-heard", .state,
      "the observer is removed once it has been called",
      breaks: ["MC-03"], mayAlso: anyValue
    ) { decisions in
      let changes = Memory(0)
      decisions.readsOnChange = {
        changes.update { count in
          count += 1
          return count == 1
        }
      }
    },
    Fault(
      managed: "change-equal-as-characters", .comparison,
      "a configuration of the same characters in other code points is no change",
      breaks: ["MC-03"]
    ) { decisions in
      let known = Memory([ConfigurationEntry]?.none)
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let isSame = known.update { known in
          defer { known = reading.dictionary }
          guard let known, let dictionary = reading.dictionary else { return false }
          return sameCharacters(.dictionary(known), .dictionary(dictionary))
        }
        if isSame, let settings = reading.before { return settings }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "settings-of-the-last-run", .state,
      "a launch uses the settings that the last run has stored, if the configuration has the same keys",
      breaks: ["MC-04"], mayAlso: anyValue
    ) { decisions in
      let cached = "own.keys"
      let keys: @Sendable (ManagedDecisions.Reading) -> [ConfigurationEntry] = { reading in
        (reading.dictionary ?? []).map { ConfigurationEntry($0.key, .boolean(true)) }
      }
      decisions.launchesFromStore { reading, stored in
        reading.dictionary != nil && reading.defaults.dictionary(forKey: cached) == keys(reading)
          ? stored : nil
      }
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let settings = before(reading, decisions)
        if reading.defaults.dictionary(forKey: cached) != keys(reading) {
          reading.defaults.set(keys(reading), forKey: cached)
        }
        return settings
      }
    },
  ]

  /// Launches that go on with what the last run has stored.
  private static let lastRun: [Fault] = [
    Fault(
      managed: "removal-unseen-at-launch", .state,
      "a launch without a configuration goes on with the settings that the last run has stored",
      breaks: ["MC-04", "MC-08"], mayAlso: anyValue
    ) { decisions in
      decisions.launchesFromStore { reading, stored in
        reading.dictionary == nil ? stored : nil
      }
    },
    Fault(
      managed: "store-read-before-the-configuration", .state,
      "a launch shows the settings of the last run until the defaults change for the first time",
      breaks: ["MC-04"], mayAlso: anyValue
    ) { decisions in
      decisions.launchesFromStore { _, stored in stored }
    },
  ]

  private static let dictionaries: [Fault] = [
    Fault(
      managed: "empty-dictionary-as-it-is", .path,
      "the defaults are for an app without a dictionary; an empty one has no values",
      breaks: ["MC-07"], mayAlso: ["MC-04", "MC-08", "MC-09", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        reading.dictionary?.isEmpty == true
          ? reading.schema.keys.map { ConfigurationEntry($0.name, nil) }
          : before(reading, decisions)
      }
    },
    Fault(
      managed: "missing-key-without-value", .error,
      "a key that a dictionary does not have has no value, whatever its default",
      breaks: ["MC-07", "MC-08"], mayAlso: ["MC-04", "MC-09", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        guard reading.dictionary != nil else { return before(reading, decisions) }
        return zip(before(reading, decisions), reading.schema.keys).map { entry, key in
          reading.found(key, decisions) == nil ? ConfigurationEntry(key.name, nil) : entry
        }
      }
    },
    Fault(
      managed: "missing-boolean-is-false", .lenientCall,
      "a key that a dictionary does not have is false or zero if it has that type, as boolForKey and integerForKey say",
      breaks: ["MC-07", "MC-08"], mayAlso: ["MC-04", "MC-05", "MC-06", "MC-09", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        guard reading.dictionary != nil else { return before(reading, decisions) }
        return zip(before(reading, decisions), reading.schema.keys).map { entry, key in
          guard reading.found(key, decisions) == nil else { return entry }
          switch key.kind {
          case .boolean: return ConfigurationEntry(key.name, .boolean(false))
          case .integer: return ConfigurationEntry(key.name, .integer(0))
          case .string, .url: return entry
          }
        }
      }
    },
    Fault(
      managed: "no-dictionary-is-no-change", .path,
      "a configuration that was taken away stays in effect until the app ends",
      breaks: ["MC-08"], mayAlso: ["MC-07"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        if reading.dictionary == nil, let settings = reading.before { return settings }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "merged-over-the-settings-before", .state,
      "a dictionary changes the keys that it has, and leaves the others as they are",
      breaks: ["MC-08"], mayAlso: ["MC-05", "MC-06", "MC-07", "MC-09", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let new = before(reading, decisions)
        guard let settings = reading.before else { return new }
        return zip(zip(settings, new), reading.schema.keys).map { entries, key in
          reading.found(key, decisions) == nil ? entries.0 : entries.1
        }
      }
    },
    Fault(
      managed: "bad-key-spoils-the-dictionary", .error,
      "a dictionary with one bad value is refused",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let isBad = reading.schema.keys.contains { key in
          reading.found(key, decisions) != nil && reading.value(of: key, decisions) == nil
        }
        return isBad ? reading.fallbacks : before(reading, decisions)
      }
    },
    Fault(
      managed: "reading-ends-at-a-bad-key", .error,
      "reading a dictionary ends at the first key with a bad value",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var isOver = false
        return zip(before(reading, decisions), reading.schema.keys).map { entry, key in
          isOver =
            isOver
            || reading.found(key, decisions) != nil && reading.value(of: key, decisions) == nil
          return isOver ? ConfigurationEntry(key.name, key.defaultValue) : entry
        }
      }
    },
    Fault(
      managed: "unknown-key-spoils-the-dictionary", .error,
      "a dictionary with a key that is not in the schema is refused",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let isBad = (reading.dictionary ?? []).contains { entry in
          !reading.schema.keys.contains { decisions.isSameKey(entry.key, $0.name) }
        }
        return isBad ? reading.fallbacks : before(reading, decisions)
      }
    },
    Fault(
      managed: "unknown-key-shown", .path, "whatever a dictionary has becomes a setting",
      breaks: ["MC-09"], mayAlso: ["MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        before(reading, decisions)
          + (reading.dictionary ?? []).filter { entry in
            !reading.schema.keys.contains { decisions.isSameKey(entry.key, $0.name) }
          }
      }
    },
    Fault(
      managed: "configured-keys-in-any-case", .comparison, "keys are compared without their case",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      decisions.isSameKey = { Texts.lowered($0.utf8) == Texts.lowered($1.utf8) }
    },
    Fault(
      managed: "configured-keys-end-at-a-nul", .language, "keys end where a C string does",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      let before = decisions.isSameKey
      decisions.isSameKey = { before(Texts.untilNUL($0), Texts.untilNUL($1)) }
    },
    Fault(
      managed: "configured-keys-trimmed", .comparison, "white space around a key does not count",
      breaks: ["MC-09"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      let before = decisions.isSameKey
      decisions.isSameKey = { before(Texts.trimmed($0), Texts.trimmed($1)) }
    },
    Fault(
      managed: "defaults-written-back", .path,
      "the settings in effect are written in the place of the configuration",
      breaks: ["MC-16"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      decisions.configurationWritten = { dictionary, settings, _ in
        let stored = settings.stored
        return dictionary == stored ? nil : stored
      }
    },
    Fault(
      managed: "configuration-written-back-unchanged", .path,
      "a launch writes the configuration that it has read, as it is",
      breaks: ["MC-16"]
    ) { decisions in
      let isWritten = Memory(false)
      decisions.configurationWritten = { dictionary, _, _ in
        guard let dictionary else { return nil }
        let isFirst = isWritten.update { isWritten in
          defer { isWritten = true }
          return !isWritten
        }
        return isFirst ? dictionary : nil
      }
    },
    Fault(
      managed: "bad-keys-removed", .path,
      "what is of no use is removed from the configuration",
      breaks: ["MC-16"], mayAlso: anyValue + ["MC-01"]
    ) { decisions in
      decisions.configurationWritten = { dictionary, settings, _ in
        guard let dictionary else { return nil }
        let good = dictionary.filter { entry in settings.contains(entry) }
        return good.count == dictionary.count ? nil : good
      }
    },
  ]
}

/// Whether two values are the same as far as characters can tell, and not code points.
private func sameCharacters(_ one: ConfigurationValue, _ other: ConfigurationValue) -> Bool {
  switch (one, other) {
  case (.string(let one), .string(let other)): one == other
  case (.array(let one), .array(let other)):
    one.count == other.count && zip(one, other).allSatisfy(sameCharacters)
  case (.dictionary(let one), .dictionary(let other)):
    one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        guard one.key == other.key else { return false }
        guard let value = one.value, let otherValue = other.value else {
          return one.value == nil && other.value == nil
        }
        return sameCharacters(value, otherValue)
      }
  default: one == other
  }
}

extension [ConfigurationEntry] {
  /// As user defaults can hold them: without keys that have no value.
  fileprivate var stored: [ConfigurationEntry] { filter { $0.value != nil } }
}

extension ManagedDefaults {
  /// Whether nobody has asked this of `name` before, in this run or an earlier one.
  fileprivate func isFirstTime(_ name: String) -> Bool {
    defer { note(name, true) }
    return !isNoted(name)
  }

  /// Whether `name` was noted as true.
  fileprivate func isNoted(_ name: String) -> Bool { dictionary(forKey: name)?.isEmpty == false }

  /// Notes whether `name` is true, for later runs. Writes only what is not there yet.
  fileprivate func note(_ name: String, _ isTrue: Bool) {
    guard isNoted(name) != isTrue else { return }
    set(isTrue ? [ConfigurationEntry("is", .boolean(true))] : [], forKey: name)
  }
}

extension ManagedDecisions {
  /// Stores the settings in effect, and lets a launch take them in the place of what it has read.
  fileprivate mutating func launchesFromStore(
    _ taken:
      @escaping @Sendable (Reading, _ stored: [ConfigurationEntry]) -> [ConfigurationEntry]?
  ) {
    let before = settings
    let key = "own.settings"
    settings = { reading, decisions in
      if reading.isLaunch, let stored = reading.defaults.dictionary(forKey: key),
        let settings = taken(reading, stored)
      {
        return reading.schema.keys.map { key in
          settings.first { $0.key.utf8.elementsEqual(key.name.utf8) }
            ?? ConfigurationEntry(key.name, nil)
        }
      }
      let settings = before(reading, decisions)
      if reading.defaults.dictionary(forKey: key) != settings.stored {
        reading.defaults.set(settings.stored, forKey: key)
      }
      return settings
    }
  }
}
