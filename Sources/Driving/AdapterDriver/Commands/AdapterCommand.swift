import CProcess

/// How an adapter is started: what a shell would be told, but with everything explicit.
package struct AdapterCommand: Sendable {
  /// A path (with a slash, from where the harness runs) or a name that is looked up in `PATH`.
  package var executable: String
  /// The arguments after the program's own name.
  package var arguments: [String]
  /// The whole environment of the process, in order; nothing is inherited.
  package var environment: [(String, String)]
  /// The directory in which the process runs, or nil for that of the harness.
  package var workingDirectory: String?
  /// What cleans up after the process if the harness is killed, or nil for nothing. Comparisons of
  /// commands ignore it.
  package var guardian: AdapterGuard?

  /// A command. Without an environment, the adapter gets what `AdapterEnvironment` leaves of the
  /// harness's own.
  package init(
    executable: String, arguments: [String] = [], environment: [(String, String)]? = nil,
    workingDirectory: String? = nil, guardian: AdapterGuard? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment ?? AdapterEnvironment.cleaned(Self.ownEnvironment())
    self.workingDirectory = workingDirectory
    self.guardian = guardian
  }

  /// The environment of the harness itself.
  package static func ownEnvironment() -> [(String, String)] {
    var result: [(String, String)] = []
    guard var next = cprocess_environment() else { return result }
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
      }
      next += 1
    }
    return result
  }
}

extension AdapterCommand: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.executable == right.executable && left.arguments == right.arguments
      && left.workingDirectory == right.workingDirectory
      && left.environment.elementsEqual(right.environment, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(executable)
    hasher.combine(arguments)
    hasher.combine(workingDirectory)
    for (name, value) in environment {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}
