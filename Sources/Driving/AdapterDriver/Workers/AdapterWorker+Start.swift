package import AdapterProtocol
import JSONText

extension AdapterWorker {
  /// Starts the adapter and asks it who it is. Does nothing if it already runs.
  ///
  /// - Throws: `cannotStart` if it cannot even be launched, `noHello` if it dies, is silent or says
  ///   something else, `wrongProtocol`, and `replied` if it answers `failure`. No process is left
  ///   then.
  package func start() throws(AdapterTrouble) {
    try prepareThread()
    guard process == nil else { return }
    var command = command
    if let coverage {
      coverage.forgetModules()
      let names = coverage.environment.map(\.0)
      command.environment.removeAll { names.contains($0.0) }
      command.environment += coverage.environment
    }
    let process = try AdapterProcess(command, limits: limits, processor: affinity)
    self.process = process
    let id = process.enqueue(.hello(harnessName: "assay", version: harnessVersion))
    do throws(AdapterTrouble) {
      let hello = try awaitHello(id, from: process)
      guard hello.protocolVersion == Frame.protocolVersion else {
        throw AdapterTrouble.wrongProtocol(hello.protocolVersion)
      }
      self.hello = hello
      process.noteRest()
    } catch {
      discard()
      throw withErrorTail(error)
    }
  }

  private func awaitHello(
    _ id: Int64, from process: AdapterProcess
  ) throws(AdapterTrouble) -> Hello {
    var clock = StepClock(limits.startDeadline)
    switch awaitLine(from: process, &clock) {
    case .died(.exit(let status)): throw .noHello("it exited with status \(status)")
    case .died(let death): throw .noHello("it was \(death)")
    case .timedOut: throw .noHello("no reply within \(limits.startDeadline)")
    case .overMemory: throw .noHello("it uses too much memory")
    case .garbled(let fault): throw .noHello("\(fault)")
    case .line(let line): return try readHello(line, id)
    }
  }

  private func readHello(
    _ line: UnsafeRawBufferPointer, _ id: Int64
  ) throws(AdapterTrouble) -> Hello {
    let envelope: ReplyEnvelope
    do throws(JSONError) {
      envelope = try ReplyEnvelope.read(line)
    } catch {
      throw .noHello("\(ProtocolFault.notJSON(error)), in \(excerpt(line))")
    }
    guard envelope.id == id else {
      throw .noHello("\(ProtocolFault.wrongID(expected: id, got: envelope.id))")
    }
    switch envelope.kind {
    case .hello(let hello): return hello
    case .failure(let message): throw .replied(message)
    default:
      throw .noHello("\(ProtocolFault.wrongKind(expected: "hello", got: envelope.kind.name))")
    }
  }

  /// Adds what the adapter wrote to standard error to the reason of a `noHello`.
  private func withErrorTail(_ trouble: AdapterTrouble) -> AdapterTrouble {
    guard case .noHello(let reason) = trouble, !formerErrorTail.isEmpty else { return trouble }
    let tail = formerErrorTail.suffix(1_000)
    return .noHello(
      "\(reason); standard error ends with: \(String(decoding: tail, as: UTF8.self))")
  }
}
