import ReferenceHandlers
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
    Liberty(
      dualMode: "erases-what-is-not-encrypted",
      "existing data is erased on every way into AppConnect mode with encryption",
      source: "the app decides what to do with existing data where it becomes encrypted"
    ) { decisions in
      let before = decisions.erasesOnEntering
      decisions.erasesOnEntering = { notice in
        notice.secureServices && notice.secureFileIORequired || before(notice)
      }
    },
    Liberty(
      dualMode: "stores-encryption-then-mode",
      "the encryption and the mode are stored one after the other, in the order in which the source lists them for a user who leaves",
      source:
        "ACC-DM-08, ACC-DM-16: a death between the two leaves a state from which the transition is repeated"
    ) { decisions in
      let leaving = decisions.leavingSteps
      decisions.leavingSteps = { state, reason in
        leaving(state, reason).flatMap { step -> [DualModeDecisions.LeavingStep] in
          step == .persist ? [.persistEncryption, .persistMode] : [step]
        }
      }
      let entering = decisions.enteringSteps
      decisions.enteringSteps = { state in
        entering(state).flatMap { step -> [DualModeDecisions.EnteringStep] in
          step == .persist ? [.persistEncryption, .persistMode] : [step]
        }
      }
    },
    Liberty(
      dualMode: "enters-again-at-each-notice",
      "AppConnect mode is stored first, then the encryption, and then the data of a retired user is erased; every notice that the app is managed does all of it again",
      source: "ACC-DM-12, ACC-DM-15, ACC-DM-16: what a death has left undone is made up for"
    ) { decisions in
      let mode = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.policy == .managed ? state : mode(state, notice)
      }
      let entering = decisions.enteringSteps
      decisions.enteringSteps = { state in
        [.persistMode, .persistEncryption, .erase]
          + entering(state).filter {
            ![.erase, .persist, .persistMode, .persistEncryption].contains($0)
          }
      }
    },
    Liberty(
      storing: "stores-twice", "every record is stored twice in a row",
      source: "ACC-DM-16: how often an app writes is left open", .replacingTwice),
  ]
}
