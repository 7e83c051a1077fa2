package import Conformance
package import Forge

/// The event of the suite: a URL is opened while the delegate does something.
package struct Opening: Hashable, Sendable {
  /// What the request is there for.
  package enum Role: String, Hashable, Sendable {
    case subject
    /// A valid request that shows whether the library still works after what came before it (ABT-ROB-04).
    case canary
  }

  /// The bytes that are sent.
  package let url: [UInt8]
  /// The layers that render to these bytes.
  package let forge: RequestForge
  /// Whether the layers were read back from the bytes, which somebody else made.
  package let isLifted: Bool
  package let delegate: DelegatePlan
  package let role: Role
  /// What the specification says of the bytes.
  package let meaning: RequestMeaning

  /// A request that is forged.
  ///
  /// - Throws: where the strict reader refuses what was forged to be right: a fault of assay, never of a library.
  package init(
    _ forge: RequestForge, to setup: ABTSetup, delegate: DelegatePlan = .init(),
    role: Role = .subject, in workshop: RequestWorkshop
  ) throws(HarnessFault) {
    self.forge = forge
    self.delegate = delegate
    self.role = role
    isLifted = false
    (meaning, url) = try RequestClassifier.classify(forge, setup, workshop)
  }

  /// A request that somebody else made, of any bytes.
  package init(
    url: [UInt8], to setup: ABTSetup, delegate: DelegatePlan = .init(), role: Role = .subject,
    in workshop: RequestWorkshop
  ) {
    self.url = url
    self.delegate = delegate
    self.role = role
    isLifted = true
    (meaning, forge) = RequestClassifier.classify(url, setup, workshop)
  }

  /// The same bytes, taken for somebody else's: what was put in is forgotten.
  package func lifted(to setup: ABTSetup, in workshop: RequestWorkshop) -> Opening {
    Opening(url: url, to: setup, delegate: delegate, role: role, in: workshop)
  }
}
