extension AdapterCommand {
  /// The same command for a process whose memory is compared over thousands of requests: built with AddressSanitizer it would hold what
  /// has been given back, up to 256 MiB of it, to find out whether it is used again. Others do not look at the variable.
  package var withoutQuarantine: AdapterCommand {
    let name = "ASAN_OPTIONS"
    let options = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"
    var command = self
    // Of an option that stands twice the last one counts.
    let own = command.environment.last { $0.0 == name }.map { $0.1 + ":" } ?? ""
    command.environment.removeAll { $0.0 == name }
    command.environment.append((name, own + options))
    return command
  }
}
