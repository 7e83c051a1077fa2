import ReferenceLibrary

extension ManagedFaults {
  /// Settings, keys and changes that look like others.
  static let lookAlikes: [Fault] = [
    Fault(
      managed: "letter-case-is-no-change", .comparison,
      "a change is looked for without regard to the case of letters",
      breaks: ["MC-03"], mayAlso: ["MC-08", "MC-09"]
    ) { decisions in
      isNoChange(&decisions) { $0.lowercased() }
    },
    Fault(
      managed: "spaces-are-no-change", .comparison,
      "a change is looked for without the spaces around texts",
      breaks: ["MC-03"], mayAlso: ["MC-08", "MC-09"]
    ) { decisions in
      isNoChange(&decisions) { Texts.trimmed($0) }
    },
    Fault(
      managed: "settings-one-level-down", .lenientCall,
      "keys are looked for in the dictionaries of unknown keys, too",
      breaks: ["MC-09"], mayAlso: ["MC-07", "MC-08"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var reading = reading
        let all = reading.dictionary ?? []
        for entry in all where !reading.schema.keys.contains(where: { $0.name == entry.key }) {
          guard case .dictionary(let inner)? = entry.value else { continue }
          reading.dictionary? += inner
        }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "last-part-of-keys", .lenientCall, "of keys with points the last part counts",
      breaks: ["MC-09"], mayAlso: ["MC-07", "MC-08"]
    ) { decisions in
      let before = decisions.isSameKey
      decisions.isSameKey = { found, known in
        before(found, known)
          || found.split(separator: ".").last.map { before(String($0), known) } ?? false
      }
    },
    Fault(
      managed: "many-keys-refused", .limit, "a dictionary of more than 200 keys is not read",
      breaks: ["MC-09"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-06", "MC-08", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var reading = reading
        if reading.dictionary.map({ $0.count > 200 }) ?? false { reading.dictionary = nil }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "hosts-begin-with-a-letter", .parser, "a host that begins with a digit is none",
      breaks: ["MC-06"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-09"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        if case .string(let text) = value, key.kind == .url,
          host(of: text).first?.isNumber ?? false
        {
          return nil
        }
        return before(value, key)
      }
    },
    Fault(
      managed: "hosts-in-small-letters", .language, "hosts are written in small letters",
      breaks: ["MC-06"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-09"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        guard case .string(let text)? = before(value, key), key.kind == .url else {
          return before(value, key)
        }
        let host = host(of: text)
        return .string(
          text[..<host.startIndex] + host.lowercased() + text[host.endIndex...])
      }
    },
    Fault(
      managed: "usual-ports-refused", .parser,
      "a URL with the port that its scheme has anyway is none",
      breaks: ["MC-06"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-09"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        if case .string(let text) = value, key.kind == .url,
          text.contains(":443/") || text.contains(":80/")
        {
          return nil
        }
        return before(value, key)
      }
    },
    Fault(
      managed: "few-spaces-known", .parser, "of white space blanks, tabs and line feeds are known",
      breaks: ["MC-06"], mayAlso: ["MC-09"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        if case .string(let text) = value, key.kind == .url,
          text.contains("\u{B}") || text.contains("\u{C}")
        {
          return value
        }
        return before(value, key)
      }
    },
  ]

  private static func isNoChange(
    _ decisions: inout ManagedDecisions, _ change: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.settings
    decisions.settings = { reading, decisions in
      let next = before(reading, decisions)
      guard let old = reading.before, !reading.isLaunch else { return next }
      func seen(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
        entries.map { entry in
          guard case .string(let text)? = entry.value else { return entry }
          return ConfigurationEntry(entry.key, .string(change(text)))
        }
      }
      return seen(old) == seen(next) ? old : next
    }
  }

  private static func host(of url: String) -> Substring {
    guard let slashes = url.firstRange(of: "://") else { return url[url.endIndex...] }
    return url[slashes.upperBound...].prefix { $0 != "/" && $0 != ":" }
  }
}
