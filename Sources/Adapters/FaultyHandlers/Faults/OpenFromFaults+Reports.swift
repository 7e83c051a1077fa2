import ReferenceLibrary

extension OpenFromFaults {
  /// Changes what the server hears of an acknowledgement.
  private static func reporting(
    _ name: String, _ description: String, breaks: [String], mayAlso: [String] = [],
    _ change: @escaping @Sendable (OpenFromAcknowledgement) -> [OpenFromAcknowledgement]
  ) -> Fault {
    Fault(openFrom: name, description, breaks: breaks, mayAlso: mayAlso) { decisions in
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        guard let said else { return before(said, isImplemented) }
        return change(said)
      }
    }
  }

  private static func messages(
    _ name: String, _ description: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    reporting(name, description, breaks: ["ACC-OF-08"]) {
      [OpenFromAcknowledgement(state: $0.state, message: change($0.message))]
    }
  }

  /// Mistakes with what the app says of a policy (ACC-OF-08, 09 and 13).
  static let reports: [Fault] = [
    messages("message-lost", "the server hears how the app took a policy, and not why") { _ in "" },
    reporting(
      "errors-as-applied", "the server hears that a policy is applied once the app has answered",
      breaks: ["ACC-OF-08"]
    ) { [OpenFromAcknowledgement(state: .applied, message: $0.message)] },
    reporting(
      "applied-not-reported", "the server hears of what went wrong only", breaks: ["ACC-OF-08"]
    ) { $0.state == .applied ? [] : [$0] },
    reporting(
      "acknowledgement-twice",
      "an acknowledgement is reported when it comes, and when the callback returns",
      breaks: ["ACC-OF-08"]
    ) { [$0, $0] },
    messages("message-cut", "a message is reported with its first 255 bytes") {
      String(decoding: Array($0.utf8).prefix(255), as: UTF8.self)
    },
    messages("line-feed-behind-lost", "a line feed at the end of a message is lost") {
      $0.last?.isNewline == true ? String($0.dropLast()) : $0
    },
    messages("mark-in-front-lost", "a byte order mark in front of a message is lost") {
      String(String.UnicodeScalarView($0.unicodeScalars.drop { $0 == "\u{FEFF}" }))
    },
    messages("control-characters-lost", "control characters are left out of messages") {
      String(
        String.UnicodeScalarView(
          $0.unicodeScalars.filter { $0.value >= 0x20 || "\n\r\t\0".unicodeScalars.contains($0) }))
    },
    messages("message-of-eight-kibibytes", "a message is reported with its first 8 KiB") {
      String(decoding: Array($0.utf8).prefix(8_192), as: UTF8.self)
    },
    messages("message-up-to-nul", "a message ends at its first NUL") { Texts.untilNUL($0) },
    Fault(
      openFrom: "silence-as-applied", "an app that does not acknowledge has applied the policy",
      breaks: ["ACC-OF-09"]
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        before(said ?? OpenFromAcknowledgement(state: .applied, message: ""), isImplemented)
      }
    },
    Fault(
      openFrom: "silence-unreported",
      "of an app that does not acknowledge the server hears nothing",
      breaks: ["ACC-OF-09"]
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        said == nil && isImplemented ? [] : before(said, isImplemented)
      }
    },
    Fault(
      openFrom: "last-answer-again",
      "an app that does not acknowledge is reported with what it said before",
      breaks: ["ACC-OF-09"]
    ) { decisions in
      let last = Memory<OpenFromAcknowledgement?>(nil)
      let before = decisions.reports
      decisions.reports = { said, isImplemented in
        let known = last.update { last in
          if let said { last = said }
          return last
        }
        return before(said ?? known, isImplemented)
      }
    },
    Fault(
      openFrom: "told-unasked", "an app without the method for policies is called, too",
      breaks: ["ACC-OF-09"]
    ) { decisions in
      let before = decisions.isCalled
      decisions.isCalled = { method, implemented in
        method == .changedTo || before(method, implemented)
      }
    },
    Fault(
      openFrom: "refused-policy-not-enforced",
      "a policy that the app could not apply lets in every document", breaks: ["ACC-OF-13"],
      mayAlso: ["ACC-OF-02", "ACC-OF-03", "ACC-OF-04", "ACC-OF-05", "ACC-OF-11"]
    ) { decisions in
      let before = decisions.allows
      decisions.allows = { source, properties, said in
        said?.state == .error || before(source, properties, said)
      }
    },
    Fault(
      openFrom: "enforced-when-acknowledged",
      "a policy that the app has not acknowledged as applied keeps out every document",
      breaks: ["ACC-OF-13"],
      mayAlso: ["ACC-OF-01", "ACC-OF-03", "ACC-OF-04", "ACC-OF-05", "ACC-OF-11"]
    ) { decisions in
      let isTold = Memory(false)
      let reports = decisions.reports
      decisions.reports = { said, isImplemented in
        isTold.update { $0 = isImplemented }
        return reports(said, isImplemented)
      }
      let before = decisions.allows
      decisions.allows = { source, properties, said in
        if isTold.update({ $0 }), said?.state != .applied { return false }
        return before(source, properties, said)
      }
    },
    Fault(
      openFrom: "unsupported-not-enforced",
      "the policy is the business of an app that says that it supports none", breaks: ["ACC-OF-13"],
      mayAlso: ["ACC-OF-02", "ACC-OF-03", "ACC-OF-04", "ACC-OF-05", "ACC-OF-11"]
    ) { decisions in
      let before = decisions.allows
      decisions.allows = { source, properties, said in
        said?.state == .unsupported || before(source, properties, said)
      }
    },
  ]

  /// Mistakes before ready, after the end, and with all AppConnect apps (ACC-OF-10, 11).
  static let others: [Fault] = [
    Fault(
      openFrom: "readable-before-ready", "the properties can be read before the library is ready",
      breaks: ["ACC-OF-10"]
    ) { decisions in
      decisions.isReadable = { _, isStopped in !isStopped }
    },
    Fault(
      openFrom: "readable-after-stop", "the properties can be read after the end of the library",
      breaks: ["ACC-OF-10"]
    ) { decisions in
      decisions.isReadable = { isReady, _ in isReady }
    },
    Fault(
      openFrom: "let-in-before-ready", "until the library is ready, everything is let in",
      breaks: ["ACC-OF-10"]
    ) { decisions in
      decisions.allowsUnready = { isStopped, _, _ in !isStopped }
    },
    Fault(
      openFrom: "enforced-before-ready",
      "the policy of the server is enforced before the library is ready",
      breaks: ["ACC-OF-10"]
    ) { decisions in
      let allows = decisions.allows
      decisions.allowsUnready = { isStopped, properties, source in
        !isStopped && allows(source, properties, nil)
      }
    },
    Fault(
      openFrom: "policy-of-the-launch", "what the server has before ready is not taken",
      breaks: ["ACC-OF-06"], mayAlso: ["ACC-OF-*"]
    ) { decisions in
      decisions.atReady = { before, _ in before }
    },
    Fault(
      openFrom: "all-apps-as-authorized", "all AppConnect apps are taken for all apps",
      breaks: ["ACC-OF-11"], mayAlso: ["ACC-OF-*"]
    ) { decisions in
      let before = decisions.properties
      decisions.properties = { setting, apps in
        setting == .allAppConnectApps
          ? OpenFromProperties(policy: .authorized) : before(setting, apps)
      }
    },
    Fault(
      openFrom: "all-apps-of-the-launch",
      "the authorized apps are looked up when the server lets them in, and no more after that",
      breaks: ["ACC-OF-11"], mayAlso: ["ACC-OF-*"]
    ) { decisions in
      decisions.followsApps = { !$0 }
    },
    Fault(
      openFrom: "authorized-apps-only-grow",
      "an app that is no longer authorized stays on the list",
      breaks: ["ACC-OF-11"], mayAlso: ["ACC-OF-*"]
    ) { decisions in
      let seen = Memory<Set<BundleIdentifier>>([])
      let before = decisions.properties
      decisions.properties = { setting, apps in
        before(
          setting,
          seen.update { seen in
            seen.formUnion(apps)
            return seen
          })
      }
    },
  ]
}
