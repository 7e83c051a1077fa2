import ReferenceLibrary

/// What a library may do differently when it delivers configurations.
enum ConfigurationLiberties {
  static let all: [Liberty] = [
    Liberty(
      configuration: "present-before-change",
      "appConnectConfigIs is called before appConnectConfigChangedTo",
      source: "section 1: the order of the two callbacks within one delivery is not laid down"
    ) { decisions in
      let launch = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { launch($0, $1).reversed() }
      let change = decisions.callbacksAtChange
      decisions.callbacksAtChange = { change($0, $1).reversed() }
    },
    Liberty(
      configuration: "empty-relaunch-told",
      "a relaunch without a configuration, now or before, tells an empty one",
      source: "section 1: a relaunch with none, and none at the last run, is free (I)"
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        guard let remembered, remembered.pairs.isEmpty, present.pairs.isEmpty else {
          return before(remembered, present)
        }
        let callbacks = before(remembered, present)
        return callbacks.contains(.configurationIs) ? callbacks : callbacks + [.configurationIs]
      }
    },
    Liberty(
      configuration: "empty-relaunch-told-as-change",
      "a relaunch without a configuration, now or before, tells of a change to none",
      source: "section 1: a relaunch with none, and none at the last run, is free (I)"
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        guard let remembered, remembered.pairs.isEmpty, present.pairs.isEmpty else {
          return before(remembered, present)
        }
        return before(remembered, present) + [.configurationChangedTo]
      }
    },
    Liberty(
      configuration: "revisions-compared-at-launch",
      "at a launch the server's count of changes is compared, so that a change and back is one",
      source: "ACC-CFG-03, ACC-CFG-11: what changed and changed back is not laid down"
    ) { decisions in
      let before = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        let callbacks = before(remembered, present)
        guard let remembered, remembered.revision != present.revision, !present.pairs.isEmpty,
          !callbacks.contains(.configurationChangedTo)
        else { return callbacks }
        return callbacks + [.configurationChangedTo]
      }
    },
    Liberty(
      configuration: "applied-with-words", "what was applied is reported with a message",
      source: "ACC-CFG-08: the message of a report of what was applied is left open"
    ) { decisions in
      let before = decisions.report
      decisions.report = { callback, answer in
        var report = before(callback, answer)
        if report?.status == .applied { report?.message = "OK" }
        return report
      }
    },
    Liberty(
      configuration: "reports-in-other-order",
      "the calls of a delivery are reported in the opposite order",
      source: "ACC-CFG-08, ACC-CFG-09: the order of reports is left open"
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { before($0).reversed() }
    },
    Liberty(
      configuration: "methods-not-called-reported",
      "a delivery by one method is reported as applied for the other one, too",
      source: "ACC-CFG-07, ACC-CFG-08: reports of methods that are not called are left open"
    ) { decisions in
      let before = decisions.reports
      decisions.reports = { reports in
        guard reports.count == 1 else { return before(reports) }
        let others = ConfigurationCallback.allCases.filter { $0 != reports[0].callback }
        return before(reports)
          + others.map { ConfigurationReport(callback: $0, status: .applied, message: nil) }
      }
    },
    Liberty(
      configuration: "values-kept-to-100-kib",
      "a value is kept up to 100 KiB, and cut where it is longer",
      source: "ACC-CFG-15", concedes: ["ACC-CFG-15"]
    ) { decisions in
      let before = decisions.delivered
      decisions.delivered = { pairs, old, callback in
        ConfigurationPairs(
          before(pairs, old, callback).pairs.map { pair in
            guard pair.value.utf8.count > 102_400 else { return pair }
            let bytes = Array(pair.value.utf8).prefix(102_400)
            return .init(key: pair.key, value: String(decoding: bytes, as: UTF8.self))
          })
      }
    },
    Liberty(
      configuration: "foreign-letters-left-out",
      "a pair whose key or value is not printable ASCII, or has an empty key, is as if it were not there",
      source: "ACC-CFG-15", concedes: ["ACC-CFG-15"]
    ) { decisions in
      let launch = decisions.callbacksAtLaunch
      decisions.callbacksAtLaunch = { remembered, present in
        launch(remembered.map(plain), plain(present))
      }
      let change = decisions.callbacksAtChange
      decisions.callbacksAtChange = { change(plain($0), plain($1)) }
      let delivered = decisions.delivered
      decisions.delivered = { delivered(plain($0), plain($1), $2) }
    },
  ]

  private static func plain(_ configuration: ServerConfiguration) -> ServerConfiguration {
    var configuration = configuration
    configuration.pairs = plain(configuration.pairs)
    return configuration
  }

  private static func plain(_ pairs: ConfigurationPairs) -> ConfigurationPairs {
    func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
    return ConfigurationPairs(
      pairs.pairs.filter { !$0.key.isEmpty && isPlain($0.key) && isPlain($0.value) })
  }
}
