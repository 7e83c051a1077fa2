/// What has to be known of an app to check its tokens and to read what is encrypted for it.
package struct AppKeys: Hashable, Sendable {
  /// The API key; nil where nobody gave it, so that tokens cannot be checked.
  package var apiKey: String?
  /// What the cipher's key is made of, beside the bundle identifier; nil where nobody gave it.
  package var encryptionSecret: String?

  package init(apiKey: String? = nil, encryptionSecret: String? = nil) {
    self.apiKey = apiKey
    self.encryptionSecret = encryptionSecret
  }

  /// These, and what they lack from others.
  package func filled(from other: AppKeys) -> AppKeys {
    AppKeys(
      apiKey: apiKey ?? other.apiKey, encryptionSecret: encryptionSecret ?? other.encryptionSecret)
  }
}

/// The keys of several apps.
package struct KeyRing: Hashable, Sendable {
  /// By bundle identifier.
  package var apps: [String: AppKeys]
  /// What comes before the keys of any app.
  package var first: AppKeys
  /// What takes the place of what an app lacks.
  package var last: AppKeys

  package init(apps: [String: AppKeys] = [:], first: AppKeys = .init(), last: AppKeys = .init()) {
    self.apps = apps
    self.first = first
    self.last = last
  }

  /// The keys of an app; nil stands for an app that is not known.
  package func keys(of bundleIdentifier: String?) -> AppKeys {
    let own = bundleIdentifier.flatMap { apps[$0] } ?? AppKeys()
    return first.filled(from: own).filled(from: last)
  }
}
