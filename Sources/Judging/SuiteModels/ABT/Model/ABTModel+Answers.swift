import AdapterProtocol
package import Conformance
import Forge
import WireFormat

/// What a library did with a request, for holding libraries beside each other.
extension ABTModel {
  package func answer(_ observation: ABTObservation, of setup: ABTSetup) -> Answer {
    Answer(
      observation.answerWords(setup.dialect.value),
      ResultText(observation, setup.dialect, workshop, tellsMessages: false).line)
  }
}

extension ABTObservation {
  /// `applied, success`; `refused, code 7`; `left to the app`
  fileprivate func answerWords(_ dialect: Dialect) -> String {
    if !handled, calls.isEmpty, callbacks.isEmpty { return "left to the app" }
    let done = calls.map { $0.isApply ? "applied" : "reset" }
    let outcome =
      callbacks.isEmpty
      ? "no callback"
      : callbacks.prefix(3).map {
        Self.words($0, dialect)
      }.joined(separator: " and ")
    var words = (done.prefix(4) + [outcome]).joined(separator: ", ")
    if done.isEmpty, outcome.hasPrefix("error") {
      words = "refused" + outcome.dropFirst("error".count)
    } else if done.isEmpty {
      words = "no call, \(outcome)"
    }
    return handled ? words : "not handled, but \(words)"
  }

  private static func words(_ callback: CallbackReading, _ dialect: Dialect) -> String {
    let names = dialect.parameters
    switch callback.text(of: names.status) {
    case nil: return "a callback without a status"
    case dialect.statuses.success: return "success"
    case dialect.statuses.error:
      let code = callback.text(of: names.errorCode)
      return "error, " + (code.map { "code \($0.prefix(12))" } ?? "no code")
    case let other?: return "status \(other.prefix(16))"
    }
  }
}
