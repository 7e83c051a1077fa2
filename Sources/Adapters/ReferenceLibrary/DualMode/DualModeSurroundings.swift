/// Where a dual-mode app keeps its record, such as a file or the user's defaults.
///
/// Each write is complete or does not happen. Once it has returned, the next launch finds it. Calls
/// come on the thread of the ``DualModeApp``.
public protocol DualModeStorage: AnyObject {
  /// The record, or nil before the first write.
  func load() throws -> DualModeRecord?
  /// Replaces the record. An error ends the transition where it is.
  func store(_ record: DualModeRecord) throws
}

/// What a dual-mode app calls: the AppConnect library, and its own actions.
///
/// Calls come on the thread of the ``DualModeApp``, which waits for each call to return.
public protocol DualModeHost: AnyObject {
  /// What the system gives an app at its launch.
  associatedtype LaunchOptions

  /// Whether the library says that it should be started: `+shouldStartAppConnect`.
  func shouldStartAppConnect() -> Bool
  /// Makes the library's shared instance: `+initWithDelegate:`.
  func initWithDelegate()
  /// Starts the library: `-startWithLaunchOptions:`. The options are nil when it is restarted
  /// (ACC-DM-09).
  func startWithLaunchOptions(_ options: LaunchOptions?)
  /// Makes the library forget what it keeps about the app: `-retire`. ``stop()`` follows
  /// immediately (ACC-DM-14).
  func retire()
  /// Shuts the library down: `-stop`.
  func stop()

  /// Removes what a regular app, or an app whose user is retired, must not have (ACC-DM-08, 13).
  func eraseSensitiveData()
  /// Encrypts what was written unencrypted, after a user's wish has led to an encrypted mode.
  func encryptExistingData()
  /// Tells the user how the requested change to AppConnect mode ended (ACC-DM-10, 11).
  func notifyModeChange(success: Bool)
}
