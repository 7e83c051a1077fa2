import ReferenceLibrary

/// Mistakes about which pieces belong together, and which of them are the same (4.10).
enum AssemblyFaults {
  static let all: [Fault] = [
    Fault(
      "oldest-assembly-of-a-stale-list", .robustness,
      "the order of assemblies is not told of those that end early; to drop one that is not there ends the app",
      breaks: ["ABT-ROB-01", "ABT-CHUNK-10"], mayAlso: ["ABT-CB-01"]
    ) { decisions in
      let order = Memory<[AssemblyIdentity]>([])
      let open = Memory<Set<AssemblyIdentity>>([])
      let identity = decisions.chunks.identity
      decisions.chunks.identity = { value in
        let known = identity(value)
        if open.update({ $0.insert(known).inserted }) { order.update { $0.append(known) } }
        return known
      }
      let survives = decisions.chunks.survivesContradiction
      decisions.chunks.survivesContradiction = { assembly in
        let lives = survives(assembly)
        if !lives { open.update { _ = $0.remove(assembly.identity) } }
        return lives
      }
      let isEnded = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        let ends = isEnded(identity, verb, profile, payload)
        if ends { open.update { _ = $0.remove(identity) } }
        return ends
      }
      let isComplete = decisions.chunks.isComplete
      decisions.chunks.isComplete = { assembly in
        let ends = isComplete(assembly)
        if ends {
          open.update { _ = $0.remove(assembly.identity) }
          order.update { $0.removeAll { $0 == assembly.identity } }
        }
        return ends
      }
      let room = decisions.chunks.room
      decisions.chunks.room = { limit in
        let room = room(limit)
        // The new one is among them.
        while open.update({ $0.count }) > room {
          let oldest = order.update { $0.removeFirst() }
          precondition(open.update { $0.remove(oldest) } != nil, "the oldest assembly is there")
        }
        return room
      }
    },
    Fault(
      "whole-drops-one-assembly", .pieces,
      "a whole request ends the assembly of its payload that was begun first, and looks for no other",
      breaks: ["ABT-CHUNK-11"], mayAlso: ["ABT-CHUNK-10"]
    ) { decisions in
      let open = Memory<[AssemblyIdentity]>([])
      let gone = Memory<[AssemblyIdentity]>([])
      let identity = decisions.chunks.identity
      decisions.chunks.identity = { value in
        let known = identity(value)
        let ended = gone.update { gone in
          defer { gone = [] }
          return gone
        }
        open.update { open in
          open.removeAll { ended.contains($0) }
          if !open.contains(known) { open.append(known) }
        }
        return known
      }
      let isComplete = decisions.chunks.isComplete
      decisions.chunks.isComplete = { assembly in
        let ends = isComplete(assembly)
        if ends { gone.update { $0.append(assembly.identity) } }
        return ends
      }
      let survives = decisions.chunks.survivesContradiction
      decisions.chunks.survivesContradiction = { assembly in
        let lives = survives(assembly)
        if !lives { gone.update { $0.append(assembly.identity) } }
        return lives
      }
      let isEnded = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        let over = gone.update { $0 }
        // What has ended within this whole request was there when it came.
        let first = open.update { open in
          open.first { isEnded($0, verb, profile, payload) }
        }
        guard first == identity, !over.contains(identity) else { return false }
        gone.update { $0.append(identity) }
        return true
      }
    },
    Fault(
      "refused-assemblies-stay-done", .pieces,
      "a complete assembly is marked as done, and the mark is taken away when the delegate says YES",
      breaks: ["ABT-CHUNK-03"], mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let latest = Memory<AssemblyIdentity?>(nil)
      let done = Memory<Set<AssemblyIdentity>>([])
      let identifiers = decisions.identifiers
      decisions.identifiers = { request in
        latest.update { $0 = nil }
        return identifiers(request)
      }
      let isComplete = decisions.chunks.isComplete
      decisions.chunks.isComplete = { assembly in
        let ends = isComplete(assembly)
        if ends { latest.update { $0 = assembly.identity } }
        return ends
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        let status = status(answer, verb)
        if status != .success, let identity = latest.update({ $0 }) {
          done.update { _ = $0.insert(identity) }
        }
        return status
      }
      let admits = decisions.chunks.admits
      decisions.chunks.admits = { index, assembly in
        !done.update { $0.contains(assembly.identity) } && admits(index, assembly)
      }
    },
    Fault(
      "identity-in-one-case", .comparison,
      "profile and payload are taken for UUIDs and put in capitals where pieces are kept",
      breaks: ["ABT-CHUNK-14"],
      mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.identity
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        identity.payload = identity.payload.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        return identity
      }
    },
    Fault(
      "identity-with-colon", .comparison,
      "assemblies are known by profile and payload with a colon between them",
      breaks: ["ABT-CHUNK-14"],
      mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.identity
      let ended = decisions.chunks.isEnded
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        identity.profile += [0x3A] + identity.payload
        identity.payload = []
        return identity
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        ended(identity, verb, profile + [0x3A] + payload, [])
      }
    },
    identityWithTotal("identity-with-total-in-front", "in front of the profile") {
      ("\($0.total)".utf8 + $0.profile, $0.payload)
    },
    identityWithTotal("identity-with-total-behind", "behind the profile") {
      ($0.profile + "\($0.total)".utf8, $0.payload)
    },
    identityWithTotal("identity-with-total-between", "in front of the payload") {
      ($0.profile, "\($0.total)".utf8 + $0.payload)
    },
    Fault(
      "contradicted-piece-dropped-alone", .pieces,
      "of an assembly that is contradicted only the piece in question is dropped",
      breaks: ["ABT-CHUNK-06"], mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      struct Piece: Hashable, Sendable {
        let identity: AssemblyIdentity
        let index: Int
      }
      let present = Memory<Piece?>(nil)
      let dropped = Memory<Set<Piece>>([])
      let returns = Memory(false)
      let (admits, isSame, isComplete) = (
        decisions.chunks.admits, decisions.chunks.isSame, decisions.chunks.isComplete
      )
      decisions.chunks.admits = { index, assembly in
        let piece = Piece(identity: assembly.identity, index: index)
        present.update { $0 = piece }
        // What was dropped belongs to an assembly that has ended since.
        if assembly.pieces.isEmpty {
          dropped.update { $0 = $0.filter { $0.identity != assembly.identity } }
        }
        returns.update { returns in returns = dropped.update { $0.remove(piece) != nil } }
        return admits(index, assembly)
      }
      decisions.chunks.isSame = { held, new in returns.update { $0 } || isSame(held, new) }
      decisions.chunks.replaces = { _, _ in returns.update { $0 } }
      decisions.chunks.survivesContradiction = { _ in
        if let piece = present.update({ $0 }) { dropped.update { _ = $0.insert(piece) } }
        return true
      }
      decisions.chunks.isComplete = { assembly in
        let isLacking = dropped.update { $0.contains { $0.identity == assembly.identity } }
        return !isLacking && isComplete(assembly)
      }
    },
    Fault(
      "pieces-compared-as-c-strings", .comparison,
      "of a piece that comes again only the bytes in front of the first NUL are compared",
      breaks: ["ABT-CHUNK-06"],
      mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      decisions.chunks.isSame = { held, new in
        held.prefix { $0 != 0 }.elementsEqual(new.prefix { $0 != 0 })
      }
    },
    Fault(
      "pieces-compared-by-length", .comparison,
      "a piece that comes again counts as the same where it is as long",
      breaks: ["ABT-CHUNK-06"],
      mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      decisions.chunks.isSame = { $0.count == $1.count }
    },
    Fault(
      "repeated-piece-takes-a-place", .pieces,
      "a piece that comes again counts as one more open assembly until its own is complete",
      breaks: ["ABT-CHUNK-10"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*", "ABT-DATA-01"]
    ) { decisions in
      let repetitions = Memory(0)
      let (admits, room, forgets) = (
        decisions.chunks.admits, decisions.chunks.room, decisions.chunks.forgets
      )
      decisions.chunks.admits = { index, assembly in
        if assembly.pieces[index] != nil { repetitions.update { $0 += 1 } }
        return admits(index, assembly)
      }
      decisions.chunks.room = { limit in max(1, room(limit) - repetitions.update { $0 }) }
      decisions.chunks.forgets = { assembly in
        repetitions.update { $0 = max(0, $0 - (assembly.arrivals - assembly.pieces.count)) }
        return forgets(assembly)
      }
    },
    Fault(
      "whole-data-keeps-encrypted-pieces", .path,
      "a whole request ends the assemblies of its payload that came by the same parameter only",
      breaks: ["ABT-CHUNK-11"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*"],
      in: [.encrypting]
    ) { decisions in
      let isEncrypted = Memory(false)
      let (choose, isEnded) = (decisions.chooseData, decisions.chunks.isEnded)
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try choose(data, encryptedData, edition)
        isEncrypted.update { $0 = source.isEncrypted }
        return source
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        identity.isEncrypted == isEncrypted.update { $0 }
          && isEnded(identity, verb, profile, payload)
      }
    },
  ]

  /// Assemblies are known by one text, into which the total is put as well.
  private static func identityWithTotal(
    _ name: String, _ place: String,
    _ joined:
      @escaping @Sendable (AssemblyIdentity) -> (profile: [UInt8], payload: [UInt8])
  ) -> Fault {
    Fault(
      name, .comparison, "assemblies are known by a text in which the total stands right \(place)",
      breaks: ["ABT-CHUNK-14"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-01", "ABT-DEL-02", "ABT-CB-11"]
    ) { decisions in
      let written = Memory<[AssemblyIdentity: AssemblyIdentity]>([:])
      let (identity, isEnded) = (decisions.chunks.identity, decisions.chunks.isEnded)
      decisions.chunks.identity = { value in
        let own = identity(value)
        var known = own
        (known.profile, known.payload) = joined(own)
        known.total = 0
        // As many pieces as the first one has announced.
        written.update { $0[known] = $0[known] ?? own }
        return known
      }
      decisions.chunks.isComplete = { assembly in
        written.update { written in
          guard assembly.pieces.count == written[assembly.identity]?.total else { return false }
          written[assembly.identity] = nil
          return true
        }
      }
      decisions.chunks.isEnded = { known, verb, profile, payload in
        isEnded(written.update { $0[known] ?? known }, verb, profile, payload)
      }
    }
  }
}
