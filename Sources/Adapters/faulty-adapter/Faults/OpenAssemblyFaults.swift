import ReferenceLibrary
import WireFormat

/// Mistakes about what takes the place of an open assembly, and about what else ends with one (4.10).
enum OpenAssemblyFaults {
  static let all: [Fault] = takingPlaces + endingOthers + expiring + written

  /// What else may show where an assembly is lost.
  private static let lost = [
    "ABT-CHUNK-*", "ABT-MULTI-02", "ABT-CB-01", "ABT-CB-11", "ABT-DEL-*", "ABT-ENC-*", "ABT-URL-*",
  ]

  /// Room is made for what begins no assembly.
  private static let takingPlaces: [Fault] = [
    Fault(
      "whole-request-takes-a-place", .pieces,
      "a whole request counts as an assembly of one piece, for which the oldest one makes room",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let position = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        if !chunk.isPresent, !chunks.isPresent { open.makeRoom() }
        return try position(chunk, chunks)
      }
    },
    Fault(
      "one-of-one-takes-a-place", .pieces,
      "for the only piece of a request the oldest assembly makes room, too",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let position = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        let place = try position(chunk, chunks)
        if chunks.isPresent, (place?.total ?? 1) == 1 { open.makeRoom() }
        return place
      }
    },
    Fault(
      "room-before-the-token", .path,
      "room for a piece is made before its token is looked at",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let token = decisions.tokenIsValid
      decisions.tokenIsValid = { value, own in
        let isValid = token(value, own)
        if !isValid, open.isPiece { open.makeRoom() }
        return isValid
      }
    },
    Fault(
      "room-before-the-numbers", .path,
      "room for a piece is made before its numbers are looked at",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let position = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try position(chunk, chunks)
        } catch {
          open.makeRoom()
          throw error
        }
      }
    },
    Fault(
      "room-before-base64", .path,
      "room for a piece is made before its Base64 is read",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let decode = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        let bytes = decode(text)
        if bytes == nil, open.isPiece { open.makeRoom() }
        return bytes
      }
    },
  ]

  /// The failure of one assembly ends all.
  private static let endingOthers: [Fault] = [
    Fault(
      "contradiction-ends-all", .pieces,
      "a piece that contradicts an earlier one ends all assemblies",
      breaks: ["ABT-CHUNK-09"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let survives = decisions.chunks.survivesContradiction
      decisions.chunks.survivesContradiction = { assembly in
        let lives = survives(assembly)
        if !lives { open.forgetAll() }
        return lives
      }
    },
    Fault(
      "unreadable-assembly-ends-all", .pieces,
      "a complete assembly that cannot be unpacked, or whose dictionary is wrong, ends all others",
      breaks: ["ABT-CHUNK-09"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let completed = Memory(false)
      let isComplete = decisions.chunks.isComplete
      decisions.chunks.isComplete = { assembly in
        let ends = isComplete(assembly)
        if ends { completed.update { $0 = true } }
        return ends
      }
      let calls = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        completed.update { $0 = false }
        return calls(verb, set)
      }
      let needs = decisions.needsToken
      decisions.needsToken = { request in
        let hasFailed = completed.update { completed in
          defer { completed = false }
          return completed
        }
        if hasFailed { open.forgetAll() }
        return needs(request)
      }
    },
    Fault(
      "large-assembly-ends-all", .pieces,
      "an assembly that is too large ends all others",
      breaks: ["ABT-CHUNK-09"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let fits = decisions.chunks.fits
      decisions.chunks.fits = { assembly, limit in
        let isRight = fits(assembly, limit)
        if !isRight { open.forgetAll() }
        return isRight
      }
    },
    Fault(
      "wrong-numbers-end-all", .pieces,
      "numbers of a piece that make no sense end all assemblies",
      breaks: ["ABT-CHUNK-09"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let position = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try position(chunk, chunks)
        } catch {
          open.forgetAll()
          throw error
        }
      }
    },
  ]

  /// Assemblies that do not wait for long.
  private static let expiring: [Fault] = [64, 300].map { count in
    Fault(
      "assemblies-of-\(count)-requests", .pieces,
      "an assembly is given up when \(count) requests have come since it began",
      breaks: ["ABT-CHUNK-01"], mayAlso: lost
    ) { decisions in
      let open = OpenAssemblies(&decisions)
      let needs = decisions.needsToken
      decisions.needsToken = { request in
        open.forgetThoseBegun(requestsAgo: count)
        return needs(request)
      }
    }
  }

  /// The spelling of a URL gets into what is remembered of pieces.
  private static let written: [Fault] = [
    Fault(
      "verb-of-pieces-as-written", .comparison,
      "assemblies are known by the verb as it is written",
      breaks: ["ABT-CHUNK-01"], mayAlso: lost
    ) { decisions in
      let written = Memory<[UInt8]>([])
      let verb = decisions.verb
      decisions.verb = { host in
        written.update { $0 = Array(host) }
        return verb(host)
      }
      let identity = decisions.chunks.identity
      decisions.chunks.identity = { value in
        var known = identity(value)
        let verb = written.update { $0 }
        if verb.contains(where: { $0 < 0x61 }) { known.profile += [0] + verb }
        return known
      }
    },
    Fault(
      "identifiers-of-pieces-as-written", .comparison,
      "assemblies are known by profile and payload as they stand in the URL, escapes and all",
      breaks: ["ABT-CHUNK-01"], mayAlso: lost
    ) { decisions in
      let written = WrittenParameters(&decisions)
      let identity = decisions.chunks.identity
      decisions.chunks.identity = { value in
        var known = identity(value)
        known.profile += [0] + written.value(of: "profile") + [0] + written.value(of: "payload")
        return known
      }
      let isEnded = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        var identity = identity
        identity.profile = Array(identity.profile.prefix { $0 != 0 })
        return isEnded(identity, verb, profile, payload)
      }
    },
    Fault(
      "pieces-compared-as-written", .comparison,
      "a piece that comes again has to be written in the same way",
      breaks: ["ABT-CHUNK-05"], mayAlso: lost
    ) { decisions in
      let written = WrittenParameters(&decisions)
      let texts = Memory<[AssemblyIdentity: [Int: Int]]>([:])
      let differs = Memory(false)
      let admits = decisions.chunks.admits
      decisions.chunks.admits = { index, assembly in
        let text = (written.value(of: "data") + written.value(of: "data-x")).hashValue
        let held =
          assembly.pieces[index] == nil ? nil : texts.update { $0[assembly.identity]?[index] }
        differs.update { $0 = held.map { $0 != text } ?? false }
        if held == nil { texts.update { $0[assembly.identity, default: [:]][index] = text } }
        return admits(index, assembly)
      }
      let isSame = decisions.chunks.isSame
      decisions.chunks.isSame = { held, new in
        !differs.update { $0 } && isSame(held, new)
      }
    },
  ]
}

/// Which assemblies are open, the oldest first, and how they can be lost. An assembly is lost where its pieces come to belong to another
/// one: its generation, in the upper half of the total, is then the next.
private struct OpenAssemblies: Sendable {
  private struct State: Sendable {
    var open: [(identity: AssemblyIdentity, begun: Int)] = []
    var generations: [AssemblyIdentity: Int] = [:]
    var room = Int.max
    var requests = 0
    var isPiece = false

    mutating func lose(_ identity: AssemblyIdentity) {
      open.removeAll { $0.identity == identity }
      generations[identity, default: 0] += 1
    }
  }

  private let state = Memory(State())

  /// Whether the request is a piece.
  var isPiece: Bool { state.update { $0.isPiece } }

  /// Loses the oldest one, if as many are open as may be.
  func makeRoom() {
    state.update { state in
      if let oldest = state.open.first, state.open.count >= state.room {
        state.lose(oldest.identity)
      }
    }
  }

  func forgetAll() {
    state.update { state in for known in state.open { state.lose(known.identity) } }
  }

  func forgetThoseBegun(requestsAgo count: Int) {
    state.update { state in
      for known in state.open where state.requests - known.begun > count {
        state.lose(known.identity)
      }
    }
  }

  init(_ decisions: inout Decisions) {
    let state = state
    let needs = decisions.needsToken
    decisions.needsToken = { request in
      state.update { state in
        state.requests += 1
        state.isPiece = request.chunk.isPresent && request.chunks.isPresent
      }
      return needs(request)
    }
    let room = decisions.chunks.room
    decisions.chunks.room = { limit in
      let room = room(limit)
      state.update { state in
        state.room = room
        // The new one is among them.
        if state.open.count > room { state.open.removeFirst() }
      }
      return room
    }
    let identity = decisions.chunks.identity
    decisions.chunks.identity = { value in
      var known = identity(value)
      state.update { state in
        if !state.open.contains(where: { $0.identity == known }) {
          state.open.append((known, state.requests))
        }
        known.total += state.generations[known, default: 0] << 32
      }
      return known
    }
    @Sendable func end(_ identity: AssemblyIdentity) {
      var own = identity
      own.total &= 0xFFFF_FFFF
      state.update { state in state.open.removeAll { $0.identity == own } }
    }
    decisions.chunks.isComplete = { assembly in
      let isComplete = assembly.pieces.count == assembly.identity.total & 0xFFFF_FFFF
      if isComplete { end(assembly.identity) }
      return isComplete
    }
    let survives = decisions.chunks.survivesContradiction
    decisions.chunks.survivesContradiction = { assembly in
      let lives = survives(assembly)
      if !lives { end(assembly.identity) }
      return lives
    }
    let fits = decisions.chunks.fits
    decisions.chunks.fits = { assembly, limit in
      let isRight = fits(assembly, limit)
      if !isRight { end(assembly.identity) }
      return isRight
    }
    let isEnded = decisions.chunks.isEnded
    decisions.chunks.isEnded = { identity, verb, profile, payload in
      let ends = isEnded(identity, verb, profile, payload)
      if ends { end(identity) }
      return ends
    }
  }
}

/// The parameters of the latest request as they stand in its URL.
private struct WrittenParameters: Sendable {
  private let query = Memory<[UInt8]>([])

  init(_ decisions: inout Decisions) {
    let query = query
    let before = decisions.query
    decisions.query = { url in
      let slice = before(url)
      query.update { $0 = slice.map { Array($0) } ?? [] }
      return slice
    }
  }

  func value(of name: String) -> [UInt8] {
    let start = Array((name + "=").utf8)
    return query.update { query in
      query.split(separator: UInt8(ascii: "&")).first { $0.starts(with: start) }
        .map { Array($0.dropFirst(start.count)) } ?? []
    }
  }
}
