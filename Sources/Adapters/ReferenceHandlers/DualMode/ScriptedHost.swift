import JSONText
import ReferenceLibrary

/// The AppConnect library and the app's actions, as the app's mode logic sees them. Answers as
/// scripted and records what it is asked.
final class ScriptedHost: DualModeHost {
  /// What the library answers to `shouldStartAppConnect` in this action.
  var shouldStart = false
  /// Calls of the library, in order.
  private(set) var calls: [JSONValue] = []
  /// Actions of the app, in order.
  private(set) var actions: [JSONValue] = []

  /// Forgets what an earlier action led to.
  func begin() {
    calls = []
    actions = []
  }

  func shouldStartAppConnect() -> Bool {
    calls.append(["method": "shouldStartAppConnect"])
    return shouldStart
  }

  func initWithDelegate() { calls.append(["method": "initWithDelegate"]) }

  func startWithLaunchOptions(_ options: JSONValue?) {
    calls.append(["method": "startWithLaunchOptions", "options": options ?? nil])
  }

  func retire() { calls.append(["method": "retire"]) }

  func stop() { calls.append(["method": "stop"]) }

  func eraseSensitiveData() { actions.append(["method": "eraseSensitiveData"]) }

  func encryptExistingData() { actions.append(["method": "encryptExistingData"]) }

  func notifyModeChange(success: Bool) {
    actions.append(["method": "notifyModeChange", "success": .boolean(success)])
  }
}
