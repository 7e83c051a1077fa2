import ReferenceLibrary

extension DualModeFaults {
  /// Mistakes at a launch (ACC-DM-01 to 05).
  static let launching: [Fault] = [
    Fault(
      dualMode: "starts-as-not-available",
      "a first launch begins with the first value of the enumeration that comes to hand",
      breaks: ["ACC-DM-01"]
    ) { decisions in
      decisions.firstRecord = { DualModeRecord(state: .appConnectNotAvailable) }
    },
    Fault(
      dualMode: "asks-as-regular-app",
      "the library is asked before the mode is checked",
      breaks: ["ACC-DM-02"]
    ) { decisions in
      decisions.questionsAtLaunch = { _ in 1 }
    },
    Fault(
      dualMode: "starts-whatever-the-answer",
      "the library is started in every mode but that of a regular app, whatever it answers",
      breaks: ["ACC-DM-03", "ACC-DM-04"], mayAlso: ["ACC-DM-05"]
    ) { decisions in
      decisions.startsAtLaunch = { state, _ in state != .nonAppConnectMode }
    },
    Fault(
      dualMode: "pending-not-started",
      "a launch does not go on with a change that is pending",
      breaks: ["ACC-DM-03"]
    ) { decisions in
      let before = decisions.startsAtLaunch
      decisions.startsAtLaunch = { state, answer in
        state != .pendingAppConnectMode && before(state, answer)
      }
    },
    Fault(
      dualMode: "undecided-stays",
      "the app forgets that the library is not there",
      breaks: ["ACC-DM-04"]
    ) { decisions in
      decisions.stateWithoutLibrary = { $0 }
    },
    Fault(
      dualMode: "gives-up-at-second-launch",
      "an app without the library becomes a regular app for good at its second launch",
      breaks: ["ACC-DM-05"]
    ) { decisions in
      let before = decisions.stateWithoutLibrary
      decisions.stateWithoutLibrary = { state in
        state == .appConnectNotAvailable ? .nonAppConnectMode : before(state)
      }
    },
    Fault(
      dualMode: "starts-encrypted",
      "data counts as encrypted until the library says that it need not be",
      breaks: ["ACC-DM-01"]
    ) { decisions in
      decisions.firstRecord = { DualModeRecord(encryption: .encrypted) }
    },
    Fault(
      dualMode: "available-taken-for-managed",
      "an app that may start the library is in AppConnect mode, before the library has said that it is managed",
      breaks: ["ACC-DM-01", "ACC-DM-03"]
    ) { decisions in
      decisions.stateWithLibrary = { $0 == .pendingAppConnectMode ? $0 : .appConnectMode }
    },
    Fault(
      dualMode: "waits-as-pending",
      "an app that waits for the library's first word is stored as one whose user asked for a change",
      breaks: ["ACC-DM-01", "ACC-DM-03"]
    ) { decisions in
      decisions.stateWithLibrary = { $0 == .appConnectMode ? $0 : .pendingAppConnectMode }
    },
    Fault(
      dualMode: "regular-app-started-if-available",
      "the library's answer is the only condition for its start",
      breaks: ["ACC-DM-02"]
    ) { decisions in
      decisions.questionsAtLaunch = { _ in 1 }
      decisions.startsAtLaunch = { _, answer in answer == true }
    },
    Fault(
      dualMode: "every-app-without-library-is-not-available",
      "whatever the mode was, an app that does not start the library waits for the client app",
      breaks: ["ACC-DM-02", "ACC-DM-03"]
    ) { decisions in
      decisions.stateWithoutLibrary = { _ in .appConnectNotAvailable }
    },
    Fault(
      dualMode: "made-before-it-is-asked",
      "the library's instance is made first of all at a launch, whether it will be started or not",
      breaks: ["ACC-DM-03", "ACC-DM-04"]
    ) { decisions in
      decisions.initialisesBeforeAsking = { _ in true }
      let before = decisions.startingSteps
      decisions.startingSteps = { state, isRestart in
        before(state, isRestart).filter { isRestart || $0 != .initialise }
      }
    },
    Fault(
      dualMode: "made-at-first-launch-only",
      "the library's instance is made when the app is launched for the first time, and thought to be there ever after",
      breaks: ["ACC-DM-03", "ACC-DM-09"], mayAlso: ["ACC-DM-05"]
    ) { decisions in
      let before = decisions.startingSteps
      decisions.startingSteps = { state, isRestart in
        before(state, isRestart).filter { state == .undecided || $0 != .initialise }
      }
    },
    Fault(
      dualMode: "regular-app-at-once",
      "an app that runs as a regular one for want of the client app is stored as a regular one",
      breaks: ["ACC-DM-04"]
    ) { decisions in
      let before = decisions.stateWithoutLibrary
      decisions.stateWithoutLibrary = { state in
        state == .undecided ? .nonAppConnectMode : before(state)
      }
    },
    Fault(
      dualMode: "not-available-not-asked-again",
      "an app that once ran without the client app does not ask for it at its later launches",
      breaks: ["ACC-DM-03", "ACC-DM-05"]
    ) { decisions in
      let before = decisions.questionsAtLaunch
      decisions.questionsAtLaunch = { state in
        state == .appConnectNotAvailable ? 0 : before(state)
      }
    },
    Fault(
      dualMode: "undecided-again",
      "the choice is left to the next launch by being undecided again",
      breaks: ["ACC-DM-05"]
    ) { decisions in
      let before = decisions.stateWithoutLibrary
      decisions.stateWithoutLibrary = { state in
        state == .appConnectNotAvailable ? .undecided : before(state)
      }
    },
  ]
}
