public import ReferenceLibrary

extension ConfigurationManager {
  /// The encrypting edition. It decrypts data, and refuses unencrypted data unless you allow it.
  ///
  /// ```swift
  /// manager = ConfigurationManager(
  ///   AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"),
  ///   encryptionSecret: "a secret of Acme's", delegate: self,
  ///   openCallback: { [system] url in system.open(url) },
  ///   log: { [system] line in system.note(line) })
  /// ```
  ///
  /// All failures of decryption, padding, compression, magic and property list look the same to a
  /// sender (ABT-ENC-10).
  ///
  /// - Parameters:
  ///   - app: how the app is known to its profile manager.
  ///   - encryptionSecret: the fixed secret. The key is made from it and the bundle identifier. It
  ///     appears in no callback and in no line of the log (ABT-TOK-11), and is not kept.
  ///   - allowUnencrypted: whether `data` is also accepted (ABT-ENC-03, 04). A request with both is
  ///     always refused (ABT-ENC-09).
  ///   - dialect: the names and limits of the vendor's profile manager.
  ///   - encryptionDialect: how the vendor's profile manager encrypts.
  ///   - delegate: applies and reverts. It is not kept alive. Once it is gone, otherwise valid
  ///     requests fail.
  ///   - openCallback: opens a URL like the system. It is called exactly once for each handled
  ///     request, after the last call of the delegate, with an ASCII URL.
  ///   - log: takes single lines without a line feed for the app's log. They contain nothing
  ///     secret.
  public convenience init(
    _ app: AppRegistration, encryptionSecret: String, allowUnencrypted: Bool = false,
    dialect: ConfigurationDialect = .profile1, encryptionDialect: EncryptionDialect = .profile1,
    delegate: any ConfigurationDelegate, openCallback: @escaping (_ url: String) -> Void,
    log: @escaping (_ line: String) -> Void
  ) {
    self.init(
      app, dialect: dialect,
      edition: .encrypting(
        app, secret: encryptionSecret, allowUnencrypted: allowUnencrypted,
        dialect: encryptionDialect),
      decisions: .standard(for: dialect), delegate: delegate, openCallback: openCallback, log: log)
  }
}
