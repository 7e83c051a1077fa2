import AdapterKit
import JSONText
import ReferenceLibrary

/// The device on which the app runs, with what outlives a process: in a file of the case's folder,
/// or in memory without one.
final class ScriptedDevice: LifecycleDevice {
  private let file: ReplacedFile?
  private var isStored = true

  /// The user installs the client app, or deletes it.
  var isClientInstalled = false {
    didSet {
      if isClientInstalled { record.clientWasInstalled = true }
      isStored = false
    }
  }

  var record = LifecycleRecord() {
    didSet { isStored = isStored && record == oldValue }
  }

  /// A device with `folder`. Forgets what is there from earlier, unless `keep`.
  init(folder: String?, keep: Bool) throws {
    file = folder.map { ReplacedFile(path: $0 + "/library") }
    guard let file else { return }
    guard keep else {
      file.remove()
      return
    }
    guard let text = try file.read() else { return }
    let known = try JSONReader.read(text) { (reader) throws(JSONError) in try reader.readValue() }
    isClientInstalled = known["isClientInstalled"]?.booleanValue ?? false
    record = LifecycleRecord(
      clientWasInstalled: known["clientWasInstalled"]?.booleanValue ?? false,
      ranInAppConnectMode: known["ranInAppConnectMode"]?.booleanValue ?? false,
      holdsSecureData: known["holdsSecureData"]?.booleanValue ?? false,
      lastPolicy: known["lastPolicy"]?.stringValue.flatMap(LifecyclePolicy.init) ?? .unknown)
    isStored = true
  }

  /// Nobody reads it here.
  func write(_ text: String) {}

  /// Writes the file, if it is not the one that is there.
  func store() throws {
    guard !isStored else { return }
    isStored = true
    let known: JSONValue = [
      "isClientInstalled": .boolean(isClientInstalled),
      "clientWasInstalled": .boolean(record.clientWasInstalled),
      "ranInAppConnectMode": .boolean(record.ranInAppConnectMode),
      "holdsSecureData": .boolean(record.holdsSecureData),
      "lastPolicy": .string(record.lastPolicy.rawValue),
    ]
    try file?.write(Array(known.compactText.utf8))
  }
}
