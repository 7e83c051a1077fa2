import SystemLibrary

/// Keeps a folder for one run at a time: two that wrote into the same would spoil each other's results.
///
/// The kernel gives it back however the run ends (flock(2)). Where the file system knows no locks, nothing is kept.
package final class FolderLock: Sendable {
  private let descriptor: CInt

  /// - Throws: where another run has the folder, or it cannot be opened.
  package init(_ folder: String) throws(OutputFault) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw OutputFault(.write, path: folder, call: "open", code: errno)
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        throw OutputFault(
          .write, path: folder, why: "another run of assay is writing its results there",
          remedy: "wait until it has ended, or choose another folder with --output")
      default: return
      }
    }
  }

  // Also where `init` throws.
  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
