import ReferenceLibrary

/// Mistakes in the library's side of dual mode (section 4 of the AppConnect document).
enum LifecycleFaults {
  static let all: [Fault] = questions + starts + again + policies + ends

  private static let questions: [Fault] = [
    fault(
      "client-asked-for-at-first-launch-only",
      "an app that was never managed is not started, though the client app is there by now",
      breaks: ["ACC-LC-01"]
    ) { decisions in
      decisions.shouldStart = { isInstalled, record in
        isInstalled && (record.lastPolicy != .unmanaged || record.ranInAppConnectMode)
          || record.ranInAppConnectMode
      }
    },
    fault(
      "first-run-never-starts", "an app whose policy was never determined is not started",
      breaks: ["ACC-LC-01"], mayAlso: ["ACC-LC-0*", "ACC-LC-10", "ACC-LC-11"]
    ) { decisions in
      let before = decisions.shouldStart
      decisions.shouldStart = { isInstalled, record in
        before(isInstalled && record.lastPolicy != .unknown, record)
      }
    },
    fault(
      "unmanaged-app-not-started", "an app whose last policy was UNMANAGED is not started",
      breaks: ["ACC-LC-01"]
    ) { decisions in
      let before = decisions.shouldStart
      decisions.shouldStart = { isInstalled, record in
        (!isInstalled || record.lastPolicy != .unmanaged) && before(isInstalled, record)
      }
    },
    fault(
      "mode-of-the-last-run-only",
      "an app has run in AppConnect mode if its last run knew a policy",
      breaks: ["ACC-LC-02"]
    ) { decisions in
      let before = decisions.shouldStart
      decisions.shouldStart = { isInstalled, record in
        before(isInstalled, record) && (isInstalled || record.lastPolicy != .unmanaged)
      }
    },
    fault(
      "deleted-client-forgets-the-mode", "the library is started only where the client app is",
      breaks: ["ACC-LC-02"]
    ) { decisions in
      decisions.shouldStart = { isInstalled, _ in isInstalled }
    },
    fault(
      "last-policy-taken-for-the-mode",
      "an app that was managed counts as one only as long as its last policy says so",
      breaks: ["ACC-LC-02"]
    ) { decisions in
      decisions.shouldStart = { isInstalled, record in
        isInstalled || record.lastPolicy == .managed
      }
    },
    fault(
      "deleted-client-counts-as-there", "a client app that was once installed counts as installed",
      breaks: ["ACC-LC-03"]
    ) { decisions in
      decisions.shouldStart = { isInstalled, record in isInstalled || record.clientWasInstalled }
    },
    fault(
      "every-app-should-start", "the library is always to be started", breaks: ["ACC-LC-03"]
    ) { decisions in
      decisions.shouldStart = { _, _ in true }
    },
    fault(
      "every-determination-taken-for-the-mode",
      "an app has run in AppConnect mode once the library has determined any policy",
      breaks: ["ACC-LC-03"]
    ) { decisions in
      decisions.shouldStart = { isInstalled, record in
        isInstalled || record.clientWasInstalled && record.lastPolicy != .unknown
      }
    },
  ]

  private static let starts: [Fault] = [
    fault(
      "managed-and-unmanaged-swapped", "the enumeration begins with MANAGED",
      breaks: ["ACC-LC-04"]
    ) { decisions in
      let before = decisions.number
      decisions.number = { policy in
        switch policy {
        case .unknown: before(.unknown)
        case .unmanaged: before(.managed)
        case .managed: before(.unmanaged)
        }
      }
    },
    fault(
      "unknown-is-minus-one", "what is not known has a number below zero", breaks: ["ACC-LC-04"]
    ) { decisions in
      let before = decisions.number
      decisions.number = { $0 == .unknown ? .some(-1) : before($0) }
    },
    fault(
      "policy-of-the-last-run", "until the policy is determined, the one before is shown",
      breaks: ["ACC-LC-04"]
    ) { decisions in
      decisions.policyUntilDetermined = { $0.lastPolicy }
    },
    fault(
      "readable-once-started", "the properties can be read as soon as the library is started",
      breaks: ["ACC-LC-05"]
    ) { decisions in
      let before = decisions.isReadable
      decisions.isReadable = { phase, starts in phase == .started || before(phase, starts) }
    },
    fault(
      "readable-once-initialised", "the properties can be read as soon as there is an instance",
      breaks: ["ACC-LC-05"]
    ) { decisions in
      decisions.isReadable = { phase, _ in phase != .absent }
    },
    fault(
      "ready-untold-after-the-policy", "an app that knows its policy is not told that it is ready",
      breaks: ["ACC-LC-05"],
      mayAlso: ["ACC-LC-04", "ACC-LC-06", "ACC-LC-07", "ACC-LC-09", "ACC-LC-10", "ACC-LC-11"]
    ) { decisions in
      decisions.readySteps = { [.determine] }
    },
    fault(
      "never-initialised-twice", "there is one instance in the life of a process",
      breaks: ["ACC-LC-10"],
      mayAlso: [
        "ACC-LC-02", "ACC-LC-04", "ACC-LC-05", "ACC-LC-06", "ACC-LC-08", "ACC-LC-09", "ACC-LC-11",
      ]
    ) { decisions in
      decisions.initialisesAgain = { $0 == 0 }
    },
    fault(
      "nil-options-start-nothing", "a library without launch options is not started",
      breaks: ["ACC-LC-10"],
      mayAlso: [
        "ACC-LC-02", "ACC-LC-04", "ACC-LC-05", "ACC-LC-06", "ACC-LC-08", "ACC-LC-09", "ACC-LC-11",
      ]
    ) { decisions in
      decisions.starts = { $0 != nil }
    },
  ]

  private static let again: [Fault] = [
    fault(
      "instance-missing-after-restart",
      "the library runs again after a stop, and the shared instance stays away",
      breaks: ["ACC-LC-10"]
    ) { decisions in
      let before = decisions.hasInstance
      decisions.hasInstance = { phase, starts in starts < 2 && before(phase, starts) }
    }
  ]

  private static let policies: [Fault] = [
    fault(
      "told-before-the-property-is-set", "the app is called first, and the property is set then",
      breaks: ["ACC-LC-06"]
    ) { decisions in
      decisions.changeSteps = { [.tell, .set] }
    },
    fault(
      "told-the-policy-before", "the app is told the policy that has just ended",
      breaks: ["ACC-LC-06"], mayAlso: ["ACC-LC-10", "ACC-LC-11"]
    ) { decisions in
      decisions.policyTold = { before, new in before == .unknown ? new : before }
    },
    fault(
      "told-once-in-a-run", "the first determination is told, and no change after it",
      breaks: ["ACC-LC-06"]
    ) { decisions in
      decisions.tells = { _, _, isFirst, _ in isFirst }
    },
    fault(
      "property-set-once-in-a-run", "the property keeps what was determined first",
      breaks: ["ACC-LC-06"],
      mayAlso: ["ACC-LC-02", "ACC-LC-04", "ACC-LC-09", "ACC-LC-10", "ACC-LC-11"]
    ) { decisions in
      let isKnown = Memory(false)
      let tells = decisions.tells
      let until = decisions.policyUntilDetermined
      decisions.policyUntilDetermined = { record in
        isKnown.update { $0 = false }
        return until(record)
      }
      decisions.tells = { before, new, isFirst, record in
        isKnown.update { $0 = !isFirst }
        return tells(before, new, isFirst, record)
      }
      decisions.changeSteps = { isKnown.update { $0 } ? [.tell] : [.set, .tell] }
    },
    fault(
      "repeated-policy-told", "the app is told of every word of the server, new or not",
      breaks: ["ACC-LC-11"]
    ) { decisions in
      decisions.tells = { _, _, _, _ in true }
    },
    fault(
      "known-policy-not-told-again",
      "a policy that is the one before the stop is no change, and not told",
      breaks: ["ACC-LC-11"], mayAlso: ["ACC-LC-10"]
    ) { decisions in
      let before = decisions.tells
      decisions.tells = { old, new, isFirst, record in
        isFirst ? record.lastPolicy != new : before(old, new, isFirst, record)
      }
    },
    fault(
      "unmanaged-not-told-first", "UNMANAGED is what an app expects, and told only as a change",
      breaks: ["ACC-LC-11"], mayAlso: ["ACC-LC-10"]
    ) { decisions in
      let before = decisions.tells
      decisions.tells = { old, new, isFirst, record in
        !(isFirst && new == .unmanaged) && before(old, new, isFirst, record)
      }
    },
  ]

  private static let ends: [Fault] = [
    fault(
      "instance-kept-after-stop", "the shared instance stays when the library is stopped",
      breaks: ["ACC-LC-07"]
    ) { decisions in
      let before = decisions.hasInstance
      decisions.hasInstance = { phase, starts in starts > 0 || before(phase, starts) }
    },
    fault(
      "instance-missing-in-the-first-run",
      "the shared instance can be had only once the library has been stopped",
      breaks: ["ACC-LC-07"]
    ) { decisions in
      let hasStopped = Memory(false)
      let stop = decisions.recordAfterStop
      decisions.recordAfterStop = { record in
        hasStopped.update { $0 = true }
        return stop(record)
      }
      let before = decisions.hasInstance
      decisions.hasInstance = { phase, starts in hasStopped.update { $0 } && before(phase, starts) }
    },
    fault(
      "change-told-after-stop", "the app still hears of its policy when the library is stopped",
      breaks: ["ACC-LC-07"], mayAlso: ["ACC-LC-06"]
    ) { decisions in
      decisions.hearsAfterStop = { true }
    },
    fault(
      "stop-tells-unknown", "the app hears from stop that its policy is no longer known",
      breaks: ["ACC-LC-07"], mayAlso: ["ACC-LC-06"]
    ) { decisions in
      decisions.tellsOfStop = { true }
    },
    fault(
      "properties-outlive-stop", "the properties of the last instance can still be read after stop",
      breaks: ["ACC-LC-07"], mayAlso: ["ACC-LC-05"]
    ) { decisions in
      let before = decisions.isReadable
      decisions.isReadable = { phase, starts in
        phase == .absent && starts > 0 || before(phase, starts)
      }
    },
    fault(
      "log-level-kept-after-stop", "the log level stays as it is when the library is stopped",
      breaks: ["ACC-LC-08"]
    ) { decisions in
      decisions.levelAfterStop = { level, _ in level }
    },
    fault(
      "log-level-kept-of-one-not-ready",
      "the log level is reset with the other properties, which a library has once it is ready",
      breaks: ["ACC-LC-08"]
    ) { decisions in
      let before = decisions.levelAfterStop
      decisions.levelAfterStop = { level, phase in
        phase == .started ? level : before(level, phase)
      }
    },
    fault(
      "log-level-set-after-stop", "a log level that comes after stop is set",
      breaks: ["ACC-LC-08"]
    ) { decisions in
      let before = decisions.levelCounts
      decisions.levelCounts = { $0 == .absent || before($0) }
    },
    fault(
      "logs-through-the-instance", "what is logged goes through the instance that stop has dropped",
      breaks: ["ACC-LC-08"], mayAlso: ["ACC-LC-06", "ACC-LC-10", "ACC-LC-11"]
    ) { decisions in
      decisions.willLog = { phase, starts in
        if phase == .absent, starts > 0 { fatalError("there is no shared instance") }
      }
    },
    fault(
      "secure-data-kept-by-retire", "retire resets the policy, and the secure data stays",
      breaks: ["ACC-LC-09"]
    ) { decisions in
      let before = decisions.recordAfterRetire
      decisions.recordAfterRetire = { record in
        var next = before(record)
        next.holdsSecureData = record.holdsSecureData
        return next
      }
    },
    fault(
      "policy-kept-by-retire", "retire erases the data, and the property stays as it is",
      breaks: ["ACC-LC-09"], mayAlso: ["ACC-LC-04", "ACC-LC-10"]
    ) { decisions in
      decisions.policyAfterRetire = { $0 }
    },
    fault(
      "unmanaged-by-retire", "retire makes an app unmanaged", breaks: ["ACC-LC-09"],
      mayAlso: ["ACC-LC-04", "ACC-LC-10"]
    ) { decisions in
      decisions.policyAfterRetire = { _ in .unmanaged }
    },
    fault(
      "secure-data-erased-by-stop", "stop erases what only retire should", breaks: ["ACC-LC-09"]
    ) { decisions in
      decisions.recordAfterStop = { record in
        var next = record
        next.holdsSecureData = false
        return next
      }
    },
    fault(
      "secure-data-erased-when-unmanaged", "an app that is no longer managed loses its secure data",
      breaks: ["ACC-LC-09"]
    ) { decisions in
      let before = decisions.recordAfter
      decisions.recordAfter = { policy, record in
        var next = before(policy, record)
        if policy == .unmanaged { next.holdsSecureData = false }
        return next
      }
    },
  ]

  private static func fault(
    _ name: String, _ description: String, breaks requirements: [String], mayAlso: [String] = [],
    _ change: @escaping @Sendable (inout LifecycleDecisions) -> Void
  ) -> Fault {
    Fault(
      lifecycle: name, .modeLogic, description, breaks: requirements, mayAlso: mayAlso, change)
  }
}
