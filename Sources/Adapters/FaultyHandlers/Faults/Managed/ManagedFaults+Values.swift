import ReferenceLibrary

/// Mistakes with values: of other types, out of their range, and defaults (MC-05 to 07).
extension ManagedFaults {
  static let values: [Fault] = [
    Fault(
      managed: "text-taken-as-number", .lenientCall,
      "a text that reads as a number or as a truth is taken for one, as integerValue does",
      breaks: ["MC-05"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.alsoTyped { value, key in
        switch (key.kind, value) {
        case (.integer, .string(let text)): Int64(text).map { .integer($0) }
        case (.boolean, .string(let text)):
          ["1", "true", "YES"].contains(text) ? .boolean(true) : nil
        default: nil
        }
      }
    },
    Fault(
      managed: "boolean-taken-as-number", .language,
      "a Boolean is a number, and a number a Boolean",
      breaks: ["MC-05"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.alsoTyped { value, key in
        switch (key.kind, value) {
        case (.integer, .boolean(let truth)): .integer(truth ? 1 : 0)
        case (.boolean, .integer(let number)): .boolean(number != 0)
        default: nil
        }
      }
    },
    Fault(
      managed: "real-taken-as-integer", .language, "a real is cut down to a whole number",
      breaks: ["MC-05"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.alsoTyped { value, key in
        guard case (.integer, .real(let number)) = (key.kind, value) else { return nil }
        return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) }
      }
    },
    Fault(
      managed: "number-taken-as-text", .language,
      "a number is written out where a text is expected",
      breaks: ["MC-05"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.alsoTyped { value, key in
        guard case (.string, .integer(let number)) = (key.kind, value) else { return nil }
        return .string("\(number)")
      }
    },
    Fault(
      managed: "wrong-type-gives-no-value", .error,
      "a key with a value of the wrong type has no value, and not its default",
      breaks: ["MC-05"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        zip(before(reading, decisions), reading.schema.keys).map { entry, key in
          guard let found = reading.found(key, decisions), decisions.typed(found, key) == nil else {
            return entry
          }
          return ConfigurationEntry(key.name, nil)
        }
      }
    },
    Fault(
      managed: "configured-range-unchecked", .lenientCall, "no number is out of range",
      breaks: ["MC-06"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.allowsNumbers { number, _ in number }
    },
    Fault(
      managed: "limit-of-zero-as-none", .language, "a limit that is 0 counts as no limit",
      breaks: ["MC-06"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        let isTooSmall = range.lowerBound != 0 && number < range.lowerBound
        let isTooLarge = range.upperBound != 0 && number > range.upperBound
        return isTooSmall || isTooLarge ? nil : number
      }
    },
    Fault(
      managed: "maximum-of-zero-as-none", .language, "a maximum of 0 counts as none",
      breaks: ["MC-06"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        range.contains(number) || range.upperBound == 0 && number > 0 ? number : nil
      }
    },
    Fault(
      managed: "limits-compared-as-reals", .language,
      "a number and its limits are compared as 64-bit reals", breaks: ["MC-06"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        let isAllowed =
          Double(number) >= Double(range.lowerBound) && Double(number) <= Double(range.upperBound)
        return isAllowed ? number : nil
      }
    },
    Fault(
      managed: "limits-of-32-bits", .language,
      "limits are kept in 32 bits, and one beyond these is the largest of them", breaks: ["MC-06"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        func kept(_ limit: Int64) -> Int64 { Int64(Int32(clamping: limit)) }
        // A limit at the end of the type is none.
        let isTooSmall = range.lowerBound != .min && number < kept(range.lowerBound)
        let isTooLarge = range.upperBound != .max && number > kept(range.upperBound)
        return isTooSmall || isTooLarge ? nil : number
      }
    },
    Fault(
      managed: "empty-default-as-none", .language,
      "a default that is 0 or an empty text counts as no default",
      breaks: ["MC-07"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-05", "MC-06", "MC-08", "MC-09"]
    ) { decisions in
      let before = decisions.settings
      decisions.settings = { reading, decisions in
        before(reading, decisions).map { entry in
          let isGiven = reading.dictionary?.contains { $0.key == entry.key } ?? false
          return !isGiven && (entry.value == .integer(0) || entry.value == .string(""))
            ? ConfigurationEntry(entry.key, nil) : entry
        }
      }
    },
    Fault(
      managed: "configured-number-clamped", .lenientCall,
      "a number out of range becomes the nearest one within it",
      breaks: ["MC-06"], mayAlso: ["MC-09", "MC-15"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        min(max(number, range.lowerBound), range.upperBound)
      }
    },
    Fault(
      managed: "configured-limit-excluded", .limit, "the largest number of a range is out of it",
      breaks: ["MC-06"], mayAlso: ["MC-01", "MC-03", "MC-04", "MC-09", "MC-15"]
    ) { decisions in
      decisions.allowsNumbers { number, range in
        let isExcluded = number == range.upperBound && range.upperBound < .max
        return range.contains(number) && !isExcluded ? number : nil
      }
    },
  ]
}

extension ManagedDecisions {
  /// Takes values of other types, too.
  fileprivate mutating func alsoTyped(
    _ other:
      @escaping @Sendable (ConfigurationValue, ManagedConfigurationKey) -> ConfigurationValue?
  ) {
    let before = typed
    typed = { value, key in before(value, key) ?? other(value, key) }
  }

  /// Decides anew which numbers are used, and as which.
  ///
  /// - Parameter number: the number that is used; nil where the default is.
  fileprivate mutating func allowsNumbers(
    _ number: @escaping @Sendable (_ number: Int64, _ range: ClosedRange<Int64>) -> Int64?
  ) {
    let before = allowed
    allowed = { value, key in
      guard case (.integer(let range), .integer(let given)) = (key.kind, value) else {
        return before(value, key)
      }
      return number(given, range).map { .integer($0) }
    }
  }
}
