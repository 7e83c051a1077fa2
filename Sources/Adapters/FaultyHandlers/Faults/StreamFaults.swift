import ReferenceLibrary
import WireFormat

/// Mistakes in decompressing (4.3).
enum StreamFaults {
  static let all: [Fault] = [
    Fault(
      "checksum-unverified", .lenientCall,
      "the stream is unpacked by a call that does not verify its checksum",
      breaks: ["ABT-DATA-03"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-02", "ABT-CHUNK-12", "ABT-DEL-05", "ABT-ENC-06"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        return outcome.isWrongChecksum ? .complete(consumed: bytes.count) : outcome
      }
    },
    Fault(
      "end-of-stream-not-awaited", .lenientCall,
      "the unpacked bytes are used though the stream has not ended",
      breaks: ["ABT-DATA-03"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        return outcome == .truncated ? .complete(consumed: bytes.count) : outcome
      }
    },
    Fault(
      "end-of-stream-not-awaited-when-full", .limit,
      "a buffer as large as the limit is full, and whether the stream has ended is not asked any more",
      breaks: ["ABT-DATA-03"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        return outcome == .truncated && output.count == limit
          ? .complete(consumed: bytes.count) : outcome
      }
    },
    Fault(
      "bytes-behind-stream-ignored", .lenientCall,
      "what follows the end of the stream is not looked at",
      breaks: ["ABT-DATA-04"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        if case .complete = outcome { return .complete(consumed: bytes.count) }
        return outcome
      }
    },
    Fault(
      "zeros-behind-stream-ignored", .lenientCall,
      "zeros behind the stream are taken for the padding of a block",
      breaks: ["ABT-DATA-04"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        guard case .complete(let consumed) = outcome,
          bytes[consumed...].allSatisfy({ $0 == 0 })
        else { return outcome }
        return .complete(consumed: bytes.count)
      }
    },
    Fault(
      "line-end-behind-stream-ignored", .lenientCall,
      "a line end behind the stream is ignored, as files have one",
      breaks: ["ABT-DATA-04"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        guard case .complete(let consumed) = outcome, bytes[consumed...] == [10] else {
          return outcome
        }
        return .complete(consumed: bytes.count)
      }
    },
    Fault(
      "gzip-too", .lenientCall,
      "the decompressor finds out by itself whether a stream is zlib or gzip",
      breaks: ["ABT-DATA-03"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      unpackAlso(&decisions) { bytes in
        bytes.starts(with: [0x1F, 0x8B]) && bytes.count > 18
          ? Array(bytes[10..<(bytes.count - 8)]) : nil
      }
    },
    Fault(
      "raw-deflate-too", .lenientCall,
      "a stream without a header is unpacked as raw deflate",
      breaks: ["ABT-DATA-03"]
    ) { decisions in
      unpackAlso(&decisions) { $0 }
    },
    Fault(
      "usual-header-only", .parser,
      "only streams that begin with 78 9C are taken for zlib",
      breaks: ["ABT-DATA-14"], mayAlso: ["ABT-DEL-01"]
    ) { decisions in
      refuseStreams(&decisions) { !$0.starts(with: [0x78, 0x9C]) }
    },
    Fault(
      "largest-window-only", .parser,
      "only streams with a window of 32 KiB are taken for zlib",
      breaks: ["ABT-DATA-14"], mayAlso: ["ABT-DEL-01"]
    ) { decisions in
      refuseStreams(&decisions) { $0.first != 0x78 }
    },
    Fault(
      "stored-blocks-unknown", .parser,
      "the decompressor knows no stored blocks",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      refuseStreams(&decisions) { $0.count > 2 && $0[2] & 6 == 0 }
    },
    Fault(
      "limit-without-magic", .limit,
      "the limit of the unpacked data does not count the magic",
      breaks: ["ABT-DATA-08"]
    ) { decisions in
      limit(&decisions) { $0 + 4 }
    }.needing(.magic(bytes: 1)),
    Fault(
      "limit-exclusive", .limit,
      "data that is exactly as long as the limit is refused",
      breaks: ["ABT-DATA-09"],
      mayAlso: ["ABT-ROB-04", "ABT-CB-11", "ABT-DEL-02"]
    ) { decisions in
      limit(&decisions) { $0 - 1 }
    },
    Fault(
      "limit-in-decimal", .limit,
      "a kibibyte is taken for 1,000 bytes",
      breaks: ["ABT-DATA-09"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-01", "ABT-DEL-02", "ABT-ROB-04"]
    ) { decisions in
      limit(&decisions) { $0 / 1_024 * 1_000 }
    },
    Fault(
      "limit-by-buffers", .limit,
      "the limit is only looked at when the next buffer of 64 KiB is needed",
      breaks: ["ABT-DATA-08"]
    ) { decisions in
      limit(&decisions) { $0 + 65_536 }
    },
    Fault(
      "limit-of-packed-bytes", .limit,
      "the limit is compared with the size of the packed data",
      breaks: ["ABT-DATA-08"], mayAlso: ["ABT-ROB-03"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        bytes.count > limit ? .overLimit : before(inflater, bytes, 80 << 20, &output)
      }
    },
    Fault(
      "too-large-as-memory-error", .error,
      "data that is too large is reported by the number of the system's memory error",
      breaks: ["ABT-DATA-08/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .dataTooLarge }) { $0.code = codes.invalidChunk }
    },
    Fault(
      "output-not-emptied-after-error", .state,
      "what a broken stream unpacked to stays in the buffer, in front of the next data",
      breaks: ["ABT-MULTI-02"],
      mayAlso: [
        "ABT-CHUNK-09", "ABT-ROB-04", "ABT-ROB-06", "ABT-CB-11", "ABT-DATA-05", "ABT-DEL-01",
        "ABT-CHUNK-10", "ABT-CHUNK-12", "ABT-DEL-02",
      ]
    ) { decisions in
      let before = decisions.inflate
      let rest = Memory<[UInt8]>([])
      decisions.inflate = { inflater, bytes, limit, output in
        output = rest.update { $0 }
        let outcome = before(inflater, bytes, limit, &output)
        let isComplete = if case .complete = outcome { true } else { false }
        let left = isComplete ? [] : output
        rest.update { $0 = left }
        return outcome
      }
    },
    Fault(
      "more-input-awaited", .robustness,
      "the decompressor is called until the stream has ended, also when there is no more of it",
      breaks: ["ABT-ROB-02", "ABT-DATA-03"],
      mayAlso: [
        "ABT-CB-01", "ABT-CHUNK-09", "ABT-CHUNK-10", "ABT-CHUNK-12", "ABT-DICT-04", "ABT-MULTI-02",
        "ABT-TOK-11",
      ]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        if outcome == .truncated { waitForever() }
        return outcome
      }
    },
    Fault(
      "preset-dictionary-crashes", .robustness,
      "a preset dictionary is unwrapped by force",
      breaks: ["ABT-ROB-01"],
      mayAlso: ["ABT-DATA-03"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        precondition(outcome != .needsDictionary, "there is a dictionary")
        return outcome
      }
    },
    Fault(
      "bomb-copied-into-text", .robustness,
      "a large stream is unpacked into one buffer after the other, each twice as large, and none is freed",
      breaks: ["ABT-ROB-03"], mayAlso: ["ABT-DATA-08", "ABT-DATA-10"]
    ) { decisions in
      let before = decisions.inflate
      let kept = Memory<[[UInt8]]>([])
      decisions.inflate = { inflater, bytes, limit, output in
        kept.update { $0 = [] }
        let outcome = before(inflater, bytes, limit, &output)
        guard outcome == .overLimit else { return outcome }
        for doubling in 1...5 {
          let copy = [UInt8](repeating: 1, count: max(limit, 1 << 20) << doubling)
          kept.update { $0.append(copy) }
        }
        return outcome
      }
    },
    Fault(
      "limit-of-both-together", .limit,
      "packed and unpacked data together may be as long as the limit",
      breaks: ["ABT-DATA-09"],
      mayAlso: ["ABT-ROB-04", "ABT-CB-11", "ABT-DEL-*", "ABT-DATA-*", "ABT-CHUNK-*", "ABT-URL-16"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        before(inflater, bytes, max(1, limit - bytes.count), &output)
      }
    },
  ]

  /// Refuses some streams without unpacking them.
  private static func refuseStreams(
    _ decisions: inout Decisions, where isRefused: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    let before = decisions.inflate
    decisions.inflate = { inflater, bytes, limit, output in
      isRefused(bytes)
        ? .corrupt(reason: "not supported", offset: 0) : before(inflater, bytes, limit, &output)
    }
  }

  private static func limit(
    _ decisions: inout Decisions, _ change: @escaping @Sendable (Int) -> Int
  ) {
    let before = decisions.inflate
    decisions.inflate = { inflater, bytes, limit, output in
      before(inflater, bytes, change(limit), &output)
    }
  }

  /// Unpacks what is no zlib stream as the raw deflate stream that is found in it.
  private static func unpackAlso(
    _ decisions: inout Decisions, _ deflated: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    let before = decisions.inflate
    decisions.inflate = { inflater, bytes, limit, output in
      let kept = output
      let outcome = before(inflater, bytes, limit, &output)
      guard case .corrupt(_, let offset) = outcome, offset <= 2, let raw = deflated(bytes) else {
        return outcome
      }
      output = kept
      // A zlib stream whose checksum is wrong has the same contents.
      let stream = [0x78, 0x01] + raw + [1, 2, 3, 4]
      let second = before(inflater, stream, limit, &output)
      return second.isWrongChecksum ? .complete(consumed: bytes.count) : outcome
    }
  }
}

extension Inflater.Outcome {
  /// Whether everything but the checksum is right.
  var isWrongChecksum: Bool {
    if case .corrupt("incorrect data check", _) = self { true } else { false }
  }
}
