import ReferenceLibrary

/// Mistakes in the mode logic of an app (section 3 of the AppConnect document).
enum DualModeFaults {
  static let all: [Fault] = launching + notices + requests + deaths

  private static let requests: [Fault] = [
    Fault(
      dualMode: "leaving-keeps-data",
      "the user leaves AppConnect mode, and the sensitive data stays",
      breaks: ["ACC-DM-08"], mayAlso: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter { $0 != .erase }
      }
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
      dualMode: "restarted-before-it-is-stored",
      "the library is started for a change that the user wants, and only then is the change stored",
      breaks: ["ACC-DM-09"]
    ) { decisions in
      decisions.storesBeforeRestarting = { false }
    },
    Fault(
      dualMode: "retired-before-it-is-stored",
      "the user leaves AppConnect mode, and the library is retired and stopped before anything is stored",
      breaks: ["ACC-DM-08"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        let steps = before(state, leaving)
        guard leaving == .user else { return steps }
        return steps.filter { $0 == .retire || $0 == .stop }
          + steps.filter { $0 != .retire && $0 != .stop }
      }
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
    Fault(
      dualMode: "retire-among-retire-actions",
      "what is done for a retired user retires the library, which is then retired once more and stopped",
      breaks: ["ACC-DM-08", "ACC-DM-14"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).flatMap { step in step == .erase ? [step, .retire] : [step] }
      }
    },
  ]
}
