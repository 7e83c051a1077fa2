public import ReferenceLibrary

extension ConfigurationManager {
  /// The library with encryption.
  ///
  /// - Parameters:
  ///   - encryptionSecret: the fixed secret from which, with the bundle identifier, the key follows.
  ///   - allowUnencrypted: whether data that is not encrypted is taken too.
  ///   - delegate: is not kept alive; without it every valid request fails.
  ///   - openCallback: opens a URL as the system does, once for each handled request.
  ///   - log: takes lines for the app's log, which hold nothing secret.
  public convenience init(
    _ app: AppRegistration, encryptionSecret: String, allowUnencrypted: Bool = false,
    delegate: any ConfigurationDelegate, openCallback: @escaping (_ url: String) -> Void,
    log: @escaping (_ line: String) -> Void
  ) {
    self.init(
      app,
      edition: .encrypting(
        app, secret: encryptionSecret, allowUnencrypted: allowUnencrypted),
      decisions: .standard, delegate: delegate, openCallback: openCallback, log: log)
  }
}
