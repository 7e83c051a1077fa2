import AdapterDriver
import AdapterProtocol
import CProcess
import Glibc
import Testing

@Suite struct StartingTests {
  /// The trouble that starting meets; the worker must not have a process then.
  private func trouble(
    _ worker: AdapterWorker, sourceLocation: SourceLocation = #_sourceLocation
  ) -> AdapterTrouble? {
    do throws(AdapterTrouble) {
      try worker.start()
      Issue.record("it started", sourceLocation: sourceLocation)
      return nil
    } catch {
      #expect(!worker.isRunning, sourceLocation: sourceLocation)
      #expect(worker.processID == nil, sourceLocation: sourceLocation)
      return error
    }
  }

  private func trouble(executable: String, directory: String? = nil) -> String {
    let command = AdapterCommand(
      executable: executable, environment: [("PATH", "/nowhere:/usr/bin:/bin")],
      workingDirectory: directory)
    let trouble = trouble(
      AdapterWorker(command: command, limits: .patient, harnessVersion: "0"))
    guard case .cannotStart(let reason) = trouble else { return "\(trouble as Any)" }
    return reason
  }

  private func withFile(_ text: String, mode: mode_t, _ body: (String) -> Void) {
    let path = "/tmp/assay-driver-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    guard let file = fopen(path, "we") else {
      Issue.record("no temporary file")
      return
    }
    fputs(text, file)
    fclose(file)
    chmod(path, mode)
    body(path)
    unlink(path)
  }

  /// A file cannot be executed as long as somebody writes it.
  @Test func whatIsStillBeingWrittenIsWaitedFor() {
    withFile("#!/bin/sh\nexit 0\n", mode: 0o755) { path in
      // What other tests start meanwhile must not hold it, too.
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      #expect(
        trouble(executable: path)
          == "\"\(path)\" cannot be executed: another program has it open for writing")
      // Now a shell holds it, for a while.
      guard let shell = popen("exec 3>>\(path); echo ready; exec sleep 0.2", "r") else {
        Issue.record("no shell")
        return
      }
      _ = fgetc(shell)
      close(writer)
      #expect(trouble(executable: path).contains("exited with status 0"))
      pclose(shell)
    }
  }

  @Test func whatDoesNotExistIsSaidClearly() {
    #expect(trouble(executable: "/no/such/program") == "\"/no/such/program\" does not exist")
    #expect(
      trouble(executable: "no-such-program")
        == """
        "no-such-program" is in no directory of PATH (/nowhere:/usr/bin:/bin); for a file in the \
        current directory say "./no-such-program"
        """)
    #expect(trouble(executable: "") == "no command is given")
    #expect(trouble(executable: "/usr") == "\"/usr\" is a directory, not a program")
    #expect(
      trouble(executable: "cat", directory: "/no/such/folder")
        == "its working directory \"/no/such/folder\" is not a directory")
  }

  @Test func whatIsNotExecutableIsSaidClearly() {
    withFile("#!/bin/sh\n", mode: 0o644) { path in
      #expect(
        trouble(executable: path)
          == "\"\(path)\" is not executable; \"chmod +x\" makes it so, or name its interpreter first"
      )
    }
    withFile("#!/no/such/interpreter\n", mode: 0o755) { path in
      #expect(
        trouble(executable: path)
          == "\"\(path)\" cannot run: the interpreter or loader that it names does not exist")
    }
    withFile("echo hello\n", mode: 0o755) { path in
      #expect(
        trouble(executable: path)
          == "\"\(path)\" is neither a program for this machine nor a script that begins with \"#!\""
      )
    }
  }

  @Test func aProcessorThatIsNotThereIsSaidClearly() {
    let worker = AdapterWorker(
      command: MisbehavingAdapter.command(), harnessVersion: "0", affinity: 100_000)
    #expect(
      trouble(worker) == .cannotStart("processor 100000 cannot be used: Invalid argument"))
  }

  @Test func whoDiesAtOnceHasNoHello() {
    #expect(
      trouble(AdapterWorker("exits at once"))
        == .noHello("it exited with status 3; standard error ends with: no licence"))
    #expect(
      trouble(AdapterWorker("dies at hello")) == .noHello("it was killed by signal 6 (SIGABRT)"))
  }

  @Test func whoSaysSomethingElseHasNoHello() {
    guard case .noHello(let reason) = trouble(AdapterWorker("talks")) else {
      Issue.record("no noHello")
      return
    }
    #expect(reason.hasSuffix("in \"Welcome to Acme\""))
    #expect(
      trouble(AdapterWorker("no hello"))
        == .noHello("a reply \"observed\" where \"hello\" is expected"))
    #expect(trouble(AdapterWorker("failing")) == .replied("no database"))
    #expect(trouble(AdapterWorker("other protocol")) == .wrongProtocol(2))
  }

  @Test func whoIsSilentHasNoHello() {
    var limits = AdapterLimits.patient
    limits.startDeadline = .milliseconds(200)
    #expect(trouble(AdapterWorker("silent", limits)) == .noHello("no reply within 0.2 seconds"))
  }

  @Test func troubleEndsAConversationBeforeItsFirstStep() {
    let worker = AdapterWorker("failing")
    let (ending, replies) = worker.run(["good"])
    #expect(ending == .adapterFailure(.replied("no database"), step: nil))
    #expect(replies == 0)
  }

  @Test func startingTwiceKeepsTheProcess() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    try worker.start()
    #expect(worker.processID == process)
    #expect(worker.hello?.implementationName == "M")
    #expect(worker.stop() == .exited(status: 0, answered: true))
    expectGone(process)
  }

  @Test func aShellScriptIsAnAdapter() {
    let script = #"""
      #!/bin/sh
      while read -r line; do
        id=${line#*:}; id=${id%%,*}
        case $line in
          *'"hello"'*) echo '{"id":'$id',"type":"hello","protocol":1,"implementation":{"name":"S","version":"1","language":"sh"},"suites":{}}' ;;
          *'"start"'*) echo '{"id":'$id',"type":"started"}' ;;
          *'"stop"'*) echo '{"id":'$id',"type":"stopped"}'; exit 0 ;;
          *) echo '{"id":'$id',"type":"observed"}' ;;
        esac
      done
      """#
    withFile(script, mode: 0o755) { path in
      let worker = AdapterWorker(
        command: AdapterCommand(executable: path), limits: .patient, harnessVersion: "0")
      let (ending, replies) = worker.run(["a", "b"])
      #expect(ending == .answered)
      #expect(replies == 3)
      #expect(worker.hello?.language == "sh")
      #expect(worker.stop() == .exited(status: 0, answered: true))
    }
  }
}
