import ReferenceLibrary

extension ChunkFaults {
  /// What `chunk` and `chunks` may say, and how many pieces there may be.
  static let numbers: [Fault] = [
    Fault(
      "index-above-total-accepted", .limit,
      "a piece with a number above the total is taken",
      breaks: ["ABT-CHUNK-07"]
    ) { decisions in
      let most = decisions.dialect.limits.maxChunks
      position(
        &decisions,
        unless: { index, total in
          guard let index, let total, index > total, total > 1, total <= most else { return nil }
          return ChunkPosition(index: index, total: total)
        })
    },
    Fault(
      "index-zero-accepted", .limit,
      "a piece with the number 0 is taken",
      breaks: ["ABT-CHUNK-07"]
    ) { decisions in
      let most = decisions.dialect.limits.maxChunks
      position(
        &decisions,
        unless: { index, total in
          guard index == 0, let total, total > 1, total <= most else { return nil }
          return ChunkPosition(index: 0, total: total)
        })
    },
    Fault(
      "index-without-total-as-whole", .lenientCall,
      "a request that lacks one of the two numbers is taken for a whole one",
      breaks: ["ABT-CHUNK-07"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        chunk == .absent || chunks == .absent ? nil : try before(chunk, chunks)
      }
    },
    Fault(
      "number-up-to-the-first-letter", .lenientCall,
      "numbers are read by a call that stops at the first character that is no digit",
      breaks: ["ABT-CHUNK-07"]
    ) { decisions in
      let before = decisions.chunks.position
      let digits: @Sendable (ParameterValue) -> ParameterValue = { value in
        guard let text = value.bytes else { return value }
        return .text(Array(text.prefix { (0x30...0x39).contains($0) }))
      }
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        try before(digits(chunk), digits(chunks))
      }
    },
    Fault(
      "unreadable-numbers-as-whole", .error,
      "numbers of which neither can be decoded are left out, so that the request is a whole one",
      breaks: ["ABT-URL-18"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        chunk == .unreadable && chunks == .unreadable ? nil : try before(chunk, chunks)
      }
    },
    Fault(
      "no-number-as-whole", .lenientCall,
      "numbers that cannot be read count as missing, and the request as a whole one",
      breaks: ["ABT-CHUNK-07"],
      mayAlso: ["ABT-CHUNK-08"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        let isNumber: (ParameterValue) -> Bool = { value in
          value.bytes.map { Int(String(decoding: $0, as: UTF8.self)) != nil } ?? false
        }
        return isNumber(chunk) && isNumber(chunks) ? try before(chunk, chunks) : nil
      }
    },
    Fault(
      "numbers-of-32-bits", .language,
      "numbers are cut to 32 bits",
      breaks: ["ABT-CHUNK-07"],
      mayAlso: ["ABT-CHUNK-08"]
    ) { decisions in
      let before = decisions.chunks.position
      let cut: @Sendable (ParameterValue) -> ParameterValue = { value in
        guard let text = value.bytes, !text.isEmpty,
          text.allSatisfy({ (0x30...0x39).contains($0) })
        else { return value }
        let number = text.reduce(0 as UInt32) { $0 &* 10 &+ UInt32($1 - 0x30) }
        return .text(Array(String(number).utf8))
      }
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        try before(cut(chunk), cut(chunks))
      }
    },
    Fault(
      "large-numbers-crash", .robustness,
      "digits are added up in a number of 64 bits, which overflows",
      breaks: ["ABT-ROB-01"],
      mayAlso: ["ABT-CHUNK-07"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        for text in [chunk, chunks].compactMap(\.bytes) {
          precondition(
            text.count < 19 || Int(String(decoding: text, as: UTF8.self)) != nil
              || !text.allSatisfy { (0x30...0x39).contains($0) }, "a number has 64 bits")
        }
        return try before(chunk, chunks)
      }
    },
    Fault(
      "one-piece-too-many", .limit,
      "one piece more than the limit is allowed, 257 of 256",
      breaks: ["ABT-CHUNK-08"]
    ) { decisions in
      Self.allow(&decisions, decisions.dialect.limits.maxChunks + 1)
    },
    Fault(
      "pieces-up-to-65535", .limit,
      "the total is limited by the 16 bits of its number only",
      breaks: ["ABT-CHUNK-08"]
    ) { decisions in
      Self.allow(&decisions, 65_535)
    },
    Fault(
      "pieces-unlimited", .path,
      "the total is not limited, as only real pieces take memory",
      breaks: ["ABT-CHUNK-08"],
      mayAlso: ["ABT-CHUNK-07"]
    ) { decisions in
      Self.allow(&decisions, .max)
    },
    Fault(
      "as-many-pieces-as-allowed-refused", .limit,
      "one piece less than the limit is allowed, 255 of 256",
      breaks: ["ABT-CHUNK-01"],
      mayAlso: ["ABT-CHUNK-03"]
    ) { decisions in
      Self.allow(&decisions, decisions.dialect.limits.maxChunks - 1)
    },
    Fault(
      "too-many-pieces-as-invalid", .error,
      "too many pieces are reported like a wrong number",
      breaks: ["ABT-CHUNK-08/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .tooManyChunks }) { $0.code = codes.invalidChunk }
    },
    Fault(
      "too-many-pieces-as-too-large", .error,
      "too many pieces are reported like too much data",
      breaks: ["ABT-CHUNK-08/code", "ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .tooManyChunks }) { $0.code = codes.dataTooLarge }
    },
  ]

  /// Changes the position of a piece, given its numbers where they are numbers.
  static func position(
    _ decisions: inout Decisions,
    _ change:
      @escaping @Sendable (ChunkPosition?, _ index: Int?, _ total: Int?)
      throws(RequestFailure) -> ChunkPosition?
  ) {
    let before = decisions.chunks.position
    decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
      let (index, total) = (number(chunk), number(chunks))
      do throws(RequestFailure) {
        return try change(try before(chunk, chunks), index, total)
      } catch {
        guard index == 0, let changed = try change(nil, index, total) else { throw error }
        return changed
      }
    }
  }

  /// Takes some positions that are wrong.
  static func position(
    _ decisions: inout Decisions,
    unless isTaken: @escaping @Sendable (_ index: Int?, _ total: Int?) -> ChunkPosition?
  ) {
    let before = decisions.chunks.position
    decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
      if let position = isTaken(number(chunk), number(chunks)) { return position }
      return try before(chunk, chunks)
    }
  }

  private static func number(_ value: ParameterValue) -> Int? {
    value.bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Allows another number of pieces.
  fileprivate static func allow(_ decisions: inout Decisions, _ maxChunks: Int) {
    decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
      try ChunkPosition.read(chunk: chunk, chunks: chunks, maxChunks: maxChunks)
    }
  }
}
