import CCrypto
import SystemLibrary

/// Files of keys: private ones are their owner's alone, and none is ever overwritten.
package enum KeyFile {
  /// No key is longer, and no file with a password.
  package static let maxBytes = 64 << 10

  /// Reads a private key that nobody but its owner can read.
  ///
  /// - Parameter passwordFile: a file whose first line is the password of the key.
  package static func signingKey(
    _ path: String, passwordFile: String? = nil
  ) throws(KeyFault) -> SigningKey {
    let password = try passwordFile.map { (path) throws(KeyFault) in try Self.password(path) }
    var bytes = try read(path, isSecret: true)
    defer { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    return try SigningKey(pem: bytes, named: path, password: password)
  }

  /// Reads a public key.
  package static func publicKey(_ path: String) throws(KeyFault) -> PublicKey {
    try PublicKey(pem: try read(path, isSecret: false), named: path)
  }

  /// Reads a password that nobody but its owner can read.
  package static func password(_ path: String) throws(KeyFault) -> Password {
    guard let password = Password(firstLineOf: try read(path, isSecret: true)) else {
      throw KeyFault.noPassword(path)
    }
    return password
  }

  /// Writes a new pair: the private key with mode 0600, and the public one beside it as `PATH.pub`. Both files are new, and both are
  /// whole, or neither is there.
  ///
  /// - Returns: the public key.
  package static func writePair(
    _ key: SigningKey, _ path: String, password: Password? = nil
  ) throws(KeyFault) -> PublicKey {
    let publicKey = try key.publicKey()
    let publicPath = path + ".pub"
    try write(try publicKey.pem(), to: publicPath, mode: 0o644)
    do throws(KeyFault) {
      try write(try key.pem(password: password), to: path, mode: 0o600)
    } catch {
      unlink(publicPath)
      throw error
    }
    return publicKey
  }

  /// - Parameter isSecret: whether a file of this user's that others can read is refused, as ssh(1) refuses it.
  private static func read(_ path: String, isSecret: Bool) throws(KeyFault) -> [UInt8] {
    // Opening a FIFO would wait for somebody who writes into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var about = stat()
    guard fstat(descriptor, &about) == 0 else { throw unreadable(path, errno) }
    switch about.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw KeyFault.unreadable(path, why: "it is a folder; name a file in it")
    default: throw KeyFault.unreadable(path, why: "it is no regular file")
    }
    guard about.st_size <= maxBytes else { throw KeyFault.tooLong(path, maxBytes: maxBytes) }
    var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
    var count = 0
    while count < bytes.count {
      let portion = bytes.withUnsafeMutableBytes { buffer in
        SystemLibrary.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if portion < 0, errno == EINTR { continue }
      guard portion >= 0 else { throw unreadable(path, errno) }
      if portion == 0 { break }
      count += portion
    }
    guard count <= maxBytes else { throw KeyFault.tooLong(path, maxBytes: maxBytes) }
    bytes.removeLast(bytes.count - count)
    if isSecret, about.st_uid == geteuid(), about.st_mode & 0o077 != 0 {
      // Everybody may read this one; that is not what is wrong with it.
      guard !PEMText.holds("BEGIN PUBLIC KEY", bytes) else {
        throw KeyFault.publicInPlaceOfPrivate(path)
      }
      let mode = String(about.st_mode & 0o7777, radix: 8)
      throw KeyFault.readableByOthers(path, mode: "0" + mode)
    }
    return bytes
  }

  private static func unreadable(_ path: String, _ code: CInt) -> KeyFault {
    .unreadable(path, why: String(cString: strerror(code)))
  }

  /// Writes a file that was not there before; what was begun and could not be ended is removed.
  private static func write(_ text: [UInt8], to path: String, mode: mode_t) throws(KeyFault) {
    // With O_EXCL, a symbolic link is something that is there.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? KeyFault.exists(path)
        : KeyFault.notWritten(path, why: String(cString: strerror(errno)))
    }
    var failure: CInt = 0
    var sent = 0
    while sent < text.count, failure == 0 {
      let count = text.withUnsafeBytes { content in
        SystemLibrary.write(descriptor, content.baseAddress.map { $0 + sent }, content.count - sent)
      }
      if count > 0 { sent += count } else if count == 0 || errno != EINTR { failure = errno }
    }
    if failure == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = errno }
    if close(descriptor) != 0, failure == 0, errno != EINTR { failure = errno }
    guard failure == 0 else {
      unlink(path)
      throw KeyFault.notWritten(path, why: String(cString: strerror(failure)))
    }
  }
}
