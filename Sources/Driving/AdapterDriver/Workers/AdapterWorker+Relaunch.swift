import AdapterProtocol

extension AdapterWorker {
  /// Continues a case whose next start needs a process of its own. Tells the previous process to
  /// stop, or kills it where the case wants that; what it kept is in the case's storage.
  func relaunch(
    _ exchange: inout Exchange, _ conversation: inout some Conversation
  ) -> Exchange.End {
    if conversation.killsAtRestart {
      // A process that died by itself died of what it was told last.
      if case .crashed(let death, _)? = settle() {
        return .broken(.crashed(death, step: max(0, exchange.received - 1)))
      }
      discard()
    } else if case .deadBefore(let death) = stop() {
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
