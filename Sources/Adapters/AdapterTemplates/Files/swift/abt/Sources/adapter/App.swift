import AdapterKit
import AdapterProtocol

/// A fresh app that links the library, and does what assay scripts.
final class App: ABTLibrary {
  private let library: StubLibrary
  private let scripted: StandingDelegate

  init(_ app: ABTStart, _ scripted: StandingDelegate) {
    // >>> YOUR LIBRARY: create a new one. It must remember nothing of earlier ones. For the
    // encrypting edition, `app` also has `encryptionSecret` and `allowUnencrypted`.
    library = StubLibrary(
      bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey, urlScheme: app.urlScheme)
    self.scripted = scripted
    library.delegate = self
    library.openURL = scripted.opened
  }

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    // >>> YOUR LIBRARY: give it the URL as the system would, and return whether it says that the URL
    // was for it. If it works on after it has returned: `delegate.waitUntilQuiet()`.
    library.handle(url)
  }
}

// >>> YOUR LIBRARY: its delegate protocol. Each call goes to `scripted`, which says how to answer.
extension App: StubDelegate {
  func applyConfiguration(_ set: StubConfigurationSet) -> Bool {
    // >>> YOUR LIBRARY: what it gives, as it is; PlainValue.swift says what its own types are.
    let response = scripted.apply(anyCategory: set.category, anyValues: set.values) { record in
      switch record {
      case .didApply(let key): set.didApply(key)
      case .didApplyOld(let key, let oldValue): set.didApply(key, oldValue: oldValue.stringValue)
      case .didNotApply(let key): set.didNotApply(key)
      }
    }
    // >>> YOUR LIBRARY: `.cancel`, and `response.error`, if its delegate can say so.
    return response.answer == .yes
  }

  func revertConfiguration(_ keys: [String], category: String?) -> Bool {
    scripted.revert(anyCategory: category, anyKeys: keys).answer == .yes
  }
}
