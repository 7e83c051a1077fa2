package import Forge

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

  /// The pieces so far, by index from 1.
  package var assemblies: [AssemblyKey: [Int: [UInt8]]] = [:]
  /// Assemblies that were completed: pieces of them that come again are free, but for a delegate call.
  package var completed: Set<AssemblyKey> = []

  /// Whether the delegate has recorded anything in an earlier request (ABT-DEL-04).
  package var hasRecorded = false

  package init() {}

  /// The same without the assemblies of one payload. Where it is not clear whose the request is, nothing is dropped.
  func withoutAssemblies(of echoes: RequestMeaning.Echoes) -> ABTState {
    guard !assemblies.isEmpty, let profile = echoes.profile, let payload = echoes.payload else {
      return self
    }
    var next = self
    next.assemblies = assemblies.filter { $0.key.profile != profile || $0.key.payload != payload }
    return next
  }
}
