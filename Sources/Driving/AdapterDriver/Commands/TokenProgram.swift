import AdapterProtocol

/// A program that makes the token of an app: the bundle identifier and the API key are its last two arguments, and what it writes to
/// standard output is the token (the algorithm `external` of a dialect). A line feed at the end is none of it.
package struct TokenProgram: Sendable {
  package let command: AdapterCommand
  /// How long it may take, what it may write, and so on.
  package var limits: AdapterLimits

  /// The longest token, in bytes.
  package static let maxBytes = 4_096

  /// - Parameter timeout: how long the program may take for one token.
  package init(_ command: AdapterCommand, timeout: Duration = .seconds(10)) {
    self.command = command
    limits = AdapterLimits(
      stepDeadline: timeout, maxLineBytes: Self.maxBytes, maxProcessorSeconds: 60,
      maxFileBytes: 1 << 20)
  }

  /// Runs the program once.
  ///
  /// - Throws: why there is no token, in words that name the program.
  package func token(
    bundleIdentifier: String, apiKey: String
  ) throws(TokenProgramFault) -> String {
    var command = command
    command.arguments += [bundleIdentifier, apiKey]
    let process: AdapterProcess
    do throws(AdapterTrouble) {
      process = try AdapterProcess(command, limits: limits)
    } catch {
      throw TokenProgramFault("\(error)")
    }
    defer { process.end() }
    process.closeInput()
    var clock = StepClock(limits.stepDeadline)
    var lines: [[UInt8]] = []
    while true {
      switch process.awaitLine(&clock, deathGrace: limits.deathGrace) {
      case .line(let line):
        guard lines.isEmpty else { throw fault("writes more than one line") }
        lines.append(Array(line))
      case .died(let death):
        guard death == .exit(0) else { throw fault("ended with \(death)", process) }
        let rest = Array(process.unread)
        guard lines.isEmpty || rest.isEmpty else { throw fault("writes more than one line") }
        return try text(lines.first ?? rest)
      case .timedOut: throw fault("wrote no token within \(limits.stepDeadline)", process)
      case .overMemory: throw fault("takes too much memory")
      case .garbled(.closedOutput), .garbled(.brokenLine):
        throw fault("closed its output and does not end")
      case .garbled: throw fault("writes more than \(Self.maxBytes) bytes")
      }
    }
  }

  private func text(_ bytes: [UInt8]) throws(TokenProgramFault) -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
    guard !bytes.isEmpty else { throw fault("wrote no token") }
    guard let token = String(validating: bytes, as: UTF8.self) else {
      throw fault("wrote what is no UTF-8")
    }
    return token
  }

  private func fault(_ words: String, _ process: AdapterProcess? = nil) -> TokenProgramFault {
    process?.end()
    let tail = process.map { String(decoding: $0.standardErrorTail, as: UTF8.self) } ?? ""
    let last = tail.split(separator: "\n").last.map { "; it said: \($0)" } ?? ""
    return TokenProgramFault("\(command.executable) \(words)\(last)")
  }
}

/// Why a program made no token.
package struct TokenProgramFault: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
