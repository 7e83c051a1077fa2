import AdapterKit
import AdapterProtocol
import JSONText
import ReferenceLibrary

/// The user defaults of the app, in a file of the case's folder, or in memory without one. Records
/// what the app does with them, and tells it of changes as the system would.
final class DeviceDefaults: ManagedDefaults {
  private let file: ReplacedFile?
  private var dictionaries: [(key: String, entries: [ConfigurationEntry])] = []
  private var observers: [() -> Void] = []
  private var isStored = true
  /// Whether something has changed of which the app was not told.
  private var hasNews = false
  /// Calls of the app, in order.
  private(set) var calls: [JSONValue] = []

  /// Defaults in `folder`. Forgets what is there from earlier, unless `keep`.
  init(folder: String?, keep: Bool) throws {
    file = folder.map { ReplacedFile(path: $0 + "/defaults") }
    guard let file else { return }
    if keep {
      if let text = try file.read() { dictionaries = try Self.read(text) }
    } else {
      file.remove()
    }
  }

  // MARK: The app's side

  func addObserver(_ body: @escaping () -> Void) {
    calls.append(["method": "addObserver"])
    observers.append(body)
  }

  func dictionary(forKey key: String) -> [ConfigurationEntry]? {
    if key == ManagedDefaultsKey.configuration { calls.append(["method": "readConfiguration"]) }
    return self[key]
  }

  func set(_ dictionary: [ConfigurationEntry], forKey key: String) {
    switch key {
    case ManagedDefaultsKey.feedback: calls.append(["method": "writeFeedback"])
    case ManagedDefaultsKey.configuration: calls.append(["method": "writeConfiguration"])
    default: break
    }
    self[key] = dictionary
  }

  // MARK: The system's side

  /// A dictionary as it stands.
  subscript(key: String) -> [ConfigurationEntry]? {
    get { dictionaries.first { $0.key == key }?.entries }
    set {
      dictionaries.removeAll { $0.key == key }
      if let newValue { dictionaries.append((key, newValue)) }
      isStored = false
      hasNews = hasNews || !observers.isEmpty
    }
  }

  /// Forgets what an earlier action led to.
  func begin() { calls = [] }

  /// The app has ended: nobody listens.
  func appEnded() {
    observers = []
    hasNews = false
  }

  /// Tells the app of changes until it makes none itself.
  func deliver() {
    while hasNews {
      hasNews = false
      for observer in observers { observer() }
    }
  }

  /// Writes the file, if it is not the one that is there.
  func store() throws {
    guard !isStored else { return }
    isStored = true
    guard let file else { return }
    var writer = JSONWriter(reserving: 1_024)
    writer.beginArray()
    for (key, entries) in dictionaries {
      writer.beginArray()
      writer.string(key)
      TypedValue.writeValues(entries.map { TypedMember($0) }, to: &writer)
      writer.endArray()
    }
    writer.endArray()
    try file.write(writer.bytes)
  }

  private static func read(
    _ text: [UInt8]
  ) throws -> [(key: String, entries: [ConfigurationEntry])] {
    var values: [(key: String, value: TypedValue)] = []
    try JSONReader.read(text) { (reader) throws(JSONError) in
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        var key: String?
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          if let key {
            values.append((key, try TypedValue.readValues(from: &reader)))
          } else {
            key = try reader.readString()
          }
        }
      }
    }
    return try values.map { ($0.key, try ConfigurationEntry.entries(of: $0.value)) }
  }
}

extension ConfigurationEntry {
  /// The members of a dictionary of the adapter protocol.
  static func entries(of dictionary: TypedValue) throws -> [ConfigurationEntry] {
    guard case .dictionary(let entries)? = try ConfigurationValue(dictionary) else {
      throw AdapterFailure("this is no dictionary of typed values")
    }
    return entries
  }
}
