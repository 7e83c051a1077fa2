import ReferenceLibrary

/// What an app may do differently in its mode logic.
enum DualModeLiberties {
  static let all: [Liberty] = [
    Liberty(
      dualMode: "asks-twice",
      "the library is asked twice at a launch whether to start it",
      source: "ACC-DM-03: how often it is asked is left open"
    ) { decisions in
      let before = decisions.questionsAtLaunch
      decisions.questionsAtLaunch = { before($0) * 2 }
    },
    Liberty(
      dualMode: "encrypts-existing-always",
      "existing data is encrypted on every way into AppConnect mode with encryption",
      source: "section 3: encryptExistingData is free (I)"
    ) { decisions in
      let before = decisions.encryptsExisting
      decisions.encryptsExisting = { state, encryption in
        encryption == .encrypted || before(state, encryption)
      }
    },
    Liberty(
      dualMode: "tells-every-change",
      "the user hears of every change of the mode that the library leads to",
      source: "section 3: notifyModeChange outside Pending is free (I)"
    ) { decisions in
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, success in
        state == .pendingAppConnectMode ? before(state, success) : success
      }
    },
  ]
}
