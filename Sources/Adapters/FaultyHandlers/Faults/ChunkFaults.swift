import ReferenceLibrary

/// Mistakes in assembling pieces (4.10).
enum ChunkFaults {
  static let all: [Fault] =
    numbers + [
      Fault(
        "room-for-one-assembly-more", .limit,
        "one assembly more than is allowed may be open",
        breaks: ["ABT-CHUNK-10"], mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in decisions.chunks.room = { $0 + 1 } },
      Fault(
        "room-for-one-assembly-less", .limit,
        "one assembly less than is allowed may be open",
        breaks: ["ABT-CHUNK-10"], mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in decisions.chunks.room = { $0 - 1 } },
      Fault(
        "assemblies-never-dropped", .pieces,
        "assemblies that nobody completes are kept for ever",
        breaks: ["ABT-CHUNK-10", "ABT-ROB-05"], mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in decisions.chunks.room = { _ in 1 << 20 } }.shown(
        by: "abt/chunks/open-at-once/oldest-dropped", "abt/hostile/soak/pieces"),
      Fault(
        "chunks-counted-from-zero", .pieces,
        "an assembly counts as complete when one piece is still missing",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CB-11", "ABT-CHUNK-*"]
      ) { decisions in
        decisions.chunks.isComplete = { $0.pieces.count >= $0.identity.total - 1 }
      },
      Fault(
        "chunks-counted-beyond-the-last", .pieces,
        "an assembly waits for one piece more than were announced",
        breaks: ["ABT-CHUNK-01"],
        mayAlso: ["ABT-CHUNK-*", "ABT-DEL-01", "ABT-DEL-02"]
      ) { decisions in
        decisions.chunks.isComplete = { $0.pieces.count > $0.identity.total }
      },
      Fault(
        "pending-chunk-announced", .pieces,
        "the delegate gets an empty set for each piece that is not the last one",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        decisions.chunks.announcesPending = { true }
      },
      Fault(
        "chunk-repeated-counts", .pieces,
        "a piece that comes again counts as one more",
        breaks: ["ABT-CHUNK-05"],
        mayAlso: ["ABT-CHUNK-03"]
      ) { decisions in
        decisions.chunks.isComplete = { $0.arrivals >= $0.identity.total }
      },
      Fault(
        "chunk-contradiction-ignored", .pieces,
        "of two pieces with one number the first is kept",
        breaks: ["ABT-CHUNK-06"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CB-11", "ABT-CHUNK-04"]
      ) { decisions in
        decisions.chunks.isSame = { _, _ in true }
      },
      Fault(
        "chunks-by-joined-names", .pieces,
        "assemblies are known by profile and payload written one after the other",
        breaks: ["ABT-CHUNK-14", "ABT-CHUNK-11"],
        mayAlso: ["ABT-CHUNK-03"]
      ) { decisions in
        let before = decisions.chunks.identity
        decisions.chunks.identity = { identity in
          var identity = before(identity)
          identity.profile += identity.payload
          identity.payload = []
          return identity
        }
      },

      Fault(
        "pieces-joined-in-order-of-arrival", .pieces,
        "pieces are joined in the order in which they come",
        breaks: ["ABT-CHUNK-04"],
        mayAlso: ["ABT-CB-11", "ABT-DEL-01"]
      ) { decisions in
        decisions.chunks.join = { assembly in
          assembly.order.flatMap { assembly.pieces[$0] ?? [] }
        }
      },
      Fault(
        "many-pieces-joined-as-they-came", .pieces,
        "eight pieces are put in order, more are joined in the order in which they come",
        breaks: ["ABT-CHUNK-04"],
        mayAlso: ["ABT-CB-11", "ABT-DEL-01"]
      ) { decisions in
        let before = decisions.chunks.join
        decisions.chunks.join = { assembly in
          assembly.pieces.count <= 8
            ? before(assembly) : assembly.order.flatMap { assembly.pieces[$0] ?? [] }
        }
      },
      Fault(
        "pieces-sorted-as-text", .comparison,
        "pieces are joined in the order of their numbers as texts, 10 before 2",
        breaks: ["ABT-CHUNK-01"],
        mayAlso: ["ABT-DEL-01", "ABT-DEL-02"]
      ) { decisions in
        decisions.chunks.join = { assembly in
          let indices = assembly.pieces.keys.sorted { String($0) < String($1) }
          return indices.flatMap { assembly.pieces[$0] ?? [] }
        }
      },
      Fault(
        "last-number-completes", .pieces,
        "an assembly is complete when the piece with the last number has come",
        breaks: ["ABT-CHUNK-04"],
        mayAlso: ["ABT-CB-11"]
      ) { decisions in
        decisions.chunks.isComplete = { $0.pieces[$0.identity.total] != nil }
      },
      Fault(
        "single-piece-refused", .limit,
        "one piece of one is refused, as pieces begin at two",
        breaks: ["ABT-CHUNK-02"],
        mayAlso: ["ABT-CB-11", "ABT-CHUNK-11"]
      ) { decisions in
        position(&decisions) { (position, _, total) throws(RequestFailure) in
          guard total != 1 else { throw RequestFailure.invalidChunk }
          return position
        }
      },
      Fault(
        "single-piece-waits", .pieces,
        "one piece of one waits for another one",
        breaks: ["ABT-CHUNK-02"],
        mayAlso: ["ABT-CHUNK-07", "ABT-CHUNK-11"]
      ) { decisions in
        position(&decisions) { (position, _, total) throws(RequestFailure) in
          total == 1 ? ChunkPosition(index: 1, total: 1) : position
        }
        let before = decisions.chunks.isComplete
        decisions.chunks.isComplete = { $0.identity.total > 1 && before($0) }
      },
      Fault(
        "single-piece-by-its-index", .comparison,
        "a request with an index of 1 begins an assembly, whatever its total is",
        breaks: ["ABT-CHUNK-02"],
        mayAlso: ["ABT-CHUNK-11"]
      ) { decisions in
        position(&decisions) { (position, index, total) throws(RequestFailure) in
          index == 1 && total == 1 ? ChunkPosition(index: 1, total: 2) : position
        }
      },
      Fault(
        "pieces-numbered-from-zero", .limit,
        "pieces are numbered from 0, and the last one has a number below the total",
        breaks: ["ABT-CHUNK-01"], mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        let most = decisions.dialect.limits.maxChunks
        position(&decisions) { (position, index, total) throws(RequestFailure) in
          guard let index, let total, total > 1, total <= most else { return position }
          guard index < total else { throw RequestFailure.invalidChunk }
          return ChunkPosition(index: index + 1, total: total)
        }
      },
      Fault(
        "pending-piece-with-empty-list", .pieces,
        "each piece is answered with a list of changed values, which is empty until the last",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        decisions.changeReport { report in
          if report.isPending { report.changedValues = Array("eJwDAAAAAAE=".utf8) }
        }
      },
      Fault(
        "pending-piece-as-canceled", .pieces,
        "a piece that is not the last one is answered as neither success nor error",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        decisions.changeReport { if $0.isPending { $0.status = .canceled } }
      },
      Fault(
        "pending-piece-unanswered", .error,
        "only the last piece is answered",
        breaks: ["ABT-CB-01"],
        mayAlso: ["ABT-CHUNK-*", "ABT-MULTI-02", "ABT-URL-08", "ABT-URL-10"]
      ) { decisions in
        let before = decisions.openings
        decisions.openings = { url, report in report.isPending ? [] : before(url, report) }
      },
      Fault(
        "piece-not-named", .pieces,
        "the callback does not say which piece it answers",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        decisions.changeReport { $0.chunk = nil }
      },
      Fault(
        "piece-named-from-zero", .limit,
        "the callback names pieces by their place in the array",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        decisions.changeReport { $0.chunk = $0.chunk.map { $0 - 1 } }
      },
      Fault(
        "piece-of-last-request-named", .state,
        "the number of a piece stays in the report of the requests that follow",
        breaks: ["ABT-CHUNK-03"],
        mayAlso: ["ABT-CHUNK-*"]
      ) { decisions in
        let last = Memory<Int?>(nil)
        decisions.changeReport { report in
          let index = report.chunk
          report.chunk = last.update { last in
            last = last ?? index
            return last
          }
        }
      },
      Fault(
        "repeated-piece-refused", .pieces,
        "a piece that comes again is an error",
        breaks: ["ABT-CHUNK-05"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CHUNK-06"]
      ) { decisions in
        decisions.chunks.admits = { index, assembly in assembly.pieces[index] == nil }
      },
      Fault(
        "repeated-piece-appended", .pieces,
        "the data of a piece that comes again is appended again",
        breaks: ["ABT-CHUNK-05"],
        mayAlso: ["ABT-CHUNK-01", "ABT-DEL-01"]
      ) { decisions in
        let before = decisions.chunks.join
        decisions.chunks.join = { assembly in
          let repeated = assembly.arrivals - assembly.pieces.count
          return repeated > 0
            ? (assembly.pieces[assembly.order[0]] ?? []) + before(assembly) : before(assembly)
        }
      },
      Fault(
        "last-of-contradicting-pieces", .pieces,
        "of two pieces with one number the last is kept",
        breaks: ["ABT-CHUNK-06"],
        mayAlso: ["ABT-CB-11", "ABT-CHUNK-04", "ABT-CHUNK-03"]
      ) { decisions in
        decisions.chunks.isSame = { _, _ in true }
        decisions.chunks.replaces = { _, _ in true }
      },
      Fault(
        "pieces-compared-by-beginning", .comparison,
        "pieces are compared by their first two bytes, those of the header",
        breaks: ["ABT-CHUNK-06"],
        mayAlso: ["ABT-CB-11", "ABT-CHUNK-03", "ABT-CHUNK-04"]
      ) { decisions in
        decisions.chunks.isSame = { held, new in held.prefix(2) == new.prefix(2) }
      },
      Fault(
        "contradicted-assembly-kept", .pieces,
        "a piece that contradicts is refused, and the assembly goes on",
        breaks: ["ABT-CHUNK-06"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CB-11", "ABT-CHUNK-04"]
      ) { decisions in
        decisions.chunks.survivesContradiction = { _ in true }
      },
      Fault(
        "one-assembly-at-a-time", .pieces,
        "there is one assembly, and the first piece of another payload ends it",
        breaks: ["ABT-CHUNK-09"],
        mayAlso: ["ABT-DEL-01", "ABT-CHUNK-*", "ABT-MULTI-02"]
      ) { decisions in
        decisions.chunks.room = { _ in 1 }
      },
      Fault(
        "one-assembly-too-few", .limit,
        "the oldest assembly is dropped when there are as many as are allowed",
        breaks: ["ABT-CHUNK-09"], mayAlso: ["ABT-CHUNK-*", "ABT-MULTI-02"]
      ) { decisions in
        decisions.chunks.room = { $0 - 1 }
      },
      Fault(
        "whole-request-ends-all-assemblies", .pieces,
        "a whole request ends the assemblies of all payloads",
        breaks: ["ABT-CHUNK-09"], mayAlso: ["ABT-MULTI-02", "ABT-MULTI-03"]
      ) { decisions in
        decisions.chunks.isEnded = { _, _, _, _ in true }
      },
      Fault(
        "whole-request-ends-assemblies-of-its-profile", .comparison,
        "a whole request ends the assemblies of all payloads of its profile",
        breaks: ["ABT-CHUNK-09"], mayAlso: ["ABT-MULTI-02"]
      ) { decisions in
        decisions.chunks.isEnded = { identity, _, profile, _ in identity.profile == profile }
      },
      Fault(
        "whole-request-ends-no-assembly", .pieces,
        "an assembly goes on after a whole request of its payload",
        breaks: ["ABT-CHUNK-11"]
      ) { decisions in
        decisions.chunks.isEnded = { _, _, _, _ in false }
      },
      Fault(
        "whole-request-ends-assembly-of-its-verb", .path,
        "a reset does not end the assembly of an apply",
        breaks: ["ABT-CHUNK-11"]
      ) { decisions in
        let before = decisions.chunks.isEnded
        decisions.chunks.isEnded = { identity, verb, profile, payload in
          identity.verb == verb && before(identity, verb, profile, payload)
        }
      },
      Fault(
        "undecodable-pieces-as-pending", .error,
        "pieces that come to nothing are answered as if another one were missing",
        breaks: ["ABT-CHUNK-12"],
        mayAlso: [
          "ABT-ENC-05", "ABT-ENC-06", "ABT-ENC-07", "ABT-DATA-03", "ABT-DATA-05", "ABT-DATA-06",
          "ABT-DATA-07",
        ]
      ) { decisions in
        decisions.changeReport { report in
          if report.chunk != nil, report.cause == .undecodableData {
            report.status = .success
            report.failure = nil
          }
        }
      },
      Fault(
        "undecodable-pieces-answered-twice", .error,
        "pieces that come to nothing are answered as pieces and as a request",
        breaks: ["ABT-CB-01"]
      ) { decisions in
        let before = decisions.openings
        decisions.openings = { url, report in
          let once = before(url, report)
          return report.chunk != nil && report.cause == .undecodableData ? once + once : once
        }
      },
      Fault(
        "assemblies-without-profile", .pieces,
        "assemblies are known by payload and total, not by profile",
        breaks: ["ABT-CHUNK-14"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CHUNK-11"]
      ) { decisions in
        Self.identify(&decisions) { $0.profile = [] }
      },
      Fault(
        "assemblies-without-payload", .pieces,
        "assemblies are known by profile and total, not by payload",
        breaks: ["ABT-CHUNK-14"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CHUNK-11", "ABT-DEL-01"]
      ) { decisions in
        Self.identify(&decisions) { $0.payload = [] }
      },
      Fault(
        "assemblies-without-verb", .pieces,
        "apply and reset of a payload share one assembly",
        breaks: ["ABT-CHUNK-09"]
      ) { decisions in
        Self.identify(&decisions) { $0.verb = .apply }
      },
      Fault(
        "assemblies-by-sorted-names", .comparison,
        "assemblies are known by the set of profile and payload, in which either can be first",
        breaks: ["ABT-CHUNK-14"],
        mayAlso: ["ABT-CHUNK-03", "ABT-CHUNK-11"]
      ) { decisions in
        Self.identify(&decisions) { identity in
          if identity.payload.lexicographicallyPrecedes(identity.profile) {
            swap(&identity.profile, &identity.payload)
          }
        }
      },
      Fault(
        "assemblies-by-cut-names", .limit,
        "of profile and payload the first 36 characters are compared, as many as a UUID has",
        breaks: ["ABT-CHUNK-14"],
        mayAlso: ["ABT-CHUNK-03"]
      ) { decisions in
        Self.identify(&decisions) { identity in
          identity.profile = Array(identity.profile.prefix(36))
          identity.payload = Array(identity.payload.prefix(36))
        }
      },
      Fault(
        "last-piece-has-to-come-last", .pieces,
        "the piece with the last number is refused as long as another one is missing",
        breaks: ["ABT-CHUNK-04"],
        mayAlso: ["ABT-CHUNK-*", "ABT-MULTI-*", "ABT-CB-*"]
      ) { decisions in
        let before = decisions.chunks.admits
        decisions.chunks.admits = { index, assembly in
          let total = assembly.identity.total
          return before(index, assembly)
            && (index < total || assembly.pieces.count >= total - 1
              || assembly.pieces[total] != nil)
        }
      },
      Fault(
        "complete-assembly-kept", .pieces,
        "an assembly is not forgotten when it is complete, so that each of its pieces completes it again",
        breaks: ["ABT-CHUNK-12"],
        mayAlso: ["ABT-CHUNK-*", "ABT-*"]
      ) { decisions in
        decisions.chunks.forgets = { _ in false }
      },
      Fault(
        "broken-assembly-waits-for-repair", .pieces,
        "an assembly that does not begin as a stream does is kept when it is complete, for the piece that mends it",
        breaks: ["ABT-CHUNK-12"],
        mayAlso: ["ABT-CHUNK-*", "ABT-*"], in: [.plain]
      ) { decisions in
        decisions.chunks.forgets = { $0.joined.first == 0x78 }
      },
    ]
}

extension ChunkFaults {
  /// Changes the identity of assemblies.
  fileprivate static func identify(
    _ decisions: inout Decisions, _ change: @escaping @Sendable (inout AssemblyIdentity) -> Void
  ) {
    let before = decisions.chunks.identity
    decisions.chunks.identity = { identity in
      var identity = before(identity)
      change(&identity)
      return identity
    }
  }
}
