import AdapterProtocol
import Conformance
import JSONText

/// An event as the members of the adapter's request.
extension OpenFromEvent {
  package var action: String {
    switch self {
    case .launch: "launch"
    case .ready: "ready"
    case .policy: "policy"
    case .openFrom: "openFrom"
    case .properties: "properties"
    case .authorizedApps: "authorizedApps"
    case .stop: "stop"
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .ready, .properties, .stop: break
    case .launch(let policy): policy.write(to: &writer)
    case .policy(let policy, let acknowledgement):
      policy.write(to: &writer)
      writer.key("acknowledge")
      writer.value(
        acknowledgement.map {
          ["state": .string($0.state.rawValue), "message": $0.message.json]
        } ?? .null)
    case .openFrom(let source):
      writer.key("source")
      writer.string(source.string)
    case .authorizedApps(let apps):
      writer.key("apps")
      writer.value(.array(apps.map(\.json)))
    }
  }
}

extension ServerPolicy {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.key("policy")
    writer.string(policy.rawValue)
    writer.key("whitelist")
    writer.value(.array(whitelist.map(\.json)))
    if allAppConnectApps {
      writer.key("allAppConnectApps")
      writer.boolean(true)
    }
  }
}
