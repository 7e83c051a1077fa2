import Forge
import WireFormat

/// Pieces that were seen, until the last one comes. What is kept is bounded as a library's memory is (ABT-CHUNK-10).
struct Assemblies {
  /// Whose pieces belong together (section 4.10).
  struct Owner: Hashable {
    let scheme: [UInt8]
    let action: RequestForge.Action?
    let profile: [UInt8]
    let payload: [UInt8]
    let parameter: String
    let total: Int
  }

  enum Outcome: Hashable {
    /// So many pieces are missing.
    case waiting(for: Int)
    case complete([UInt8])
    /// Why the assembly was dropped: a phrase, and the requirement.
    case dropped(String, clause: String)
  }

  private struct Assembly {
    let owner: Owner
    var pieces: [Int: [UInt8]] = [:]
    var count = 0
  }

  private let limits: Dialect.Limits
  /// The oldest first.
  private var open: [Assembly] = []

  init(_ limits: Dialect.Limits) { self.limits = limits }

  /// Takes a piece.
  ///
  /// - Parameter index: from 1 to the total.
  mutating func add(_ bytes: [UInt8], at index: Int, of owner: Owner) -> Outcome {
    let place = open.firstIndex { $0.owner == owner }
    var assembly = place.map { open.remove(at: $0) } ?? Assembly(owner: owner)
    if let before = assembly.pieces[index], before != bytes {
      return .dropped("piece \(index) came before with other bytes", clause: "ABT-CHUNK-06")
    }
    if assembly.pieces.updateValue(bytes, forKey: index) == nil { assembly.count += bytes.count }
    guard assembly.count <= limits.maxPackedBytes else {
      return .dropped(
        "the pieces together have more than \(limits.maxPackedBytes) bytes", clause: "ABT-CHUNK-10")
    }
    let missing = owner.total - assembly.pieces.count
    if missing == 0 {
      return .complete((1...owner.total).flatMap { assembly.pieces[$0] ?? [] })
    }
    if open.count >= max(1, limits.maxAssemblies) { open.removeFirst() }
    open.append(assembly)
    return .waiting(for: missing)
  }
}
