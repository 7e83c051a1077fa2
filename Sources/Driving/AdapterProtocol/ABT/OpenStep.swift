public import JSONText

/// The action `open` of the suite `abt`: a URL is opened while the delegate does what the script
/// says.
public struct OpenStep: Hashable, Sendable {
  /// The bytes of the URL, which need not be UTF-8.
  public var url: [UInt8]
  /// What the delegate does during this step.
  public var delegate: DelegateScript

  /// The opening of a URL.
  public init(url: [UInt8], delegate: DelegateScript = DelegateScript()) {
    self.url = url
    self.delegate = delegate
  }

  /// The opening of a URL that is text.
  public init(_ url: String, delegate: DelegateScript = DelegateScript()) {
    self.init(url: Array(url.utf8), delegate: delegate)
  }

  /// The URL as text, or nil if its bytes are not UTF-8.
  public var urlText: String? { String(validating: url, as: UTF8.self) }

  /// The name of the action.
  public static let action = "open"
}

extension OpenStep {
  /// Reads the whole request, and skips its `id`, `type` and `action`.
  ///
  /// - Throws: `missingMember` if there is neither `url` nor `urlBase64`, `unexpectedValue` for
  ///   what is not a script.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> OpenStep {
    var url: [UInt8]?
    var script = DelegateScript()
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "url":
        var bytes: [UInt8] = []
        try reader.readStringBytes(into: &bytes)
        url = bytes
      case "urlBase64": url = try TypedValue.readBase64(from: &reader)
      case "delegate": script = try DelegateScript.read(from: &reader)
      default: try reader.skipValue()
      }
    }
    guard let url else { throw reader.error(.missingMember("url")) }
    return OpenStep(url: url, delegate: script)
  }

  /// Writes the members of the request after its `action`. Leaves out a script that only answers
  /// yes.
  public func writeMembers(to writer: inout JSONWriter) {
    if isText {
      writer.key("url")
      writer.string(utf8: url)
    } else {
      writer.key("urlBase64")
      writer.string(utf8: AdapterBase64.encode(url))
    }
    if delegate != DelegateScript() {
      writer.key("delegate")
      delegate.write(to: &writer)
    }
  }

  private var isText: Bool {
    // The bytes are combined, because that runs on many bytes at a time.
    url.reduce(0, |) < 0x80 || urlText != nil
  }
}

extension Frame {
  /// A step that opens a URL.
  public static func open(_ step: OpenStep) -> Frame {
    .step(action: OpenStep.action, reserving: step.url.count + 128) {
      step.writeMembers(to: &$0)
    }
  }
}
