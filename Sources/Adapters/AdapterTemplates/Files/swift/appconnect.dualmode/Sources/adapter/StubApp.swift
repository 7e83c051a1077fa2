import JSONText

/// Mode logic that starts the library when it may, and never changes its mode. It is here so that
/// the adapter builds and runs at once: delete it when yours is in place.
final class StubApp {
  private let library: ScriptedLibrary
  private let storage: Storage

  init(library: ScriptedLibrary, storage: Storage) {
    self.library = library
    self.storage = storage
  }

  func launch(options: JSONValue) throws {
    if storage.record.isEmpty {
      try storage.store(["state": "Undecided", "encryption": "Unencrypted"])
    }
    if library.shouldStartAppConnect() {
      library.initWithDelegate()
      library.startWithLaunchOptions(options)
    }
  }

  /// A real app changes its mode here, and stores it.
  func managedPolicyChanged(to policy: String) throws {}

  /// And here.
  func userRequests(mode: String) throws {}
}
