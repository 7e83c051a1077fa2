import ReferenceLibrary
import WireFormat

/// Mistakes in taking the parameters of the URL apart (4.1).
enum ParameterFaults {
  /// Identifiers that are taken for none.
  private static func nothing(_ name: String, _ words: String, _ texts: [String]) -> Fault {
    let all = texts.map { Array($0.utf8) }
    return Fault(
      name, .language, "an identifier counts as missing where it reads as nothing: \(words)",
      breaks: ["ABT-DEL-01", "ABT-DEL-02"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-03"]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        let own = before(request)
        guard let own, !all.contains(own.profile), !all.contains(own.payload) else { return nil }
        return own
      }
    }
  }

  static let all: [Fault] = [
    Fault(
      "empty-identifiers-of-pieces", .path,
      "whether profile and payload are empty is asked of whole requests, and not of pieces",
      breaks: ["ABT-URL-12"], mayAlso: ["ABT-CHUNK-*", "ABT-CB-11", "ABT-ROB-04"]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        guard request.chunk != .absent, let profile = request.profile.bytes,
          let payload = request.payload.bytes
        else { return before(request) }
        return RequestIdentifiers(profile: profile, payload: payload)
      }
    },
    nothing("null-is-nothing", "null, nil and undefined", ["null", "(null)", "nil", "undefined"]),
    nothing("none-is-nothing", "None", ["None"]),
    nothing("zero-is-nothing", "what is false to the language: 0 and false", ["0", "false"]),
    Fault(
      "empty-occurrences-passed-over", .lenientCall,
      "of a name that stands twice an occurrence without a value does not count",
      breaks: ["ABT-URL-13"], mayAlso: ["ABT-URL-12", "ABT-CB-11"]
    ) { decisions in
      let before = decisions.mergeParameter
      decisions.mergeParameter = { first, next in
        if first == .text([]) { return next }
        return next == .text([]) ? first : before(first, next)
      }
    },
    Fault(
      "small-escapes-of-plus-kept", .quoting,
      "a plus is protected before the decoder of forms sees it, and %2b is not found again",
      breaks: ["ABT-URL-10"], mayAlso: ["ABT-CB-03", "ABT-TOK-03", "ABT-DATA-02"]
    ) { decisions in
      let before = decisions.query
      decisions.query = { url in
        before(url).map { query in
          Array(query).replacing(Array("%2b".utf8), with: Array("%252b".utf8))[...]
        }
      }
    },
    Fault(
      "raw-plus-of-token-as-space", .quoting,
      "the token is read as the fields of forms are, in which a raw plus is a space",
      breaks: ["ABT-TOK-03"], mayAlso: ["ABT-CB-03", "ABT-URL-10"]
    ) { decisions in
      let name = Array("\(decisions.dialect.parameters.token)=".utf8)
      let before = decisions.query
      decisions.query = { url in
        before(url).map { query in
          let pieces = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
          let changed = pieces.map { piece in
            piece.starts(with: name)
              ? piece.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }[...] : piece
          }
          return Array(changed.joined(separator: [UInt8(ascii: "&")]))[...]
        }
      }
    },
    Fault(
      "token-has-to-come-first", .parser,
      "the parameters are only looked for where the token is the first of them",
      breaks: ["ABT-URL-08"],
      mayAlso: [
        "ABT-CB-03", "ABT-CB-11", "ABT-DEL-01", "ABT-DEL-02", "ABT-ENC-09/allowed", "ABT-URL-09",
        "ABT-URL-16", "ABT-URL-17",
      ]
    ) { decisions in
      let first = Array("\(decisions.dialect.parameters.token)=".utf8)
      let before = decisions.query
      decisions.query = { url in
        before(url).flatMap { $0.starts(with: first) ? $0 : nil }
      }
    },
    Fault(
      "parameters-by-position", .parser,
      "parameters are taken by their position, whatever they are called",
      breaks: ["ABT-URL-08", "ABT-URL-09"],
      mayAlso: [
        "ABT-CB-03", "ABT-CB-11", "ABT-DEL-01", "ABT-DEL-02", "ABT-ENC-09/allowed", "ABT-ROB-03",
        "ABT-TOK-03", "ABT-URL-16", "ABT-URL-17",
      ]
    ) { decisions in
      let own = decisions.dialect.parameters
      let before = decisions.query
      decisions.query = { url in
        before(url).map { query in
          let pieces = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
          let names = [own.token, own.profile, own.payload]
          let named = pieces.enumerated().map { number, piece in
            guard number < names.count, let equals = piece.firstIndex(of: UInt8(ascii: "="))
            else { return Array(piece) }
            return Array(names[number].utf8) + piece[equals...]
          }
          return Array(named.joined(separator: [UInt8(ascii: "&")]))[...]
        }
      }
    },
    Fault(
      "data-to-the-end", .parser,
      "the data is whatever stands between its name and the end of the URL",
      breaks: ["ABT-URL-08"],
      mayAlso: ["ABT-CB-03", "ABT-DEL-01", "ABT-DEL-02", "ABT-URL-09", "ABT-URL-16", "ABT-URL-17"]
    ) { decisions in
      let own = decisions.dialect.parameters
      let before = decisions.query
      decisions.query = { url in
        before(url).map { query in
          let names = ["&\(own.data)=", "&\(own.encryptedData)="].map { Array($0.utf8) }
          guard let found = names.compactMap({ query.firstRange(of: $0) }).first else {
            return query
          }
          let data = query[found.upperBound...].flatMap { byte in
            byte == UInt8(ascii: "&") ? Array("%26".utf8) : [byte]
          }
          return (query[..<found.upperBound] + data)[...]
        }
      }
    },
    Fault(
      "unknown-parameter-refused", .path,
      "a request with a parameter that the library does not know is malformed",
      breaks: ["ABT-URL-09"],
      mayAlso: ["ABT-CB-03", "ABT-CB-11", "ABT-DEL-01", "ABT-DEL-02", "ABT-URL-16", "ABT-URL-17"]
    ) { decisions in
      let before = decisions.query
      let names = decisions.dialect.parameters
      let known = [
        names.token, names.profile, names.payload, names.data, names.encryptedData, names.chunk,
        names.chunks,
      ].map { Array($0.utf8) }
      decisions.query = { url in
        before(url).flatMap { query in
          let pieces = query.split(separator: UInt8(ascii: "&"))
          return pieces.allSatisfy { piece in
            known.contains(Array(piece.prefix { $0 != UInt8(ascii: "=") }))
          } ? query : nil
        }
      }
    },
    Fault(
      "empty-piece-ends-the-query", .parser,
      "two ampersands in a row are taken for the end of the parameters",
      breaks: ["ABT-URL-09"],
      mayAlso: ["ABT-CB-03", "ABT-CB-11"]
    ) { decisions in
      let before = decisions.query
      decisions.query = { url in
        before(url).map { query in
          let end = query.firstRange(of: Array("&&".utf8))?.lowerBound
          let isFirst = query.first == UInt8(ascii: "&")
          return isFirst ? [] : query[..<(end ?? query.endIndex)]
        }
      }
    },
    Fault(
      "query-decoded-before-it-is-cut", .quoting,
      "the whole query is decoded first and then cut at its ampersands",
      breaks: ["ABT-CB-03"],
      mayAlso: [
        "ABT-CB-11", "ABT-CHUNK-03", "ABT-DEL-01", "ABT-DEL-02", "ABT-TOK-03", "ABT-URL-10",
      ]
    ) { decisions in
      let before = decisions.query
      let decode = decisions.decodeParameter
      decisions.query = { url in
        before(url).map { query in decode(query).bytes.map { $0[...] } ?? query }
      }
      decisions.decodeParameter = { .text(Array($0)) }
    },
    Fault(
      "value-ends-at-equals", .quoting,
      "a parameter is split at each equals sign, and its second part is the value",
      breaks: ["ABT-URL-11"],
      mayAlso: [
        "ABT-CB-03", "ABT-CB-11", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-CHUNK-04", "ABT-CHUNK-05",
        "ABT-CHUNK-09", "ABT-CHUNK-10", "ABT-TOK-03", "ABT-URL-10", "ABT-URL-16",
      ]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { before($0.prefix { $0 != UInt8(ascii: "=") }) }
    },
    Fault(
      "plus-is-space-after-decoding", .quoting,
      "a plus becomes a space after the escapes were decoded, so that an escaped one does too",
      breaks: ["ABT-URL-11"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard case .text(let bytes) = before(raw) else { return before(raw) }
        return .text(bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
      }
    },
    Fault(
      "escapes-in-capitals-only", .quoting,
      "escapes are decoded if their digits are capitals, and kept otherwise",
      breaks: ["ABT-URL-10"],
      mayAlso: ["ABT-TOK-03", "ABT-URL-18", "ABT-CB-03"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        before(Self.escapingPercent(in: raw) { $0.allSatisfy { !(0x61...0x66).contains($0) } })
      }
    },
    Fault(
      "broken-escapes-kept", .lenientCall,
      "a percent sign without two digits behind it is kept as it is",
      breaks: ["ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        before(
          Self.escapingPercent(in: raw) { digits in
            digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
          })
      }
    },
    Fault(
      "no-utf-8-repaired", .lenientCall,
      "bytes that are not UTF-8 become replacement characters",
      breaks: ["ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard case .unreadable = before(raw), case .decoded(let bytes) = PercentCoding.decode(raw)
        else { return before(raw) }
        return .text(Array(String(decoding: bytes, as: UTF8.self).utf8))
      }
    },
    Fault(
      "no-utf-8-as-latin-1", .lenientCall,
      "bytes that are not UTF-8 are read as Latin-1",
      breaks: ["ABT-URL-18"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard case .unreadable = before(raw), case .decoded(let bytes) = PercentCoding.decode(raw)
        else { return before(raw) }
        return .text(bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) })
      }
    },
    Fault(
      "parameters-end-at-nul", .language,
      "values are kept as C strings, so that they end at a NUL",
      breaks: ["ABT-TOK-05"], mayAlso: ["ABT-CB-11", "ABT-DATA-02", "ABT-TOK-*"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard case .text(let bytes) = before(raw) else { return before(raw) }
        return .text(Array(bytes.prefix { $0 != 0 }))
      }
    },
    Fault(
      "parameters-composed", .language,
      "values are normalised to composed characters",
      breaks: ["ABT-CB-03"],
      mayAlso: [
        "ABT-CHUNK-03", "ABT-CHUNK-09", "ABT-CHUNK-14", "ABT-MULTI-01", "ABT-MULTI-03",
        "ABT-TOK-03", "ABT-URL-13",
      ]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard case .text(let bytes) = before(raw), bytes.contains(where: { $0 > 0x7F }) else {
          return before(raw)
        }
        return .text(Array(Texts.composed(String(decoding: bytes, as: UTF8.self)).utf8))
      }
    },
    Fault(
      "identifier-of-255-bytes", .limit,
      "identifiers are kept in fields of 255 bytes",
      breaks: ["ABT-CB-03"], mayAlso: ["ABT-MULTI-01"]
    ) { decisions in
      decisions.changeReport { report in
        report.profile = report.profile.map { Array($0.prefix(255)) }
        report.payload = report.payload.map { Array($0.prefix(255)) }
      }
    },
    Fault(
      "identifier-in-capitals", .language,
      "an identifier that is a UUID is written as the language's UUID type does: in capitals",
      breaks: ["ABT-CB-03"]
    ) { decisions in
      decisions.changeReport { report in
        report.profile = report.profile.map(Self.asUUID)
        report.payload = report.payload.map(Self.asUUID)
      }
    },
    Fault(
      "identifier-has-to-be-uuid", .path,
      "a request whose profile is not a UUID is malformed",
      breaks: ["ABT-DEL-01"],
      mayAlso: [
        "ABT-CHUNK-01", "ABT-CHUNK-05", "ABT-CHUNK-09", "ABT-MULTI-01", "ABT-DEL-02", "ABT-CB-11",
        "ABT-CHUNK-04", "ABT-CHUNK-03", "ABT-CHUNK-14", "ABT-URL-10",
      ]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        before(request).flatMap { Self.isUUID($0.profile) ? $0 : nil }
      }
    },
    Fault(
      "missing-profile-as-empty", .lenientCall,
      "a profile that is missing is taken for an empty one",
      breaks: ["ABT-URL-12"],
      mayAlso: ["ABT-DEL-05", "ABT-URL-17"]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        guard request.profile == .absent else { return before(request) }
        var other = request
        other.profile = .text(Array("-".utf8))
        return before(other).map { RequestIdentifiers(profile: [], payload: $0.payload) }
      }
    },
    Fault(
      "empty-payload-accepted", .path,
      "it is checked that there is a payload, but not that it is not empty",
      breaks: ["ABT-URL-12"]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        guard request.payload == .text([]) else { return before(request) }
        return request.profile.bytes.flatMap {
          $0.isEmpty ? nil : RequestIdentifiers(profile: $0, payload: [])
        }
      }
    },
    Fault(
      "identifiers-of-last-request", .state,
      "a request without profile or payload is taken for one of the payload before",
      breaks: ["ABT-URL-12", "ABT-DEL-05"],
      mayAlso: ["ABT-DEL-04", "ABT-ROB-06", "ABT-URL-13", "ABT-URL-17", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.identifiers
      let last = Memory<RequestIdentifiers?>(nil)
      decisions.identifiers = { request in
        let found = before(request)
        return last.update { last in
          last = found ?? last
          return last
        }
      }
    },
    Fault(
      "reset-without-identifiers", .path,
      "only apply requests need profile and payload",
      breaks: ["ABT-URL-12"],
      mayAlso: ["ABT-DEL-05", "ABT-URL-13", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        if let found = before(request) { return found }
        return request.verb == .reset ? RequestIdentifiers(profile: [], payload: []) : nil
      }
    },
    Fault(
      "repeated-values-joined", .lenientCall,
      "the values of a parameter that occurs twice are joined with a comma",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, next in
        guard let first = first.bytes, let next = next.bytes else { return .contradictory }
        return .text(first + [UInt8(ascii: ",")] + next)
      }
    },
    Fault(
      "names-in-any-case", .comparison,
      "the names of parameters are compared without regard to case",
      breaks: ["ABT-URL-17"]
    ) { decisions in
      decisions.isNamed = { name, known in
        Texts.lowered(name).elementsEqual(Texts.lowered(known.utf8))
      }
    },
    Fault(
      "names-by-their-ends", .comparison,
      "a parameter is the one whose name its own name ends in",
      breaks: ["ABT-URL-09"],
      mayAlso: ["ABT-CB-03", "ABT-CB-11", "ABT-CHUNK-*", "ABT-DEL-*", "ABT-TOK-*", "ABT-URL-*"]
    ) { decisions in
      decisions.isNamed = { name, known in name.suffix(known.utf8.count).elementsEqual(known.utf8) }
    },
    Fault(
      "token-name-in-any-case", .path,
      "only the token is looked for without regard to case",
      breaks: ["ABT-URL-17"]
    ) { decisions in
      let before = decisions.isNamed
      let token = decisions.dialect.parameters.token
      decisions.isNamed = { name, known in
        known == token
          ? Texts.lowered(name).elementsEqual(Texts.lowered(known.utf8)) : before(name, known)
      }
    },
    Fault(
      "empty-data-as-empty-dictionary", .lenientCall,
      "empty data decodes to nothing, which is taken for a configuration without values",
      breaks: ["ABT-URL-14"],
      mayAlso: ["ABT-CHUNK-03"]
    ) { decisions in
      Self.takeEmptyData(&decisions) { _ in true }
    },
    Fault(
      "empty-data-of-reset-accepted", .path,
      "a reset with empty data reverts nothing and succeeds",
      breaks: ["ABT-URL-14"],
      mayAlso: ["ABT-CHUNK-03"]
    ) { decisions in
      Self.takeEmptyData(&decisions) { $0 == .reset }
    },
    Fault(
      "data-of-last-request", .state,
      "empty data leaves the data of the request before",
      breaks: ["ABT-URL-14"], mayAlso: ["ABT-CB-11", "ABT-DEL-04", "ABT-DEL-05", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.chooseData
      let last = Memory<DataSource?>(nil)
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        do throws(RequestFailure) {
          let source = try before(data, encryptedData, edition)
          last.update { $0 = source }
          return source
        } catch {
          guard error == .missingData, let source = last.update({ $0 }) else { throw error }
          return source
        }
      }
    },
    Fault(
      "escapes-of-ascii-only", .quoting,
      "only escapes of ASCII characters are decoded; others stay as they were written",
      breaks: ["ABT-URL-10"],
      mayAlso: ["ABT-CB-*", "ABT-URL-*", "ABT-CHUNK-*", "ABT-TOK-*", "ABT-MULTI-*"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        var text: [UInt8] = []
        for (offset, byte) in zip(raw.indices, raw) {
          let next = raw[offset...].dropFirst().first ?? 0
          text +=
            byte == UInt8(ascii: "%") && next >= UInt8(ascii: "8") ? Array("%25".utf8) : [byte]
        }
        return before(text[...])
      }
    },
    Fault(
      "value-of-64-kibibytes", .limit,
      "the value of a parameter that is longer than 65,535 bytes counts as missing",
      breaks: ["ABT-URL-16"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { $0.count > 65_535 ? .absent : before($0) }
    },
    Fault(
      "identifier-names-in-any-case", .path,
      "profile and payload are looked for without regard to case, the other parameters as they are written",
      breaks: ["ABT-URL-17"],
      mayAlso: ["ABT-URL-13"]
    ) { decisions in
      let before = decisions.isNamed
      let names = decisions.dialect.parameters
      decisions.isNamed = { name, known in
        known == names.profile || known == names.payload
          ? Texts.lowered(name).elementsEqual(Texts.lowered(known.utf8)) : before(name, known)
      }
    },
  ]

  /// Accepts empty data for some verbs, as a request without values or keys.
  private static func takeEmptyData(
    _ decisions: inout Decisions, for isMeant: @escaping @Sendable (Verb?) -> Bool
  ) {
    let mark = Array("empty".utf8)
    let isEmpty = Memory(false)
    let verb = decisions.verb
    let latest = Memory<Verb?>(nil)
    decisions.verb = { host in
      let found = verb(host)
      latest.update { $0 = found }
      return found
    }
    let before = decisions.chooseData
    decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
      let ofEdition = edition.decryptor == nil ? data : encryptedData
      let isTaken = ofEdition == .text([]) && isMeant(latest.update { $0 })
      isEmpty.update { $0 = isTaken }
      return isTaken ? .plain(mark) : try before(data, encryptedData, edition)
    }
    let base64 = decisions.decodeBase64
    decisions.decodeBase64 = { isEmpty.update { $0 } ? mark : base64($0) }
    let inflate = decisions.inflate
    decisions.inflate = { inflater, bytes, limit, output in
      guard isEmpty.update({ $0 }) else { return inflate(inflater, bytes, limit, &output) }
      return .complete(consumed: bytes.count)
    }
    let keys = decisions.dialect.keys
    let magic = decisions.magicBytes
    decisions.magicBytes = { isEmpty.update { $0 } ? 0 : magic($0, $1) }
    let list = decisions.readList
    decisions.readList = { reader, bytes in
      guard isEmpty.update({ $0 }) else { return list(&reader, bytes) }
      return .dictionary([
        .init(key: keys.version, value: .integer(1)),
        .init(key: keys.configuration, value: .dictionary([])),
        .init(key: keys.keys, value: .array([])),
      ])
    }
  }

  /// Escapes each percent sign whose two following bytes are not right, so that it stays.
  private static func escapingPercent(
    in raw: ArraySlice<UInt8>, unless isRight: (ArraySlice<UInt8>) -> Bool
  ) -> ArraySlice<UInt8> {
    var output: [UInt8] = []
    for index in raw.indices {
      output.append(raw[index])
      if raw[index] == UInt8(ascii: "%"), !isRight(raw[(index + 1)...].prefix(2)) {
        output += Array("25".utf8)
      }
    }
    return output[...]
  }

  private static func isUUID(_ text: [UInt8]) -> Bool {
    text.count == 36
      && text.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }

  private static func asUUID(_ text: [UInt8]) -> [UInt8] {
    isUUID(text) ? Array(String(decoding: text, as: UTF8.self).uppercased().utf8) : text
  }
}
