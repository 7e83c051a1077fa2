public import ReferenceLibrary

extension ConfigurationManager {
  /// The encrypting edition: it decrypts, and refuses data that is not encrypted unless it is told
  /// to take that too.
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
  ///   - encryptionSecret: the fixed secret from which, with the bundle identifier, the key
  ///     follows. It appears in no callback and in no line of the log (ABT-TOK-11), and is not
  ///     kept.
  ///   - allowUnencrypted: whether `data` is taken too (ABT-ENC-03, 04). A request with both is
  ///     refused in any case (ABT-ENC-09).
  ///   - dialect: the names and limits of the vendor's profile manager.
  ///   - encryptionDialect: how the vendor's profile manager encrypts.
  ///   - delegate: applies and reverts. It is not kept alive; when it is gone, requests that are
  ///     otherwise valid fail.
  ///   - openCallback: opens a URL as the system does. It is called exactly once for each request
  ///     that is handled, after the last call of the delegate, with an ASCII URL.
  ///   - log: takes single lines without a line feed for the app's log, which hold nothing secret.
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
