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
    missedDeadline = nil
    lastCost = nil
    memoryAtMarks = []
    memoryPeaks = []
    lastEdges = []
    do throws(AdapterTrouble) {
      try prepareThread()
      if hello?.freshProcess == true, let process, process.conversations > 0,
        case .deadBefore(let death) = stop()
      {
        aftermath = .crashed(death, step: lastStep)
      }
      if aftermath != nil { aftermathStandardError = standardErrorOfConversation() }
      formerErrorMark = errorMark
      try startConversation()
    } catch {
      return .adapterFailure(error, step: nil)
    }
    guard let process else { return .adapterFailure(.cannotStart("it is gone"), step: nil) }

    var exchange = Exchange(firstID: process.nextID)
    exchange.isOneByOne = measuresSteps
    conversation.appendReadyFrames(to: &exchange.frames)
    if conversation.needsStorage {
      do throws(AdapterTrouble) {
        exchange.storage = try storage.freshFolder()
      } catch {
        return .adapterFailure(error, step: nil)
      }
    }
    exchange.relaunches = hello?.freshProcess == true || conversation.killsAtRestart
    let begun = measuresCost ? CostMark(process) : nil
    process.conversations += 1
    // What the process did before it read anything of this case belongs to none.
    coverage?.clear()
    var ending = conduct(&exchange, with: process, &conversation)
    if case .stale(let earlier) = ending {
      if aftermath == nil {
        aftermath = earlier
        process.drainError()
        aftermathStandardError = process.errorTail.bytes(after: formerErrorMark)
      }
      ending = conductAgain(&exchange, &conversation)
    }
    while case .relaunch = ending { ending = relaunch(&exchange, &conversation) }
    if let coverage { lastEdges = coverage.edges() }
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
          .memory(bytes: grown, limit: limits.memoryMargin), step: lastStep)
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
      try startConversation()
    } catch {
      return .broken(.adapterFailure(error, step: nil))
    }
    guard let process else {
      return .broken(.adapterFailure(.cannotStart("it is gone"), step: nil))
    }
    exchange.firstID = process.nextID
    exchange.sent = 0
    coverage?.clear()
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
    let marks = conversation.memoryMarks
    let deadlines = max(1, conversation.deadlinesOfStep)
    var timeInAll = conversation.stepDeadlinesInAll.map { StepClock(limits.stepDeadline * $0) }
    exchange.send(to: process)
    while exchange.received < exchange.sent {
      let step = exchange.received
      let broken: Ending
      switch awaitLine(from: process, &clock) {
      case .line(let line):
        switch exchange.accept(line, isFirstOfProcess: process.conversations == 1) {
        case .failure(.stale(let fault)): return .stale(.garbled(fault, step: lastStep))
        case .failure(.fault(let fault)):
          conversation.hear(line, frame: step)
          broken = .garbled(fault, step: step)
        case .success(let envelope):
          conversation.hear(line, frame: step)
          let isLate =
            deadlines > 1 && !exchange.isStart(step)
            && clock.hasExceeded(limits.stepDeadline, for: process)
          clock.reset(
            exchange.isStart(exchange.received)
              ? limits.startDeadline : limits.stepDeadline * deadlines)
          if marks.contains(step), let resident = process.residentBytes() {
            memoryAtMarks.append(resident)
          }
          if measuresSteps, let peak = process.memoryPeak() { memoryPeaks.append(peak) }
          guard outcome == nil else {
            if envelope.hasLate { conversation.overhear(envelope, line: line, frame: step) }
            continue
          }
          if isLate { conversation.exceeded(limits.stepDeadline, frame: step) }
          outcome = exchange.deliver(envelope, line, step, &conversation)
          if case .garbled = outcome, let outcome { return .broken(outcome) }
          if outcome == nil { exchange.send(to: process) }
          if exchange.received < exchange.sent {
            if isAbandoned() { return .broken(outcome ?? .abandoned(step: step)) }
            if let budget = timeInAll?.budget, timeInAll?.hasRunOut(for: process) == true {
              if !memoryAtMarks.isEmpty, let resident = process.residentBytes() {
                memoryAtMarks.append(resident)
              }
              return .broken(outcome ?? .cutShort(step: step, after: budget))
            }
          }
          continue
        }
      case .died(let death):
        if isUntouched(exchange, by: process, sentBefore) {
          return .stale(.crashed(death, step: lastStep))
        }
        hearUnread(of: process, frame: step, &conversation)
        broken = .crashed(death, step: step)
      case .timedOut:
        hearUnread(of: process, frame: step, &conversation)
        missedDeadline = clock.budget
        timeWithoutProcessor = clock.timeWithoutProcessor
        broken = .hung(step: step)
      case .garbled(let fault):
        if fault == .closedOutput, isUntouched(exchange, by: process, sentBefore) {
          return .stale(.garbled(fault, step: lastStep))
        }
        hearUnread(of: process, frame: step, &conversation)
        broken = .garbled(fault, step: step)
      case .overMemory(let grown):
        broken = .overran(
          .memory(bytes: grown, limit: limits.memoryMargin), step: step)
      }
      return .broken(outcome ?? broken)
    }
    let unread = process.lines.unread
    guard unread.isEmpty else {
      let fault = ProtocolFault.extraReply(excerpt(unread))
      return .broken(outcome ?? .garbled(fault, step: max(0, exchange.received - 1)))
    }
    if let end = outcome ?? exchange.unsendable { return .complete(end) }
    return exchange.waitsForProcess ? .relaunch : .complete(.answered)
  }

  /// A line that has begun and never ended is heard as far as it came.
  private func hearUnread(
    of process: AdapterProcess, frame: Int, _ conversation: inout some Conversation
  ) {
    let unread = process.lines.unread
    if !unread.isEmpty { conversation.hear(unread, frame: frame) }
  }

  /// Whether a process that had another conversation before has not read anything of this one: what
  /// it does now is the doing of the one before.
  private func isUntouched(
    _ exchange: Exchange, by process: AdapterProcess, _ sentBefore: Int
  ) -> Bool {
    exchange.received == 0 && process.conversations > 1 && process.takenBytes <= sentBefore
  }
}
