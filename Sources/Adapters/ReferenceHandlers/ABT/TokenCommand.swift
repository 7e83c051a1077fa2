import AdapterKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the command that makes the tokens of a dialect. A real app has its token made when it is built; an adapter, which is told
/// another app with each start, asks the command and keeps what it says. The command belongs to the adapter's process group, and the
/// deadline of the start is its own.
final class TokenCommand {
  /// The tokens that were made, by the bytes of all the words of the command that made each: texts that look alike are equal, and have
  /// other tokens.
  private var known: [[[UInt8]]: String] = [:]

  /// Answers are forgotten beyond this number.
  private static let maxKnown = 1_024
  /// No token is longer.
  private static let maxBytes = 4_096

  init() {}

  /// The token of an app.
  ///
  /// - Throws: `AdapterFailure` where the command makes none.
  func token(_ command: [String], bundleIdentifier: String, apiKey: String) throws -> String {
    let words = command + [bundleIdentifier, apiKey]
    let bytes = words.map { Array($0.utf8) }
    if let token = known[bytes] { return token }
    let token = try Self.run(words)
    if known.count >= Self.maxKnown { known.removeAll() }
    known[bytes] = token
    return token
  }

  /// What a program writes to standard output, without the end of its line.
  private static func run(_ words: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard let program = words.first, pipe(&ends) == 0 else {
      throw AdapterFailure("the token command cannot be run")
    }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Our own standard input holds the requests of the harness.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var process = pid_t()
    let status = posix_spawnp(&process, program, &actions, nil, &arguments, environ)
    close(ends[1])
    guard status == 0 else {
      throw AdapterFailure("the token command \(program): \(String(cString: strerror(status)))")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 512)
    while bytes.count <= maxBytes {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    var ending: Int32 = 0
    while waitpid(process, &ending, 0) < 0, errno == EINTR {}
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard ending == 0, !bytes.isEmpty, bytes.count <= maxBytes,
      let token = String(validating: bytes, as: UTF8.self)
    else { throw AdapterFailure("the token command \(program) made no token") }
    return token
  }
}
