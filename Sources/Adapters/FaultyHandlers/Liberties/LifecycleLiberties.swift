import ReferenceLibrary

/// What the library of a dual-mode app may do differently.
enum LifecycleLiberties {
  static let all: [Liberty] = [
    Liberty(
      "retire-tells-unknown", "the app hears from retire that its policy is UNKNOWN",
      source: "section 4: free (I)",
      only: .lifecycle { $0.tellsOfRetire = { true } }),
    Liberty(
      "instance-made-by-start",
      "the shared instance is there from start on, and not from init on",
      source: "ACC-LC-07, 10: what init makes is not laid down",
      only: .lifecycle { decisions in
        let before = decisions.hasInstance
        decisions.hasInstance = { phase, starts in
          phase != .initialised && before(phase, starts)
        }
      }),
    Liberty(
      "retired-apps-should-start",
      "once the app was retired it should start, whether it was ever managed",
      source: "section 4: what shouldStart answers after retire is free (I)",
      only: .lifecycle { decisions in
        let before = decisions.recordAfterRetire
        decisions.recordAfterRetire = { record in
          var next = before(record)
          next.ranInAppConnectMode = true
          return next
        }
      }),
    Liberty(
      "retire-remembers-the-mode",
      "after retire the library still knows that the app ran in AppConnect mode",
      source: "section 4: what shouldStart answers after retire is free (I)",
      only: .lifecycle { decisions in
        let before = decisions.recordAfterRetire
        decisions.recordAfterRetire = { record in
          var next = before(record)
          next.ranInAppConnectMode = record.ranInAppConnectMode
          return next
        }
      }),
    Liberty(
      "policy-before-ready",
      "the app hears of its policy before it hears that the library is ready",
      source: "ACC-LC-05, 06: the order of the two callbacks is not laid down",
      only: .lifecycle { $0.readySteps = { [.determine, .tellReady] } }),
    Liberty(
      "restart-begins-with-info",
      "a restart begins with the log level INFO until the server sets one",
      source: "ACC-LC-08: the level after stop is laid down, that of a restart is not",
      only: .lifecycle { decisions in
        let isFirst = Memory(true)
        let before = decisions.levelAtStart
        decisions.levelAtStart = { level in
          isFirst.update { isFirst in
            defer { isFirst = false }
            return isFirst ? before(level) : .info
          }
        }
      }),
    Liberty(
      "level-comes-back-with-a-restart",
      "a restart begins with the log level that the server had set before the stop",
      source: "section 4: the level holds while the library runs",
      only: .lifecycle { decisions in
        let known = Memory(LifecycleLogLevel?.none)
        let stop = decisions.levelAfterStop
        decisions.levelAfterStop = { level, phase in
          known.update { $0 = level }
          return stop(level, phase)
        }
        let start = decisions.levelAtStart
        decisions.levelAtStart = { level in known.update { $0 } ?? start(level) }
      }),
    Liberty(
      "level-before-ready-ignored",
      "a log level that comes before the library is ready does not count",
      source: "ACC-LC-08: the level of a library that is not ready is not laid down",
      only: .lifecycle { $0.levelCounts = { $0 == .ready } }),
    Liberty(
      "every-start-begins-with-info",
      "the library runs with the log level INFO until the server sets one, also after a relaunch",
      source: "ACC-LC-08: the level of a library that runs is not laid down",
      only: .lifecycle { decisions in
        let before = decisions.levelAtStart
        decisions.levelAtStart = { level in
          let level = before(level)
          return level == .status ? .info : level
        }
      }),
    Liberty(
      "level-comes-back-with-init",
      "the log level that the server had set before the stop is there with the next instance",
      source: "ACC-LC-08: the level of an instance that is not yet started is not laid down",
      only: .lifecycle { decisions in
        let known = Memory(LifecycleLogLevel?.none)
        let stop = decisions.levelAfterStop
        decisions.levelAfterStop = { level, phase in
          known.update { $0 = level }
          return stop(level, phase)
        }
        let before = decisions.levelAtInit
        decisions.levelAtInit = { level in known.update { $0 } ?? before(level) }
      }),
    Liberty(
      "retire-resets-the-level", "after retire the log level is STATUS, as it is after stop",
      source: "section 4: the level holds while the library runs",
      only: .lifecycle { $0.levelAfterRetire = { _ in .status } }),
    Liberty(
      "not-ready-once-retired", "a library that is retired says that it is not ready",
      source: "ACC-LC-05, 09: nothing says whether it is still ready",
      only: .lifecycle { $0.isReadyAfterRetire = { false } }),
    Liberty(
      "ready-told-with-each-change", "the app hears with each change that the library is ready",
      source: "ACC-LC-05: nothing says whether appConnectIsReady comes again",
      only: .lifecycle { $0.tellsReadyOfChange = { true } }),
    Liberty(
      "ready-told-by-retire", "the app hears from retire that the library is ready",
      source: "ACC-LC-05: nothing says whether appConnectIsReady comes again",
      only: .lifecycle { $0.tellsReadyOfRetire = { true } }),
    Liberty(
      "numbers-not-told", "the number behind the policy is not told",
      source: "section 4: raw is optional",
      only: .lifecycle { $0.number = { _ in nil } }),
  ]
}
