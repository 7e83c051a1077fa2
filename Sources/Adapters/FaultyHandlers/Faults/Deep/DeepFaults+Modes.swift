import ReferenceLibrary

extension DeepFaults {
  /// Long ways through the modes in one run of the app (`appconnect.dualmode`).
  static let modes: [Fault] = [
    Fault(
      dualMode: "third-equal-notice-unheard",
      "the news that the app is managed is taken for an echo when it comes for the third time in a row without a change, also where the user has asked for the mode again",
      breaks: ["ACC-DM-06"], mayAlso: ["ACC-DM-*"]
    ) { decisions in
      let heard = Memory<[ManagedPolicyNotice]>([])
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        let isEcho = heard.update { heard in
          defer { heard = heard.suffix(1) + [notice] }
          return notice.policy == .managed && heard.count == 2 && heard.allSatisfy { $0 == notice }
        }
        return isEcho ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "fourth-outcome-taken-for-granted",
      "once three requests of the user in a row have been granted in a run, the next one is told as granted before it is looked at",
      breaks: ["ACC-DM-10"]
    ) { decisions in
      let granted = Memory(0)
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, success in
        guard let outcome = before(state, success) else { return nil }
        return granted.update { granted in
          if granted == 3 { return true }
          granted = outcome ? granted + 1 : 0
          return outcome
        }
      }
    },
    Fault(
      dualMode: "encryption-kept-after-two-entries",
      "what the server wants of encryption is asked for at the first two entries of a run, and after two equal answers no more",
      breaks: ["ACC-DM-12"], mayAlso: ["ACC-DM-*"]
    ) { decisions in
      let answers = Memory<[DataEncryption]>([])
      let before = decisions.encryptionOnEntering
      decisions.encryptionOnEntering = { state, notice in
        answers.update { answers in
          if answers == [.encrypted, .encrypted] { return .encrypted }
          answers = answers.suffix(1) + [before(state, notice)]
          return answers[answers.count - 1]
        }
      }
    },
  ]
}
