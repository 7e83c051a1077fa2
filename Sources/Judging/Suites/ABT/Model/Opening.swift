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
  /// Whether the case is for libraries of which calls and callbacks are seen in their order (capability `sequence`).
  package let orderIsSeen: Bool
  /// What the specification says of the rendered request, as the strict reader classified it.
  package let reading: RequestReading
  /// The bytes of the request, where classifying it has rendered them already; they follow from the forge, so that they are
  /// neither stored nor compared.
  let rendered: [UInt8]?

  private enum CodingKeys: String, CodingKey {
    case forge, delegate, role, logIsSeen, orderIsSeen, reading
  }

  /// - Throws: where the strict reader refuses what was forged to be right: a fault of assay, never of a library.
  package init(
    _ forge: RequestForge, to setup: ABTSetup, delegate: DelegatePlan = .init(),
    role: Role = .subject, logIsSeen: Bool = false, orderIsSeen: Bool = false,
    in workshop: RequestWorkshop
  ) throws(HarnessFault) {
    self.forge = forge
    self.delegate = delegate
    self.role = role
    self.logIsSeen = logIsSeen
    self.orderIsSeen = orderIsSeen
    (reading, rendered) = try RequestClassifier.classify(forge, setup, workshop)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    forge = try container.decode(RequestForge.self, forKey: .forge)
    delegate = try container.decode(DelegatePlan.self, forKey: .delegate)
    role = try container.decode(Role.self, forKey: .role)
    logIsSeen = try container.decode(Bool.self, forKey: .logIsSeen)
    orderIsSeen = try container.decodeIfPresent(Bool.self, forKey: .orderIsSeen) ?? false
    reading = try container.decode(RequestReading.self, forKey: .reading)
    rendered = nil
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.forge == right.forge && left.delegate == right.delegate && left.role == right.role
      && left.logIsSeen == right.logIsSeen && left.orderIsSeen == right.orderIsSeen
      && left.reading == right.reading
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(forge)
    hasher.combine(role)
  }
}
