import AdapterProtocol

extension AdapterWorker {
  /// Goes on with a case whose next start needs a process of its own: the one before is told to
  /// stop, and what it kept is in the case's storage.
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
