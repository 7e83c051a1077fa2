import SystemLibrary

/// The machine that a run was made on, as far as it bears on results; never its name or its user's.
package struct Machine: Sendable, Hashable {
  package var system: String
  package var release: String
  package var architecture: String
  /// The processors that are online.
  package var processors: Int

  package init(system: String, release: String, architecture: String, processors: Int) {
    self.system = system
    self.release = release
    self.architecture = architecture
    self.processors = processors
  }

  /// The machine that this process runs on.
  static var current: Machine {
    var names = utsname()
    uname(&names)
    return Machine(
      system: text(&names.sysname), release: text(&names.release),
      architecture: text(&names.machine), processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The text of one of the fixed arrays of `utsname`, up to its terminating zero.
  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
