import ReferenceLibrary

/// What a library may do differently when it enforces the Open From policy.
enum OpenFromLiberties {
  static let all: [Liberty] = [
    Liberty(
      openFrom: "told-at-ready", "the app is told its policy when the library is ready",
      source:
        "section 2: whether the initial policy at ready leads to a callback is not laid down (I)"
    ) { decisions in
      decisions.tellsAtReady = { true }
    },
    Liberty(
      openFrom: "told-before-ready",
      "the app is told its policy before it hears that the library is ready",
      source:
        "section 2: whether the initial policy at ready leads to a callback is not laid down (I); ACC-OF-10"
    ) { decisions in
      decisions.tellsAtReady = { true }
      decisions.isReadyWhenTold = { false }
    },
    Liberty(
      openFrom: "half-of-mail-let-in",
      "the mail app's activity may send documents where its identifier alone is on the list",
      source: "ACC-OF-03 allows a listed identifier, ACC-OF-05 refuses the mail app"
    ) { decisions in
      let before = decisions.allows
      decisions.allows = { source, properties, said in
        before(source, properties, said)
          || properties.policy == .whitelist && source.text == "com.apple.UIKit.activity.Mail"
            && properties.whitelist.contains(source)
      }
    },
    Liberty(
      openFrom: "unsupported-unreported",
      "of an app without the method for policies the server hears nothing",
      source: "ACC-OF-09: a report UNSUPPORTED is optional there"
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        isImplemented ? before(said, isImplemented) : []
      }
    },
    Liberty(
      openFrom: "unsupported-with-words",
      "UNSUPPORTED is reported with a message of the library's own",
      source: "ACC-OF-09: its message is not compared"
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        before(said, isImplemented).map { report in
          said == nil
            ? OpenFromAcknowledgement(state: report.state, message: "the app says nothing") : report
        }
      }
    },
    Liberty(
      openFrom: "settings-compared",
      "another setting of the server is told, also where it comes to the same for the app",
      source: "ACC-OF-12: the source speaks of a change on the server"
    ) { decisions in
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in isOther || before(old, new, isOther) }
    },
    Liberty(
      openFrom: "idle-list-shown", "the list that the server has is shown under any policy",
      source: "section 2: whitelists are compared under WHITELIST only"
    ) { decisions in
      let before = decisions.properties
      decisions.properties = { setting, apps in
        guard case .policy(let policy, let list) = setting else { return before(setting, apps) }
        return OpenFromProperties(policy: policy, whitelist: list)
      }
    },
    Liberty(
      openFrom: "received-after-stop", "nothing is enforced any more after the end of the library",
      source: "section 2: what is allowed after stop is not laid down"
    ) { decisions in
      let before = decisions.allowsUnready
      decisions.allowsUnready = { isStopped, properties, source in
        isStopped || before(isStopped, properties, source)
      }
    },
  ]
}
