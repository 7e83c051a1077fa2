package import WireFormat

/// A callback as it came, cut into its parameters.
package struct AppCallback: Sendable {
  package let url: CallbackURL

  /// - Returns: nil for what is no callback of wire profile 1.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Dialect.profile1.limits.maxURLBytes * 4, let url = try? CallbackURL(bytes),
      url.hasPrefix(Dialect.profile1.callbackPrefix)
    else { return nil }
    self.url = url
  }

  /// A callback whose address nobody has looked at.
  package init(url: CallbackURL) { self.url = url }

  /// The first value of this name.
  package func value(_ name: String) -> [UInt8]? { url.value(of: name) }

  /// The last value of this name.
  package func lastValue(_ name: String) -> [UInt8]? {
    url.parameters.last { $0.name.elementsEqual(name.utf8) }?.value
  }
}

/// A request that was opened, and what its callback will be compared with.
package struct AppRequest: Sendable {
  package enum Verb: Hashable, Sendable { case apply, reset }

  package var verb: Verb
  package var profile: String
  package var payload: String
  package var token: String
  /// The pieces that follow, each as a whole URL; none where the request is whole.
  package var piecesToCome: [[UInt8]] = []
  /// The index of the piece that is pending, from 1, or nil.
  package var piece: Int?
}

/// One parameter of a request URL, before it is escaped.
package struct RequestParameter: Sendable {
  package var name: String
  package var value: [UInt8]

  package init(_ name: String, _ value: [UInt8]) {
    self.name = name
    self.value = value
  }

  package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}
