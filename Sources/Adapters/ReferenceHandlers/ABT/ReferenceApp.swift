package import AdapterKit
import AdapterProtocol
import Dispatch
package import ReferenceLibrary

/// An app that links the reference library and does what the harness scripts.
package final class ReferenceApp: ABTLibrary {
  private let registration: AppRegistration
  private let dialect: ConfigurationDialect
  private let edition: Edition
  private let decisions: Decisions
  private let codecs: Codecs
  /// What the harness wants the app to do. Also records everything.
  private var script: ScriptedDelegate?
  private var untranslatable: UntranslatableValue?
  private let timing: CallbackTiming?
  /// Signalled once for each callback that is opened late.
  private var lateOpenings: DispatchSemaphore?
  /// Whether a callback of this step was opened at once.
  private var wasOpened = false

  private lazy var manager = ConfigurationManager(
    registration, dialect: dialect, edition: edition, decisions: decisions, codecs: codecs,
    delegate: self,
    openCallback: { [unowned self] in open(callback: $0) },
    log: { [unowned self] in script?.log($0) })

  package init(
    _ registration: AppRegistration, dialect: ConfigurationDialect, edition: Edition,
    decisions: Decisions, codecs: Codecs, timing: CallbackTiming? = nil
  ) {
    self.timing = timing
    self.registration = registration
    self.dialect = dialect
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
    lateOpenings = nil
    wasOpened = false
    let isHandled = manager.handle(bytes: url)
    if let untranslatable { throw UnsupportedRequest(untranslatable.description) }
    // Wait like an adapter whose library takes time for its callback.
    if let lateOpenings, !wasOpened { _ = lateOpenings.wait(timeout: .now() + .milliseconds(500)) }
    return isHandled
  }

  private func open(callback url: String) {
    guard let delays = timing?.delays() else {
      script?.opened(url)
      return
    }
    let script = script
    for delay in delays {
      guard delay > .zero else {
        script?.opened(url)
        wasOpened = true
        continue
      }
      let opened = lateOpenings ?? DispatchSemaphore(value: 0)
      lateOpenings = opened
      DispatchQueue.global().asyncAfter(deadline: .now() + delay.dispatchInterval) {
        script?.opened(url)
        opened.signal()
      }
    }
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
    return ConfigurationAnswer(
      script.revert(category: set.category, set: set.entries.map { TypedMember($0) }))
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
