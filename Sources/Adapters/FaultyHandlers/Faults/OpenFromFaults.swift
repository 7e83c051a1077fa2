import ReferenceLibrary
import WireFormat

/// Mistakes in the enforcement of the Open From policy (section 2 of the AppConnect document).
enum OpenFromFaults {
  static let all: [Fault] = documents + lists + changes + reports + others

  /// Changes whether a document may be received.
  private static func allowing(
    _ name: String, _ description: String, breaks: [String], mayAlso: [String] = [],
    _ change: @escaping @Sendable (BundleIdentifier, OpenFromProperties, _ standard: Bool) -> Bool
  ) -> Fault {
    Fault(openFrom: name, description, breaks: breaks, mayAlso: mayAlso) { decisions in
      let before = decisions.allows
      decisions.allows = { source, properties, said in
        change(source, properties, before(source, properties, said))
      }
    }
  }

  /// Changes how an identifier is found on the list.
  private static func listed(
    _ name: String, _ description: String, breaks: [String] = ["ACC-OF-03"],
    mayAlso: [String] = ["ACC-OF-04", "ACC-OF-11", "ACC-OF-13"],
    _ matches: @escaping @Sendable (_ source: String, _ entry: String) -> Bool
  ) -> Fault {
    allowing(name, description, breaks: breaks, mayAlso: mayAlso) { source, properties, standard in
      guard properties.policy == .whitelist, !OpenFromDecisions.mail.contains(source) else {
        return standard
      }
      return properties.whitelist.contains { matches(source.text, $0.text) }
    }
  }

  // MARK: Documents

  private static let documents: [Fault] = [
    allowing(
      "comments-of-the-enumeration",
      "UNAUTHORIZED and AUTHORIZED are enforced as the swapped comments of the enumeration have it",
      breaks: ["ACC-OF-01", "ACC-OF-02"], mayAlso: ["ACC-OF-04", "ACC-OF-13"]
    ) { _, properties, standard in properties.policy == .whitelist ? standard : !standard },
    allowing(
      "nameless-refused",
      "a source without an identifier is refused under AUTHORIZED",
      breaks: ["ACC-OF-01"], mayAlso: ["ACC-OF-13"]
    ) { source, properties, standard in
      properties.policy == .authorized && source.text.isEmpty ? false : standard
    },
    Fault(
      openFrom: "authorized-told-as-blocked",
      "the app hears of each attempt, also where nothing is refused", breaks: ["ACC-OF-01"],
      mayAlso: ["ACC-OF-04", "ACC-OF-09"]
    ) { decisions in
      decisions.tellsOfAllowed = { $0 == .authorized }
    },
    Fault(
      openFrom: "change-told-as-blocked",
      "an app that has no method for policies hears of a change as of a refused document",
      breaks: ["ACC-OF-04"]
    ) { decisions in
      decisions.tellsOfChangesAsBlocked = { true }
    },
    allowing(
      "apple-let-in", "apps of the system are let in under UNAUTHORIZED",
      breaks: ["ACC-OF-02"], mayAlso: ["ACC-OF-04", "ACC-OF-13"]
    ) { source, properties, standard in
      standard || properties.policy == .unauthorized && source.text.hasPrefix("com.apple.")
    },
    listed(
      "identifiers-compared-in-255-letters",
      "what is behind 255 letters of an identifier is not compared"
    ) { source, entry in source.utf8.prefix(255).elementsEqual(entry.utf8.prefix(255)) },
    listed("unseen-characters-passed-over", "characters that are not seen do not count") {
      source, entry in
      func seen(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0.properties.generalCategory != .format }
      }
      return seen(source) == seen(entry)
    },
    listed("parts-behind-a-slash-passed-over", "what is behind a slash does not count") {
      source, entry in source.utf8.prefix { $0 != UInt8(ascii: "/") }.elementsEqual(entry.utf8)
    },
    listed("team-passed-over", "ten capitals or digits in front of an identifier do not count") {
      source, entry in
      let isTeam = source.utf8.prefix(10).allSatisfy {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8.contains($0)
      }
      let own =
        isTeam && source.utf8.dropFirst(10).first == UInt8(ascii: ".")
        ? source.utf8.dropFirst(11) : source.utf8[...]
      return own.elementsEqual(entry.utf8)
    },
    listed("points-run-together", "parts are compared, and empty parts do not count") {
      source, entry in
      source.split(separator: ".").map { Array($0.utf8) }
        == entry.split(separator: ".").map { Array($0.utf8) }
    },
    listed("escapes-in-identifiers", "identifiers are decoded before they are compared") {
      source, entry in
      guard case .decoded(let bytes) = PercentCoding.decode(Array(source.utf8)) else {
        return false
      }
      return bytes.elementsEqual(entry.utf8)
    },
    Fault(
      openFrom: "list-of-a-thousand-apps", "a list is looked through up to its 1,024th identifier",
      breaks: ["ACC-OF-03"], mayAlso: ["ACC-OF-04"]
    ) { decisions in
      let allows = decisions.allows
      decisions.allows = { source, properties, said in
        var known = properties
        let sorted = known.whitelist.sorted {
          $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
        }
        known.whitelist = Set(sorted.prefix(1_024))
        return allows(source, known, said)
      }
    },
    Fault(
      openFrom: "idle-list-counts",
      "a list that the server has under UNAUTHORIZED is enforced as one",
      breaks: ["ACC-OF-02"], mayAlso: ["ACC-OF-*"]
    ) { decisions in
      let properties = decisions.properties
      decisions.properties = { setting, apps in
        guard case .policy(.unauthorized, let list) = setting else {
          return properties(setting, apps)
        }
        return OpenFromProperties(policy: .unauthorized, whitelist: list)
      }
      let allows = decisions.allows
      decisions.allows = { source, properties, said in
        allows(source, properties, said)
          || properties.policy == .unauthorized && properties.whitelist.contains(source)
      }
    },
    Fault(
      openFrom: "refused-in-silence", "a refused attempt is not told to the app",
      breaks: ["ACC-OF-04"]
    ) { decisions in
      decisions.blockedAttempts = { _, _ in [] }
    },
    Fault(
      openFrom: "refused-always-unauthorized",
      "the app hears that it is UNAUTHORIZED, whichever policy refuses", breaks: ["ACC-OF-04"]
    ) { decisions in
      let before = decisions.blockedAttempts
      decisions.blockedAttempts = { _, source in before(.unauthorized, source) }
    },
    Fault(
      openFrom: "refused-source-in-lower-case", "the app hears of the source in lower case",
      breaks: ["ACC-OF-04"]
    ) { decisions in
      let before = decisions.blockedAttempts
      decisions.blockedAttempts = { policy, source in
        before(policy, BundleIdentifier(source.text.lowercased()))
      }
    },
    Fault(
      openFrom: "refused-told-once", "the same refused app is told once in a run",
      breaks: ["ACC-OF-04"]
    ) { decisions in
      let told = Memory<Set<BundleIdentifier>>([])
      let before = decisions.blockedAttempts
      decisions.blockedAttempts = { policy, source in
        told.update { $0.insert(source).inserted } ? before(policy, source) : []
      }
    },
    Fault(
      openFrom: "refused-told-unasked", "an app without the method for refusals is called, too",
      breaks: ["ACC-OF-04"], mayAlso: ["ACC-OF-09"]
    ) { decisions in
      let before = decisions.isCalled
      decisions.isCalled = { method, implemented in
        method == .blocked || before(method, implemented)
      }
    },
  ]

  // MARK: Lists

  private static let lists: [Fault] = [
    listed("list-by-prefix", "an app is let in if a listed identifier is the beginning of its own")
    {
      $0.hasPrefix($1)
    },
    listed("list-by-part", "an app is let in if its identifier is a part of a listed one") {
      source, entry in source == entry || !source.isEmpty && entry.contains(source)
    },
    listed(
      "list-without-case", "identifiers are compared without case"
    ) {
      $0.lowercased() == $1.lowercased()
    },
    listed("list-of-patterns", "an asterisk at the end of a listed identifier stands for anything")
    {
      source, entry in
      source.utf8.elementsEqual(entry.utf8)
        || entry.hasSuffix("*") && source.hasPrefix(String(entry.dropLast()))
    },
    listed(
      "list-by-letters",
      "identifiers are compared as letters, so that two forms of one are the same"
    ) {
      $0 == $1
    },
    listed("list-until-nul", "identifiers end at their first NUL") {
      Texts.untilNUL($0).utf8.elementsEqual(Texts.untilNUL($1).utf8)
    },
    listed("extensions-let-in", "the extensions of a listed app are let in with it") {
      source, entry in
      source.utf8.elementsEqual(entry.utf8) || source.hasPrefix(entry + ".")
    },
    listed("list-trimmed", "white space around identifiers does not count") {
      Texts.trimmed($0) == Texts.trimmed($1)
    },
    allowing(
      "empty-list-lets-in-all", "a list without an entry is no restriction",
      breaks: ["ACC-OF-03"], mayAlso: ["ACC-OF-04", "ACC-OF-05", "ACC-OF-11", "ACC-OF-13"]
    ) { _, properties, standard in
      standard || properties.policy == .whitelist && properties.whitelist.isEmpty
    },
    allowing(
      "mail-as-any-other", "the mail app needs the identifier that it comes with, as any other app",
      breaks: ["ACC-OF-05"], mayAlso: ["ACC-OF-03", "ACC-OF-04", "ACC-OF-13", "ACC-OF-11"]
    ) { source, properties, standard in
      properties.policy == .whitelist ? properties.whitelist.contains(source) : standard
    },
    allowing(
      "mail-with-either", "one of the two identifiers is enough for the mail app",
      breaks: ["ACC-OF-05"], mayAlso: ["ACC-OF-04", "ACC-OF-13", "ACC-OF-11"]
    ) { source, properties, standard in
      guard properties.policy == .whitelist, OpenFromDecisions.mail.contains(source) else {
        return standard
      }
      return !OpenFromDecisions.mail.isDisjoint(with: properties.whitelist)
    },
    allowing(
      "mail-never", "the mail app is no app of a list", breaks: ["ACC-OF-05"],
      mayAlso: ["ACC-OF-13", "ACC-OF-04", "ACC-OF-11"]
    ) { source, properties, standard in
      standard && (properties.policy != .whitelist || !OpenFromDecisions.mail.contains(source))
    },
  ]

  // MARK: Changes

  private static let changes: [Fault] = [
    Fault(
      openFrom: "callback-before-properties",
      "the app hears of a change before the properties are set", breaks: ["ACC-OF-06"],
      mayAlso: ["ACC-OF-11"]
    ) { decisions in
      decisions.setsPropertiesFirst = { false }
    },
    Fault(
      openFrom: "stricter-after-the-callback",
      "the properties are set late where the new policy is UNAUTHORIZED, and the app hears of it before",
      breaks: ["ACC-OF-06"], mayAlso: ["ACC-OF-11"]
    ) { decisions in
      let isStricter = Memory(false)
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in
        isStricter.update { $0 = new.policy == .unauthorized }
        return before(old, new, isOther)
      }
      decisions.setsPropertiesFirst = { !isStricter.update { $0 } }
    },
    Fault(
      openFrom: "list-late", "under WHITELIST the new list is set after the app has heard of it",
      breaks: ["ACC-OF-06"], mayAlso: ["ACC-OF-11"]
    ) { decisions in
      let isSame = Memory(false)
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in
        isSame.update { $0 = old.policy == new.policy }
        return before(old, new, isOther)
      }
      decisions.setsPropertiesFirst = { !isSame.update { $0 } }
    },
    Fault(
      openFrom: "told-without-the-list", "the app is told the policy, and an empty list",
      breaks: ["ACC-OF-07"], mayAlso: ["ACC-OF-11"]
    ) { decisions in
      let before = decisions.told
      decisions.told = { new, current in
        OpenFromProperties(policy: before(new, current).policy)
      }
    },
    Fault(
      openFrom: "told-whitelist-as-unauthorized",
      "an app that was UNAUTHORIZED hears the new list under its old policy", breaks: ["ACC-OF-07"],
      mayAlso: ["ACC-OF-11"]
    ) { decisions in
      let policy = Memory(OpenFromPolicy.unauthorized)
      let isTold = decisions.isTold
      decisions.isTold = { old, new, isOther in
        policy.update { $0 = old.policy }
        return isTold(old, new, isOther)
      }
      let before = decisions.told
      decisions.told = { new, current in
        var told = before(new, current)
        if policy.update({ $0 }) == .unauthorized, told.policy == .whitelist {
          told.policy = .unauthorized
        }
        return told
      }
    },
    Fault(
      openFrom: "stricter-policy-not-told",
      "that nothing may be received any more is enforced, and not told", breaks: ["ACC-OF-07"],
      mayAlso: ["ACC-OF-08", "ACC-OF-09", "ACC-OF-11"]
    ) { decisions in
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in
        new.policy != .unauthorized && before(old, new, isOther)
      }
    },
    Fault(
      openFrom: "lists-not-compared", "a change is one of the policy, not of the list",
      breaks: ["ACC-OF-12"], mayAlso: ["ACC-OF-11", "ACC-OF-08", "ACC-OF-09"]
    ) { decisions in
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in
        old.policy != new.policy && before(old, new, isOther)
      }
    },
    Fault(
      openFrom: "list-lengths-compared", "a list of the same length is the same",
      breaks: ["ACC-OF-12"], mayAlso: ["ACC-OF-11", "ACC-OF-08", "ACC-OF-09"]
    ) { decisions in
      let before = decisions.isTold
      decisions.isTold = { old, new, isOther in
        (old.policy != new.policy || old.whitelist.count != new.whitelist.count)
          && before(old, new, isOther)
      }
    },
    Fault(
      openFrom: "each-push-told", "whatever the server sends is told, also the same again",
      breaks: ["ACC-OF-12"], mayAlso: ["ACC-OF-11"]
    ) { decisions in
      decisions.isTold = { _, _, _ in true }
    },
    Fault(
      openFrom: "goes-on-after-stop", "changes are told after the end of the library",
      breaks: ["ACC-OF-12"]
    ) { decisions in
      decisions.goesOnAfterStop = { true }
    },
  ]
}
