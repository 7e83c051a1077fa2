import AdapterKit
import JSONText

/// One run of the app, from its launch to its end.
final class App {
  private let logic: StubApp

  init(library: ScriptedLibrary, storage: Storage) {
    // >>> YOUR APP: give it `library` instead of the AppConnect library, and `storage` as the place
    // for its mode.
    logic = StubApp(library: library, storage: storage)
  }

  func launch(options: JSONValue) throws {
    // >>> YOUR APP: as the system launches it.
    try logic.launch(options: options)
  }

  func managedPolicy(
    _ policy: String, secureServices: Bool, secureFileIORequired: Bool, authState: String
  ) throws {
    // >>> YOUR APP: what the library says: "MANAGED" or "UNMANAGED", two booleans, and
    // "AUTHORIZED", "UNAUTHORIZED" or "RETIRED".
    try logic.managedPolicyChanged(to: policy)
  }

  func userRequests(mode: String) throws {
    // >>> YOUR APP: the user's choice: "AppConnectMode" or "NonAppConnectMode".
    try logic.userRequests(mode: mode)
  }
}

extension Storage {
  // >>> YOUR APP: what it has stored, as words of the suite; nil for nothing yet.
  var persistedState: String? { record["state"] }

  var persistedEncryption: String? { record["encryption"] }
}
