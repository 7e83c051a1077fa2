import Glibc
import Testing

/// A program that was started for a test, with standard input empty.
struct Child {
  struct CannotStart: Error {
    let program: String
    let code: Int32
  }

  let process: pid_t

  /// - Parameters:
  ///   - output: the file that takes standard output: a terminal's, or one that is made.
  ///   - errors: the file that takes standard error.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    output: String, errors: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let creation = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, creation, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, creation, 0o600)
    // A test runner may ignore or block what a person's shell would not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    // The shell that changes the directory becomes the program: the process stays the same.
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program]
    let words = (shell + arguments).map { strdup($0) }
    let settings = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words + [nil], settings + [nil])
    guard code == 0 else { throw CannotStart(program: program, code: code) }
    self.process = process
  }

  /// Waits for its end: the exit code, or 128 and the signal's number. What has not ended after
  /// two minutes is killed, so that a hang fails a test and not the whole run.
  func wait() -> Int32 {
    var status: Int32 = 0
    for _ in 0..<60_000 {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return Self.code(status) }
      if ended < 0, errno != EINTR { break }
      usleep(2_000)
    }
    Issue.record("process \(process) did not end")
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return Self.code(status)
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// The living processes whose current directory is this folder; zombies don't count.
func livingProcesses(in folder: String) -> [pid_t] {
  guard let processes = opendir("/proc") else { return [] }
  defer { closedir(processes) }
  var found: [pid_t] = []
  while let entry = readdir(processes) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let process = pid_t(name) else { continue }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // A zombie has no directory any more.
    let count = readlink("/proc/\(name)/cwd", &buffer, buffer.count)
    guard count > 0 else { continue }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if path == folder { found.append(process) }
  }
  return found
}

/// Whether a condition becomes true within half a minute.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<6_000 {
    if condition() { return true }
    usleep(5_000)
  }
  return false
}
