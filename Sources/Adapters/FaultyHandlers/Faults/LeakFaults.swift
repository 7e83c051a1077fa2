import ReferenceLibrary
import WireFormat

/// What is kept of every request, and shows only after thousands of them.
enum LeakFaults {
  static let all: [Fault] = [
    Fault(
      "queries-kept", .robustness,
      "the query of each URL stays in a list that nobody clears",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let before = decisions.query
      let kept = Memory<[[UInt8]]>([])
      decisions.query = { url in
        let query = before(url)
        kept.update { $0.append(Array(query ?? [])) }
        return query
      }
    },
    Fault(
      "wrong-numbers-kept", .robustness,
      "a buffer for the pieces is made before their numbers are looked at, and never given back",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let before = decisions.chunks.position
      let kept = Memory<[[UInt8]]>([])
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(chunk, chunks)
        } catch {
          kept.update { $0.append([UInt8](repeating: 1, count: 4_096)) }
          throw error
        }
      }
    }.shown(by: "abt/hostile/soak/wrong-numbers"),
    Fault(
      "malformed-urls-kept", .robustness,
      "a URL whose profile stands there twice is kept for the log that nobody writes",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let query = decisions.query
      let last = Memory<[UInt8]>([])
      let kept = Memory<[[UInt8]]>([])
      decisions.query = { url in
        let query = query(url)
        last.update { $0 = Array(query ?? []) }
        return query
      }
      let before = decisions.identifiers
      decisions.identifiers = { request in
        if request.profile == .contradictory {
          let url = last.update { $0 }
          kept.update { $0.append(url + [0]) }
        }
        return before(request)
      }
    },
    Fault(
      "broken-streams-kept", .robustness,
      "what a stream unpacked to before it turned out to be broken is never given back",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let before = decisions.inflate
      let kept = Memory<[[UInt8]]>([])
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        if case .complete = outcome { return outcome }
        let leftover = output
        kept.update { $0.append(leftover + [0]) }
        return outcome
      }
    }.shown(by: "abt/hostile/soak/unreadable-data"),
    Fault(
      "ciphers-of-failures-kept", .robustness,
      "the key schedule is given back only where the data could be decrypted",
      breaks: ["ABT-ROB-05"], in: [.encrypting]
    ) { decisions in
      let before = decisions.decrypt
      let kept = Memory<[[UInt8]]>([])
      decisions.decrypt = { decryptor, bytes in
        if let plain = before(decryptor, bytes) { return plain }
        // Four boxes of 256 words and 18 subkeys.
        let schedule = [UInt8](repeating: 0x24, count: 4 * (4 * 256 + 18))
        kept.update { $0.append(schedule + [0]) }
        return nil
      }
    },
    Fault(
      "refused-dictionaries-kept", .robustness,
      "a dictionary that is refused stays in the error that is kept for a log",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let before = decisions.readPayload
      let kept = Memory<[[UInt8]]>([])
      decisions.readPayload = { list, verb throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(list, verb)
        } catch {
          var written: [UInt8] = []
          var writer = PropertyListWriter()
          writer.write(list, into: &written)
          kept.update { [written] in $0.append(written) }
          throw error
        }
      }
    }.shown(by: "abt/hostile/soak/invalid-data"),
    Fault(
      "contradicted-pieces-kept", .robustness,
      "the pieces of an assembly that is dropped for a contradiction stay in the error about it",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let before = decisions.chunks.survivesContradiction
      let kept = Memory<[ChunkAssembly]>([])
      decisions.chunks.survivesContradiction = { assembly in
        kept.update { $0.append(assembly) }
        return before(assembly)
      }
    },
    Fault(
      "overtaken-pieces-kept", .robustness,
      "the pieces of an assembly stay where a whole request makes an end of it",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let (fits, isEnded) = (decisions.chunks.fits, decisions.chunks.isEnded)
      let kept = Memory<(last: ChunkAssembly?, all: [ChunkAssembly])>((nil, []))
      decisions.chunks.fits = { assembly, limit in
        kept.update { $0.last = assembly }
        return fits(assembly, limit)
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        let isEnded = isEnded(identity, verb, profile, payload)
        kept.update { kept in
          if isEnded, let last = kept.last, last.identity == identity { kept.all.append(last) }
        }
        return isEnded
      }
    },
    Fault(
      "joined-pieces-of-failures-kept", .robustness,
      "joined pieces are given back once their dictionary was read, and not where it cannot be",
      breaks: ["ABT-ROB-05"]
    ) { decisions in
      let join = decisions.chunks.join
      let readPayload = decisions.readPayload
      let kept = Memory<(joined: [[UInt8]], isLastUnread: Bool)>(([], false))
      decisions.chunks.join = { assembly in
        let whole = join(assembly)
        kept.update { kept in
          kept.joined.append(whole)
          kept.isLastUnread = true
        }
        return whole
      }
      decisions.readPayload = { list, verb throws(RequestFailure) in
        let payload = try readPayload(list, verb)
        kept.update { kept in
          if kept.isLastUnread { kept.joined.removeLast() }
          kept.isLastUnread = false
        }
        return payload
      }
    }.shown(by: "abt/hostile/soak/pieces-undecodable"),
  ]
}
