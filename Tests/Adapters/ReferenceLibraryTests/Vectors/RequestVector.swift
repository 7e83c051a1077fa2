import CZlib
import Foundation
import Testing

/// A request, and the callback that answers it, made without the code under test.
struct RequestVector {
  let url: String
  /// The callback without its changed keys.
  let callback: String
  /// What the changed keys unpack to, in hexadecimal; nil where the callback has none.
  let changed: String?

  /// Opens the request in an app, and holds the one callback against the one that is right.
  ///
  /// - Parameter name: that of the parameter with the changed keys.
  @MainActor
  func open(
    in app: MailApp, changedValues name: String = "changedValues",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = app.system.opened.count
    #expect(app.open(url: url), sourceLocation: sourceLocation)
    try #require(app.system.opened.count == before + 1, sourceLocation: sourceLocation)
    let answer = AnsweredCallback(app.system.opened[before], changedValues: name)
    #expect(answer.url == callback, sourceLocation: sourceLocation)
    #expect(try answer.changed() == changed, sourceLocation: sourceLocation)
  }
}

/// A callback taken apart by Foundation and zlib alone.
struct AnsweredCallback {
  /// The callback without its changed keys.
  let url: String
  /// The value of that parameter, as it stands there.
  private let packed: String?

  struct Unreadable: Error {
    let value: String
  }

  init(_ url: String, changedValues name: String) {
    let parameters = url.split(separator: "&")
    packed = parameters.first { $0.hasPrefix(name + "=") }.map {
      String($0.dropFirst(name.count + 1))
    }
    self.url = parameters.filter { !$0.hasPrefix(name + "=") }.joined(separator: "&")
  }

  /// What the changed keys unpack to, in hexadecimal; nil where there are none.
  func changed() throws -> String? {
    guard let packed else { return nil }
    guard let text = packed.removingPercentEncoding, let data = Data(base64Encoded: text) else {
      throw Unreadable(value: packed)
    }
    var size = uLongf(4_096)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard uncompress(&bytes, &size, Array(data), uLong(data.count)) == Z_OK else {
      throw Unreadable(value: packed)
    }
    return bytes[..<Int(size)].map { String(format: "%02x", $0) }.joined()
  }
}
