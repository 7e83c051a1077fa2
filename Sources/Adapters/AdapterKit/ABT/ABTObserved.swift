import AdapterProtocol

/// What a library did during one step.
struct ABTObserved: Sendable {
  /// Calls of the delegate and callbacks, in the order of their arrival.
  var events: [Event] = []
  /// What the library logged.
  var log: [String] = []
  /// The first value of which nothing says what it is.
  var trouble: AdapterFailure?

  /// One thing that a library does.
  enum Event: Sendable {
    /// It asks the delegate to apply values. A category should be text, or `.null` for none.
    case apply(category: TypedValue, values: TypedValue)
    /// It asks the delegate to revert keys.
    case revert(category: TypedValue, keys: [TypedValue])
    /// The same with a set that has values, which it should not have.
    case revertWithValues(category: TypedValue, [TypedMember])
    /// It opens a URL.
    case callback(String)
    /// It opens a URL whose bytes are not UTF-8.
    case callbackBytes([UInt8])

    var isCallback: Bool {
      switch self {
      case .callback, .callbackBytes: true
      case .apply, .revert, .revertWithValues: false
      }
    }
  }
}
