package import AdapterKit
import AdapterProtocol
package import ReferenceLibrary

/// An app that links the reference library and does what the harness scripts.
package final class ReferenceApp: AbtLibrary {
  private let registration: AppRegistration
  private let edition: Edition
  private let decisions: Decisions
  private let codecs: Codecs
  /// What the harness wants the app to do, and where everything is noted.
  private var script: ScriptedDelegate?
  private var untranslatable: UntranslatableValue?

  private lazy var manager = ConfigurationManager(
    registration, edition: edition, decisions: decisions, codecs: codecs, delegate: self,
    openCallback: { [unowned self] in script?.opened($0) },
    log: { [unowned self] in script?.log($0) })

  package init(
    _ registration: AppRegistration, edition: Edition, decisions: Decisions, codecs: Codecs
  ) {
    self.registration = registration
    self.edition = edition
    self.decisions = decisions
    self.codecs = codecs
  }

  package func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    try open(bytes: Array(url.utf8), delegate: delegate)
  }

  package func open(bytes url: [UInt8], delegate: ScriptedDelegate) throws -> Bool {
    script = delegate
    untranslatable = nil
    let isHandled = manager.handle(bytes: url)
    if let untranslatable { throw UnsupportedRequest(untranslatable.description) }
    return isHandled
  }
}

extension ReferenceApp: ConfigurationDelegate {
  package func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    guard let script else { return .yes }
    let response = script.apply(
      category: set.category, values: set.entries.map { TypedMember($0) }
    ) { record in
      switch record {
      case .didApply(let key): set.didApply(key)
      case .didNotApply(let key): set.didNotApply(key)
      case .didApplyOld(let key, let oldValue):
        do throws(UntranslatableValue) {
          set.didApply(key, oldValue: try ConfigurationValue(oldValue))
        } catch {
          untranslatable = error
        }
      }
    }
    return ConfigurationAnswer(response)
  }

  package func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    guard let script else { return .yes }
    return ConfigurationAnswer(script.revert(category: set.category, keys: set.keys))
  }
}

extension ConfigurationAnswer {
  fileprivate init(_ response: ScriptedDelegate.Response) {
    switch response.answer {
    case .yes: self = .yes
    case .cancel: self = .canceled
    case .no:
      self = .no(response.error.map { ConfigurationError(code: $0.code, message: $0.message) })
    }
  }
}
