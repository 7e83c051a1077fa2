import AdapterDriver
import AdapterProtocol
import CCrypto
import Foundation
import WireFormat

/// What tells one build of an adapter from another.
enum ProgramDigest {
  /// The SHA-256 of the program that a command starts, in lowercase hexadecimal; nil where it cannot be read.
  static func sha256(of command: AdapterCommand) -> String? {
    (try? command.resolve()).flatMap(sha256(ofFile:))
  }

  /// The same of the program and of each regular file that is named in its arguments: what tells one version of a script from another.
  static func ofFiles(_ command: AdapterCommand) -> [String] {
    let base = command.workingDirectory.map { $0 + "/" } ?? ""
    let named = command.arguments.map { $0.hasPrefix("/") ? $0 : base + $0 }.filter { path in
      var about = stat()
      return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
    }
    return [sha256(of: command) ?? ""] + named.map { sha256(ofFile: $0) ?? "" }
  }

  private static func sha256(ofFile path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path),
      let context = EVP_MD_CTX_new()
    else { return nil }
    defer {
      EVP_MD_CTX_free(context)
      try? file.close()
    }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1,
      readPortions(of: file, { EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 })
    else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
    return Digest.hexadecimal(Array(digest.prefix(Int(count))))
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
