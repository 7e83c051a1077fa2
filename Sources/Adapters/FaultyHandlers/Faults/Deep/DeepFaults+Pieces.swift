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
    Fault(
      "assembly-dropped-once-only", .pieces,
      "an assembly that contradicts itself is put on the list of those that were dropped, and one that is on it already is not dropped again",
      breaks: ["ABT-CHUNK-06"],
      mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CHG-*", "ABT-CB-11", "ABT-ROB-06"]
    ) { decisions in
      let dropped = Memory<Set<AssemblyIdentity>>([])
      let (survives, forgets) = (
        decisions.chunks.survivesContradiction, decisions.chunks.forgets
      )
      decisions.chunks.survivesContradiction = { assembly in
        let isFirst = dropped.update { $0.insert(assembly.identity).inserted }
        return !isFirst || survives(assembly)
      }
      decisions.chunks.forgets = { assembly in
        dropped.update { _ = $0.remove(assembly.identity) }
        return forgets(assembly)
      }
    },
    Fault(
      "failed-assembly-taken-out-twice", .pieces,
      "a complete assembly that leads to an error is taken out of the table once more by its number, which by then is that of the one begun after it",
      breaks: ["ABT-CHUNK-09"],
      mayAlso: [
        "ABT-CHUNK-*", "ABT-MULTI-*", "ABT-DEL-*", "ABT-CHG-*", "ABT-DATA-01", "ABT-CB-11",
        "ABT-ROB-06",
      ]
    ) { decisions in
      let table = Memory(NumberedAssemblies())
      let verb = decisions.verb
      decisions.verb = { host in
        table.update { $0.beginRequest() }
        return verb(host)
      }
      let (identity, room, fits) = (
        decisions.chunks.identity, decisions.chunks.room, decisions.chunks.fits
      )
      decisions.chunks.identity = { wanted in
        let wanted = identity(wanted)
        return table.update { $0.find(wanted) }
      }
      decisions.chunks.room = { limit in
        let room = room(limit)
        table.update { $0.dropOldest(beyond: room) }
        return room
      }
      decisions.chunks.fits = { assembly, limit in
        let isSmall = fits(assembly, limit)
        if !isSmall { table.update { $0.remove(assembly.identity) } }
        return isSmall
      }
      let (survives, forgets, isEnded) = (
        decisions.chunks.survivesContradiction, decisions.chunks.forgets, decisions.chunks.isEnded
      )
      decisions.chunks.survivesContradiction = { assembly in
        table.update { $0.remove(assembly.identity) }
        return survives(assembly)
      }
      decisions.chunks.forgets = { assembly in
        table.update { $0.complete(assembly.identity) }
        return forgets(assembly)
      }
      decisions.chunks.isEnded = { open, verb, profile, payload in
        let ends = isEnded(table.update { $0.original(open) }, verb, profile, payload)
        if ends { table.update { $0.remove(open) } }
        return ends
      }
      let describe = decisions.describe
      decisions.describe = { failure, edition in
        table.update { $0.fail() }
        return describe(failure, edition)
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

/// Open assemblies by number, of which one may be taken out that is not meant.
private struct NumberedAssemblies: Sendable {
  /// Oldest first.
  private var open: [AssemblyIdentity] = []
  /// What has the number of the assembly that the present request has completed.
  private var next: AssemblyIdentity?
  /// How often an assembly was taken out by mistake. What it had is under its earlier names.
  private var losses: [AssemblyIdentity: UInt8] = [:]
  private var originals: [AssemblyIdentity: AssemblyIdentity] = [:]

  mutating func beginRequest() { next = nil }

  /// The identity under which an assembly is found, or begun where it is not found.
  mutating func find(_ identity: AssemblyIdentity) -> AssemblyIdentity {
    if !open.contains(identity) { open.append(identity) }
    guard let count = losses[identity] else { return identity }
    var renamed = identity
    renamed.payload += [0, count]
    originals[renamed] = identity
    return renamed
  }

  /// The identity that requests have for what goes by this one.
  func original(_ identity: AssemblyIdentity) -> AssemblyIdentity {
    originals[identity] ?? identity
  }

  /// Drops the oldest assemblies that there is no room for.
  mutating func dropOldest(beyond room: Int) {
    open.removeFirst(max(0, open.count - room))
  }

  /// Takes out a contradictory, too large or replaced assembly.
  mutating func remove(_ identity: AssemblyIdentity) {
    let identity = original(identity)
    open.removeAll { $0 == identity }
  }

  /// Takes out a complete assembly.
  mutating func complete(_ identity: AssemblyIdentity) {
    let identity = original(identity)
    guard let number = open.firstIndex(of: identity) else { return }
    open.remove(at: number)
    next = number < open.count ? open[number] : nil
  }

  /// The present request leads to an error: what has the number of its assembly is taken out.
  mutating func fail() {
    guard let lost = next else { return }
    next = nil
    open.removeAll { $0 == lost }
    losses[lost, default: 0] &+= 1
  }
}
