import ReferenceHandlers
import ReferenceLibrary

extension DualModeFaults {
  /// Mistakes that show only when the app dies (ACC-DM-16).
  static let deaths: [Fault] = [
    Fault(
      dualMode: "erased-after-the-mode",
      "a regular app is stored before its sensitive data is erased, and nothing reminds the next launch of that",
      breaks: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        let steps = before(state, leaving)
        guard steps.contains(.erase) else { return steps }
        return steps.flatMap { step -> [DualModeDecisions.LeavingStep] in
          step == .erase ? [] : step == .persist ? [.persist, .erase] : [step]
        }
      }
    },
    Fault(
      dualMode: "regular-before-unencrypted",
      "on the way out of AppConnect mode the mode is stored first, and the encryption in another write",
      breaks: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).flatMap { step -> [DualModeDecisions.LeavingStep] in
          step == .persist ? [.persistMode, .persistEncryption] : [step]
        }
      }
    },
    Fault(
      dualMode: "unencrypted-before-erased",
      "data that is still there counts as unencrypted before it is erased",
      breaks: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        let steps = before(state, leaving)
        return steps.contains(.erase) ? [.persistEncryption] + steps : steps
      }
    },
    Fault(
      dualMode: "managed-before-encrypted",
      "AppConnect mode is stored first and the encryption in another write, which nobody makes up for",
      breaks: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.enteringSteps
      decisions.enteringSteps = { state in
        before(state).flatMap { step -> [DualModeDecisions.EnteringStep] in
          step == .persist ? [.persistMode, .persistEncryption] : [step]
        }
      }
    },
    Fault(
      dualMode: "retired-erased-after-the-mode",
      "the data of a retired user is erased once AppConnect mode is stored, and only on the way into it",
      breaks: ["ACC-DM-16"]
    ) { decisions in
      let before = decisions.enteringSteps
      decisions.enteringSteps = { state in before(state).filter { $0 != .erase } + [.erase] }
    },
    Fault(
      storing: "emptied-before-it-is-written",
      "the file is emptied and then filled, and an empty one is taken for that of a first launch",
      .emptyingFirst, breaks: ["ACC-DM-16"]),
    Fault(
      storing: "half-a-record-taken-for-whole",
      "the encryption is written after the mode, and a file that ends before it counts as unencrypted",
      .inTwoHalves, breaks: ["ACC-DM-16"]),
    Fault(
      storing: "stored-when-told-to-end",
      "the mode is kept in memory until the app is told that it ends", .whenTold,
      breaks: ["ACC-DM-16"], mayAlso: ["ACC-DM-02"]),
  ]
}
