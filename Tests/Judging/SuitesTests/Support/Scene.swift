import AdapterProtocol
import Conformance
import Forge
import WireFormat

@testable import SuiteModels
@testable import Suites

/// One app, one URL, and what a library did: written down by hand, judged by the model.
struct Scene {
  var setup: ABTSetup
  var forge: RequestForge
  var delegate = DelegatePlan()
  var role = Opening.Role.subject
  /// What the library claims to be able to do.
  var capabilities: Set<String> = ["chunks", "rollback", "cancel", "delegateError"]

  static let workshop = RequestWorkshop()
  static let clauses = ABT.suite().clauses

  /// A set request of two keys to the edition that takes its data.
  init(_ edition: Edition = .plain, allowUnencrypted: Bool = false) {
    setup = ABTSetup(
      bundleIdentifier: "com.acme.app", apiKey: "key-1", edition: edition,
      encryptionSecret: "secret-1", allowUnencrypted: allowUnencrypted)
    forge = RequestForge(
      .apply, profile: "P-1", payload: "Q-1",
      dictionary: .configuration(category: "Mail", Self.members))
    if edition == .encrypting { encrypt() }
  }

  static let members: [PropertyList.Member] = [
    .init(key: "host", value: .string("example.com")), .init(key: "port", value: .integer(25)),
  ]

  mutating func encrypt() {
    forge.parameter = .dataX
    forge.encryption = .canonical(iv: [1, 2, 3, 4, 5, 6, 7, 8])
  }

  /// A reset request of the same keys.
  static func reset(_ edition: Edition = .plain) -> Scene {
    var scene = Scene(edition)
    scene.forge.action = .reset
    scene.forge.dictionary = .keys(category: "Mail", ["host", "port"])
    return scene
  }

  func opening() throws -> Opening {
    try Opening(forge, to: setup, delegate: delegate, role: role, in: Self.workshop)
  }

  /// The token that is sent.
  var token: String { RequestRenderer().token(forge.token, setup.context) ?? "" }

  /// The callback with these parameters behind the echoed ones.
  func callback(_ rest: String) -> CallbackReading {
    func encoded(_ text: String) -> String {
      String(decoding: PercentCoding.encode(Array(text.utf8)), as: UTF8.self)
    }
    let text =
      "absoluteapps://thirdpartyprofilestatus?profile=\(encoded(forge.profile))"
      + "&payload=\(encoded(forge.payload))&token=\(encoded(token))&\(rest)"
    return CallbackReading(Array(text.utf8))
  }

  static func success(_ keys: [String]) -> String {
    let list = PercentCoding.encode(ChangedValues.encode(keys))
    return "status=Success&changedValues=" + String(decoding: list, as: UTF8.self)
  }

  /// The call that the request of `init` leads to.
  static let applyCall = ABTObservation.Call.apply(
    category: .string("Mail"),
    values: .dictionary([
      TypedMember("host", .string("example.com")), TypedMember("port", .integer(25)),
    ]))

  static let revertCall = ABTObservation.Call.revert(
    category: .string("Mail"), keys: [.string("host"), .string("port")], values: nil)

  func observed(
    _ calls: [ABTObservation.Call], _ callbacks: String..., handled: Bool = true
  ) -> ABTObservation {
    var observation = ABTObservation()
    observation.handled = handled
    observation.calls = calls
    observation.callbacks = callbacks.map(callback)
    return observation
  }

  /// What the model has against an observation: `ABT-CB-01` for a MUST, `ABT-CB-11 (should)` for a warning.
  func findings(_ observation: ABTObservation, targets: [Clause.ID] = []) throws -> [String] {
    try Self.findings([(self, observation)], targets: targets)
  }

  /// The same for several URLs to the first one's app, one after another.
  static func findings(
    _ steps: [(scene: Scene, observation: ABTObservation)], targets: [Clause.ID] = []
  ) throws -> [String] {
    guard let first = steps.first else { return [] }
    var judge = Judge(
      ABTModel(workshop: workshop),
      Situation(first.scene.setup, capabilities: first.scene.capabilities), clauses: clauses,
      targets: targets)
    for (scene, observation) in steps { judge.judge(try scene.opening(), observation) }
    return judge.findings.map { finding in
      finding.level == .must ? finding.clause.path : "\(finding.clause) (\(finding.level.rawValue))"
    }
  }
}
