public import JSONText

extension Frame {
  /// The version of the protocol that this package speaks.
  public static let protocolVersion = 1

  /// The first request: who asks.
  public static func hello(harnessName: String, version: String) -> Frame {
    Frame(type: "hello") { writer in
      writer.key("protocol")
      writer.integer(protocolVersion)
      writer.key("harness")
      writer.beginObject()
      writer.key("name")
      writer.string(harnessName)
      writer.key("version")
      writer.string(version)
      writer.endObject()
    }
  }

  /// A fresh app process with this configuration.
  ///
  /// `storage` names a folder that is private to the case. `keep` asks to continue with what an
  /// earlier start left there.
  public static func start(
    suite: String, configuration: JSONValue, storage: String? = nil, keep: Bool = false
  ) -> Frame {
    start(suite: suite, storage: storage, keep: keep) { $0.value(configuration) }
  }

  /// A fresh app process with the configuration that `configuration` writes: exactly one value.
  public static func start(
    suite: String, storage: String? = nil, keep: Bool = false,
    _ configuration: (inout JSONWriter) -> Void
  ) -> Frame {
    Frame(type: "start") { writer in
      writer.key("suite")
      writer.string(suite)
      writer.key("configuration")
      configuration(&writer)
      if let storage {
        writer.key("storage")
        writer.string(storage)
      }
      if keep {
        writer.key("keep")
        writer.boolean(true)
      }
    }
  }

  /// One thing happens to the implementation. `members` writes what the action needs, in about
  /// `capacity` bytes.
  public static func step(
    action: String, reserving capacity: Int = 256, _ members: (inout JSONWriter) -> Void = { _ in }
  ) -> Frame {
    Frame(type: "step", reserving: capacity) { writer in
      writer.key("action")
      writer.string(action)
      members(&writer)
    }
  }

  /// The end of the conversation.
  public static func stop() -> Frame { Frame(type: "stop") { _ in } }
}
