package import Conformance
package import Forge

// Configurations of an app that are changed by chance.
extension ABTSetup {
  /// The configuration with another value in one place; nil where chance came upon nothing.
  ///
  /// - Parameter vocabulary: texts that keys are made of.
  package func changed(_ vocabulary: Vocabulary, _ choices: inout Choices) -> ABTSetup? {
    var setup = self
    switch choices.below(6) {
    case 0 where edition == .encrypting: setup.allowUnencrypted.toggle()
    case 1, 2: setup.urlScheme = urlScheme == nil ? choices.pick(Self.schemes) : nil
    case 3: setup.apiKey = Self.secret("api-key-", vocabulary, &choices)
    case 4 where edition == .encrypting:
      setup.encryptionSecret = Self.secret("secret-", vocabulary, &choices)
    case 5: setup.bundleIdentifier = Self.bundleIdentifier(&choices)
    default: return nil
    }
    return setup == self ? nil : setup
  }

  /// A key that is like no other, as markers have to be, and that a reader of settings, a buffer or an algorithm may trip over.
  private static func secret(
    _ name: String, _ vocabulary: Vocabulary, _ choices: inout Choices
  ) -> String {
    let text = name + choices.hexadecimal(12)
    // A NUL cannot be handed to libraries whose texts end at one.
    let other = vocabulary.text(&choices).filter { $0 != "\0" }
    switch choices.below(6) {
    case 0: return other + text
    case 1: return text + other
    case 2:
      let space = choices.pick([" ", "\t", "\n"])
      return choices.below(2) == 0 ? space + text : text + space
    case 3:
      // Around the blocks of hash functions, and the longest key of the cipher.
      let length = choices.pick([20, 32, 55, 56, 57, 63, 64, 65, 127, 128, 129])
      return text.padding(to: length)
    case 4:
      // Digits alone, which a reader of settings takes for a number; some have zeros in front.
      return choices.pick(["", "00"])
        + String((0..<18).map { _ in Character(String(choices.below(10))) })
    default: return text
    }
  }

  /// Letters of both cases, digits, hyphens and dots, as Apple's documentation permits them.
  private static func bundleIdentifier(_ choices: inout Choices) -> String {
    let components = ["com", "Acme", "acme-config", "App", "a", "x1", "org", "Mail-2", "co"]
    let name = (0..<choices.within(1...6)).map { _ in choices.pick(components) }
      .joined(separator: ".")
    guard choices.below(4) == 0 else { return name }
    return (name + ".").padding(to: choices.pick([63, 64, 65, 127, 128, 129, 155, 200]))
  }

  private static let schemes = [
    "acme", "acme+config", "x-acme.app-2", "a", "acme-config", "com.acme.app", "a1", "z+-.9",
    "x-absolutemanageconfig", String(repeating: "s", count: 64),
  ]

  /// The token of what is nearly this app with its API key: what a library may confuse with it.
  func neighbour(_ choices: inout Choices) -> TokenDamage {
    let components = bundleIdentifier.split(separator: ".").map(String.init)
    let (bundle, key) = choices.pick([
      (bundleIdentifier, ""), (bundleIdentifier, bundleIdentifier), (apiKey, bundleIdentifier),
      (apiKey, apiKey), ("", apiKey),
      (bundleIdentifier.uppercased(), apiKey), (bundleIdentifier.lowercased(), apiKey),
      (bundleIdentifier, apiKey.uppercased()), (bundleIdentifier, " " + apiKey),
      (bundleIdentifier, apiKey + "\n"), (bundleIdentifier, String(apiKey.dropLast())),
      (bundleIdentifier, encryptionSecret), (bundleIdentifier + ".extension", apiKey),
      (components.dropLast().joined(separator: "."), apiKey), (components.last ?? "", apiKey),
      ("x-absolutemanageconfig." + bundleIdentifier, apiKey), (urlScheme ?? "acme", apiKey),
    ])
    return .ofOther(bundleIdentifier: bundle, apiKey: key)
  }
}

extension String {
  /// The text with letters behind it until it has so many characters.
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: "k", count: max(0, length - count))
  }
}
