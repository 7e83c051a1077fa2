import ReferenceLibrary

extension ManagedFaults {
  private static let feedbackKey = ManagedDefaultsKey.feedback

  static let feedback: [Fault] = [
    Fault(
      managed: "feedback-written-anew", .state,
      "the feedback is a new dictionary with the counter that was counted last",
      breaks: ["MC-10"], mayAlso: ["MC-11", "MC-12", "MC-13"]
    ) { decisions in
      decisions.changeFeedback { feedback, counter in
        feedback.filter { $0.key.utf8.elementsEqual(counter.utf8) }
      }
    },
    Fault(
      managed: "counts-one-for-several", .path, "events that come together are counted as one",
      breaks: ["MC-10"], mayAlso: ["MC-11", "MC-12", "MC-13"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, _, schema, defaults in
        before(feedback, counter, 1, schema, defaults)
      }
    },
    Fault(
      managed: "counted-at-the-next-event", .path,
      "what is written is the number before the event that is counted",
      breaks: ["MC-10"], mayAlso: ["MC-11", "MC-12", "MC-13"]
    ) { decisions in
      let waiting = Memory([String: Int]())
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let late = waiting.update { waiting in
          defer { waiting[counter] = times }
          return waiting[counter] ?? 0
        }
        return late == 0 ? feedback : before(feedback, counter, late, schema, defaults)
      }
    },
    Fault(
      managed: "counters-in-any-case", .comparison, "counters are compared without their case",
      breaks: ["MC-10"], mayAlso: ["MC-11", "MC-12", "MC-14"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let first = schema.counters.first { $0.lowercased() == counter.lowercased() } ?? counter
        return before(feedback, first, times, schema, defaults)
      }
    },
    Fault(
      managed: "same-times-again-passed-over", .state,
      "as many events of a counter as the last time are taken for the same ones, told twice",
      breaks: ["MC-10"]
    ) { decisions in
      let last = Memory((counter: "", times: 0))
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let isSame = last.update { last in
          defer { last = (counter, times) }
          return last.counter.utf8.elementsEqual(counter.utf8) && last.times == times
        }
        return isSame ? feedback : before(feedback, counter, times, schema, defaults)
      }
    },
    Fault(
      managed: "count-kept-in-memory", .state,
      "the number of this run is kept in memory, and goes on after the server has erased the feedback",
      breaks: ["MC-11"], mayAlso: ["MC-10", "MC-12", "MC-13"]
    ) { decisions in
      let own = Memory([String: Int64]())
      decisions.feedback = { feedback, counter, times, _, _ in
        let key = codePoints(counter)
        let place = feedback?.firstIndex { $0.key.utf8.elementsEqual(counter.utf8) }
        let total = own.update { own -> Int64 in
          let known = own[key] ?? place.flatMap { feedback?[$0].value.number } ?? 0
          own[key] = known + Int64(times)
          return known + Int64(times)
        }
        var next = feedback ?? []
        if let place {
          next[place].value = .integer(total)
        } else {
          next.append(ConfigurationEntry(counter, .integer(total)))
        }
        return next
      }
    },
    Fault(
      managed: "feedback-written-again-after-collection", .state,
      "when the feedback is gone, what the app knows of it is written again",
      breaks: ["MC-11"], mayAlso: ["MC-10", "MC-12", "MC-13"]
    ) { decisions in
      let known = Memory([ConfigurationEntry]?.none)
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let next = before(feedback, counter, times, schema, defaults)
        known.update { $0 = next }
        return next
      }
      decisions.feedbackOnChange = { _, defaults in
        defaults.dictionary(forKey: feedbackKey) == nil ? known.update { $0 } : nil
      }
    },
    Fault(
      managed: "other-counters-kept-in-memory", .state,
      "after a collection the counter that is counted begins anew, and the others are written as they were",
      breaks: ["MC-11"], mayAlso: ["MC-10", "MC-12", "MC-13"]
    ) { decisions in
      let known = Memory([ConfigurationEntry]())
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let start =
          feedback ?? known.update { $0 }.filter { !$0.key.utf8.elementsEqual(counter.utf8) }
        let next = before(start, counter, times, schema, defaults)
        known.update { $0 = next ?? [] }
        return next
      }
    },
    Fault(
      managed: "feedback-restored-at-launch", .state,
      "a launch that finds no feedback writes that of the last run again, which was collected in between",
      breaks: ["MC-12"], mayAlso: ["MC-10", "MC-11", "MC-13"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let next = before(feedback, counter, times, schema, defaults)
        if let next { defaults.set(next, forKey: "own.feedback") }
        return next
      }
      decisions.feedbackAtLaunch = { _, defaults in
        defaults.dictionary(forKey: feedbackKey) == nil
          ? defaults.dictionary(forKey: "own.feedback") : nil
      }
    },
    Fault(
      managed: "count-kept-apart", .state,
      "the number of all runs is stored apart, and set back only where the app sees the feedback go",
      breaks: ["MC-12"], mayAlso: ["MC-10", "MC-13"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { _, counter, times, schema, defaults in
        let next = before(
          defaults.dictionary(forKey: "own.counts"), counter, times, schema, defaults)
        if let next { defaults.set(next, forKey: "own.counts") }
        return next
      }
      decisions.feedbackOnChange = { _, defaults in
        if defaults.dictionary(forKey: feedbackKey) == nil,
          defaults.dictionary(forKey: "own.counts")?.isEmpty == false
        {
          defaults.set([], forKey: "own.counts")
        }
        return nil
      }
    },
    Fault(
      managed: "feedback-cleared-at-launch", .state, "each run of the app begins to count at zero",
      breaks: ["MC-12"], mayAlso: ["MC-10", "MC-11", "MC-13"]
    ) { decisions in
      decisions.feedbackAtLaunch = { _, defaults in
        defaults.dictionary(forKey: feedbackKey) == nil ? nil : []
      }
    },
    Fault(
      managed: "count-of-16-bits", .limit, "a counter has 16 bits, and begins again after 65,535",
      breaks: ["MC-13"], mayAlso: ["MC-10", "MC-11", "MC-12"]
    ) { decisions in
      decisions.changeFeedback { feedback, _ in
        feedback.map { entry in
          entry.value.number.map {
            ConfigurationEntry(entry.key, .integer(Int64(UInt16(truncatingIfNeeded: $0))))
          } ?? entry
        }
      }
    },
    Fault(
      managed: "count-of-five-digits", .limit, "a counter stops at 99,999",
      breaks: ["MC-13"], mayAlso: ["MC-10", "MC-11", "MC-12"]
    ) { decisions in
      decisions.changeFeedback { feedback, _ in
        feedback.map { entry in
          entry.value.number.map {
            ConfigurationEntry(entry.key, .integer(min($0, 99_999)))
          } ?? entry
        }
      }
    },
    Fault(
      managed: "log-of-events", .limit,
      "each event is noted in the feedback, the last 1,000 of them",
      breaks: ["MC-13", "MC-14"], mayAlso: []
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        var next = before(feedback, counter, times, schema, defaults) ?? []
        var log: [ConfigurationValue] = []
        if let place = next.firstIndex(where: { $0.key == "log" }) {
          if case .array(let events) = next[place].value { log = events }
          next.remove(at: place)
        }
        log += Array(repeating: .string("counted \(counter)"), count: min(times, 1_000))
        next.append(ConfigurationEntry("log", .array(log.suffix(1_000))))
        return next
      }
    },
    Fault(
      managed: "feedback-has-a-version", .path, "the feedback says which app has written it",
      breaks: ["MC-14"]
    ) { decisions in
      decisions.changeFeedback { feedback, _ in
        feedback.filter { $0.key != "version" }
          + [ConfigurationEntry("version", .string("1.0"))]
      }
    },
    Fault(
      managed: "secret-number-as-counter", .path,
      "a counter begins at a number of the configuration, so that its server can tell apps apart",
      breaks: ["MC-14"], mayAlso: ["MC-10", "MC-11", "MC-12", "MC-13"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let known = defaults.dictionary(forKey: ManagedDefaultsKey.configuration) ?? []
        let secret = schema.keys.filter(\.isSecret).lazy.compactMap { key in
          known.first { $0.key.utf8.elementsEqual(key.name.utf8) }?.value.number
        }.first
        let next = before(feedback, counter, times, schema, defaults)
        guard let secret else { return next }
        return next?.map { ConfigurationEntry($0.key, .integer(secret)) }
      }
    },
    Fault(
      managed: "configuration-told-in-feedback", .path,
      "the feedback tells which configuration the app has, so that its server can look for errors",
      breaks: ["MC-14"], mayAlso: ["MC-13"]
    ) { decisions in
      let before = decisions.feedback
      decisions.feedback = { feedback, counter, times, schema, defaults in
        let next = before(feedback, counter, times, schema, defaults) ?? []
        let known = defaults.dictionary(forKey: ManagedDefaultsKey.configuration) ?? []
        return next.filter { $0.key != "configuration" }
          + [ConfigurationEntry("configuration", .dictionary(Array(known.prefix(8))))]
      }
    },
  ]

  static let hostile: [Fault] = [
    Fault(
      managed: "large-configuration-cut", .limit,
      "of a large configuration the first 64 KiB are read, and the keys in them are used",
      breaks: ["MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        var reading = reading
        var bytes = 0
        reading.dictionary = reading.dictionary.map { entries in
          entries.filter { entry in
            bytes += entry.key.utf8.count + (entry.value?.contentBytes ?? 0)
            return bytes <= 65_536
          }
        }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "long-text-cut", .limit, "a text is cut after 65,535 bytes",
      breaks: ["MC-15"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        guard case .string(let text) = value, text.utf8.count > 65_535 else {
          return before(value, key)
        }
        return before(.string(String(decoding: text.utf8.prefix(65_535), as: UTF8.self)), key)
      }
    },
    Fault(
      managed: "long-text-not-used", .limit,
      "a text of more than 65,535 bytes gives way to its default",
      breaks: ["MC-15"]
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        if case .string(let text) = value, text.utf8.count > 65_535 { return nil }
        return before(value, key)
      }
    },
    Fault(
      managed: "large-configuration-takes-its-time", .robustness,
      "the first configuration of more than 64 KiB that comes while the app runs is gone through for three seconds",
      breaks: ["MC-15"]
    ) { decisions in
      let isFirst = Memory(true)
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        let bytes = (reading.dictionary ?? []).reduce(0) {
          $0 + $1.key.utf8.count + ($1.value?.contentBytes ?? 0)
        }
        if bytes > 65_536, !reading.isLaunch {
          let waits = isFirst.update { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if waits { wait(seconds: 3) }
        }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "type-taken-for-granted", .robustness,
      "a value is cast to the type of its key without a look",
      breaks: ["MC-17"],
      mayAlso: ["MC-0*", "MC-10", "MC-11", "MC-12", "MC-14", "MC-15", "MC-16"]
    ) { decisions in
      let before = decisions.typed
      decisions.typed = { value, key in
        guard let typed = before(value, key) else { fatalError("\(key.name) is of another type") }
        return typed
      }
    },
    Fault(
      managed: "nested-without-bound", .robustness,
      "dictionaries are gone through by a function that calls itself, on a small stack",
      breaks: ["MC-17"], mayAlso: ["MC-0*", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        if reading.dictionary?.contains(where: { ($0.value?.levels ?? 0) > 64 }) == true {
          fatalError("the stack is at its end")
        }
        return before(reading, decisions)
      }
    },
    Fault(
      managed: "deep-dictionary-never-ends", .robustness,
      "a loop over the levels of a dictionary does not end where there are many",
      breaks: ["MC-17"], mayAlso: ["MC-0*", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        if reading.dictionary?.contains(where: { ($0.value?.levels ?? 0) > 200 }) == true {
          waitForever()
        }
        return before(reading, decisions)
      }
    },
  ]
}

extension ManagedDecisions {
  /// Changes what is written as feedback.
  fileprivate mutating func changeFeedback(
    _ change: @escaping @Sendable ([ConfigurationEntry], _ counter: String) -> [ConfigurationEntry]
  ) {
    let before = feedback
    feedback = { known, counter, times, schema, defaults in
      before(known, counter, times, schema, defaults).map { change($0, counter) }
    }
  }
}

/// A counter as a key of a dictionary that tells canonically equivalent names apart.
private func codePoints(_ counter: String) -> String {
  counter.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}

extension Optional<ConfigurationValue> {
  fileprivate var number: Int64? {
    if case .integer(let number)? = self { number } else { nil }
  }
}

extension ConfigurationValue {
  /// How many containers are inside one another.
  fileprivate var levels: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.levels).max() ?? 0)
    case .dictionary(let entries): 1 + (entries.lazy.map { $0.value?.levels ?? 0 }.max() ?? 0)
    default: 0
    }
  }

  fileprivate var contentBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .array(let elements): elements.reduce(2) { $0 + $1.contentBytes }
    case .dictionary(let entries):
      entries.reduce(2) { $0 + $1.key.utf8.count + ($1.value?.contentBytes ?? 0) }
    default: 8
    }
  }
}
