import ReferenceLibrary
import WireFormat

/// What a library may do differently in reading a request.
enum RequestLiberties {
  static let all: [Liberty] = [
    Liberty(
      "default-scheme-too",
      "the default scheme is handled beside the one that the app registered",
      source: "ABT-URL-02: whether the default scheme is then still handled is I"
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, ours) || Decisions.schemeEquals(scheme, ours.standard)
      }
    },
    Liberty(
      "dates-of-whole-milliseconds",
      "a date is kept as milliseconds since 1970",
      source: "ABT-DATA-01: what is finer than a millisecond is free"
    ) { decisions in
      decisions.changeValues { value in
        guard case .date(let seconds) = value, abs(seconds) < 1e12 else { return value }
        return .date(((seconds + 978_307_200) * 1000).rounded() / 1000 - 978_307_200)
      }
    },
    Liberty(
      "scratch-of-20-mebibytes",
      "a large stream is unpacked beside 20 MiB of scratch memory that is given back",
      source: "ABT-ROB-03: 32 MiB more than for a valid request of the same length are allowed",
      isAlone: true
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        guard bytes.count > 10_000 else { return before(inflater, bytes, limit, &output) }
        let scratch = UnsafeMutableRawPointer.allocate(byteCount: 20 << 20, alignment: 16)
        defer { scratch.deallocate() }
        for page in 0..<(20 << 8) {
          scratch.storeBytes(of: UInt8(1), toByteOffset: page << 12, as: UInt8.self)
        }
        return before(inflater, bytes, limit, &output)
      }
    },
    Liberty(
      "garbage-collected-late",
      "what was unpacked is kept until there are 24 MiB of it, and then all given back",
      source: "ABT-ROB-05: what does not grow from one series of requests to the next is not kept",
      isLasting: true, isAlone: true
    ) { decisions in
      let before = decisions.inflate
      let garbage = Memory<(chunks: [[UInt8]], count: Int)>(([], 0))
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        let copy = output + [0]
        garbage.update { garbage in
          if garbage.count > 24 << 20 { garbage = ([], 0) }
          garbage.chunks.append(copy)
          garbage.count += copy.count
        }
        return outcome
      }
    },
    Liberty(
      "decorated-url-refused",
      "a URL with user info, port, path or fragment is refused",
      source: "ABT-URL-15: exactly one callback, whichever status"
    ) { decisions in
      let before = decisions.urlFailure
      decisions.urlFailure = { url in
        let isBare =
          url.authority?.userInformation == nil && url.authority?.port == nil && url.path.isEmpty
          && url.fragment == nil
        return isBare ? before(url) : .malformedRequest
      }
    },
    Liberty(
      "no-uri-refused",
      "a URL with characters that no URI has is refused, by a parser that knows RFC 3986",
      source: "ABT-URL-16: a well-formed URL is processed, and of others nothing is said"
    ) { decisions in
      let before = decisions.urlFailure
      decisions.urlFailure = { $0.isURI ? before($0) : .malformedRequest }
    },
    Liberty(
      "repetition-refused",
      "a parameter that occurs twice is refused, even with the same value",
      source: "ABT-URL-13: twice with the same value is I"
    ) { decisions in
      decisions.mergeParameter = { _, _ in .contradictory }
    },
    Liberty(
      "unreadable-without-callback",
      "a profile, payload or token that cannot be read leads to no callback",
      source: "ABT-URL-18: at most one callback"
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        report.lacksUnreadable ? [] : before(url, report)
      }
    },
    Liberty(
      "loose-bits-refused",
      "Base64 whose unused bits are not zero is refused",
      source: "section 2.1: free (RFC 4648 section 3.5)"
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        if case .nonCanonicalBits = Base64Text.decode(text) { return nil }
        return before(text)
      }
    },
    Liberty(
      "free-lists-refused",
      "a property list is refused wherever that is free",
      source: "section 2.1: free; ABT-DATA-11: refused beyond 32 levels"
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if case .free = reader.read(bytes) { return nil }
        return before(&reader, bytes)
      }
    },
    Liberty(
      "unknown-keys-refused",
      "a dictionary with a key that the protocol does not know is refused",
      source: "ABT-DICT-08: S", concedes: ["ABT-DICT-08"]
    ) { decisions in
      let keys = decisions.dialect.keys
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let known = [keys.version, keys.category, keys.configuration, keys.keys]
        if case .dictionary(let members) = list, !members.allSatisfy({ known.contains($0.key) }) {
          throw .invalidDictionary
        }
        return try before(list, verb)
      }
    },
    Liberty(
      "leading-zeros-refused",
      "chunk numbers with leading zeros are refused",
      source: "section 4.10: leading zeros are I"
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        let position = try before(chunk, chunks)
        let zero = UInt8(ascii: "0")
        if chunk.bytes?.first == zero || chunks.bytes?.first == zero { throw .invalidChunk }
        return position
      }
    },
    Liberty(
      "chunks-in-order-only",
      "a piece that comes before an earlier one is refused",
      source: "ABT-CHUNK-04: S", concedes: ["ABT-CHUNK-04"]
    ) { decisions in
      let before = decisions.chunks.admits
      decisions.chunks.admits = { index, assembly in
        before(index, assembly)
          && (assembly.pieces[index] != nil || index == assembly.pieces.count + 1)
      }
    },
    Liberty(
      "pieces-decoded-when-complete",
      "pieces are kept as text, and decoded when all of them are there",
      source: "section 4.10: contents are judged only when complete"
    ) { decisions in
      let decode = decisions.decodeBase64
      let position = decisions.chunks.position
      let isPiece = Memory(false)
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        let position = try position(chunk, chunks)
        isPiece.update { $0 = position != nil }
        return position
      }
      decisions.decodeBase64 = { text in isPiece.update { $0 } ? text : decode(text) }
      let fits = decisions.chunks.fits
      decisions.chunks.fits = { fits(decoded($0, by: { decode($0) ?? $0 }), $1) }
      let join = decisions.chunks.join
      decisions.chunks.join = { assembly in
        let isWhole = assembly.pieces.values.allSatisfy { decode($0) != nil }
        return isWhole ? join(decoded(assembly) { decode($0) ?? [] }) : []
      }
    },
    Liberty(
      "refused-whole-keeps-pieces",
      "a whole request that the delegate refuses leaves the pieces of its payload as they are",
      source: "ABT-CHUNK-11: the request is applied, and the assembly is dropped"
    ) { decisions in
      decisions.chunks.areEnded = { if case .yes = $0 { true } else { false } }
    },
    Liberty(
      "token-log-of-two-lines",
      "an invalid token is logged with a hint on a second line",
      source: "ABT-TOK-10: the form of the log is left open"
    ) { decisions in
      let before = decisions.tokenLog
      decisions.tokenLog = { token in
        before(token) + ["check that the API keys of app and profile manager are the same"]
      }
    },
  ]
}

/// An assembly with other bytes for each of its pieces.
private func decoded(
  _ assembly: ChunkAssembly, by decode: ([UInt8]) -> [UInt8]
) -> ChunkAssembly {
  var decoded = ChunkAssembly(assembly.identity)
  for index in assembly.order { decoded.add(decode(assembly.pieces[index] ?? []), at: index) }
  return decoded
}
