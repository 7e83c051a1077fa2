import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

/// The guard of a program, in processes of their own. That it clears away behind a killed harness is
/// shown from the command line.
@Suite struct GuardTests {
  @Test func itHoldsNothingAndHearsNoTerminal() async {
    await #expect(processExitsWith: .success) {
      let guardian = try #require(AdapterGuard())
      let process = guardian.processID
      #expect(
        eventually { (try? readlink("/proc/\(process)/cwd")) == "/" }, "it keeps no folder busy")
      #expect(getsid(process) == process)
      #expect(try names(in: "/proc/\(process)/fd") == ["0"])
      #expect(try readlink("/proc/\(process)/fd/0").hasPrefix("socket:"))
      #expect(try text("/proc/\(process)/comm") == "adapter-guard\n")
      let command = try text("/proc/\(process)/cmdline").prefix { $0 != "\0" }
      #expect(command == "adapter-guard")
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { kill(process, signal) }
      #expect(kill(process, 0) == 0)
      guardian.dismiss()
      #expect(kill(process, 0) == -1 && errno == ESRCH, "it is left, if only as a zombie")
    }
  }

  @Test func adaptersLiveUnderItAndEndWithIt() async {
    await #expect(processExitsWith: .success) {
      let guardian = try #require(AdapterGuard())
      var command = MisbehavingAdapter.command()
      command.guardian = guardian
      let worker = AdapterWorker(command: command, limits: .patient, harnessVersion: "0")
      // Some that are forgotten, one that cannot even be executed, and one that lives.
      for _ in 0..<3 {
        #expect(worker.run(["good"]).ending == .answered)
        worker.stop()
      }
      #expect(worker.run(["abort"]).ending != .answered)
      #expect(worker.run(["quiet grandchild"]).ending == .answered)
      let process = try #require(worker.processID)
      #expect(livingProcesses(ofGroup: process).count == 2)
      guardian.dismiss()
      #expect(eventually { livingProcesses(ofGroup: process).isEmpty })
      #expect(worker.stop() == .deadBefore(.signal(SIGKILL)))
    }
  }

  /// A harness whose guard is gone goes on.
  @Test func aDeadGuardIsNotMissed() async {
    await #expect(processExitsWith: .success) {
      let guardian = try #require(AdapterGuard())
      kill(guardian.processID, SIGKILL)
      guardian.dismiss()
      var command = MisbehavingAdapter.command()
      command.guardian = guardian
      let worker = AdapterWorker(command: command, limits: .patient, harnessVersion: "0")
      for _ in 0..<3 {
        #expect(worker.run(["good"]).ending == .answered)
        #expect(worker.stop() == .exited(status: 0, answered: true))
      }
    }
  }
}

private struct Unreadable: Error {
  let path: String
}

private func readlink(_ path: String) throws -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = Glibc.readlink(path, &buffer, buffer.count)
  guard count > 0 else { throw Unreadable(path: path) }
  return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func text(_ path: String) throws -> String {
  guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 8_192)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}

private func names(in folder: String) throws -> [String] {
  guard let entries = opendir(folder) else { throw Unreadable(path: folder) }
  defer { closedir(entries) }
  var found: [String] = []
  while let entry = readdir(entries) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { found.append(name) }
  }
  return found
}
