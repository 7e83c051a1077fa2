package import Profiles
package import WireFormat

/// The decisions of a profile manager, one closure each (section 5 of the `abt` document).
///
/// `standard` decides as the document requires. For a different manager, copy it and replace some closures.
package struct ProfileManagerDecisions: Sendable {
  package typealias Payload = ConfigurationProfile.Payload

  /// How the latest request for a payload ended.
  package enum Outcome: Hashable, Sendable { case applied, failed, canceled }

  /// What becomes of a profile when an app of it is not installed.
  package enum AbsentApp: Hashable, Sendable { case isIgnored, failsItsPayload, endsTheProfile }

  /// Reads a `.mobileconfig`.
  package var read: @Sendable ([UInt8]) throws(ProfileError) -> ConfigurationProfile

  // MARK: Sending

  /// The order in which payloads are sent.
  package var order: @Sendable ([Payload]) -> [Payload]
  /// The app of a payload, or nil where it is not installed.
  package var app: @Sendable (Payload, [ManagedApp]) -> ManagedApp?
  package var absentApp: @Sendable () -> AbsentApp
  /// Whether a payload is sent when its profile is installed. `before` is the payload that its app has taken, or nil.
  package var isSent: @Sendable (Payload, _ before: Payload?) -> Bool
  /// How many requests may be pending at once.
  package var pendingAtOnce: @Sendable () -> Int
  package var scheme: @Sendable (Payload, ManagedApp) -> String
  /// Whether a request is encrypted.
  package var isEncrypted: @Sendable (Payload, ConfigurationProfile, AppRequest.Verb) -> Bool
  /// The initialization vector of an encrypted message, eight bytes.
  package var vector: @Sendable () -> [UInt8]
  package var token: @Sendable (ManagedApp, [ManagedApp], AppRequest.Verb) -> String
  /// A PayloadUUID as it is sent.
  package var identifier: @Sendable (String) -> String
  package var dictionary: @Sendable (Payload, ConfigurationProfile) -> PropertyList
  package var resetDictionary: @Sendable (Payload, _ keys: [String]) -> PropertyList
  /// The parameters of a request, from those that it has to have.
  package var parameters: @Sendable ([RequestParameter], ConfigurationProfile) -> [RequestParameter]
  /// Appends the escaped value of a parameter.
  package var escape: @Sendable (RequestParameter, inout [UInt8]) -> Void
  /// Whether a request is sent in pieces.
  package var isSplit:
    @Sendable (_ urlBytes: Int, _ packedBytes: Int, ManagedApp, _ allowsChunks: Bool) -> Bool
  /// The most packed bytes of one piece, given those that fit.
  package var pieceBytes: @Sendable (Int) -> Int

  // MARK: Callbacks

  /// A callback cut into its parameters, or nil for what is none.
  package var callback: @Sendable ([UInt8]) -> AppCallback?
  /// Whether a callback may be read at all.
  package var isWellFormed: @Sendable (AppCallback) -> Bool
  /// The value of a parameter.
  package var value: @Sendable (AppCallback, _ name: String) -> [UInt8]?
  /// Whether a callback is for a request, its token apart.
  package var concerns: @Sendable (_ profile: [UInt8], _ payload: [UInt8], AppRequest) -> Bool
  package var hasToken: @Sendable (_ token: [UInt8]?, AppRequest, [ManagedApp]) -> Bool
  package var concernsPiece: @Sendable (_ chunk: [UInt8]?, AppRequest) -> Bool
  /// What a status says, or nil for one that is none.
  package var outcome: @Sendable (_ status: [UInt8]?) -> Outcome?
  /// The keys that `changedValues` lists, or nil where the callback does not count.
  package var keys: @Sendable (_ text: [UInt8]?, Payload) -> [String]?
  /// The keys that are stored after a Success.
  package var stored: @Sendable (_ before: [String], _ reported: [String], Payload) -> [String]
  /// Whether an answer other than Success stores what it lists.
  package var storesOnFailure: @Sendable (Outcome) -> Bool
  /// Whether a callback that nobody waits for is taken all the same, for the request that was made last.
  package var takesLate: @Sendable () -> Bool

  // MARK: Removing

  /// The keys of a payload's reset, or nil where it is not reset.
  package var keysToReset: @Sendable (Payload, _ stored: [String], Outcome?) -> [String]?
  /// Whether the keys of a payload are forgotten when its profile is removed, by how its latest request ended.
  package var forgetsAtRemoval: @Sendable (Outcome?) -> Bool
  /// The payloads that get a reset: those for which there are keys, out of all.
  package var resets:
    @Sendable (_ due: [Payload], _ all: [Payload], _ outcome: (Payload) -> Outcome?) -> [Payload]
  /// Whether the answer to a reset counts, whatever list it has.
  package var countsForReset: @Sendable (_ list: [UInt8]?) -> Bool
  /// The keys that are stored once a reset has been taken.
  package var keptAfterReset: @Sendable (_ list: [UInt8]?, Payload) -> [String]?
  /// Whether the keys are forgotten when a reset has been answered.
  package var forgets: @Sendable (_ isTaken: Bool) -> Bool
  /// Whether a reset that an app has refused or canceled is sent again at once, by how often that was.
  package var resetsAgain: @Sendable (_ refusals: Int) -> Bool
  /// Whether the keys are forgotten before the reset is answered.
  package var forgetsEarly: @Sendable () -> Bool
  /// Whether a removal gives up a request that is pending.
  package var abandons: @Sendable () -> Bool
  /// How a profile stands whose requests are all answered.
  package var standing: @Sendable (_ outcomes: [Outcome], _ ignored: Int) -> ProfileStatus
  /// How a profile stands while its resets are pending, and after one was refused.
  package var standingInRemoval: @Sendable (_ isRefused: Bool) -> ProfileStatus

  /// The decisions of section 5.
  package static let standard = ProfileManagerDecisions(
    read: { (bytes) throws(ProfileError) in try ConfigurationProfile.read(bytes) },
    order: { $0 },
    app: { payload, apps in
      apps.first { $0.bundleIdentifier.utf8.elementsEqual(payload.bundleIdentifier.utf8) }
    },
    absentApp: { .isIgnored },
    isSent: { _, _ in true },
    pendingAtOnce: { 1 },
    scheme: { payload, _ in payload.scheme() },
    isEncrypted: { payload, _, _ in payload.encrypted },
    vector: { (0..<8).map { _ in UInt8.random(in: .min ... .max) } },
    token: { app, _, _ in
      Token.hmacSHA256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey)
    },
    identifier: { $0 },
    dictionary: { payload, _ in payload.requestDictionary() },
    resetDictionary: { payload, keys in
      var members: [PropertyList.Member] = [.init(key: "Version", value: .integer(1))]
      if let category = payload.category {
        members.append(.init(key: "Category", value: .string(category)))
      }
      members.append(.init(key: "Keys", value: .array(keys.map { .string($0) })))
      return .dictionary(members)
    },
    parameters: { parameters, _ in parameters },
    escape: { parameter, url in PercentCoding.encode(parameter.value, into: &url) },
    isSplit: { urlBytes, _, app, allowsChunks in
      urlBytes > Dialect.profile1.limits.maxURLBytes && app.takesChunks && allowsChunks
    },
    pieceBytes: { $0 },
    callback: { AppCallback($0) },
    isWellFormed: { $0.url.repeatedName == nil },
    value: { $0.value($1) },
    concerns: { profile, payload, request in
      profile.elementsEqual(request.profile.utf8) && payload.elementsEqual(request.payload.utf8)
    },
    hasToken: { token, request, _ in token.map { Token.matches($0, request.token) } ?? false },
    concernsPiece: { chunk, request in
      request.piece.map { Array(String($0).utf8) == chunk } ?? true
    },
    outcome: { status in
      switch status.map({ String(decoding: $0, as: UTF8.self) }) {
      case "Success": .applied
      case "Error": .failed
      case "Canceled": .canceled
      default: nil
      }
    },
    keys: { text, _ in text.flatMap { ReportedKeys.read($0) } },
    stored: { before, reported, _ in
      ReportedKeys.unique(before + reported)
    },
    storesOnFailure: { _ in false },
    takesLate: { false },
    keysToReset: { _, stored, outcome in
      stored.isEmpty || outcome == .failed || outcome == .canceled ? nil : stored
    },
    forgetsAtRemoval: { _ in false },
    resets: { due, _, _ in due },
    countsForReset: { _ in true },
    keptAfterReset: { _, _ in nil },
    forgets: { $0 },
    resetsAgain: { _ in false },
    forgetsEarly: { false },
    abandons: { true },
    standing: { outcomes, _ in
      if outcomes.allSatisfy({ $0 == .applied }) { return .installed }
      return outcomes.contains(.applied) ? .partial : .failed
    },
    standingInRemoval: { isRefused in isRefused ? .failed : .pending })
}
