/// What the profile manager is told about one request.
package struct CallbackReport: Sendable {
  package enum Status: Hashable, Sendable {
    case success, error, canceled
  }

  /// As sent, decoded once, or nil if the request had none that could be read.
  package var profile: [UInt8]?
  package var payload: [UInt8]?
  package var token: [UInt8]?
  package var status = Status.success
  /// Base64 text.
  package var changedValues: [UInt8]?
  package var failure: FailureReport?
  /// Why the status is an error, or nil if it is not.
  package var cause: RequestFailure?
  /// Whether `profile`, `payload` or `token` could not be read (ABT-URL-18).
  package var lacksUnreadable: Bool
  /// Whether this answers a piece that is not the last missing one.
  package var isPending = false
  /// The index of the piece that is answered.
  package var chunk: Int?

  /// A report on a request of which only the parameters are known yet.
  package init(answering request: ConfigurationRequest) {
    profile = request.profile.bytes
    payload = request.payload.bytes
    token = request.token.bytes
    lacksUnreadable = [request.profile, request.payload, request.token].contains(.unreadable)
  }
}

/// A parameter of the callback before it is escaped.
package struct CallbackParameter: Hashable, Sendable {
  package var name: String
  package var value: [UInt8]

  package init(_ name: String, _ value: [UInt8]) {
    self.name = name
    self.value = value
  }
}
