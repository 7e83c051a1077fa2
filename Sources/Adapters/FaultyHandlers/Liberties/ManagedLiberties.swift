import ReferenceLibrary

/// What a client of managed configuration may do differently.
enum ManagedLiberties {
  static let all: [Liberty] = [
    Liberty(
      "reads-twice-at-launch", "a launch reads the configuration twice",
      source: "MC-01: extra calls of readConfiguration are never findings",
      only: .managed { decisions in
        let before = decisions.launchSteps
        decisions.launchSteps = { before($0) + [.read] }
      }),
    Liberty(
      "reads-for-each-question",
      "the configuration is read whenever somebody asks for the settings",
      source: "MC-03: extra calls of readConfiguration are never findings",
      only: .managed { $0.readsForSettings = { true } }),
    Liberty(
      "observes-twice", "the observer is added twice, so that each change is heard twice",
      source: "MC-02: how often is left open",
      only: .managed { decisions in
        let before = decisions.launchSteps
        decisions.launchSteps = { [.observe] + before($0) }
      }),
    Liberty(
      "zeros-at-launch", "a launch without feedback writes all counters as zero",
      source: "MC-11: counters at zero, no counters and no feedback are the same",
      only: .managed { decisions in
        decisions.feedbackAtLaunch = { counters, defaults in
          defaults.dictionary(forKey: ManagedDefaultsKey.feedback) == nil ? zeros(counters) : nil
        }
      }),
    Liberty(
      "zeros-after-collection",
      "when the feedback has been erased, all counters are written as zero",
      source: "MC-11: counters at zero, no counters and no feedback are the same",
      only: .managed { decisions in
        decisions.feedbackOnChange = { counters, defaults in
          defaults.dictionary(forKey: ManagedDefaultsKey.feedback) == nil ? zeros(counters) : nil
        }
      }),
    Liberty(
      "feedback-always-whole", "whoever counts one counter writes all of them",
      source: "MC-10: a counter at zero may be there or not",
      only: .managed { decisions in
        let before = decisions.feedback
        decisions.feedback = { feedback, counter, times, schema, defaults in
          guard let next = before(feedback, counter, times, schema, defaults) else { return nil }
          return next
            + zeros(schema.counters).filter { entry in
              !next.contains { $0.key.utf8.elementsEqual(entry.key.utf8) }
            }
        }
      }),
    Liberty(
      "counts-in-reals", "counters are reals without a fraction",
      source: "MC-10: the value of a counter is a whole number of any type",
      only: .managed { decisions in
        let before = decisions.feedback
        decisions.feedback = { feedback, counter, times, schema, defaults in
          let known = feedback?.map { entry in
            guard case .real(let number) = entry.value else { return entry }
            return ConfigurationEntry(entry.key, .integer(Int64(number)))
          }
          return before(known, counter, times, schema, defaults)?.map { entry in
            guard case .integer(let number) = entry.value else { return entry }
            return ConfigurationEntry(entry.key, .real(Double(number)))
          }
        }
      }),
    Liberty(
      "large-configuration-gives-defaults",
      "a configuration of more than 64 KiB is refused, and the defaults are in effect",
      source: "MC-15",
      only: .managed { decisions in
        let before = decisions.settings
        decisions.settings = { reading, decisions in
          isLarge(reading) ? reading.fallbacks : before(reading, decisions)
        }
      }),
    Liberty(
      "large-configuration-changes-nothing",
      "a configuration of more than 64 KiB is refused, and the settings stay as they are",
      source: "MC-15",
      only: .managed { decisions in
        let before = decisions.settings
        decisions.settings = { reading, decisions in
          isLarge(reading) ? reading.before ?? reading.fallbacks : before(reading, decisions)
        }
      }),
    Liberty(
      "configured-keys-compared-as-characters",
      "keys that are the same characters in other code points are the same",
      source: "MC-09: Protocol.md, section 2.1, leaves canonically equivalent keys free",
      only: .managed { decisions in
        let before = decisions.isSameKey
        decisions.isSameKey = { $0.utf8.count < 1_000 && $0 == $1 || before($0, $1) }
      }),
    Liberty(
      "counters-compared-as-characters",
      "counters that are the same characters in other code points are one",
      source: "MC-10: Protocol.md, section 2.1, leaves canonically equivalent keys free",
      only: .managed { decisions in
        let before = decisions.feedback
        decisions.feedback = { feedback, counter, times, schema, defaults in
          let first = schema.counters.first { $0 == counter } ?? counter
          return before(feedback, first, times, schema, defaults)
        }
      }),
    Liberty(
      "counts-each-event", "events that come together are counted and stored one by one",
      source: "MC-10, 13: how often the feedback is written is left open",
      only: .managed { decisions in
        let before = decisions.feedback
        decisions.feedback = { feedback, counter, times, schema, defaults in
          var next = feedback
          for number in 0..<times {
            next = before(next, counter, 1, schema, defaults) ?? next
            if number < times - 1, let next {
              defaults.set(next, forKey: ManagedDefaultsKey.feedback)
            }
          }
          return next
        }
      }),
    Liberty(
      "no-setting-without-value", "a setting without a value is left out",
      source: "managed-config: a default may be null (no value)",
      only: .managed { decisions in
        let before = decisions.settings
        decisions.settings = { reading, decisions in
          before(reading, decisions).filter { $0.value != nil }
        }
      }),
  ]

  private static func zeros(_ counters: [String]) -> [ConfigurationEntry] {
    counters.map { ConfigurationEntry($0, .integer(0)) }
  }

  /// By contents alone, which no form takes less than.
  private static func isLarge(_ reading: ManagedDecisions.Reading) -> Bool {
    func bytes(_ value: ConfigurationValue?) -> Int {
      switch value {
      case .string(let text)?: text.utf8.count
      case .data(let content)?: content.count
      case .array(let elements)?: elements.reduce(1) { $0 + bytes($1) }
      case .dictionary(let entries)?:
        entries.reduce(1) { $0 + $1.key.utf8.count + bytes($1.value) }
      default: 1
      }
    }
    return bytes(reading.dictionary.map { .dictionary($0) }) > 64 << 10
  }
}
