import SuiteModels
import Suites

/// Whole requests as they come to a library that nothing has come to before: the app, and the URLs in their order.
///
/// All but the last are pieces of chunked data that have to be kept; the verdict is on the last.
struct RequestInput {
  /// In the place of an `InputKind`, which the readers of bytes have: no single reader has a verdict on requests.
  static let kind: UInt8 = 0

  let setup: ABTSetup
  let urls: [[UInt8]]

  /// Appends the letter of the edition (`p` plain, `e` encrypting, `a` encrypting and told to take unencrypted data), the
  /// sections of bundle identifier, API key, own scheme (empty for the default one) and secret, the count of URLs in 4
  /// bytes, and the section of each.
  func append(to bytes: inout [UInt8]) {
    bytes.append(letter)
    Bytes.append(section: setup.bundleIdentifier.utf8, to: &bytes)
    Bytes.append(section: setup.apiKey.utf8, to: &bytes)
    Bytes.append(section: (setup.urlScheme ?? "").utf8, to: &bytes)
    Bytes.append(section: setup.encryptionSecret.utf8, to: &bytes)
    Bytes.append(UInt64(urls.count), width: 4, to: &bytes)
    for url in urls { Bytes.append(section: url, to: &bytes) }
  }

  private var letter: UInt8 {
    switch setup.edition {
    case .plain: UInt8(ascii: "p")
    case .encrypting: UInt8(ascii: setup.allowUnencrypted ? "a" : "e")
    }
  }
}
