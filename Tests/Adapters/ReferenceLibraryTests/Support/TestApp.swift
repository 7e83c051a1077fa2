import ReferenceLibrary
import ReferenceLibraryEncrypting
import Testing
import WireFormat

/// An app around the library, which notes all that happens.
final class TestApp: ConfigurationDelegate {
  enum Event: Equatable {
    case apply(String?, [ConfigurationEntry])
    case revert(String?, [String])
    case callback(String)
  }

  private(set) var events: [Event] = []
  private(set) var log: [String] = []
  /// What the app does with the first apply call of a request, and with the ones after it.
  var onApply: (ConfigurationSet) -> ConfigurationAnswer = { _ in .yes }
  var onRollback: (ConfigurationSet) -> ConfigurationAnswer = { _ in .yes }
  var onRevert: (ConfigurationSet) -> ConfigurationAnswer = { _ in .yes }
  private var applyCalls = 0
  private var manager: ConfigurationManager?

  init(scheme: String? = nil) {
    manager = ConfigurationManager(
      Self.registration(scheme), delegate: self,
      openCallback: { [unowned self] in events.append(.callback($0)) },
      log: { [unowned self] in log.append($0) })
  }

  init(allowUnencrypted: Bool) {
    manager = ConfigurationManager(
      Self.registration(nil), encryptionSecret: TestRequest.secret,
      allowUnencrypted: allowUnencrypted, delegate: self,
      openCallback: { [unowned self] in events.append(.callback($0)) },
      log: { [unowned self] in log.append($0) })
  }

  private static func registration(_ scheme: String?) -> AppRegistration {
    AppRegistration(
      bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey,
      urlScheme: scheme)
  }

  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    events.append(.apply(set.category, set.entries))
    applyCalls += 1
    return applyCalls == 1 ? onApply(set) : onRollback(set)
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    events.append(.revert(set.category, set.keys))
    return onRevert(set)
  }

  /// Opens a URL; what earlier ones led to is forgotten.
  @discardableResult
  func open(_ url: String) -> Bool { open(bytes: Array(url.utf8)) }

  @discardableResult
  func open(bytes: [UInt8]) -> Bool {
    events = []
    log = []
    applyCalls = 0
    return manager?.handle(bytes: bytes) ?? false
  }

  @discardableResult
  func open(_ request: TestRequest) -> Bool { open(request.url) }

  /// Opens a URL that must be handled and lead to exactly one callback, at the end, and reads that.
  func callback(_ url: String) throws -> CallbackURL {
    #expect(open(url))
    return try onlyCallback()
  }

  func callback(_ request: TestRequest) throws -> CallbackURL { try callback(request.url) }

  func onlyCallback() throws -> CallbackURL {
    let urls = events.compactMap { if case .callback(let url) = $0 { url } else { nil } }
    #expect(urls.count == 1)
    #expect(events.last == .callback(urls.first ?? ""))
    let callback = try CallbackURL(Array((urls.first ?? "").utf8))
    #expect(callback.hasPrefix("absoluteapps://thirdpartyprofilestatus?"))
    #expect(callback.repeatedName == nil)
    return callback
  }

  /// What the delegate was asked.
  var calls: [Event] {
    events.filter { if case .callback = $0 { false } else { true } }
  }
}

extension CallbackURL {
  var status: String? { text(of: "status") }
  var code: String? { text(of: "errorCode") }

  /// The keys of `changedValues`; nil where there is none or it cannot be read.
  var changed: [String]? { value(of: "changedValues").flatMap { ChangedValues.decode($0).value } }

  /// Whether this is an error with that code and nothing but what errors have.
  func isError(_ code: Int) -> Bool {
    status == "Error" && self.code == "\(code)" && value(of: "changedValues") == nil
  }
}
