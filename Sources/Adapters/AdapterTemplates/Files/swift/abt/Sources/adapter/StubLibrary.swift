/// A library that knows its URLs and refuses them all. It is here so that the adapter builds and runs
/// at once: delete it when yours is in place.
final class StubLibrary {
  weak var delegate: (any StubDelegate)?
  var openURL: (String) -> Void = { _ in }
  private let scheme: String

  init(bundleIdentifier: String, apiKey: String, urlScheme: String?) {
    scheme = urlScheme ?? "x-absolutemanageconfig." + bundleIdentifier
  }

  /// Whether the URL was for this library.
  func handle(_ url: String) -> Bool {
    let text = url.utf8
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      url[..<colon].lowercased() == scheme.lowercased()
    else { return false }
    var callback = "absoluteapps://thirdpartyprofilestatus?"
    let query = text.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      .prefix { $0 != UInt8(ascii: "#") }
    for parameter in query.split(separator: UInt8(ascii: "&")) {
      let echoed = ["profile=", "payload=", "token="].contains {
        parameter.starts(with: $0.utf8)
      }
      let isPlain = parameter.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      if echoed, isPlain { callback += String(decoding: parameter, as: UTF8.self) + "&" }
    }
    // A library would look at the token and the data here, and ask its delegate.
    openURL(callback + "status=Error&errorCode=7")
    return true
  }
}

/// What the library asks of its app.
protocol StubDelegate: AnyObject {
  func applyConfiguration(_ set: StubConfigurationSet) -> Bool
  func revertConfiguration(_ keys: [String], category: String?) -> Bool
}

/// What the app gets, and where it records what it did.
final class StubConfigurationSet {
  let category: String? = nil
  let values: [String: String] = [:]

  func didApply(_ key: String) {}
  func didApply(_ key: String, oldValue: String?) {}
  func didNotApply(_ key: String) {}
}
