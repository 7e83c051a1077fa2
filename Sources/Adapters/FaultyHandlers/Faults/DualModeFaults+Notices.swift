import ReferenceLibrary

extension DualModeFaults {
  /// Mistakes with what the library says (ACC-DM-06, 07, 10 to 15).
  static let notices: [Fault] = [
    Fault(
      dualMode: "managed-only-when-undecided",
      "an app that once ran without the library cannot become managed",
      breaks: ["ACC-DM-06"],
      mayAlso: ["ACC-DM-07", "ACC-DM-12", "ACC-DM-13", "ACC-DM-14"]
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
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter { leaving == .user || $0 != .retire }
      }
    },
    Fault(
      dualMode: "stop-before-retire",
      "the library is stopped first and retired then",
      breaks: ["ACC-DM-14", "ACC-DM-07", "ACC-DM-08"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter { $0 != .retire && $0 != .stop } + [.stop, .retire]
      }
    },
    Fault(
      dualMode: "failure-not-told",
      "the user hears of a successful change only",
      breaks: ["ACC-DM-10"]
    ) { decisions in
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, success in success ? before(state, success) : nil }
    },
    Fault(
      dualMode: "success-not-told",
      "the user hears of a failed change only",
      breaks: ["ACC-DM-11"]
    ) { decisions in
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, success in success ? nil : before(state, success) }
    },
    Fault(
      dualMode: "encrypts-without-secure-services",
      "if secure file I/O is required, it is taken to be possible",
      breaks: ["ACC-DM-12"]
    ) { decisions in
      decisions.encryptionOnEntering = { _, notice in
        notice.secureFileIORequired ? .encrypted : .unencrypted
      }
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
    Fault(
      dualMode: "managed-with-secure-services-only",
      "an app is managed from the notice on that finds secure services",
      breaks: ["ACC-DM-06"], mayAlso: ["ACC-DM-11", "ACC-DM-13"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        notice.policy == .managed && !notice.secureServices ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "appconnect-mode-in-memory",
      "AppConnect mode is not stored, as the library will say it again at the next launch",
      breaks: ["ACC-DM-06"], mayAlso: ["ACC-DM-11", "ACC-DM-12"]
    ) { decisions in
      let before = decisions.persisted
      decisions.persisted = { record in
        record.state == .appConnectMode ? nil : before(record)
      }
    },
    Fault(
      dualMode: "retired-not-let-in",
      "an app whose user is retired becomes a regular one, and keeps its data as one",
      breaks: ["ACC-DM-06", "ACC-DM-13"], mayAlso: ["ACC-DM-11", "ACC-DM-12"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        before(state, notice) == .appConnectMode && notice.authorization == .retired
          ? .nonAppConnectMode : before(state, notice)
      }
    },
    Fault(
      dualMode: "notice-heard-once",
      "what the library says is heard once in a run, though the user may ask for another mode in it",
      breaks: ["ACC-DM-06", "ACC-DM-10", "ACC-DM-11"],
      mayAlso: ["ACC-DM-12", "ACC-DM-13", "ACC-DM-14"]
    ) { decisions in
      let isHeard = Memory(false)
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        let wasHeard = isHeard.update { isHeard in
          defer { isHeard = true }
          return isHeard
        }
        return wasHeard ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "refused-change-goes-on",
      "an app whose user wants AppConnect mode waits until it is managed, whatever else it hears",
      breaks: ["ACC-DM-10"], mayAlso: ["ACC-DM-14"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .pendingAppConnectMode && notice.policy == .unmanaged
          ? nil : before(state, notice)
      }
    },
    Fault(
      dualMode: "refused-change-tried-again",
      "after a change that failed the app is as one that could not know, so that its next launch tries again",
      breaks: ["ACC-DM-10"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .pendingAppConnectMode && notice.policy == .unmanaged
          ? .appConnectNotAvailable : before(state, notice)
      }
    },
    Fault(
      dualMode: "refused-change-only-stopped",
      "after a change that failed the library is stopped and not retired, as there was nothing yet to be retired from",
      breaks: ["ACC-DM-10", "ACC-DM-14"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter { state != .pendingAppConnectMode || $0 != .retire }
      }
    },
    Fault(
      dualMode: "every-answer-told-as-success",
      "the user hears that the change is done when the answer comes, whichever it is",
      breaks: ["ACC-DM-10"]
    ) { decisions in
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, _ in before(state, true) }
    },
    Fault(
      dualMode: "request-remembered-in-memory",
      "the user hears how a change ended only if it was asked for in the same run",
      breaks: ["ACC-DM-10", "ACC-DM-11"]
    ) { decisions in
      let isAsked = Memory(false)
      let asks = decisions.asksOnUserRequest
      decisions.asksOnUserRequest = {
        isAsked.update { $0 = true }
        return asks()
      }
      let before = decisions.outcomeTold
      decisions.outcomeTold = { state, success in
        isAsked.update { $0 } ? before(state, success) : nil
      }
    },
    Fault(
      dualMode: "pending-looked-for-too-late",
      "whether the user waits for the change is looked up when the mode has already changed",
      breaks: ["ACC-DM-10", "ACC-DM-11"]
    ) { decisions in
      let before = decisions.outcomeTold
      decisions.outcomeTold = { _, success in
        before(success ? .appConnectMode : .nonAppConnectMode, success)
      }
    },
    Fault(
      dualMode: "encrypts-at-user-request-only",
      "encryption is decided on only in a change that the user asked for",
      breaks: ["ACC-DM-12"]
    ) { decisions in
      let before = decisions.encryptionOnEntering
      decisions.encryptionOnEntering = { state, notice in
        state == .pendingAppConnectMode ? before(state, notice) : .unencrypted
      }
    },
    Fault(
      dualMode: "encryption-in-memory",
      "the mode is stored, and the encryption is not",
      breaks: ["ACC-DM-12"]
    ) { decisions in
      let before = decisions.persisted
      decisions.persisted = { record in before(DualModeRecord(state: record.state)) }
    },
    Fault(
      dualMode: "policies-updated-after-the-mode",
      "the mode is entered with the policies of the notice before, as they are updated at the end",
      breaks: ["ACC-DM-12"]
    ) { decisions in
      let nothing = ManagedPolicyNotice(policy: .unmanaged)
      let policies = Memory((known: nothing, next: nothing))
      let mode = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        policies.update { $0 = (known: $0.next, next: notice) }
        return mode(state, notice)
      }
      let before = decisions.encryptionOnEntering
      decisions.encryptionOnEntering = { state, _ in before(state, policies.update { $0.known }) }
    },
    Fault(
      dualMode: "erases-on-every-entering",
      "AppConnect mode begins without the data of the regular app, whether its user is retired or not",
      breaks: ["ACC-DM-13"]
    ) { decisions in
      decisions.erasesOnEntering = { _ in true }
    },
    Fault(
      dualMode: "only-encrypted-data-erased",
      "of a retired user only that data is erased which is about to be encrypted",
      breaks: ["ACC-DM-13"]
    ) { decisions in
      let before = decisions.erasesOnEntering
      decisions.erasesOnEntering = { notice in
        before(notice) && notice.secureServices && notice.secureFileIORequired
      }
    },
    Fault(
      dualMode: "retired-not-stopped",
      "the library is retired, and left to end with the app",
      breaks: ["ACC-DM-07", "ACC-DM-08", "ACC-DM-14"]
    ) { decisions in
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter { $0 != .stop }
      }
    },
    Fault(
      dualMode: "notice-ends-library-alone",
      "a notice that the app is not managed ends the library, and the app goes on in AppConnect mode",
      breaks: ["ACC-DM-15"]
    ) { decisions in
      let mode = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.policy == .unmanaged
          ? .nonAppConnectMode : mode(state, notice)
      }
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        before(state, leaving).filter {
          leaving == .user || state != .appConnectMode || $0 != .persist
        }
      }
    },
    Fault(
      dualMode: "unmanaged-waits-again",
      "an app that is no longer managed waits to be managed again",
      breaks: ["ACC-DM-15"]
    ) { decisions in
      let mode = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.policy == .unmanaged
          ? .pendingAppConnectMode : mode(state, notice)
      }
      let before = decisions.leavingSteps
      decisions.leavingSteps = { state, leaving in
        leaving == .unmanaged && state == .appConnectMode ? [.persist] : before(state, leaving)
      }
    },
    Fault(
      dualMode: "retired-ends-appconnect-mode",
      "a notice that the user is retired ends AppConnect mode, as the user's own wish does",
      breaks: ["ACC-DM-15"]
    ) { decisions in
      let before = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.authorization == .retired
          ? .nonAppConnectMode : before(state, notice)
      }
    },
    Fault(
      dualMode: "second-notice-read-as-first",
      "a notice in AppConnect mode stores the encryption anew, and takes data that is encrypted already for data that need not be",
      breaks: ["ACC-DM-12"], mayAlso: ["ACC-DM-16"]
    ) { decisions in
      let mode = decisions.modeAfterNotice
      decisions.modeAfterNotice = { state, notice in
        state == .appConnectMode && notice.policy == .managed ? state : mode(state, notice)
      }
      let encryption = decisions.encryptionOnEntering
      decisions.encryptionOnEntering = { state, notice in
        state == .appConnectMode ? .unencrypted : encryption(state, notice)
      }
    },
  ]
}
