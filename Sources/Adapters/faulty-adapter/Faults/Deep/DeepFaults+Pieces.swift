import ReferenceLibrary

extension DeepFaults {
  /// Several assemblies at a time (4.10).
  static let pieces: [Fault] = [
    Fault(
      "pieces-under-one-name-counted-twice", .pieces,
      "pieces are counted under the name of their profile and under that of their payload, which may be the same",
      breaks: ["ABT-CHUNK-03"], mayAlso: ["ABT-CHUNK-*", "ABT-CB-11", "ABT-DEL-*", "ABT-CHG-*"]
    ) { decisions in
      let before = decisions.chunks.isComplete
      decisions.chunks.isComplete = { assembly in
        guard assembly.identity.profile == assembly.identity.payload else {
          return before(assembly)
        }
        return assembly.pieces.count * 2 >= assembly.identity.total
      }
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
      "middle-of-three-moves-the-last", .pieces,
      "the middle one of three open assemblies is taken out of the table by moving the last one, whose index still says where it was",
      breaks: ["ABT-CHUNK-09"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*", "ABT-DATA-01"]
    ) { decisions in
      let table = Memory(AssemblyTable())
      let (identity, room, survives) = (
        decisions.chunks.identity, decisions.chunks.room, decisions.chunks.survivesContradiction
      )
      let (forgets, isEnded) = (decisions.chunks.forgets, decisions.chunks.isEnded)
      decisions.chunks.identity = { wanted in
        let wanted = identity(wanted)
        return table.update { $0.find(wanted) }
      }
      decisions.chunks.room = { limit in
        let room = room(limit)
        table.update { $0.dropOldest(beyond: room) }
        return room
      }
      decisions.chunks.survivesContradiction = { assembly in
        table.update { $0.remove(assembly.identity, movingLast: false) }
        return survives(assembly)
      }
      decisions.chunks.forgets = { assembly in
        table.update { $0.remove(assembly.identity, movingLast: true) }
        return forgets(assembly)
      }
      decisions.chunks.isEnded = { open, verb, profile, payload in
        let ends = isEnded(open, verb, profile, payload)
        if ends { table.update { $0.remove(open, movingLast: false) } }
        return ends
      }
    },
    Fault(
      "whole-after-contradiction-crashes", .robustness,
      "the place of an assembly that contradicted itself is kept while there are others, and looked up when the payload comes whole",
      breaks: ["ABT-ROB-01"], mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let open = Memory<Set<AssemblyIdentity>>([])
      let dropped = Memory<AssemblyIdentity?>(nil)
      let (admits, survives, forgets, isEnded) = (
        decisions.chunks.admits, decisions.chunks.survivesContradiction, decisions.chunks.forgets,
        decisions.chunks.isEnded
      )
      decisions.chunks.admits = { index, assembly in
        open.update { _ = $0.insert(assembly.identity) }
        dropped.update { if $0 == assembly.identity { $0 = nil } }
        return admits(index, assembly)
      }
      decisions.chunks.survivesContradiction = { assembly in
        let others = open.update { open in
          open.remove(assembly.identity)
          return open.count
        }
        if others > 0 { dropped.update { $0 = assembly.identity } }
        return survives(assembly)
      }
      decisions.chunks.forgets = { assembly in
        open.update { _ = $0.remove(assembly.identity) }
        return forgets(assembly)
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        let isLookedUp = dropped.update { $0?.profile == profile && $0?.payload == payload }
        precondition(!isLookedUp, "the place of an assembly is in the table")
        return isEnded(identity, verb, profile, payload)
      }
    },
  ]
}

/// Open assemblies in a table that is kept without gaps, and where each of them is thought to be.
private struct AssemblyTable: Sendable {
  private var open: [AssemblyIdentity] = []
  /// Assemblies that are looked for in a place where they no longer are.
  private var lost: Set<AssemblyIdentity> = []

  /// The identity under which an assembly is found, or begun where it is not found.
  mutating func find(_ identity: AssemblyIdentity) -> AssemblyIdentity {
    if lost.contains(identity) { return again(identity) }
    if !open.contains(identity) { open.append(identity) }
    return identity
  }

  /// Drops the oldest assemblies that there is no room for.
  mutating func dropOldest(beyond room: Int) {
    open.removeFirst(max(0, open.count - room))
  }

  /// Takes out a complete, contradictory or replaced assembly.
  mutating func remove(_ identity: AssemblyIdentity, movingLast: Bool) {
    lost = lost.filter { again($0) != identity }
    guard let index = open.firstIndex(of: identity) else { return }
    if movingLast, open.count == 3, index == 1 { lost.insert(open[2]) }
    open.remove(at: index)
  }

  /// An assembly that was lost is begun a second time.
  private func again(_ identity: AssemblyIdentity) -> AssemblyIdentity {
    var identity = identity
    identity.payload.append(0)
    return identity
  }
}
