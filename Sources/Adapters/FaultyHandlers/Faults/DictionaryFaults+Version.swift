import ReferenceLibrary
import WireFormat

extension DictionaryFaults {
  /// ABT-DICT-01 to 03.
  static let ofVersions: [Fault] = [
    Fault(
      "version-of-one-byte", .language,
      "the version is cut to one byte, so that 257 is 1",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { .integer(number & 0xFF) } else { version }
      }
    },
    Fault(
      "version-of-32-bits", .language,
      "the version is cut to 32 bits",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        guard case .integer(let number) = version else { return version }
        return .integer(Int64(Int32(truncatingIfNeeded: number)))
      }
    },
    Fault(
      "version-at-most-1", .comparison,
      "earlier versions than 1 are accepted",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(..<1) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-at-least-1", .comparison,
      "later versions than 1 are accepted",
      breaks: ["ABT-DICT-02"],
      mayAlso: ["ABT-CHUNK-12", "ABT-DEL-05"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(2...) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-from-text", .lenientCall,
      "the version is read by a call that takes the number out of a text",
      breaks: ["ABT-DICT-03"]
    ) { decisions in
      changeVersion(&decisions) { version in
        guard case .string(let text) = version else { return version }
        return .integer(Int64(text.prefix { $0.isNumber }) ?? 0)
      }
    },
    Fault(
      "version-from-real", .language,
      "the version is compared as a number, so that 1.0 is 1",
      breaks: ["ABT-DICT-03"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .real(1) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-from-boolean", .language,
      "true is equal to 1",
      breaks: ["ABT-DICT-03"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .boolean(let truth) = version { .integer(truth ? 1 : 0) } else { version }
      }
    },
    Fault(
      "version-missing-as-1", .lenientCall,
      "the version is 1 where there is none",
      breaks: ["ABT-DICT-03"],
      mayAlso: ["ABT-CHUNK-12", "ABT-DEL-05"]
    ) { decisions in
      changeVersion(&decisions) { $0 ?? .integer(1) }
    },
    Fault(
      "version-of-reset-unchecked", .path,
      "the version is looked at for apply only",
      breaks: ["ABT-DICT-02", "ABT-DICT-03", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        guard verb == .reset else { return }
        members.removeAll { $0.key == keys.version }
        members.append(.init(key: keys.version, value: .integer(1)))
      }
    },
    Fault(
      "version-has-to-come-first", .parser,
      "the version is read from the first key of the dictionary",
      breaks: ["ABT-DICT-01"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in
        members.first?.key != keys.version && members.contains { $0.key == keys.version }
      }
    },
    Fault(
      "contents-have-to-come-last", .parser,
      "the dictionary is read from its end: the contents have to be the last key",
      breaks: ["ABT-DICT-01"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in members.last?.key == keys.version }
    },
    Fault(
      "other-version-as-invalid", .error,
      "another version is reported like a dictionary that is not right",
      breaks: ["ABT-DICT-02/code", "ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = codes.invalidDictionary }
    },
    Fault(
      "other-version-as-undecodable", .error,
      "another version is reported like data that cannot be read",
      breaks: ["ABT-DICT-02/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = codes.undecodableData }
    },
    Fault(
      "other-version-without-number", .error,
      "the code of another version is that version, so that the manager can see it",
      breaks: ["ABT-DICT-02/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let seen = Memory(0)
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { seen.update { $0 = Int(number % 1_000_000) } }
        return version
      }
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = seen.update { $0 } }
    },
    Fault(
      "large-version-crashes", .robustness,
      "a version beyond 32 bits is converted by force",
      breaks: ["ABT-ROB-01", "ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { return .integer(Int64(Int32(number))) }
        return version
      }
    },
    Fault(
      "version-among-the-first-two", .parser,
      "the version is looked for in the first two keys of the dictionary",
      breaks: ["ABT-DICT-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in !members.prefix(2).contains { $0.key == keys.version } }
    },
    Fault(
      "version-of-before-remembered", .state,
      "once a request had another version, its sender is taken for one of that version",
      breaks: ["ABT-DICT-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let isOther = Memory(false)
      changeVersion(&decisions) { version in
        if case .integer(let number) = version, number != 1 { isOther.update { $0 = true } }
        return isOther.update { $0 } ? .integer(2) : version
      }
    },
  ]

  private static func changeVersion(
    _ decisions: inout Decisions,
    _ change: @escaping @Sendable (PropertyList?) -> PropertyList?
  ) {
    let keys = decisions.dialect.keys
    decisions.changeDictionary { members, _ in
      let index = members.firstIndex { $0.key == keys.version }
      guard let version = change(index.map { members[$0].value }) else { return }
      if let index {
        members[index].value = version
      } else {
        members.append(.init(key: keys.version, value: version))
      }
    }
  }
}
