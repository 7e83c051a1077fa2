/// Where a dual-mode app keeps its record. Each write is whole or does not happen.
public protocol DualModeStorage: AnyObject {
  /// The record; nil before the first write.
  func load() throws -> DualModeRecord?
  /// Replaces the record. An error ends the transition where it is.
  func store(_ record: DualModeRecord) throws
}

/// What a dual-mode app calls: the AppConnect library, and its own actions.
public protocol DualModeHost: AnyObject {
  /// What the system gives an app at its launch.
  associatedtype LaunchOptions

  /// Whether the library says that it should be started.
  func shouldStartAppConnect() -> Bool
  /// Makes the library's shared instance.
  func initWithDelegate()
  /// Starts the library; nil when it is restarted.
  func startWithLaunchOptions(_ options: LaunchOptions?)
  /// Makes the library forget what it keeps about the app.
  func retire()
  /// Shuts the library down.
  func stop()

  /// Removes what a regular app must not have.
  func eraseSensitiveData()
  /// Encrypts what was written unencrypted.
  func encryptExistingData()
  /// Tells the user how the change to AppConnect mode ended.
  func notifyModeChange(success: Bool)
}
