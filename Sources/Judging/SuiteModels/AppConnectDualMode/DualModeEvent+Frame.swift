import AdapterProtocol
import JSONText

/// An event as the members of the adapter's request.
extension DualModeEvent {
  package var action: String {
    switch self {
    case .launch: "launch"
    case .managedPolicy: "managedPolicy"
    case .userRequests: "userRequests"
    case .terminate: "terminate"
    case .killed(let event, _): event.action
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .launch(let shouldStart, let options):
      writer.key("shouldStart")
      writer.boolean(shouldStart)
      writer.key("options")
      writer.value(DualModeModel.json(options))
    case .managedPolicy(let policy, let policies):
      writer.key("policy")
      writer.string(policy.rawValue)
      writer.key("secureServices")
      writer.boolean(policies.secureServices)
      writer.key("secureFileIORequired")
      writer.boolean(policies.secureFileIORequired)
      writer.key("authState")
      writer.string(policies.authorization.rawValue)
    case .userRequests(let mode):
      writer.key("mode")
      writer.string(mode.rawValue)
    case .terminate: break
    case .killed(let event, let writes):
      event.writeMembers(to: &writer)
      writer.key("dieAfterPersist")
      writer.integer(writes)
    }
  }
}

extension DualModeEvent.Policies {
  /// What the encryption state becomes on entering AppConnectMode (ACC-DM-12).
  package var encryption: DataEncryption {
    secureServices && secureFileIORequired ? .encrypted : .unencrypted
  }
}
