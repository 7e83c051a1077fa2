package import Forge
import WireFormat

/// What a library remembers between two URLs: the assemblies of chunks that are not complete (ABT-CHUNK).
package struct ABTState: Hashable, Sendable {
  /// What tells assemblies apart (section 4.10).
  package struct AssemblyKey: Hashable, Sendable {
    package var action: RequestForge.Action
    package var profile: [UInt8]
    package var payload: [UInt8]
    package var parameter: RequestForge.DataParameter?
    package var total: Int
  }

  /// An assembly that is not complete.
  package struct Assembly: Hashable, Sendable {
    /// The pieces so far, by index from 1.
    package var pieces: [Int: [UInt8]] = [:]
    /// Its place among all pieces that came: that of its first piece, of the last one that was new, and of the last one. Which of
    /// these says how old it is is not laid down (section 4.10).
    package var begun = 0
    package var extended = 0
    package var touched = 0
    /// What is wrong with those pieces that are kept as text until the assembly is complete (section 4.10), by index.
    var defects: [Int: ChunkPiece.Defect] = [:]
    /// Whether the Base64 of a piece may be taken or not, which may be looked at when the assembly is complete.
    var isLoose = false

    /// Takes a piece, unless one of its index is there.
    ///
    /// - Parameter place: its place among all pieces that came.
    package mutating func add(_ piece: ChunkPiece, at place: Int) {
      (extended, touched) = (place, place)
      guard pieces[piece.index] == nil else { return }
      pieces[piece.index] = piece.bytes
      defects[piece.index] = piece.defect
      isLoose = isLoose || piece.isLoose
    }
  }

  /// What tells a piece from others: there may be ten thousand complete assemblies, of which nobody wants the bytes any more.
  package struct PieceDigest: Hashable, Sendable {
    private let count: Int
    private let hash: Int

    package init(_ bytes: [UInt8]) {
      count = bytes.count
      hash = bytes.hashValue
    }
  }

  /// How many pieces came. It stands first: most states that differ are told apart by it.
  package var arrivals = 0
  package var assemblies: [AssemblyKey: Assembly] = [:]
  /// The last pieces of assemblies that were completed, and came to something: one that comes again is free, but for a delegate call. One
  /// with other content begins a new assembly.
  package var completed: [AssemblyKey: [Int: PieceDigest]] = [:]
  /// The last pieces of assemblies that came to nothing (ABT-CHUNK-12). Of them, too, one that comes again is free; one with other
  /// content begins a new assembly.
  package var undecodable: [AssemblyKey: [Int: [UInt8]]] = [:]

  /// Whether the delegate has recorded anything in an earlier request (ABT-DEL-04).
  package var hasRecorded = false

  /// What the library has ignored beside the known keys: the same under keys of profiles changes nothing either (ABT-ENC-11).
  var ignored: Set<IgnoredMembers> = []

  /// What a request has beside the known keys, whatever its keys are called.
  struct IgnoredMembers: Hashable, Sendable {
    package var action: RequestForge.Action?
    package var values: [PropertyList]
  }

  package init() {}

  /// Without the pieces themselves: they may have megabytes, and states that differ in nothing else are few.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(arrivals)
    hasher.combine(assemblies.count)
    hasher.combine(assemblies.values.reduce(0) { $0 + $1.pieces.count })
    hasher.combine(completed.count)
    hasher.combine(undecodable.count)
    hasher.combine(hasRecorded)
    hasher.combine(ignored.count)
  }

  /// The assemblies that may count as the oldest, each with what makes it so.
  package var oldest: [(key: AssemblyKey, words: String)] {
    let ages: [(words: String, of: @Sendable (Assembly) -> Int)] = [
      ("begun first", { $0.begun }), ("without a new piece for longest", { $0.extended }),
      ("without any piece for longest", { $0.touched }),
    ]
    var oldest: [(key: AssemblyKey, words: String)] = []
    for age in ages {
      guard let key = assemblies.min(by: { age.of($0.value) < age.of($1.value) })?.key else {
        continue
      }
      if let index = oldest.firstIndex(where: { $0.key == key }) {
        oldest[index].words += ", " + age.words
      } else {
        oldest.append((key, age.words))
      }
    }
    return oldest
  }

  /// Whether a piece is one of those that the last complete assembly of this name was made of.
  func hasCompleted(_ piece: ChunkPiece, of key: AssemblyKey) -> Bool {
    guard let pieces = completed[key] else { return false }
    return pieces[piece.index] == PieceDigest(piece.bytes)
  }

  package func without(_ key: AssemblyKey) -> ABTState {
    var next = self
    next.assemblies[key] = nil
    return next
  }

  /// The same without the assemblies of one payload. Where it is not clear whose the request is, nothing is dropped.
  func withoutAssemblies(of echoes: RequestMeaning.Echoes) -> ABTState {
    guard !assemblies.isEmpty, let profile = echoes.profile, let payload = echoes.payload else {
      return self
    }
    var next = self
    next.assemblies = assemblies.filter { $0.key.profile != profile || $0.key.payload != payload }
    return next
  }

  /// What may be open after a refused request: what was, nothing of its payload, or, where it was taken for a piece, all but what it
  /// would have belonged to.
  func afterRefusal(of meaning: RequestMeaning) -> [ABTState] {
    var states = [self]
    func add(_ state: ABTState) {
      if !states.contains(state) { states.append(state) }
    }
    for owner in meaning.owners {
      add(withoutAssemblies(of: owner))
      guard let piece = meaning.piece, piece.total > 1 else { continue }
      for key in assemblies.keys
      where key.profile == owner.profile && key.payload == owner.payload
        && key.total == piece.total
      {
        add(without(key))
      }
    }
    return states
  }

  /// What may be open after a request of which it is not clear what a library takes it for: what was, without what is open for its
  /// payload (a whole request), with a piece more or an assembly less of those that it may be a piece of, or with an assembly that it
  /// begins.
  ///
  /// - Parameter maxAssemblies: so many may be open; one more drops the oldest (ABT-CHUNK-10).
  func afterUnclear(_ meaning: RequestMeaning, maxAssemblies: Int) -> [ABTState] {
    var states = [self]
    func add(_ state: ABTState) {
      if !states.contains(state) { states.append(state) }
    }
    let owners = meaning.owners
    for owner in owners { add(withoutAssemblies(of: owner)) }
    guard meaning.hasPieceNumbers else { return states }
    for (key, assembly) in assemblies
    where owners.contains(where: {
      ($0.profile ?? key.profile) == key.profile && ($0.payload ?? key.payload) == key.payload
    }) {
      add(without(key))
      guard meaning.action ?? key.action == key.action else { continue }
      for reading in meaning.pieces
      where reading.piece.total == key.total
        && reading.parameter ?? key.parameter == key.parameter
      {
        add(extending(key, assembly, by: reading.piece))
      }
    }
    for owner in owners {
      for action in meaning.action.map({ [$0] }) ?? RequestForge.Action.allCases {
        for reading in meaning.pieces {
          guard let begun = beginning(reading, action, of: owner) else { continue }
          guard assemblies.count >= maxAssemblies else {
            add(begun)
            continue
          }
          // Room may be made before the piece is refused.
          for oldest in oldest {
            add(without(oldest.key))
            add(begun.without(oldest.key))
          }
        }
      }
    }
    return states
  }

  /// With a piece more in an assembly, which may complete it.
  private func extending(
    _ key: AssemblyKey, _ assembly: Assembly, by piece: ChunkPiece
  ) -> ABTState {
    var next = self
    next.arrivals += 1
    var extended = assembly
    extended.add(piece, at: next.arrivals)
    let isComplete = extended.pieces.count == key.total
    next.assemblies[key] = isComplete ? nil : extended
    if isComplete { next.completed[key] = extended.pieces.mapValues(PieceDigest.init) }
    return next
  }

  /// With the assembly that an unclear request begins, where it may be the first piece of one.
  private func beginning(
    _ reading: PieceReading, _ action: RequestForge.Action, of owner: RequestMeaning.Echoes
  ) -> ABTState? {
    let piece = reading.piece
    guard piece.total > 1, let profile = owner.profile, let payload = owner.payload
    else { return nil }
    let key = AssemblyKey(
      action: action, profile: profile, payload: payload, parameter: reading.parameter,
      total: piece.total)
    guard assemblies[key] == nil else { return nil }
    var next = self
    next.arrivals += 1
    var assembly = Assembly(begun: next.arrivals)
    assembly.add(piece, at: next.arrivals)
    next.assemblies[key] = assembly
    return next
  }
}
