import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Certification
import Foundation
import Reporting

/// What tells one version of an adapter from another: the digests of its files.
struct ProgramDigest {
  /// The program that the command starts, each regular file that its arguments name, and those that somebody added.
  let files: [Report.Adapter.File]

  /// - Parameter added: paths that count from here, whatever the adapter's working directory is.
  init(of command: AdapterCommand, adding added: [String] = []) {
    let base = command.workingDirectory.map { $0 + "/" } ?? ""
    let program = (try? command.resolve()) ?? command.executable
    let named = command.arguments.map { $0.hasPrefix("/") ? $0 : base + $0 }.filter(Self.isRegular)
    files = ([program] + named + added).map { path in
      .init(path: path, sha256: Self.sha256(ofFile: path))
    }
  }

  /// Of one file its own digest, of several the SHA-256 of their digests in lowercase hexadecimal, each followed by a line feed; nil where
  /// one of them cannot be read.
  var sha256: String? {
    let digests = files.compactMap(\.sha256)
    return digests.count == files.count ? SHA256Text.digest(ofAll: digests) : nil
  }

  private static func isRegular(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
  }

  private static func sha256(ofFile path: String) -> String? {
    guard isRegular(path), let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return SHA256Text.digest { update in readPortions(of: file) { update($0.baseAddress, $0.count) }
    }
  }

  /// Programs have tens of megabytes, of which one portion at a time is kept.
  ///
  /// - Returns: whether all of the file was read and taken.
  private static func readPortions(
    of file: FileHandle, _ take: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let portion = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
    defer { portion.deallocate() }
    while true {
      let count = read(file.fileDescriptor, portion.baseAddress, portion.count)
      if count == 0 { return true }
      if count < 0, errno != EINTR { return false }
      if count > 0, !take(UnsafeRawBufferPointer(rebasing: portion[..<count])) { return false }
    }
  }
}

/// Files that belong to an adapter and that its command does not name.
struct DigestOptions: ParsableArguments {
  @Option(
    name: .customLong("digest"),
    help: ArgumentHelp(
      "A file that belongs to the adapter, besides its program and the files that its command names: the library, for one (repeatable). The report holds the digest of each. Example: --digest libacme.so",
      valueName: "file"))
  var files: [String] = []

  func validate() throws {
    for file in files {
      if InputFile.isFolder(file) {
        throw ValidationError("--digest \(file) is a folder; name the files in it")
      }
      guard InputFile.isReadable(file) else {
        throw ValidationError("--digest \(file): there is no regular file that can be read")
      }
    }
  }
}
