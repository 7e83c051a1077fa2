import Profiles
import ReferenceLibrary
import WireFormat

/// Mistakes in a profile manager (section 5 of the `abt` document).
enum ManagerFaults {
  static let all: [Fault] = reading + sending + changing + addressing + believing + forms + removing

  /// What is sent, and when (MGR-01, 02, 06, 11, 12).
  private static let sending: [Fault] = [
    Fault(
      manager: "configurations-of-all-payloads",
      "each request carries the values of all payloads, as they were merged while the profile was read",
      breaks: ["MGR-01"], mayAlso: ["MGR-12"]
    ) { decisions in
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.configuration = .dictionary(
          profile.payloads.flatMap(\.members).reduce(into: [PropertyList.Member]()) { all, member in
            if !all.contains(where: { $0.key == member.key }) { all.append(member) }
          })
        return payload.requestDictionary()
      }
    },
    Fault(
      manager: "one-request-per-app",
      "payloads are kept by the bundle identifier of their app, so that the last one of an app wins",
      breaks: ["MGR-01"], mayAlso: ["MGR-02", "MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      decisions.order = { payloads in
        payloads.enumerated().filter { index, payload in
          !payloads[(index + 1)...].contains { $0.bundleIdentifier == payload.bundleIdentifier }
        }.map(\.element)
      }
    },
    Fault(
      manager: "whole-numbers-as-truths",
      "a configuration goes through a bridge that turns the number 1 into true",
      breaks: ["MGR-01"]
    ) { decisions in
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.configuration = .dictionary(
          payload.members.map {
            .init(key: $0.key, value: $0.value == .integer(1) ? .boolean(true) : $0.value)
          })
        return before(payload, profile)
      }
    },
    Fault(
      manager: "absent-app-ends-the-profile",
      "payloads after the first one whose app is not installed are not sent",
      breaks: ["MGR-02"], mayAlso: ["MGR-01", "MGR-11", "MGR-10"]
    ) { decisions in
      decisions.absentApp = { .endsTheProfile }
    },
    Fault(
      manager: "absent-app-fails-the-profile",
      "an app that is not installed counts as one that has refused",
      breaks: ["MGR-02"], mayAlso: ["MGR-09", "MGR-10", "MGR-13"]
    ) { decisions in
      decisions.absentApp = { .failsItsPayload }
      decisions.standing = { outcomes, _ in outcomes.contains(.failed) ? .failed : .installed }
    },
    Fault(
      manager: "sends-to-absent-apps",
      "requests go out for every payload: the system will know whether there is an app",
      breaks: ["MGR-02"], mayAlso: ["MGR-01", "MGR-08", "MGR-10", "MGR-11", "MGR-13"]
    ) { decisions in
      let before = decisions.app
      decisions.app = { payload, apps in
        before(payload, apps)
          ?? ManagedApp(bundleIdentifier: payload.bundleIdentifier, apiKey: "")
      }
    },
    Fault(
      manager: "whole-payload-travels",
      "the dictionary of a request has the names of the profile beside the configuration",
      breaks: ["MGR-06"], mayAlso: ["MGR-01", "MGR-12"]
    ) { decisions in
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        guard case .dictionary(let members) = before(payload, profile) else {
          return before(payload, profile)
        }
        return .dictionary(
          members + [
            .init(key: "PayloadDisplayName", value: .string(payload.displayName ?? ""))
          ])
      }
    },
    Fault(
      manager: "category-left-out", "the category does not travel", breaks: ["MGR-06"]
    ) { decisions in
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.category = nil
        return before(payload, profile)
      }
    },
    Fault(
      manager: "category-of-the-profile",
      "a payload without a category gets the one that stands at the top of the profile",
      breaks: ["MGR-06"]
    ) { decisions in
      let top = Memory<String?>(nil)
      let read = decisions.read
      decisions.read = { (bytes) throws(ProfileError) in
        let profile = try read(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        // Behind all payloads.
        let rest = text.ranges(of: "</array>").last.map { text[$0.upperBound...] } ?? ""
        let mark = "thirdpartyconfig.Category</key>"
        let behind = rest.firstRange(of: mark).map { rest[$0.upperBound...] }
        let start = behind?.firstRange(of: "<string>")?.upperBound
        top.update { top in
          top = start.flatMap { start in behind.map { String($0[start...].prefix { $0 != "<" }) } }
        }
        return profile
      }
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.category = payload.category ?? top.update { $0 }
        return before(payload, profile)
      }
    },
    Fault(
      manager: "category-always-there", "a payload without a category gets an empty one",
      breaks: ["MGR-06"], mayAlso: ["MGR-01", "MGR-12"]
    ) { decisions in
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.category = payload.category ?? ""
        return before(payload, profile)
      }
    },
    Fault(
      manager: "organization-in-the-url", "the URL says who has made the profile",
      breaks: ["MGR-06"]
    ) { decisions in
      decisions.parameters = { parameters, profile in
        parameters + [RequestParameter("source", profile.organization ?? "")]
      }
    },
    Fault(
      manager: "reset-says-what-it-is-for", "a reset has the name of its payload as Configuration",
      breaks: ["MGR-06"]
    ) { decisions in
      let before = decisions.resetDictionary
      decisions.resetDictionary = { payload, keys in
        guard case .dictionary(let members) = before(payload, keys) else {
          return before(payload, keys)
        }
        let name = PropertyList.Member(
          key: "PayloadDisplayName", value: .string(payload.displayName ?? ""))
        return .dictionary(members + [.init(key: "Configuration", value: .dictionary([name]))])
      }
    },
    Fault(
      manager: "all-at-once", "all requests of a profile go out together", breaks: ["MGR-11"],
      mayAlso: ["MGR-01"]
    ) { decisions in
      decisions.pendingAtOnce = { .max }
    },
    Fault(
      manager: "two-at-once", "a second request goes out before the first one's callback",
      breaks: ["MGR-11"], mayAlso: ["MGR-01"]
    ) { decisions in
      decisions.pendingAtOnce = { 2 }
    },
    Fault(
      manager: "removal-waits", "a profile is not removed as long as a request of it is pending",
      breaks: ["MGR-11"], mayAlso: ["MGR-08", "MGR-09", "MGR-10"]
    ) { decisions in
      decisions.abandons = { false }
    },
    Fault(
      manager: "never-in-pieces", "data is sent as a whole however long it is",
      breaks: ["MGR-12"]
    ) { decisions in
      decisions.isSplit = { _, _, _, _ in false }
    },
    Fault(
      manager: "pieces-for-every-app",
      "data is sent in pieces to apps that are not known to take them",
      breaks: ["MGR-12"]
    ) { decisions in
      decisions.isSplit = { urlBytes, _, _, _ in urlBytes > Dialect.profile1.limits.maxURLBytes }
    },
    Fault(
      manager: "large-data-packed-once",
      "what takes long to pack is packed once, and kept by its PayloadUUID",
      breaks: ["MGR-01"], mayAlso: ["MGR-12"]
    ) { decisions in
      let before = decisions.dictionary
      let kept = Memory<[String: PropertyList]>([:])
      decisions.dictionary = { payload, profile in
        let list = before(payload, profile)
        var writer = PropertyListWriter()
        guard writer.write(list).count > 500_000 else { return list }
        return kept.update { kept in
          let first = kept[payload.uuid] ?? list
          kept[payload.uuid] = first
          return first
        }
      }
    },
    Fault(
      manager: "limit-of-the-data", "the limit of a URL is taken for that of its packed data",
      breaks: ["MGR-12"]
    ) { decisions in
      decisions.isSplit = { _, packed, app, allowsChunks in
        packed > Dialect.profile1.limits.maxURLBytes && app.takesChunks && allowsChunks
      }
    },
    Fault(
      manager: "limit-of-a-browser",
      "data is sent in pieces as soon as its URL is too long for some browsers",
      breaks: ["MGR-12"], mayAlso: ["MGR-01"]
    ) { decisions in
      decisions.isSplit = { urlBytes, _, app, allowsChunks in
        urlBytes > Dialect.profile1.limits.maxURLBytes / 8 && app.takesChunks && allowsChunks
      }
    },
    Fault(
      manager: "limit-off-by-one", "a URL may be one byte longer than the limit",
      breaks: ["MGR-12"]
    ) { decisions in
      decisions.isSplit = { urlBytes, _, app, allowsChunks in
        urlBytes > Dialect.profile1.limits.maxURLBytes + 1 && app.takesChunks && allowsChunks
      }
    },
    Fault(
      manager: "pieces-too-long", "a piece is filled without regard to escapes",
      breaks: ["MGR-12"]
    ) { decisions in
      decisions.pieceBytes = { $0 * 3 }
    },
  ]
}

extension ConfigurationProfile.Payload {
  /// The members of the configuration.
  var members: [PropertyList.Member] {
    if case .dictionary(let members) = configuration { members } else { [] }
  }
}
