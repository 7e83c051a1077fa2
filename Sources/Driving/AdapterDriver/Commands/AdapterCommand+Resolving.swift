package import AdapterProtocol
import SystemLibrary

extension AdapterCommand {
  /// The path of the program, looked up as a shell would: a name without a slash in the `PATH` of
  /// the command's environment. A relative path is made absolute if the process is to run in
  /// another directory.
  ///
  /// - Throws: `cannotStart`, which says in words what is wrong: the program does not exist, is a
  ///   directory, may not be executed or is not on the path, or the working directory does not
  ///   exist.
  package func resolve() throws(AdapterTrouble) -> String {
    let texts = [executable] + arguments + environment.flatMap { [$0.0, $0.1] }
    if texts.contains(where: { $0.utf8.contains(0) }) {
      throw .cannotStart("its command or environment contains a zero byte")
    }
    guard !executable.isEmpty else { throw .cannotStart("no command is given") }
    if let workingDirectory, fileKind(workingDirectory) != .directory {
      throw .cannotStart("its working directory \"\(workingDirectory)\" is not a directory")
    }
    guard executable.utf8.contains(UInt8(ascii: "/")) else { return try lookUp() }
    if let problem = problem(with: executable) {
      throw .cannotStart("\"\(executable)\" \(problem)")
    }
    return workingDirectory == nil ? executable : absolute(executable)
  }

  private func lookUp() throws(AdapterTrouble) -> String {
    let path = environment.last { $0.0 == "PATH" }?.1 ?? "/usr/local/bin:/usr/bin:/bin"
    var notExecutable: String?
    for directory in path.split(separator: ":", omittingEmptySubsequences: false) {
      let candidate = (directory.isEmpty ? "." : String(directory)) + "/" + executable
      guard let problem = problem(with: candidate) else {
        return workingDirectory == nil ? candidate : absolute(candidate)
      }
      if problem != Self.missing { notExecutable = notExecutable ?? "\"\(candidate)\" \(problem)" }
    }
    throw .cannotStart(
      notExecutable
        ?? """
        "\(executable)" is in no directory of PATH (\(path)); for a file in the current directory \
        say "./\(executable)"
        """)
  }

  private static let missing = "does not exist"

  private func problem(with path: String) -> String? {
    switch fileKind(path) {
    case .missing(ENOENT), .missing(ENOTDIR): Self.missing
    case .missing(let error): "cannot be found: \(errorText(error))"
    case .directory: "is a directory, not a program"
    case .file:
      access(path, X_OK) == 0
        ? nil : "is not executable; \"chmod +x\" makes it so, or name its interpreter first"
    }
  }

  private enum FileKind: Equatable {
    case missing(Int32)
    case directory
    case file
  }

  private func fileKind(_ path: String) -> FileKind {
    var information = stat()
    guard stat(path, &information) == 0 else { return .missing(errno) }
    return information.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}

/// What the C library says of an `errno`.
func errorText(_ error: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let base = buffer.baseAddress, strerror_r(error, base, 256) == 0 else {
      return "error \(error)"
    }
    return String(cString: base)
  }
}

/// So that it can be thrown.
extension AdapterTrouble: Error {}
