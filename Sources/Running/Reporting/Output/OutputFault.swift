import SystemLibrary

/// Why a file of results could not be written or read back.
package struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done with the file.
  package enum Action: String, Sendable {
    /// Creating, filling, closing or renaming it.
    case write
    /// Reading it back, as the journal is for the reports.
    case read
  }

  package let path: String
  package let action: Action
  /// What went wrong, in words.
  package let why: String
  /// What a person can do about it.
  package let remedy: String
  /// Whether nobody reads any more what is written.
  package private(set) var isBrokenPipe = false

  package init(_ action: Action, path: String, why: String, remedy: String) {
    self.action = action
    self.path = path
    self.why = why
    self.remedy = remedy
  }

  /// The fault that a system call reported through `errno`.
  init(_ action: Action, path: String, call: String, code: CInt) {
    self.init(
      action, path: path, why: "\(String(cString: strerror(code))) (\(call), errno \(code))",
      remedy: Self.remedy(code))
    isBrokenPipe = code == EPIPE
  }

  /// `cannot write Reports/x/report.json: No space left on device (write, errno 28); make room …`.
  package var description: String { "cannot \(action.rawValue) \(path): \(why); \(remedy)" }

  private static func remedy(_ code: CInt) -> String {
    switch code {
    case ENOSPC, EDQUOT: "make room on the disk, or choose another folder with --output"
    case ENOENT: "the folder or file is gone: make the folder, or choose another with --output"
    case EACCES, EPERM, EROFS: "choose a folder that you may write to with --output"
    case EISDIR, ENOTDIR: "something else has this name: remove it, or choose another --output"
    case EFBIG: "raise the limit on the size of files (ulimit -f), or run fewer cases at a time"
    case EMFILE, ENFILE: "raise the limit on open files (ulimit -n), or use fewer --jobs"
    case EIO: "check the disk, or choose another folder with --output"
    default: "check the path, or choose another folder with --output"
    }
  }
}
