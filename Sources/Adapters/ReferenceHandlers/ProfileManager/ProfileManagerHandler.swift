package import AdapterKit
package import AdapterProtocol
package import JSONText
package import ReferenceLibrary
import ReferenceLibraryEncrypting
import WireFormat

/// The suite `abt.manager` on the reference library's profile manager.
package final class ProfileManagerHandler: SuiteHandler {
  /// The name of the suite.
  package static let suite = "abt.manager"

  private let decisions: () -> ProfileManagerDecisions
  private var manager: ProfileManager?
  /// The URLs that were opened in this step.
  private var opened: [String] = []
  /// The profile that the latest install or remove named.
  private var profile: String?

  /// Each start calls `decisions`, so that what a decision remembers is forgotten with its process.
  package init(decisions: @escaping () -> ProfileManagerDecisions) { self.decisions = decisions }

  package var claim: SuiteClaim { SuiteClaim() }

  package func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    guard let installed = configuration["installed"]?.arrayValue else {
      throw AdapterFailure("\"installed\" is missing or no list")
    }
    opened = []
    profile = nil
    manager = ProfileManager(
      apps: try installed.map { try ManagedApp($0) },
      allowsChunks: configuration["allowChunks"]?.booleanValue ?? false, decisions: decisions(),
      encryptor: { BlowfishEncryptor(app: $0) },
      openRequest: { [unowned self] url in opened.append(url) })
  }

  package func step(
    action: String, request: StepRequest, into reply: inout JSONWriter
  ) throws {
    guard let manager else { throw AdapterFailure("no manager is started") }
    let step = try request.value()
    opened = []
    switch action {
    case "install":
      let text = Array(try text(step, "profile").utf8)
      guard let bytes = Base64Text.decode(text).bytes else {
        throw AdapterFailure("\"profile\" is no padded Base64")
      }
      profile = try? manager.install(bytes)
    case "remove":
      let uuid = try text(step, "profile")
      profile = uuid
      manager.remove(profile: uuid)
    case "callback": manager.handleCallback(try text(step, "url"))
    default: throw UnsupportedRequest("the suite \(Self.suite) has no action \"\(action)\"")
    }
    write(manager, into: &reply)
  }

  private func write(_ manager: ProfileManager, into reply: inout JSONWriter) {
    reply.key("opened")
    reply.beginArray()
    for url in opened { reply.string(url) }
    reply.endArray()
    reply.key("status")
    if let status = profile.flatMap(manager.status) {
      reply.string(status.rawValue)
    } else {
      reply.null()
    }
    reply.key("changed")
    reply.beginObject()
    for (payload, keys) in profile.map(manager.changedKeys)?.sorted(by: { $0.key < $1.key }) ?? [] {
      reply.key(payload)
      reply.beginArray()
      for key in keys { reply.string(key) }
      reply.endArray()
    }
    reply.endObject()
  }

  private func text(_ step: JSONValue, _ member: String) throws -> String {
    guard let text = step[member]?.stringValue else {
      throw AdapterFailure("\"\(member)\" is missing or no text")
    }
    return text
  }
}

extension ManagedApp {
  fileprivate init(_ app: JSONValue) throws {
    guard let bundleIdentifier = app["bundleIdentifier"]?.stringValue,
      let apiKey = app["apiKey"]?.stringValue
    else { throw AdapterFailure("an installed app has no \"bundleIdentifier\" or no \"apiKey\"") }
    self.init(
      bundleIdentifier: bundleIdentifier, urlScheme: app["urlScheme"]?.stringValue, apiKey: apiKey,
      encryptionSecret: app["encryptionSecret"]?.stringValue ?? "",
      takesChunks: app["chunks"]?.booleanValue ?? false)
  }
}
