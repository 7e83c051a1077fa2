import Anatomy
import WireFormat

/// Where a URL came from.
struct ContentsSource {
  /// The file, `-` or the URL.
  let subject: String
  /// From 1.
  let line: Int
}

/// What is shown of what only some may know: tokens, which let anybody configure the app, and what the sender has encrypted.
struct Disclosure {
  let dialect: Dialect
  let showsSecrets: Bool

  /// Whether the values of the configuration are left out.
  func hides(_ contents: URLContents) -> Bool {
    contents.isEncrypted && !showsSecrets && contents.contents != nil
  }

  /// The dictionary without the values that are left out; nil where nothing is left of it.
  func shown(_ contents: URLContents) -> PropertyList? {
    guard hides(contents) else { return contents.contents }
    guard case .dictionary(let members)? = contents.contents else { return nil }
    return .dictionary(members.filter { !$0.key.hasSameBytes(as: dialect.keys.configuration) })
  }

  /// The hidden configuration.
  func hidden(_ contents: URLContents) -> PropertyList? {
    guard hides(contents) else { return nil }
    guard case .dictionary(let members)? = contents.contents else { return contents.contents }
    return members.first { $0.key.hasSameBytes(as: dialect.keys.configuration) }?.value
  }

  /// Whether a parameter's value is cut.
  func cuts(_ name: [UInt8]) -> Bool {
    !showsSecrets && name.elementsEqual(dialect.parameters.token.utf8)
  }

  /// How much of a token is shown: enough to tell two of them apart.
  static let tokenBytes = 8

  /// Parameters whose values are taken apart, and not shown as they are.
  func isTakenApart(_ name: [UInt8], in contents: URLContents) -> Bool {
    let names = dialect.parameters
    let own =
      contents.kind == .callback ? [names.changedValues] : [names.data, names.encryptedData]
    return own.contains { name.elementsEqual($0.utf8) }
  }
}
