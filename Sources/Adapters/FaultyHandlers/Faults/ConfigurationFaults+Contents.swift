import ReferenceLibrary

extension ConfigurationFaults {
  private static let suffix = "_MI_CERT_PW"

  /// Changes what each call carries.
  private static func carrying(
    _ name: String, _ description: String, breaks: [String], mayAlso: [String] = [],
    _ change: @escaping @Sendable ([ConfigurationPairs.Pair]) -> [ConfigurationPairs.Pair]
  ) -> Fault {
    Fault(configuration: name, description, breaks: breaks, mayAlso: mayAlso) { decisions in
      let before = decisions.delivered
      decisions.delivered = { pairs, old, callback in
        ConfigurationPairs(change(before(pairs, old, callback).pairs))
      }
    }
  }

  /// Mistakes with what a call carries (ACC-CFG-06, 12 and 15).
  static let contents: [Fault] = [
    Fault(
      configuration: "changed-pairs-only",
      "appConnectConfigChangedTo gets the pairs that have changed",
      breaks: ["ACC-CFG-06"], mayAlso: ["ACC-CFG-12", "ACC-CFG-15"]
    ) { decisions in
      let before = decisions.delivered
      decisions.delivered = { pairs, old, callback in
        let all = before(pairs, old, callback)
        guard callback == .configurationChangedTo else { return all }
        return ConfigurationPairs(all.pairs.filter { old[$0.key] != $0.value })
      }
    },
    carrying(
      "a-thousand-pairs", "a configuration has room for 1,024 pairs", breaks: ["ACC-CFG-06"],
      mayAlso: ["ACC-CFG-15"]
    ) { pairs in
      Array(pairs.prefix(1_024))
    },
    carrying(
      "names-of-objects-left-out", "pairs lie in an object that has members of its own",
      breaks: ["ACC-CFG-06"]
    ) { pairs in
      pairs.filter { !["__proto__", "__class__"].contains($0.key) }
    },
    carrying(
      "operators-left-out", "a key that begins with @ is taken for an operator",
      breaks: ["ACC-CFG-06"]
    ) { pairs in
      pairs.filter { !$0.key.hasPrefix("@") }
    },
    carrying(
      "numbers-as-places", "a key that is a number becomes a place in a list",
      breaks: ["ACC-CFG-06"]
    ) { pairs in
      pairs.map { pair in
        .init(key: Int(pair.key).map { String($0) } ?? pair.key, value: pair.value)
      }
    },
    carrying(
      "values-trimmed", "white space at the ends of values is taken off", breaks: ["ACC-CFG-06"],
      mayAlso: ["ACC-CFG-12", "ACC-CFG-15"]
    ) { pairs in
      pairs.map { .init(key: $0.key, value: Texts.trimmed($0.value)) }
    },
    carrying(
      "keys-in-lower-case", "keys are compared without case, and told in lower case",
      breaks: ["ACC-CFG-06"], mayAlso: ["ACC-CFG-11", "ACC-CFG-12", "ACC-CFG-15"]
    ) { pairs in
      pairs.map { .init(key: $0.key.lowercased(), value: $0.value) }
    },
    carrying(
      "truths-rewritten", "a value that says yes in any way becomes the word for it",
      breaks: ["ACC-CFG-06"]
    ) { pairs in
      pairs.map { .init(key: $0.key, value: ["true", "YES"].contains($0.value) ? "1" : $0.value) }
    },
    carrying(
      "empty-values-left-out", "a pair with an empty value is left out", breaks: ["ACC-CFG-06"],
      mayAlso: ["ACC-CFG-12", "ACC-CFG-15"]
    ) { pairs in
      pairs.filter { !$0.value.isEmpty }
    },
    carrying(
      "two-hundred-pairs", "a call carries two hundred pairs at most", breaks: ["ACC-CFG-06"]
    ) { pairs in
      Array(pairs.prefix(200))
    },
    carrying(
      "passwords-withheld", "the password of a certificate is kept back, as it is a secret",
      breaks: ["ACC-CFG-12"], mayAlso: ["ACC-CFG-15"]
    ) { pairs in
      pairs.filter { pair in
        !pair.key.hasSuffix(suffix) || !pairs.contains { $0.key + suffix == pair.key }
      }
    },
    carrying(
      "passwords-under-the-certificate", "a password comes as a part of its certificate's value",
      breaks: ["ACC-CFG-12"], mayAlso: ["ACC-CFG-06", "ACC-CFG-15"]
    ) { pairs in
      let keys = Set(pairs.map(\.key))
      return pairs.compactMap { pair in
        if let password = pairs.first(where: { $0.key == pair.key + suffix }) {
          return .init(key: pair.key, value: pair.value + "\n" + password.value)
        }
        let isPassword =
          pair.key.hasSuffix(suffix) && keys.contains(String(pair.key.dropLast(suffix.count)))
        return isPassword ? nil : pair
      }
    },
    carrying(
      "certificates-without-padding", "the Base64 text of a certificate loses its padding",
      breaks: ["ACC-CFG-12"], mayAlso: ["ACC-CFG-06"]
    ) { pairs in
      pairs.map { pair in
        var value = pair.value
        if value.hasPrefix("MII") { while value.hasSuffix("=") { value.removeLast() } }
        return .init(key: pair.key, value: value)
      }
    },
    carrying(
      "empty-keys-left-out", "a pair with an empty key is left out", breaks: ["ACC-CFG-15"]
    ) { pairs in
      pairs.filter { !$0.key.isEmpty }
    },
    carrying(
      "pairs-composed", "keys and values are brought into normal form", breaks: ["ACC-CFG-15"]
    ) { pairs in
      pairs.map { .init(key: Texts.composed($0.key), value: Texts.composed($0.value)) }
    },
    carrying(
      "pairs-end-at-nul", "keys and values end at their first NUL", breaks: ["ACC-CFG-15"]
    ) { pairs in
      pairs.map { .init(key: Texts.untilNUL($0.key), value: Texts.untilNUL($0.value)) }
    },
    carrying(
      "values-cut-at-64-kib", "a value is cut at 64 KiB", breaks: ["ACC-CFG-15"]
    ) { pairs in
      pairs.map {
        .init(
          key: $0.key,
          value: $0.value.utf8.count <= 65_536
            ? $0.value : String(decoding: Array($0.value.utf8).prefix(65_536), as: UTF8.self))
      }
    },
    carrying(
      "password-keys-by-their-end",
      "whatever ends like the key of a password is kept back if there is no such certificate",
      breaks: ["ACC-CFG-15"]
    ) { pairs in
      let keys = Set(pairs.map(\.key))
      return pairs.filter { pair in
        !pair.key.uppercased().hasSuffix(suffix)
          || keys.contains(String(pair.key.dropLast(suffix.count)))
            && pair.key.hasSuffix(suffix)
      }
    },
  ]
}
