import ReferenceLibrary

/// Mistakes in assembling pieces (4.10).
enum ChunkFaults {
  static let all: [Fault] = [
    Fault(
      "chunks-counted-from-zero",
      "an assembly counts as complete when one piece is still missing",
      breaks: ["ABT-CHUNK-03"], mayAlso: ["ABT-CHUNK-01"]
    ) { decisions in
      decisions.chunks.isComplete = { $0.pieces.count >= $0.identity.total - 1 }
    },
    Fault(
      "chunks-counted-beyond-the-last",
      "an assembly waits for one piece more than were announced",
      breaks: ["ABT-CHUNK-01"], mayAlso: ["ABT-CHUNK-04"]
    ) { decisions in
      decisions.chunks.isComplete = { $0.pieces.count > $0.identity.total }
    },
    Fault(
      "pending-chunk-announced",
      "the delegate gets an empty set for each piece that is not the last one",
      breaks: ["ABT-CHUNK-03"]
    ) { decisions in
      decisions.chunks.announcesPending = { true }
    },
    Fault(
      "chunk-repeated-counts",
      "a piece that comes again counts as one more",
      breaks: ["ABT-CHUNK-05"]
    ) { decisions in
      decisions.chunks.isComplete = { $0.arrivals >= $0.identity.total }
    },
    Fault(
      "chunk-contradiction-ignored",
      "of two pieces with one number the first is kept",
      breaks: ["ABT-CHUNK-06"]
    ) { decisions in
      decisions.chunks.isSame = { _, _ in true }
    },
    Fault(
      "chunks-by-joined-names",
      "assemblies are known by profile and payload written one after the other",
      breaks: ["ABT-CHUNK-14", "ABT-CHUNK-11"]
    ) { decisions in
      let before = decisions.chunks.identity
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        identity.profile += identity.payload
        identity.payload = []
        return identity
      }
    },
  ]
}
