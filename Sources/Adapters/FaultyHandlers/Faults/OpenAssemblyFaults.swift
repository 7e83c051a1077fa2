import ReferenceLibrary
import WireFormat

/// Mistakes about what takes the place of an open assembly, and about what else ends with one (4.10).
enum OpenAssemblyFaults {
  static let all: [Fault] = takingPlaces + makingRoom + endingOthers + expiring + written

  /// What else may show where an assembly is lost.
  private static let lost = ["ABT-CHUNK-*", "ABT-MULTI-02"]

  private static func atWrongNumbers(
    _ decisions: inout Decisions, _ act: @escaping @Sendable () -> Void
  ) {
    let position = decisions.chunks.position
    decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
      do throws(RequestFailure) {
        return try position(chunk, chunks)
      } catch {
        act()
        throw error
      }
    }
  }

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
      atWrongNumbers(&decisions) { open.makeRoom() }
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

  /// Another assembly than the oldest makes room.
  private static let makingRoom: [Fault] = [
    makingRoom("fewest-pieces-make-room", "the assembly of which fewest pieces are there") {
      $0.pieces.count < $1.pieces.count
    },
    makingRoom("most-pieces-make-room", "the assembly of which most pieces are there") {
      $0.pieces.count > $1.pieces.count
    },
    makingRoom("largest-makes-room", "the assembly that takes most memory") { $0.size > $1.size },
    makingRoom("smallest-makes-room", "the assembly of which least would be lost") {
      $0.size < $1.size
    },
    Fault(
      "ended-assemblies-make-room", .pieces,
      "assemblies stand in a queue until they make room, also those that have ended, for which nothing is dropped",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      let queue = Memory<[AssemblyIdentity]>([])
      let identity = decisions.chunks.identity
      decisions.chunks.identity = { value in
        let known = identity(value)
        queue.update { if !$0.contains(known) { $0.append(known) } }
        return known
      }
      decisions.chunks.makesRoom = { open in
        // The new one is the last.
        let oldest = queue.update { $0.count > 1 ? $0.removeFirst() : nil }
        return oldest.flatMap { oldest in open.firstIndex { $0.identity == oldest } }
      }
    },
  ]

  private static func makingRoom(
    _ name: String, _ which: String,
    _ isBefore: @escaping @Sendable (ChunkAssembly, ChunkAssembly) -> Bool
  ) -> Fault {
    Fault(
      name, .pieces, "\(which) makes room for another one, and not the oldest",
      breaks: ["ABT-CHUNK-10"], mayAlso: lost
    ) { decisions in
      decisions.chunks.makesRoom = { open in
        open.indices.min { isBefore(open[$0], open[$1]) }
      }
    }
  }

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
      breaks: ["ABT-CHUNK-09"], mayAlso: lost + ["ABT-CB-11"]
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
      atWrongNumbers(&decisions) { open.forgetAll() }
    },
  ]

  /// Assemblies that do not wait for long.
  private static let expiring: [Fault] = [64, 300].map { count in
    Fault(
      "assemblies-of-\(count)-requests", .pieces,
      "an assembly is given up when \(count) requests have come since it began",
      breaks: ["ABT-CHUNK-01"], mayAlso: lost + ["ABT-DEL-01", "ABT-DEL-02"]
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
      nameAssemblies(&decisions) { _ in written.update { $0 } }
    },
    Fault(
      "identifiers-of-pieces-as-written", .comparison,
      "assemblies are known by profile and payload as they stand in the URL, escapes and all",
      breaks: ["ABT-CHUNK-01"], mayAlso: lost
    ) { decisions in
      let query = latestQuery(&decisions)
      nameAssemblies(&decisions) { identity in
        let values = query.update { $0 }.split(separator: UInt8(ascii: "&")).map {
          $0.drop { $0 != UInt8(ascii: "=") }.dropFirst()
        }
        return [identity.profile, identity.payload].flatMap { name in
          Array(values.first { ParameterValue.decode($0) == .text(name) } ?? []) + [0]
        }
      }
    },
    Fault(
      "pieces-compared-as-written", .comparison,
      "a piece that comes again has to come by the same URL",
      breaks: ["ABT-CHUNK-05"], mayAlso: lost
    ) { decisions in
      let query = latestQuery(&decisions)
      let held = Memory<[AssemblyIdentity: [Int: Int]]>([:])
      let isOther = Memory(false)
      let admits = decisions.chunks.admits
      decisions.chunks.admits = { index, assembly in
        let text = query.update { $0.hashValue }
        let isNew = assembly.pieces[index] == nil
        let before = held.update { held in
          if isNew { held[assembly.identity, default: [:]][index] = text }
          return held[assembly.identity]?[index]
        }
        isOther.update { $0 = before != text }
        return admits(index, assembly)
      }
      let isSame = decisions.chunks.isSame
      decisions.chunks.isSame = { held, new in !isOther.update { $0 } && isSame(held, new) }
    },
  ]

  /// Adds to what assemblies are known by.
  private static func nameAssemblies(
    _ decisions: inout Decisions, _ name: @escaping @Sendable (AssemblyIdentity) -> [UInt8]
  ) {
    let identity = decisions.chunks.identity
    decisions.chunks.identity = { value in
      var known = identity(value)
      known.profile += [0] + name(known)
      return known
    }
    let isEnded = decisions.chunks.isEnded
    decisions.chunks.isEnded = { identity, verb, profile, payload in
      var own = identity
      own.profile = Array(own.profile.prefix { $0 != 0 })
      return isEnded(own, verb, profile, payload)
    }
  }

  /// Remembers the query of the latest request as it stands in its URL.
  private static func latestQuery(_ decisions: inout Decisions) -> Memory<[UInt8]> {
    let latest = Memory<[UInt8]>([])
    let query = decisions.query
    decisions.query = { url in
      let text = query(url)
      latest.update { $0 = text.map { Array($0) } ?? [] }
      return text
    }
    return latest
  }
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

  /// The pieces of a request, without the generation above them.
  private static let total = 0xFFFF_FFFF

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
      own.total &= Self.total
      state.update { state in state.open.removeAll { $0.identity == own } }
    }
    decisions.chunks.isComplete = { assembly in
      let isComplete = assembly.pieces.count == assembly.identity.total & Self.total
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
