import ReferenceLibrary

/// Mistakes in the mode logic of an app (section 3 of the AppConnect document).
enum DualModeFaults {
  static let all: [Fault] = launching + notices + requests

  private static let launching: [Fault] = [
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
  ]

  private static let notices: [Fault] = [
    Fault(
      dualMode: "managed-only-when-undecided",
      "an app that once ran without the library cannot become managed",
      breaks: ["ACC-DM-06"],
      mayAlso: ["ACC-DM-12", "ACC-DM-13"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectNotAvailable ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "unmanaged-ignored",
      "an app that is not managed keeps waiting instead of becoming a regular app",
      breaks: ["ACC-DM-07"],
      mayAlso: ["ACC-DM-14"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        notice.policy == .unmanaged && state != .pendingAppConnectMode
          ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "unmanaged-without-retire",
      "the library is stopped without having been retired",
      breaks: ["ACC-DM-07", "ACC-DM-14"], mayAlso: ["ACC-DM-10"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { leaving in
        before(leaving).filter { leaving == .user || $0 != .retire }
      }
    },
    Fault(
      dualMode: "stop-before-retire",
      "the library is stopped first and retired then",
      breaks: ["ACC-DM-14", "ACC-DM-07", "ACC-DM-08"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { leaving in
        before(leaving).filter { $0 != .retire && $0 != .stop } + [.stop, .retire]
      }
    },
    Fault(
      dualMode: "failure-not-told",
      "the user hears of a successful change only",
      breaks: ["ACC-DM-10"]
    ) { decisions in
      let before = decisions.tellsUser
      decisions.tellsUser = { state, success in success && before(state, success) }
    },
    Fault(
      dualMode: "success-not-told",
      "the user hears of a failed change only",
      breaks: ["ACC-DM-11"]
    ) { decisions in
      let before = decisions.tellsUser
      decisions.tellsUser = { state, success in !success && before(state, success) }
    },
    Fault(
      dualMode: "encrypts-without-secure-services",
      "if secure file I/O is required, it is taken to be possible",
      breaks: ["ACC-DM-12"]
    ) { decisions in
      decisions.encryptionOnEntering = { $0.secureFileIORequired ? .encrypted : .unencrypted }
    },
    Fault(
      dualMode: "retired-keeps-data",
      "on the way into AppConnect mode nobody looks whether the app is retired",
      breaks: ["ACC-DM-13"]
    ) { decisions in
      decisions.erasesOnEntering = { _ in false }
    },
    Fault(
      dualMode: "notice-ends-appconnect-mode",
      "a notice that the app is not managed ends AppConnect mode",
      breaks: ["ACC-DM-15"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.policy == .unmanaged
          ? .nonAppConnectMode : before(state, notice)
      }
    },
  ]

  private static let requests: [Fault] = [
    Fault(
      dualMode: "leaving-keeps-data",
      "the user leaves AppConnect mode, and the sensitive data stays",
      breaks: ["ACC-DM-08"], mayAlso: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { leaving in before(leaving).filter { $0 != .erase } }
    },
    Fault(
      dualMode: "leaving-keeps-encryption",
      "a regular app goes on to count its data as encrypted",
      breaks: ["ACC-DM-08"], mayAlso: ["ACC-DM-16"]
    ) { decisions in
      decisions.encryptionOnLeaving = { $0.encryption }
    },
    Fault(
      dualMode: "asks-on-user-request",
      "the library is asked, as at a launch, when the user wants AppConnect mode",
      breaks: ["ACC-DM-09"]
    ) { decisions in
      decisions.asksOnUserRequest = { true }
    },
    Fault(
      dualMode: "restarts-with-launch-options",
      "the library is restarted with the options of the launch",
      breaks: ["ACC-DM-09"]
    ) { decisions in
      decisions.reusesLaunchOptions = { true }
    },
    Fault(
      dualMode: "pending-in-memory",
      "the app forgets at its end that a change is pending",
      breaks: ["ACC-DM-09"], mayAlso: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.persisted
      decisions.persisted = { record in
        record.state == .pendingAppConnectMode ? nil : before(record)
      }
    },
  ]
}
