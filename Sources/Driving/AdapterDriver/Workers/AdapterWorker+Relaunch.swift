import AdapterProtocol

extension AdapterWorker {
  /// Continues a case whose next start needs a process of its own. Tells the previous process to
  /// stop; what it kept is in the case's storage.
  func relaunch(
    _ exchange: inout Exchange, _ conversation: inout some Conversation
  ) -> Exchange.End {
    if case .deadBefore(let death) = stop() {
      return .broken(.crashed(death, step: max(0, exchange.received - 1)))
    }
    do throws(AdapterTrouble) {
      try start()
    } catch {
      return .broken(.adapterFailure(error, step: nil))
    }
    guard let process else {
      return .broken(.adapterFailure(.cannotStart("it is gone"), step: nil))
    }
    process.conversations += 1
    exchange.go(on: process)
    return conduct(&exchange, with: process, &conversation)
  }
}
