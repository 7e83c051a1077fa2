import JSONText

/// The AppConnect library, and the rest of the app, as the mode logic sees them: answers as assay
/// scripts, and notes what it is asked. You need not change this file.
final class ScriptedLibrary {
  private var shouldStart = false
  private(set) var calls: [JSONValue] = []
  private(set) var actions: [JSONValue] = []

  func begin(shouldStart: Bool) {
    self.shouldStart = shouldStart
    calls = []
    actions = []
  }

  // Calls to the library.

  func shouldStartAppConnect() -> Bool {
    calls.append(["method": "shouldStartAppConnect"])
    return shouldStart
  }

  func initWithDelegate() { calls.append(["method": "initWithDelegate"]) }

  /// The options as they came with the launch; nil on a restart.
  func startWithLaunchOptions(_ options: JSONValue?) {
    calls.append(["method": "startWithLaunchOptions", "options": options ?? nil])
  }

  func retire() { calls.append(["method": "retire"]) }

  func stop() { calls.append(["method": "stop"]) }

  // The app's own actions.

  func eraseSensitiveData() { actions.append(["method": "eraseSensitiveData"]) }

  func notifyModeChange(success: Bool) {
    actions.append(["method": "notifyModeChange", "success": .boolean(success)])
  }

  func encryptExistingData() { actions.append(["method": "encryptExistingData"]) }
}
