import ReferenceLibrary
import WireFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Mistakes that hostile requests reveal (4.12).
enum RobustnessFaults {
  static let all: [Fault] = [
    Fault(
      "crash-on-truncated-stream", .robustness,
      "the checksum of a zlib stream is read beyond its end",
      breaks: ["ABT-ROB-01", "ABT-DATA-03"],
      mayAlso: ["ABT-MULTI-02", "ABT-CHUNK-12"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        guard case .truncated = outcome else { return outcome }
        let checksum = (0..<4).map { bytes[bytes.count + $0] }
        return .corrupt(reason: "checksum \(checksum)", offset: bytes.count)
      }
    },
    Fault(
      "hang-on-cycle", .robustness,
      "a property list that holds itself is followed for ever",
      breaks: ["ABT-ROB-02", "ABT-DATA-07"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        while reader.read(bytes).defect?.reason == .referenceCycle { usleep(1_000) }
        return before(&reader, bytes)
      }
    },
    Fault(
      "inflates-without-bounds", .robustness,
      "a whole stream is unpacked and kept before its size is checked",
      breaks: ["ABT-ROB-03"],
      mayAlso: ["ABT-ROB-02"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, .max, &output)
        guard output.count > limit else { return outcome }
        output.removeAll(keepingCapacity: true)
        return .overLimit
      }
    },
    Fault(
      "stream-not-reset", .state,
      "the zlib state is reset for the next request only after a success",
      breaks: ["ABT-ROB-04", "ABT-MULTI-02"],
      mayAlso: [
        "ABT-CHUNK-09", "ABT-CB-11", "ABT-CHUNK-12", "ABT-DEL-01", "ABT-DEL-02", "ABT-ROB-06",
      ]
    ) { decisions in
      let before = decisions.inflate
      let isSpoilt = Memory(false)
      decisions.inflate = { inflater, bytes, limit, output in
        if isSpoilt.update({ $0 }) { return .corrupt(reason: "not reset", offset: 0) }
        let outcome = before(inflater, bytes, limit, &output)
        if case .complete = outcome { return outcome }
        isSpoilt.update { $0 = true }
        return outcome
      }
    },

    Fault(
      "hang-on-broken-escape", .robustness,
      "the loop that decodes a value does not go on behind an escape that is broken",
      breaks: ["ABT-ROB-02", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        if case .malformedEscape = PercentCoding.decode(raw) { waitForever() }
        return before(raw)
      }
    },
    Fault(
      "crash-on-escape-at-the-end", .robustness,
      "the two characters behind a percent sign are read without a look at the end",
      breaks: ["ABT-ROB-01", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        if let percent = raw.lastIndex(of: UInt8(ascii: "%")) {
          precondition(percent + 2 < raw.endIndex, "an escape has two digits")
        }
        return before(raw)
      }
    },
    Fault(
      "crash-on-no-utf-8", .robustness,
      "a value is made a text by force",
      breaks: ["ABT-ROB-01", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        if case .decoded(let bytes) = PercentCoding.decode(raw) {
          precondition(String(validating: bytes, as: UTF8.self) != nil, "a value is a text")
        }
        return before(raw)
      }
    },
    Fault(
      "crash-on-short-data", .robustness,
      "the magic is cut off without a look at how much there is",
      breaks: ["ABT-ROB-01"]
    ) { decisions in
      let before = decisions.magicBytes
      decisions.magicBytes = { unpacked, magic in
        precondition(unpacked.count >= magic.count, "there is a magic")
        return before(unpacked, magic)
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "crash-on-nothing-but-padding", .robustness,
      "the equals signs behind Base64 are counted beyond its first character",
      breaks: ["ABT-ROB-01"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        let sign = UInt8(ascii: "=")
        precondition(text.isEmpty || !text.allSatisfy { $0 == sign }, "there is a digit")
        return before(text)
      }
    },
    Fault(
      "busy-after-error", .state,
      "the mark that a request is worked on is taken back only where it succeeds",
      breaks: ["ABT-ROB-04", "ABT-MULTI-02"],
      mayAlso: [
        "ABT-CHUNK-09",
        "ABT-DICT-01", "ABT-CB-11", "ABT-CHUNK-12", "ABT-DEL-02", "ABT-ROB-06", "ABT-DEL-01",
      ]
    ) { decisions in
      let isBusy = Memory(false)
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        if isBusy.update({ $0 }) { throw .malformedRequest }
        isBusy.update { $0 = true }
        let payload = try before(list, verb)
        isBusy.update { $0 = false }
        return payload
      }
    },
    Fault(
      "every-tenth-request-cleans-up", .state,
      "every tenth request is refused while the library cleans up",
      breaks: ["ABT-ROB-06"],
      mayAlso: ["ABT-CHUNK-09", "ABT-DEL-01", "ABT-DEL-02"]
    ) { decisions in
      let count = Memory(0)
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let number = count.update { count in
          count += 1
          return count
        }
        if number % 10 == 0 { throw .dataTooLarge }
        return try before(list, verb)
      }
    },
    Fault(
      "second-success-lists-nothing", .state,
      "keys that the manager has heard of are not listed again",
      breaks: ["ABT-ROB-06", "ABT-MULTI-04"],
      mayAlso: ["ABT-CHG-01", "ABT-CHG-03", "ABT-DEL-04", "ABT-MULTI-02", "ABT-MULTI-03"]
    ) { decisions in
      let told = Memory<Set<ExactText>>([])
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let changed = before(keys, records)
        return told.update { told in
          changed.filter { told.insert(ExactText($0)).inserted }
        }
      }
    },
  ]
}
