/// What must be the same for two pieces to belong together (ABT-CHUNK-14).
package struct AssemblyIdentity: Hashable, Sendable {
  package var verb: Verb
  package var profile: [UInt8]
  package var payload: [UInt8]
  package var isEncrypted: Bool
  package var total: Int

  package init(verb: Verb, profile: [UInt8], payload: [UInt8], isEncrypted: Bool, total: Int) {
    self.verb = verb
    self.profile = profile
    self.payload = payload
    self.isEncrypted = isEncrypted
    self.total = total
  }
}

/// The pieces of one payload that have arrived.
package struct ChunkAssembly: Sendable {
  package let identity: AssemblyIdentity
  /// The pieces by index. Nothing is reserved for pieces that are only announced.
  package private(set) var pieces: [Int: [UInt8]] = [:]
  /// The indices in the order in which their pieces came.
  package private(set) var order: [Int] = []
  /// How many requests brought a piece, including repeated ones.
  package private(set) var arrivals = 0
  /// The bytes of all pieces.
  package private(set) var size = 0

  package init(_ identity: AssemblyIdentity) { self.identity = identity }

  package mutating func add(
    _ piece: [UInt8], at index: Int, replacing isReplacing: Bool = false
  ) {
    arrivals += 1
    let held = pieces[index]
    if held == nil { order.append(index) } else if !isReplacing { return }
    pieces[index] = piece
    size += piece.count - (held?.count ?? 0)
  }

  /// All pieces that have arrived, joined in the order of their indices.
  package var joined: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for index in pieces.keys.sorted() { bytes += pieces[index] ?? [] }
    return bytes
  }
}
