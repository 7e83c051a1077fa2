import JSONText

/// Mode logic that fails as it is launched: see converse.
final class StubApp {
  init(library: ScriptedLibrary, storage: Storage) {}

  func launch(options: JSONValue) throws { throw Failed() }

  func managedPolicyChanged(to policy: String) throws {}

  func userRequests(mode: String) throws {}
}

private struct Failed: Error {}
