import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerFaults {
  /// Changes each value of a configuration on its way, those in lists and dictionaries, too.
  private static func values(
    _ name: String, _ description: String,
    _ change: @escaping @Sendable (PropertyList, _ isInList: Bool) -> PropertyList
  ) -> Fault {
    @Sendable func changed(_ value: PropertyList, _ isInList: Bool) -> PropertyList {
      switch change(value, isInList) {
      case .array(let elements): .array(elements.map { changed($0, true) })
      case .dictionary(let members):
        .dictionary(members.map { .init(key: $0.key, value: changed($0.value, false)) })
      case let other: other
      }
    }
    return Fault(manager: name, description, breaks: ["MGR-01"]) { decisions in
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        payload.configuration = changed(payload.configuration, false)
        return before(payload, profile)
      }
    }
  }

  /// Changes a secret before it is used.
  private static func secrets(
    _ name: String, _ description: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    Fault(manager: name, description, breaks: ["MGR-04"]) { decisions in
      let before = decisions.app
      decisions.app = { payload, apps in
        guard var app = before(payload, apps) else { return nil }
        app.encryptionSecret = change(app.encryptionSecret)
        return app
      }
    }
  }

  /// Changes what a token is made of.
  private static func tokens(
    _ name: String, _ description: String, _ change: @escaping @Sendable (inout ManagedApp) -> Void
  ) -> Fault {
    Fault(
      manager: name, description, breaks: ["MGR-05"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.token
      decisions.token = { app, apps, verb in
        var app = app
        change(&app)
        return before(app, apps, verb)
      }
    }
  }

  /// What is changed on its way to the app (MGR-01 to 05 and 07).
  static let changing: [Fault] = [
    values("values-composed", "texts of a configuration are brought into normal form C") {
      value, _ in
      if case .string(let text) = value { .string(Texts.composed(text)) } else { value }
    },
    values("numbers-as-reals", "whole numbers go through a real number of 64 bits") { value, _ in
      guard case .integer(let number) = value else { return value }
      return .integer(Int64(exactly: Double(number)) ?? number)
    },
    values("truths-in-lists-as-numbers", "a list knows no truths, so they become 0 and 1") {
      value, isInList in
      guard case .boolean(let truth) = value, isInList else { return value }
      return .integer(truth ? 1 : 0)
    },
    Fault(
      manager: "eight-payloads", "a profile has room for eight payloads", breaks: ["MGR-01"],
      mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      decisions.order = { Array($0.prefix(8)) }
    },
    Fault(
      manager: "scheme-escaped", "a plus in a URLScheme is escaped", breaks: ["MGR-03"],
      mayAlso: ["MGR-01", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.scheme
      decisions.scheme = { before($0, $1).replacing("+", with: "%2B") }
    },
    secrets("secrets-trimmed", "space around a secret is taken away") { Texts.trimmed($0) },
    secrets("secrets-composed", "secrets are kept as texts of normal form C") {
      Texts.composed($0)
    },
    Fault(
      manager: "without-secret-in-the-open",
      "what is for an app of which no secret is known is sent as it is", breaks: ["MGR-04"]
    ) { decisions in
      let (app, isEncrypted) = (decisions.app, decisions.isEncrypted)
      let lacksSecret = Memory(false)
      decisions.app = { payload, apps in
        let found = app(payload, apps)
        lacksSecret.update { $0 = found?.encryptionSecret.isEmpty ?? false }
        return found
      }
      decisions.isEncrypted = { payload, profile, verb in
        isEncrypted(payload, profile, verb) && !lacksSecret.update { $0 }
      }
    },
    Fault(
      manager: "pieces-if-any-app-takes-them",
      "data is sent in pieces as soon as an app of the device takes them", breaks: ["MGR-12"],
      mayAlso: ["MGR-01", "MGR-10", "MGR-11"]
    ) { decisions in
      let (app, isSplit) = (decisions.app, decisions.isSplit)
      let anyTakesThem = Memory(false)
      decisions.app = { payload, apps in
        anyTakesThem.update { $0 = apps.contains(where: \.takesChunks) }
        return app(payload, apps)
      }
      decisions.isSplit = { urlBytes, packedBytes, app, allows in
        var app = app
        app.takesChunks = app.takesChunks || anyTakesThem.update { $0 }
        return isSplit(urlBytes, packedBytes, app, allows)
      }
    },
    Fault(
      manager: "resets-never-in-pieces", "a reset is sent as a whole, however long it is",
      breaks: ["MGR-12"], mayAlso: ["MGR-08"]
    ) { decisions in
      let (dictionary, resetDictionary) = (decisions.dictionary, decisions.resetDictionary)
      let isSplit = decisions.isSplit
      let isReset = Memory(false)
      decisions.dictionary = { payload, profile in
        isReset.update { $0 = false }
        return dictionary(payload, profile)
      }
      decisions.resetDictionary = { payload, keys in
        isReset.update { $0 = true }
        return resetDictionary(payload, keys)
      }
      decisions.isSplit = { urlBytes, packedBytes, app, allows in
        !isReset.update { $0 } && isSplit(urlBytes, packedBytes, app, allows)
      }
    },
    tokens("api-key-composed", "API keys are stored as texts of normal form C") { app in
      app.apiKey = Texts.composed(app.apiKey)
    },
    tokens("api-keys-of-64-letters", "an API key has 64 letters at most") { app in
      app.apiKey = String(app.apiKey.prefix(64))
    },
    tokens(
      "token-of-lower-case", "bundle identifiers are compared without case, so the token is too"
    ) { app in
      app.bundleIdentifier = app.bundleIdentifier.lowercased()
    },
    Fault(
      manager: "identifiers-composed", "PayloadUUIDs are brought into normal form C",
      breaks: ["MGR-07"], mayAlso: ["MGR-10"]
    ) { decisions in
      decisions.identifier = { Texts.composed($0) }
    },
  ]
}
