package import Conformance
package import Profiles
import WireFormat

/// What a manager has to remember.
package struct ManagerState: Hashable, Sendable {
  /// The request that was opened last.
  struct Sent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case apply, reset
      /// An apply at the removal, with earlier values: the patent's other way (MGR-14).
      case undo
    }

    package var profile: String
    package var payload: String
    package var kind: Kind
    /// Whether it was sent in pieces.
    var isInPieces = false
  }

  /// How a payload's latest request ended.
  enum Outcome: Hashable, Sendable {
    case applied, failed, canceled
    /// Its request was given up, or never made.
    case abandoned
    case reset
  }

  enum Phase: Hashable, Sendable { case installing, settled, removing, removed }

  package struct Profile: Hashable, Sendable {
    package var document: ProfileDocument
    var phase = Phase.installing
    /// The payloads whose request has to go out yet, and those whose request may.
    var due: Set<String> = []
    var optional: Set<String> = []
    var outcomes: [String: Outcome] = [:]
    /// The payloads that apps have taken, and not reset since.
    package var applied: Set<String> = []
    /// The keys that apps have reported and not reset (MGR-08); no entry is empty.
    package var kept: [String: Set<ExactText>] = [:]
    /// Whether the latest removal has given up a request.
    var wasGivenUp = false
    /// Whether a reset was refused in the latest removal.
    var hasFailedReset = false
    /// Whether the manager removed by an apply: what it keeps then is its own affair.
    var isUndone = false
    /// Whether the profile has been installed with other bytes before.
    var hasOtherEditions = false
    /// Payloads whose app is there, but under another scheme than the profile has, or without the secret that they need, or whose data
    /// fits into no URL: whatever is made of them is right.
    var unclear: Set<String> = []
    /// Payloads whose app is not installed.
    package var ignored: Set<String> = []

    package var payloads: [ConfigurationProfile.Payload] { document.profile?.payloads ?? [] }

    /// Whether the latest request for a payload was refused, by the app or by the user.
    func hasFailed(_ payload: String) -> Bool {
      [.failed, .canceled].contains(outcomes[payload])
    }

    package func payload(_ uuid: String) -> ConfigurationProfile.Payload? {
      document.profile?.payload(uuid: uuid)
    }

    /// How the profile may be said to stand; nil where everything may be said.
    package var statuses: Set<String>? {
      switch phase {
      case .installing: return ["pending"]
      // When a removal ends, it is said; what is said before and after is left open.
      case .removing, .removed: return nil
      case .settled: break
      }
      if !unclear.isEmpty { return nil }
      let ended = payloads.map(\.uuid).filter { !ignored.contains($0) }.compactMap { outcomes[$0] }
      // What is said of a profile that concerns nobody is left open.
      if ended.isEmpty { return nil }
      let applied = ended.count { $0 == .applied }
      if applied == ended.count {
        return ignored.isEmpty ? ["installed"] : ["installed", "partial"]
      }
      if ended.contains(.canceled) {
        return applied == 0 ? ["failed", "partial", "removed"] : ["failed", "partial"]
      }
      // No sentence says when a profile has failed: where an app has refused, the patent lets the installation fail.
      return applied == 0 ? ["failed"] : ["failed", "partial"]
    }
  }

  /// By PayloadUUID.
  package var profiles: [String: Profile] = [:]
  /// The profile that the latest install or remove named.
  var focus: String?
  /// The known profiles that callbacks since then have named: an adapter may tell of any of these.
  var alsoTold: Set<String> = []
  var latest: Sent?
  /// Whether the latest request waits for its callback.
  var isPending = false

  /// The profile of the request that is pending.
  var busy: Profile? {
    isPending ? latest.flatMap { profiles[$0.profile] } : nil
  }
}
