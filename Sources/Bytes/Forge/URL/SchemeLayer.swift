/// The scheme of the URL (ABT-URL-01 to 05).
package enum SchemeLayer: Hashable, Sendable {
  /// The app's own scheme, or else the default one.
  case canonical
  /// The default scheme, also where the app has one of its own.
  case byBundleIdentifier
  /// The right scheme with the other case: every letter from number `index` on, counted modulo their number.
  case otherCase(index: Int)
  /// The right scheme with more text after it.
  case longer(by: String)
  /// The right scheme without its last `count` characters (1 to all but one of them).
  case shorter(by: Int)
  /// The default scheme of another app.
  case ofOther(bundleIdentifier: String)
  case verbatim(String)
}

extension SchemeLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case byBundleIdentifier = "by-bundle-identifier"
    case otherCase = "other-case"
    case longer, shorter
    case ofOther = "of-other"
    case verbatim
  }

  package static let layerName = "scheme"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .byBundleIdentifier: .byBundleIdentifier
    case .otherCase: .otherCase
    case .longer: .longer
    case .shorter: .shorter
    case .ofOther: .ofOther
    case .verbatim: .verbatim
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "the scheme that the app is known by")
    case .byBundleIdentifier:
      LayerNote(.anything, "the default scheme, which an app with its own need not take")
    case .otherCase: LayerNote(.free, "letters of the scheme are in other case")
    case .longer: LayerNote(.foreign, "the scheme goes on after the right one")
    case .shorter: LayerNote(.foreign, "the scheme ends too early")
    case .ofOther: LayerNote(.foreign, "the default scheme of another app")
    case .verbatim: LayerNote(.anything, "some other text is the scheme")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .byBundleIdentifier: .byBundleIdentifier
    case .otherCase: .otherCase(index: choices.below(4))
    case .longer: .longer(by: choices.pick(["x", ".app", "2", "-a", "+"]))
    case .shorter: .shorter(by: choices.within(1...3))
    case .ofOther:
      .ofOther(bundleIdentifier: choices.pick(["com.other.app", "org.example.other", "z"]))
    case .verbatim: .verbatim(choices.pick(["https", "http", "file", "x", "absoluteapps", ""]))
    }
  }

  /// - Parameters:
  ///   - own: the app's scheme, whether default or its own.
  ///   - byBundle: makes the default scheme of a bundle identifier.
  func applied(to own: String, bundleIdentifier: String, byBundle: (String) -> String) -> String {
    switch self {
    case .canonical: return own
    case .byBundleIdentifier: return byBundle(bundleIdentifier)
    case .ofOther(let other): return byBundle(other)
    case .verbatim(let text): return text
    case .longer(let text): return own + text
    case .shorter(let count):
      return String(own.dropLast(min(max(1, count), max(1, own.count - 1))))
    case .otherCase(let index):
      let letters = own.indices.filter { own[$0].isASCII && own[$0].isLetter }
      guard !letters.isEmpty else { return own }
      let first = letters[index.wrapped(letters.count)]
      return own[..<first]
        + own[first...].map { $0.isLowercase ? $0.uppercased() : $0.lowercased() }
        .joined()
    }
  }
}
