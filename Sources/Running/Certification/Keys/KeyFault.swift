/// Why a key cannot be used: what is wrong, and what to do.
package enum KeyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's words.
  case unreadable(String, why: String)
  case tooLong(String, maxBytes: Int)
  case empty(String)
  /// A private key that other users of the machine can read; the mode in octal.
  case readableByOthers(String, mode: String)
  /// Under a password, and none was given.
  case encrypted(String)
  case wrongPassword(String)
  /// The file with the password is empty, or its first line is too long.
  case noPassword(String)
  /// A key of another algorithm.
  case otherKind(String, kind: String)
  /// The other half of a pair.
  case publicInPlaceOfPrivate(String)
  case privateInPlaceOfPublic(String)
  /// No key at all, or a damaged one.
  case malformed(String, wanted: String)
  case exists(String)
  case notWritten(String, why: String)
  /// libcrypto has refused to do what it always does.
  case library(String)

  package var description: String {
    switch self {
    case .unreadable(let path, let why): "the key \(path) cannot be read: \(why)"
    case .tooLong(let path, let limit):
      "the key \(path) is longer than \(limit) bytes, which is the limit: it is no key"
    case .empty(let path): "the key \(path) is empty; make one with assay key new"
    case .readableByOthers(let path, let mode):
      "other users can read the private key \(path) (its mode is \(mode)), so it is not used; "
        + "make it yours alone with: chmod 600 \(path)"
    case .encrypted(let path):
      "the private key \(path) is under a password; name a file that holds it with --password-file"
    case .wrongPassword(let path):
      "the private key \(path) does not open with the password of --password-file"
    case .noPassword(let path):
      "the password file \(path) has no password of 1 to \(Password.maxBytes) bytes in its first line"
    case .otherKind(let path, let kind):
      "the key \(path) is one of \(kind); certificates are signed with Ed25519: make a key with "
        + "assay key new, or with openssl genpkey -algorithm ed25519"
    case .publicInPlaceOfPrivate(let path):
      "\(path) is a public key; signing takes the private one of the pair"
    case .privateInPlaceOfPublic(let path):
      "\(path) is a private key; verifying takes the public one of the pair (assay key public prints it)"
    case .malformed(let path, let wanted):
      "\(path) holds no \(wanted) in PEM, or a damaged one; it begins with "
        + (wanted == "public key" ? "-----BEGIN PUBLIC KEY-----" : "-----BEGIN PRIVATE KEY-----")
    case .exists(let path):
      "\(path) is there already, and a key is never overwritten; choose another name"
    case .notWritten(let path, let why): "the key \(path) cannot be written: \(why)"
    case .library(let what): "libcrypto could not \(what)"
    }
  }
}
