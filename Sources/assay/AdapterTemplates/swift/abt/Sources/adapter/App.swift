import AdapterKit
import AdapterProtocol

/// A fresh app that links the library, and does what assay scripts.
final class App: AbtLibrary {
  private let library: StubLibrary
  private var scripted: ScriptedDelegate?

  init(_ app: AbtStart) {
    // >>> YOUR LIBRARY: make a new one. It must remember nothing of earlier ones. For the
    // encrypting edition, `app` also has `encryptionSecret` and `allowUnencrypted`.
    library = StubLibrary(
      bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey, urlScheme: app.urlScheme)
    library.delegate = self
    library.openURL = { [unowned self] url in scripted?.opened(url) }
  }

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    scripted = delegate
    // >>> YOUR LIBRARY: give it the URL as the system would, and return whether it says that the URL
    // was for it. If it works on after it has returned, wait here for its callback, 500 ms at most.
    return library.handle(url)
  }
}

// >>> YOUR LIBRARY: its delegate protocol. Each call goes to `scripted`, which says how to answer.
extension App: StubDelegate {
  func applyConfiguration(_ set: StubConfigurationSet) -> Bool {
    guard let scripted else { return true }
    let values = set.values.map { TypedMember($0.key, .string($0.value)) }
    let response = scripted.apply(category: set.category, values: values) { record in
      switch record {
      case .didApply(let key): set.didApply(key)
      case .didApplyOld(let key, let oldValue): set.didApply(key, oldValue: oldValue.text)
      case .didNotApply(let key): set.didNotApply(key)
      }
    }
    // >>> YOUR LIBRARY: `.cancel`, and `response.error`, where it lets its delegate say so.
    return response.answer == .yes
  }

  func revertConfiguration(_ keys: [String], category: String?) -> Bool {
    guard let scripted else { return true }
    return scripted.revert(category: category, keys: keys).answer == .yes
  }
}

extension TypedValue {
  // >>> YOUR LIBRARY: an old value in the library's own form; the other kinds, too.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
