package import Conformance
import Forge
package import Profiles
import SuiteModels
import WireFormat

/// A configuration profile and the name its cases go by.
package struct NamedProfile: Sendable {
  /// A part of the case ids: `abt/profile/<name>/…`.
  package let name: String
  package let profile: ConfigurationProfile

  package init(name: String, profile: ConfigurationProfile) {
    self.name = name
    self.profile = profile
  }
}

/// What a manager does with each payload of a profile (section 1): a set request, and later a reset of its keys.
extension ABTCases {
  func profile(_ named: NamedProfile) -> [Specification] {
    named.profile.payloads.flatMap { payload in
      Edition.allCases.flatMap { edition in
        [applied(payload, named, edition), removed(payload, named, edition)]
      }
    }
  }

  private func applied(
    _ payload: ConfigurationProfile.Payload, _ named: NamedProfile, _ edition: Edition
  ) -> Specification {
    profileCase(
      payload, named, edition, .applied,
      payload.encrypted && edition == .plain ? ["ABT-ENC-02"] : ["ABT-DEL-01", "ABT-CHG-03"]
    ) { (g) throws(HarnessFault) in
      let request = Self.request(payload, named, .apply, &g)
      let records = payload.members.prefix(1).map { DelegatePlan.Record.didApply($0.key) }
      return [
        try g.open(request), try g.open(request, DelegatePlan(apply: .init(records))),
      ]
    }
  }

  private func removed(
    _ payload: ConfigurationProfile.Payload, _ named: NamedProfile, _ edition: Edition
  ) -> Specification {
    profileCase(
      payload, named, edition, .removed,
      payload.encrypted && edition == .plain ? ["ABT-ENC-02"] : ["ABT-DEL-02"]
    ) { (g) throws(HarnessFault) in
      [
        try g.open(Self.request(payload, named, .apply, &g)),
        try g.open(Self.request(payload, named, .reset, &g)),
      ]
    }
  }

  private func profileCase(
    _ payload: ConfigurationProfile.Payload, _ named: NamedProfile, _ edition: Edition,
    _ use: ProfileUse, _ targets: [Clause.ID], _ build: @escaping Build
  ) -> Specification {
    make(
      "profile/\(named.name)/payload-\(payload.index + 1)/\(use)",
      use.title(app: payload.bundleIdentifier), targets,
      editions: [edition],
      setup: {
        $0.bundleIdentifier = payload.bundleIdentifier
        $0.urlScheme = payload.urlScheme
        $0.allowUnencrypted = edition == .encrypting && !payload.encrypted
      }, build)
  }

  private static func request(
    _ payload: ConfigurationProfile.Payload, _ named: NamedProfile, _ action: RequestForge.Action,
    _ g: inout RequestGenerator
  ) -> RequestForge {
    var forge =
      action == .apply
      ? g.apply(category: payload.category, payload.members)
      : g.reset(category: payload.category, payload.members.map(\.key))
    forge.profile = named.profile.uuid
    forge.payload = payload.uuid
    if payload.encrypted {
      g.encrypt(&forge)
    } else {
      forge.parameter = .data
      forge.encryption = .none
    }
    return forge
  }
}

/// What is done with a payload; the last part of the case's id.
private enum ProfileUse: String {
  case applied, removed

  func title(app: String) -> String {
    switch self {
    case .applied: "The payload for \(app) is applied, recorded in part, and applied again."
    case .removed: "The payload for \(app) is applied, and its keys are reset."
    }
  }
}

extension ABT {
  /// The title of a case that was made from a profile, for those who have a report of it and not the profile; nil for another case.
  package static func titleOfProfileCase(_ id: CaseID, app: String) -> String? {
    guard id.path.hasPrefix("abt/profile/") else { return nil }
    return id.path.split(separator: "/").last.flatMap { ProfileUse(rawValue: String($0)) }?
      .title(app: app)
  }
}

extension ConfigurationProfile.Payload {
  fileprivate var members: [PropertyList.Member] {
    if case .dictionary(let members) = configuration { members } else { [] }
  }
}
