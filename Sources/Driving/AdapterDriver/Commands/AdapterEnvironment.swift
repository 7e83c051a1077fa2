/// The environment that adapters get: what programs and language runtimes need to find themselves,
/// and nothing else, so that no secret of a build server reaches an implementation or its log.
package enum AdapterEnvironment {
  /// Set for every adapter, with a value of its own. The harness uses it to find what an adapter
  /// has left running.
  package static let markName = "ASSAY_ADAPTER"

  /// Names of variables that are passed on if they are set, like all that begin with `LC_`. The
  /// list has only paths and settings of runtimes and sanitizers. The user has to name variables
  /// that often hold credentials (`GOPROXY`, `JAVA_TOOL_OPTIONS`, `NODE_OPTIONS`, …).
  package static let passedNames: Set<String> = [
    // The person and the system.
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LANGUAGE",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    // Runtimes.
    "JAVA_HOME", "JDK_HOME", "GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOMAXPROCS", "GOGC",
    "GOMEMLIMIT", "DOTNET_ROOT", "DOTNET_CLI_HOME", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV",
    "PYENV_ROOT", "PYENV_VERSION", "RBENV_ROOT", "RBENV_VERSION", "RUBYLIB", "GEM_HOME", "GEM_PATH",
    "BUNDLE_GEMFILE", "BUNDLE_PATH", "NODE_PATH", "NVM_DIR", "CARGO_HOME", "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN", "DEVELOPER_DIR", "TOOLCHAINS", "GNUSTEP_USER_ROOT", "GNUSTEP_CONFIG_FILE",
    "ERL_LIBS", "PERL5LIB",
    // Sanitizers and crash handlers.
    "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "MSAN_OPTIONS",
    "ASAN_SYMBOLIZER_PATH", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX",
  ]

  /// Whether a variable is passed on without being asked for.
  package static func passes(_ name: String) -> Bool {
    passedNames.contains(name) || name.hasPrefix("LC_")
  }

  /// The part of `environment` that an adapter gets, in its order, followed by the variables that
  /// were asked for. Each of these replaces one of the same name.
  package static func cleaned(
    _ environment: [(String, String)], adding: [(String, String)] = []
  ) -> [(String, String)] {
    var result = environment.filter { passes($0.0) }
    for entry in adding {
      result.removeAll { $0.0 == entry.0 }
      result.append(entry)
    }
    return result
  }
}
