import ReferenceLibrary

/// Mistakes in the delivery of configurations (section 1 of the AppConnect document).
enum ConfigurationFaults {
  static let all: [Fault] = rows + changes + contents + answers

  private static let both: [ConfigurationCallback] = [.configurationChangedTo, .configurationIs]

  // MARK: The rows of the table

  private static let rows: [Fault] = [
    Fault(
      configuration: "first-launch-is-no-change",
      "at the first launch there is nothing that could have changed, so that only the present configuration is told",
      breaks: ["ACC-CFG-01"], mayAlso: ["ACC-CFG-07"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered == nil && !present.pairs.isEmpty
          ? [.configurationIs] : before(remembered, present)
      }
    },
    Fault(
      configuration: "first-launch-tells-change-only",
      "at the first launch the app hears of the change, and the present configuration comes with the next launch",
      breaks: ["ACC-CFG-01"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered == nil
          ? before(nil, present).filter { $0 != .configurationIs }
          : before(remembered, present)
      }
    },
    Fault(
      configuration: "first-launch-asks-for-both-methods",
      "at the first launch an app is told only if it has both methods",
      breaks: ["ACC-CFG-01"], mayAlso: ["ACC-CFG-05", "ACC-CFG-06"]
    ) { decisions in
      let isFirst = Memory(false)
      let before = (decisions.callbacksAtLaunch, decisions.callbacksAtChange, decisions.isCalled)
      decisions.callbacksAtLaunch = { remembered, present in
        isFirst.update { $0 = remembered == nil }
        return before.0(remembered, present)
      }
      decisions.callbacksAtChange = { known, after in
        isFirst.update { $0 = false }
        return before.1(known, after)
      }
      decisions.isCalled = { callback, implemented in
        (implemented.count == 2 || !isFirst.update { $0 }) && before.2(callback, implemented)
      }
    },
    Fault(
      configuration: "change-without-anything-at-first-launch",
      "an app without a configuration hears at its first launch that it has changed, since nothing is remembered",
      breaks: ["ACC-CFG-02"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered == nil && present.pairs.isEmpty
          ? [.configurationChangedTo] : before(remembered, present)
      }
    },
    Fault(
      configuration: "empty-set-at-first-launch",
      "an app without a configuration hears at its first launch that it has an empty one",
      breaks: ["ACC-CFG-02"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered == nil && present.pairs.isEmpty
          ? [.configurationIs] : before(remembered, present)
      }
    },
    Fault(
      configuration: "nothing-compared-with-something",
      "that nothing is remembered counts as a change, whatever the server has",
      breaks: ["ACC-CFG-02"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered == nil ? both : before(remembered, present)
      }
    },
    Fault(
      configuration: "each-launch-is-a-change",
      "nobody compares with the last run: each launch with a configuration tells of a change",
      breaks: ["ACC-CFG-03"], mayAlso: ["ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        present.pairs.isEmpty ? before(remembered, present) : both
      }
    },
    Fault(
      configuration: "silent-relaunch",
      "where nothing has changed since the last run, nothing is told",
      breaks: ["ACC-CFG-03"], mayAlso: ["ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered?.pairs == present.pairs ? [] : before(remembered, present)
      }
    },
    Fault(
      configuration: "last-run-not-remembered",
      "what was delivered is kept in memory, and lost with the app",
      breaks: ["ACC-CFG-03", "ACC-CFG-04"],
      mayAlso: ["ACC-CFG-07", "ACC-CFG-13", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      decisions.isStored = { _, _ in false }
    },
    Fault(
      configuration: "only-launches-remembered",
      "what comes while the app runs is delivered, and not stored",
      breaks: ["ACC-CFG-03", "ACC-CFG-04"], mayAlso: ["ACC-CFG-13", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.isStored
      decisions.isStored = { configuration, isLaunch in
        isLaunch && before(configuration, isLaunch)
      }
    },
    Fault(
      configuration: "relaunch-never-tells-change",
      "after the first launch only changes while the app runs are told as such",
      breaks: ["ACC-CFG-04"], mayAlso: ["ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        guard remembered?.pairs.isEmpty == false else { return before(remembered, present) }
        return present.pairs.isEmpty ? before(remembered, present) : [.configurationIs]
      }
    },
    Fault(
      configuration: "relaunch-compares-counts",
      "at a launch the number of pairs is compared with that of the last run",
      breaks: ["ACC-CFG-04"], mayAlso: ["ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        remembered?.pairs.pairs.count == present.pairs.pairs.count
          ? before(present, present) : before(remembered, present)
      }
    },
    Fault(
      configuration: "removal-unseen-at-relaunch",
      "a configuration that was taken away between two launches is not told",
      breaks: ["ACC-CFG-04"], mayAlso: ["ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        present.pairs.isEmpty ? [] : before(remembered, present)
      }
    },
    Fault(
      configuration: "one-method-is-enough",
      "while the app runs, an app with both methods hears of a change by one of them",
      breaks: ["ACC-CFG-05"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      let isCalled = decisions.isCalled
      let isChange = Memory(false)
      decisions.callbacksAtChange = { old, new in
        isChange.update { $0 = true }
        return before(old, new)
      }
      decisions.isCalled = { callback, implemented in
        guard isChange.update({ $0 }), implemented.count == 2 else {
          return isCalled(callback, implemented)
        }
        return callback == .configurationChangedTo && isCalled(callback, implemented)
      }
    },
    Fault(
      configuration: "present-told-at-launches-only",
      "appConnectConfigIs is called at launches only",
      breaks: ["ACC-CFG-05"],
      mayAlso: ["ACC-CFG-07", "ACC-CFG-10", "ACC-CFG-13", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        before(old, new).filter { $0 != .configurationIs }
      }
    },
    Fault(
      configuration: "changes-wait-for-the-next-launch",
      "a change while the app runs is delivered at the next launch",
      breaks: ["ACC-CFG-05", "ACC-CFG-10", "ACC-CFG-13"], mayAlso: ["ACC-CFG-*"]
    ) { decisions in
      decisions.callbacksAtChange = { _, _ in [] }
      decisions.isStored = { _, isLaunch in isLaunch }
    },
    Fault(
      configuration: "methods-not-asked-for",
      "a method is called without a look at whether the app has it",
      breaks: ["ACC-CFG-07"]
    ) { decisions in
      decisions.isCalled = { _, _ in true }
    },
    Fault(
      configuration: "one-method-stands-for-both",
      "an app that has one of the methods is taken to have the other one",
      breaks: ["ACC-CFG-07"]
    ) { decisions in
      decisions.isCalled = { _, implemented in !implemented.isEmpty }
    },
    Fault(
      configuration: "change-method-taken-for-granted",
      "whether the app has appConnectConfigChangedTo is not looked up",
      breaks: ["ACC-CFG-07"]
    ) { decisions in
      let before = decisions.isCalled
      decisions.isCalled = { callback, implemented in
        callback == .configurationChangedTo || before(callback, implemented)
      }
    },
  ]

  // MARK: What is a change

  /// No change where both sets are the same for a comparison, while the app runs and at a launch.
  private static func compare(
    _ decisions: inout ConfigurationDecisions,
    by value: @escaping @Sendable (ConfigurationPairs) -> [String]
  ) {
    let before = (decisions.callbacksAtChange, decisions.callbacksAtLaunch)
    decisions.callbacksAtChange = { old, new in
      value(old.pairs) == value(new.pairs) ? [] : before.0(old, new)
    }
    decisions.callbacksAtLaunch = { remembered, present in
      guard let remembered, value(remembered.pairs) == value(present.pairs) else {
        return before.1(remembered, present)
      }
      return before.1(present, present)
    }
  }

  private static let changes: [Fault] = [
    Fault(
      configuration: "sets-compared-as-one-text",
      "sets are compared by a text into which keys and values are joined",
      breaks: ["ACC-CFG-05"], mayAlso: ["ACC-CFG-04", "ACC-CFG-1*"]
    ) { decisions in
      compare(&decisions) { set in
        [set.pairs.map { $0.key + "=" + $0.value }.joined(separator: ";")]
      }
    },
    Fault(
      configuration: "values-compared-by-1024-characters",
      "values are kept for the comparison in columns of 1,024 characters",
      breaks: ["ACC-CFG-10"], mayAlso: ["ACC-CFG-04", "ACC-CFG-05", "ACC-CFG-1*"]
    ) { decisions in
      compare(&decisions) { set in
        set.pairs.flatMap { [$0.key, String($0.value.prefix(1_024))] }
      }
    },
    Fault(
      configuration: "sets-compared-by-hash",
      "of a set a hash of 32 bits is kept, as Java makes it", breaks: ["ACC-CFG-10"],
      mayAlso: ["ACC-CFG-04", "ACC-CFG-05", "ACC-CFG-1*"]
    ) { decisions in
      @Sendable func hash(_ text: String) -> UInt32 {
        text.utf16.reduce(0) { $0 &* 31 &+ UInt32($1) }
      }
      compare(&decisions) { set in
        [String(set.pairs.reduce(UInt32(0)) { $0 &+ (hash($1.key) ^ hash($1.value)) })]
      }
    },
    Fault(
      configuration: "keys-compared-while-running",
      "while the app runs, a set with the same keys is no change",
      breaks: ["ACC-CFG-10"], mayAlso: ["ACC-CFG-12", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        old.pairs.pairs.map(\.key) == new.pairs.pairs.map(\.key) ? [] : before(old, new)
      }
    },
    Fault(
      configuration: "old-keys-looked-up",
      "while the app runs, only the keys that were there before are looked at, so that an added one is no change",
      breaks: ["ACC-CFG-10"], mayAlso: ["ACC-CFG-05", "ACC-CFG-12", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        guard !old.pairs.isEmpty else { return before(old, new) }
        return old.pairs.pairs.allSatisfy { new.pairs[$0.key] == $0.value } ? [] : before(old, new)
      }
    },
    Fault(
      configuration: "new-keys-looked-up",
      "while the app runs, only the keys that are there now are looked at, so that a removed one is no change",
      breaks: ["ACC-CFG-10"], mayAlso: ["ACC-CFG-12", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        guard !new.pairs.isEmpty else { return before(old, new) }
        return new.pairs.pairs.allSatisfy { old.pairs[$0.key] == $0.value } ? [] : before(old, new)
      }
    },
    Fault(
      configuration: "each-push-is-a-change",
      "whatever the server sends while the app runs is told, also the same set again",
      breaks: ["ACC-CFG-10"]
    ) { decisions in
      decisions.callbacksAtChange = { _, _ in both }
    },
    Fault(
      configuration: "values-compared-without-case",
      "while the app runs, values that differ in case only are the same",
      breaks: ["ACC-CFG-10"]
    ) { decisions in
      @Sendable func lowered(_ pairs: ConfigurationPairs) -> ConfigurationPairs {
        ConfigurationPairs(pairs.pairs.map { .init(key: $0.key, value: $0.value.lowercased()) })
      }
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        lowered(old.pairs) == lowered(new.pairs) ? [] : before(old, new)
      }
    },
    Fault(
      configuration: "queue-delivered-whole",
      "every change since the last run is delivered at the launch, one after the other",
      breaks: ["ACC-CFG-11"], mayAlso: ["ACC-CFG-02", "ACC-CFG-04", "ACC-CFG-06", "ACC-CFG-15"]
    ) { decisions in
      decisions.deliveredAtLaunch = { $0.count > 1 ? Array($0.dropFirst()) : $0 }
    },
    Fault(
      configuration: "first-of-several",
      "of several changes since the last run the first one is delivered",
      breaks: ["ACC-CFG-11"],
      mayAlso: [
        "ACC-CFG-01", "ACC-CFG-03", "ACC-CFG-04", "ACC-CFG-06", "ACC-CFG-14", "ACC-CFG-02",
        "ACC-CFG-15",
      ]
    ) { decisions in
      decisions.deliveredAtLaunch = { $0.count > 2 ? [$0[1]] : $0.suffix(1) }
    },
    Fault(
      configuration: "changes-merged",
      "the changes since the last run are taken for additions to one another: what a later one has lost is delivered all the same",
      breaks: ["ACC-CFG-11"], mayAlso: ["ACC-CFG-0*", "ACC-CFG-10", "ACC-CFG-14", "ACC-CFG-15"]
    ) { decisions in
      decisions.deliveredAtLaunch = { configurations in
        guard let last = configurations.last else { return [] }
        let news = configurations.count > 2 ? configurations.dropFirst() : [last]
        return [
          ServerConfiguration(
            pairs: ConfigurationPairs(news.flatMap(\.pairs.pairs)), revision: last.revision)
        ]
      }
    },
    Fault(
      configuration: "removal-unheard",
      "no configuration is taken for no news while the app runs",
      breaks: ["ACC-CFG-13"], mayAlso: ["ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in new.pairs.isEmpty ? [] : before(old, new) }
    },
    Fault(
      configuration: "removal-with-the-old-set",
      "when the configuration is taken away, the app gets the set that it had",
      breaks: ["ACC-CFG-13"], mayAlso: ["ACC-CFG-06", "ACC-CFG-11"]
    ) { decisions in
      let before = decisions.delivered
      decisions.delivered = { pairs, old, callback in
        pairs.isEmpty ? old : before(pairs, old, callback)
      }
    },
    Fault(
      configuration: "removal-of-one-pair-unheard",
      "that the configuration is gone is not told where it had a single pair",
      breaks: ["ACC-CFG-13"], mayAlso: ["ACC-CFG-05", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        new.pairs.isEmpty && old.pairs.pairs.count == 1 ? [] : before(old, new)
      }
    },
  ]

  // MARK: What the app returns

  private static let answers: [Fault] = [
    Fault(
      configuration: "only-errors-reported", "the server hears of errors only",
      breaks: ["ACC-CFG-08"], mayAlso: ["ACC-CFG-10", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, answer in answer == nil ? nil : before(callback, answer) }
    },
    Fault(
      configuration: "one-report-a-delivery",
      "the server hears of one call of each delivery",
      breaks: ["ACC-CFG-08"], mayAlso: ["ACC-CFG-09"]
    ) { decisions in
      decisions.reports = { $0.suffix(1) }
    },
    Fault(
      configuration: "applied-reported-twice",
      "a configuration that was applied is reported before the app is called, and after it",
      breaks: ["ACC-CFG-08"], mayAlso: ["ACC-CFG-10", "ACC-CFG-15"]
    ) { decisions in
      decisions.reports = { $0.flatMap { $0.status == .applied ? [$0, $0] : [$0] } }
    },
    Fault(
      configuration: "error-without-text",
      "the server hears that there was an error, and not which",
      breaks: ["ACC-CFG-09"], mayAlso: ["ACC-CFG-10", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, answer in
        var report = before(callback, answer)
        report?.message = nil
        return report
      }
    },
    Fault(
      configuration: "empty-text-as-applied", "an error without words counts as none",
      breaks: ["ACC-CFG-09"]
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, answer in before(callback, answer == "" ? nil : answer) }
    },
    Fault(
      configuration: "error-text-cut", "an error is reported with its first 255 bytes",
      breaks: ["ACC-CFG-09"], mayAlso: ["ACC-CFG-10", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, answer in
        before(callback, answer.map { String(decoding: Array($0.utf8).prefix(255), as: UTF8.self) })
      }
    },
    Fault(
      configuration: "errors-reported-as-applied",
      "whoever has been called has applied the configuration",
      breaks: ["ACC-CFG-09"], mayAlso: ["ACC-CFG-10", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, _ in before(callback, nil) }
    },
    silentAfterError(
      "silent-after-error", "after an error nothing is delivered any more in this run", both: false),
    silentAfterError(
      "silent-after-two-errors",
      "after a delivery that both methods answered with an error, nothing is delivered any more in this run",
      both: true),
    Fault(
      configuration: "error-tried-again-first",
      "after an error the next change is taken for the repetition of the delivery, and not told",
      breaks: ["ACC-CFG-14"], mayAlso: ["ACC-CFG-13", "ACC-CFG-15"]
    ) { decisions in
      let failed = Memory(false)
      let heard = decisions.heard
      decisions.heard = { callback, answer in
        if answer != nil { failed.update { $0 = true } }
        heard(callback, answer)
      }
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        let isRepetition = failed.update { failed in
          defer { failed = false }
          return failed
        }
        return isRepetition ? [] : before(old, new)
      }
    },
  ]

  private static func silentAfterError(
    _ name: String, _ description: String, both: Bool
  ) -> Fault {
    Fault(
      configuration: name, description, breaks: ["ACC-CFG-14"],
      mayAlso: ["ACC-CFG-05", "ACC-CFG-10", "ACC-CFG-13", "ACC-CFG-15"]
    ) { decisions in
      let errors = Memory(0)
      let heard = decisions.heard
      decisions.heard = { callback, answer in
        errors.update { $0 = answer == nil ? (both ? 0 : $0) : $0 + 1 }
        heard(callback, answer)
      }
      let before = decisions.callbacksAtChange
      decisions.callbacksAtChange = { old, new in
        errors.update { $0 >= (both ? 2 : 1) } ? [] : before(old, new)
      }
    }
  }
}
