package import Conformance
package import Forge

/// The event of the suite: a URL is opened while the delegate does something.
package struct Opening: Codable, Hashable, Sendable {
  /// What the request is there for.
  package enum Role: String, Codable, Hashable, Sendable {
    case subject
    /// A valid request that shows whether the library still works after what came before it (ABT-ROB-04).
    case canary
  }

  package let forge: RequestForge
  package let delegate: DelegatePlan
  package let role: Role
  /// Whether the case is for libraries whose log is seen (capability `log`).
  package let logIsSeen: Bool
  /// What the specification says of the rendered request, as the strict reader classified it.
  package let reading: RequestReading

  /// - Throws: where the strict reader refuses what was forged to be right: a fault of assay, never of a library.
  package init(
    _ forge: RequestForge, to setup: ABTSetup, delegate: DelegatePlan = .init(),
    role: Role = .subject, logIsSeen: Bool = false, in workshop: RequestWorkshop
  ) throws(HarnessFault) {
    self.forge = forge
    self.delegate = delegate
    self.role = role
    self.logIsSeen = logIsSeen
    reading = try RequestClassifier.classify(forge, setup, workshop)
  }
}
