import ReferenceLibrary
import WireFormat

/// Mistakes that are made with pieces alone, in what whole requests are treated rightly (4.10).
enum InPiecesFaults {
  static let all: [Fault] =
    numbers + [
      Fault(
        "packed-bytes-of-each-piece", .limit,
        "how large packed bytes may be is asked of each piece, and not of all together",
        breaks: ["ABT-ROB-03"], mayAlso: ["ABT-CHUNK-10", "ABT-ROB-05"]
      ) { decisions in
        decisions.chunks.fits = { assembly, limit in
          assembly.pieces.values.allSatisfy { $0.count <= limit }
        }
      }.shown(by: "abt/chunks/large/one-assembly"),
      Fault(
        "token-of-pieces-in-any-case", .path,
        "the tokens of pieces are compared by an older function, which ignores the case of digits",
        breaks: ["ABT-TOK-09"], mayAlso: ["ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-10"]
      ) { decisions in
        let isPiece = rememberTokens(&decisions)
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard isPiece.update({ $0 }), let bytes = token.bytes else { return before(token, right) }
          return before(.text(Texts.lowered(bytes)), right)
        }
      }.needing(.ownTokens),
      Fault(
        "token-of-pieces-trimmed", .path,
        "the tokens of pieces are the keys of a table, which have no white space around them",
        breaks: ["ABT-TOK-09"], mayAlso: ["ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-10"]
      ) { decisions in
        let isPiece = rememberTokens(&decisions)
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard isPiece.update({ $0 }), let bytes = token.bytes else { return before(token, right) }
          let text = Texts.trimmed(String(decoding: bytes, as: UTF8.self))
          return before(.text(Array(text.utf8)), right)
        }
      },
      Fault(
        "plus-of-pieces-as-space", .quoting,
        "requests in pieces go through a reader of forms, for which a raw plus is a space",
        breaks: ["ABT-URL-11"], mayAlso: ["ABT-*"]
      ) { decisions in
        let names = decisions.dialect.parameters
        let mark = Array("&\(names.chunks)=".utf8)
        let before = decisions.query
        decisions.query = { url in
          before(url).map { query in
            guard query.firstRange(of: mark) != nil else { return query }
            return query.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }[...]
          }
        }
      },
      Fault(
        "padding-of-pieces-completed", .lenientCall,
        "the padding of a piece is completed, as pieces were once cut after Base64",
        breaks: ["ABT-DATA-02/padding"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.decodeBase64
        decisions.decodeBase64 = { text in
          guard isPiece.update({ $0 }) else { return before(text) }
          let open = (4 - text.count % 4) % 4
          return before(text + [UInt8](repeating: UInt8(ascii: "="), count: open == 3 ? 0 : open))
        }
      },
      Fault(
        "pieces-decoded-twice", .quoting,
        "the data of a piece is percent-decoded once more before it is kept",
        breaks: ["ABT-DATA-02"], mayAlso: ["ABT-URL-10"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.decodeBase64
        decisions.decodeBase64 = { text in
          guard isPiece.update({ $0 }), case .text(let again) = ParameterValue.decode(text[...])
          else { return before(text) }
          return before(again)
        }
      }.shown(by: "abt/url/escaped/data-twice/piece/*"),
      Fault(
        "oracle-of-pieces", .cryptography,
        "what pieces come to has a message of its own where it does not decrypt",
        breaks: ["ABT-ENC-10"], in: [.encrypting]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let failed = Memory(false)
        let before = decisions.decrypt
        decisions.decrypt = { decryptor, bytes in
          let plain = before(decryptor, bytes)
          failed.update { $0 = plain == nil && isPiece.update { $0 } }
          return plain
        }
        EncryptionFaults.tell(&decisions, "the pieces do not decrypt", where: failed)
      },
      Fault(
        "stream-oracle-of-pieces", .cryptography,
        "what pieces come to has a message of its own where its zlib stream is broken",
        breaks: ["ABT-ENC-10"], in: [.encrypting]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let failed = Memory(false)
        let before = decisions.inflate
        decisions.inflate = { inflater, bytes, limit, output in
          let outcome = before(inflater, bytes, limit, &output)
          var isBroken = true
          if case .complete = outcome { isBroken = false }
          failed.update { $0 = isBroken && isPiece.update { $0 } }
          return outcome
        }
        EncryptionFaults.tell(&decisions, "the pieces are damaged", where: failed)
      },
      Fault(
        "category-of-reset-in-pieces-lost", .path,
        "a reset request that came in pieces is handed on without its category",
        breaks: ["ABT-DICT-04"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        decisions.changePayload { payload in
          if case .reset = payload.content, isPiece.update({ $0 }) { payload.category = nil }
        }
      },
      Fault(
        "no-keys-in-pieces-not-reverted", .path,
        "pieces that come to an empty list of keys do not reach the delegate",
        breaks: ["ABT-DICT-10"], mayAlso: ["ABT-CHUNK-01", "ABT-DEL-02", "ABT-DICT-04"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.delegateCalls
        decisions.delegateCalls = { verb, set in
          verb == .reset && set.entries.isEmpty && isPiece.update({ $0 }) ? [] : before(verb, set)
        }
      },
      Fault(
        "error-of-the-app-in-pieces-lost", .path,
        "what the app says against a request that came in pieces is not passed on",
        breaks: ["ABT-CB-10"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.describe
        decisions.describe = { failure, edition in
          guard case .delegateFailed = failure, isPiece.update({ $0 }) else {
            return before(failure, edition)
          }
          return before(.delegateFailed(code: nil, message: nil), edition)
        }
      },
      Fault(
        "bytes-behind-stream-of-pieces-ignored", .lenientCall,
        "what follows the end of the stream that pieces came to is not looked at",
        breaks: ["ABT-DATA-04"], mayAlso: ["ABT-CHUNK-12"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.inflate
        decisions.inflate = { inflater, bytes, limit, output in
          let outcome = before(inflater, bytes, limit, &output)
          if case .complete = outcome, isPiece.update({ $0 }) {
            return .complete(consumed: bytes.count)
          }
          return outcome
        }
      },
      Fault(
        "either-parameter-of-pieces", .path,
        "of both parameters of a piece the encrypted one is taken",
        breaks: ["ABT-ENC-09"], mayAlso: ["ABT-ENC-09/allowed", "ABT-CB-11"], in: [.encrypting]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          isPiece.update { $0 } && encryptedData.isPresent
            ? try before(.absent, encryptedData, edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "empty-parameter-of-pieces-passed-over", .language,
        "of both parameters of a piece an empty one is passed over",
        breaks: ["ABT-ENC-09"], mayAlso: ["ABT-ENC-09/allowed", "ABT-CB-11"], in: [.encrypting]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        let before = decisions.chooseData
        decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
          func filled(_ value: ParameterValue) -> ParameterValue {
            value.bytes?.isEmpty == true ? .absent : value
          }
          return isPiece.update { $0 } && data.isPresent && encryptedData.isPresent
            ? try before(filled(data), filled(encryptedData), edition)
            : try before(data, encryptedData, edition)
        }
      },
      Fault(
        "keys-in-pieces-counted-by-a-byte", .language,
        "the keys of a reset request that came in pieces are counted by a byte",
        breaks: ["ABT-DEL-02"]
      ) { decisions in
        let isPiece = decisions.rememberPieces()
        decisions.changePayload { payload in
          guard case .reset(let keys) = payload.content, isPiece.update({ $0 }) else { return }
          payload.content = .reset(Array(keys.prefix(keys.count & 0xFF)))
        }
      },
      Fault(
        "contradicted-assembly-of-several-kept", .pieces,
        "a contradiction drops an assembly only while it has no other piece",
        breaks: ["ABT-CHUNK-06"], mayAlso: ["ABT-CHUNK-03", "ABT-CB-11", "ABT-CHUNK-04"]
      ) { decisions in
        decisions.chunks.survivesContradiction = { $0.pieces.count > 1 }
      },
    ]

  /// ABT-CHUNK-07: numbers that are no numbers.
  private static let numbers: [Fault] = [
    Fault(
      "numbers-decoded-twice", .quoting,
      "the numbers of a piece are percent-decoded once more when they are read",
      breaks: ["ABT-CHUNK-07"], mayAlso: ["ABT-URL-10"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        func again(_ value: ParameterValue) -> ParameterValue {
          value.bytes.map { ParameterValue.decode($0[...]) } ?? value
        }
        return try before(again(chunk), again(chunks))
      }
    },
    Fault(
      "malformed-numbers-passed-over", .lenientCall,
      "numbers of a piece that cannot be decoded count as absent",
      breaks: ["ABT-URL-18"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        if chunk == .unreadable || chunks == .unreadable { return nil }
        return try before(chunk, chunks)
      }
    },
    Fault(
      "empty-numbers-as-absent", .language,
      "numbers of a piece that are both empty count as absent",
      breaks: ["ABT-CHUNK-07"], mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        if chunk == .text([]), chunks == .text([]) { return nil }
        return try before(chunk, chunks)
      }
    },
    Fault(
      "wrong-numbers-as-whole", .error,
      "where the numbers of a piece cannot be read, its data is tried as that of a whole request",
      breaks: ["ABT-CHUNK-07"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-*", "ABT-URL-18"]
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(chunk, chunks)
        } catch .invalidChunk {
          return nil
        }
      }
    },
    Fault(
      "names-of-numbers-in-any-case", .comparison,
      "the names of the two numbers are compared without regard to case",
      breaks: ["ABT-URL-17"], mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      let names = decisions.dialect.parameters
      let numbers = [Array(names.chunk.utf8), Array(names.chunks.utf8)]
      let before = decisions.isNamed
      decisions.isNamed = { name, known in
        guard numbers.contains(Array(known.utf8)) else { return before(name, known) }
        return Texts.lowered(name) == Texts.lowered(known.utf8)
      }
    },
  ]

  /// Remembers from now on whether the request whose token is looked at is a piece.
  private static func rememberTokens(_ decisions: inout Decisions) -> Memory<Bool> {
    let isPiece = Memory(false)
    let before = decisions.needsToken
    decisions.needsToken = { request in
      isPiece.update { $0 = request.chunk != .absent }
      return before(request)
    }
    return isPiece
  }
}
