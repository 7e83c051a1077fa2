package import AdapterProtocol
import CProcess
import JSONText

extension AdapterWorker {
  /// Conducts one case. Starts the adapter if it does not run.
  ///
  /// Writes all frames that are ready, then reads replies, and so on until nothing is outstanding.
  /// `unsupported` and `failure` end the case: the replies to what was already sent are read and
  /// dropped. If the adapter dies, hangs, takes too much or writes something that is not a reply,
  /// its group is killed and reaped. Replies that came before still count, and the next
  /// conversation gets a fresh process. A death decides only after everything that the adapter
  /// wrote has been read.
  package func converse(_ conversation: inout some Conversation) -> Ending {
    aftermath = settle()
    farewell = nil
    lastCost = nil
    do throws(AdapterTrouble) {
      try prepareThread()
      if hello?.freshProcess == true, let process, process.conversations > 0,
        case .deadBefore(let death) = stop()
      {
        aftermath = .crashed(death, step: lastStep)
      }
      try start()
    } catch {
      return .adapterFailure(error, step: nil)
    }
    guard let process else { return .adapterFailure(.cannotStart("it is gone"), step: nil) }

    var exchange = Exchange(firstID: process.nextID)
    conversation.appendReadyFrames(to: &exchange.frames)
    if conversation.needsStorage {
      do throws(AdapterTrouble) {
        exchange.storage = try storage.freshFolder()
      } catch {
        return .adapterFailure(error, step: nil)
      }
      exchange.relaunches = hello?.freshProcess == true
    }
    let begun = measuresCost ? CostMark(process) : nil
    process.conversations += 1
    var ending = conduct(&exchange, with: process, &conversation)
    if case .stale(let earlier) = ending {
      aftermath = aftermath ?? earlier
      ending = conductAgain(&exchange, &conversation)
    }
    while case .relaunch = ending { ending = relaunch(&exchange, &conversation) }
    lastStep = max(0, exchange.received - 1)
    switch ending {
    case .relaunch: return .answered
    case .complete(let outcome):
      if let begun, process === self.process { lastCost = begun.cost(process) }
      self.process?.lines.relax()
      return outcome
    case .broken(let outcome):
      discard()
      return outcome
    case .stale(let outcome):
      discard()
      return outcome
    }
  }

  /// What the adapter has done since its last reply without being asked, or nil if it lives and is
  /// silent, or does not run. Otherwise it died or garbled its output, at the last step of the
  /// latest conversation; no process is left then. Costs one system call if all is well.
  package func settle() -> Ending? {
    guard let process, process.stirs() else { return nil }
    defer { discard() }
    var fault: ProtocolFault?
    if process.death == nil {
      switch process.fill() {
      case .bytes: fault = .extraReply(excerpt(process.lines.unread))
      case .wouldBlock, .ended: fault = process.endOfOutput(limits.deathGrace)
      }
    }
    guard process.conversations > 0 else { return nil }
    if let fault { return .garbled(fault, step: lastStep) }
    return process.death.map { .crashed($0, step: lastStep) }
  }

  /// Waits while the adapter is silent, at most `duration`. Then, or once something happens, it
  /// does what `settle` does. What a library does late, such as dying, belongs to the latest
  /// conversation.
  package func linger(for duration: Duration) -> Ending? {
    guard let process else { return nil }
    let end = duration.fromNow
    while true {
      switch process.wait(until: end) {
      case .other: continue
      case .output, .deadlinePassed: return settle()
      case .overMemory(let grown):
        discard()
        return .overran(
          .memory(bytes: grown, limit: limits.maxMemoryGrowthBytes ?? 0), step: lastStep)
      }
    }
  }

  /// Sends the same frames again, to a fresh process. What happened belonged to an earlier
  /// conversation, and this one has not received anything yet.
  private func conductAgain(
    _ exchange: inout Exchange, _ conversation: inout some Conversation
  ) -> Exchange.End {
    discard()
    do throws(AdapterTrouble) {
      try start()
    } catch {
      return .broken(.adapterFailure(error, step: nil))
    }
    guard let process else {
      return .broken(.adapterFailure(.cannotStart("it is gone"), step: nil))
    }
    exchange.firstID = process.nextID
    exchange.sent = 0
    if exchange.storage != nil {
      do throws(AdapterTrouble) {
        exchange.storage = try storage.freshFolder()
      } catch {
        return .broken(.adapterFailure(error, step: nil))
      }
    }
    process.conversations += 1
    return conduct(&exchange, with: process, &conversation)
  }

  func conduct(
    _ exchange: inout Exchange, with process: AdapterProcess,
    _ conversation: inout some Conversation
  ) -> Exchange.End {
    // The start may set up a whole application, so the deadline of steps holds only for the steps.
    var clock = StepClock(max(limits.startDeadline, limits.stepDeadline))
    var outcome: Ending?
    let sentBefore = process.sentBytes
    exchange.send(to: process)
    while exchange.received < exchange.sent {
      let step = exchange.received
      let broken: Ending
      switch awaitLine(from: process, &clock) {
      case .line(let line):
        switch exchange.accept(line, isFirstOfProcess: process.conversations == 1) {
        case .failure(.stale(let fault)): return .stale(.garbled(fault, step: lastStep))
        case .failure(.fault(let fault)): broken = .garbled(fault, step: step)
        case .success(let envelope):
          clock.reset(
            exchange.isStart(exchange.received) ? limits.startDeadline : limits.stepDeadline)
          guard outcome == nil else {
            if envelope.hasLate { conversation.overhear(envelope, line: line, frame: step) }
            continue
          }
          outcome = exchange.deliver(envelope, line, step, &conversation)
          if case .garbled = outcome, let outcome { return .broken(outcome) }
          if outcome == nil { exchange.send(to: process) }
          continue
        }
      case .died(let death):
        if isUntouched(exchange, by: process, sentBefore) {
          return .stale(.crashed(death, step: lastStep))
        }
        broken = .crashed(death, step: step)
      case .timedOut: broken = .hung(step: step)
      case .garbled(let fault):
        if fault == .closedOutput, isUntouched(exchange, by: process, sentBefore) {
          return .stale(.garbled(fault, step: lastStep))
        }
        broken = .garbled(fault, step: step)
      case .overMemory(let grown):
        broken = .overran(
          .memory(bytes: grown, limit: limits.maxMemoryGrowthBytes ?? 0), step: step)
      }
      return .broken(outcome ?? broken)
    }
    let unread = process.lines.unread
    guard unread.isEmpty else {
      let fault = ProtocolFault.extraReply(excerpt(unread))
      return .broken(outcome ?? .garbled(fault, step: max(0, exchange.received - 1)))
    }
    if outcome == nil, exchange.waitsForProcess { return .relaunch }
    return .complete(outcome ?? .answered)
  }
  /// Whether a process that had another conversation before has read nothing of this one. What it
  /// does now then belongs to the previous one.
  private func isUntouched(
    _ exchange: Exchange, by process: AdapterProcess, _ sentBefore: Int
  ) -> Bool {
    exchange.received == 0 && process.conversations > 1 && process.takenBytes <= sentBefore
  }
}
