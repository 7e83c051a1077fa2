/// What stands around scheme, verb and parameters (ABT-URL-15, 16 and 19).
package enum ShapeLayer: Hashable, Sendable {
  case canonical
  /// `user@` or `user:password@` in front of the verb.
  case userInformation(String)
  /// `:` and a port after the verb.
  case port(String)
  /// A path after the verb; it begins with `/`.
  case path(String)
  /// `#` and more at the end.
  case fragment(String)
  /// `scheme:verb?…`.
  case withoutSlashes
  /// `scheme://?…`.
  case withoutHost
  /// Neither `?` nor parameters.
  case withoutQuery
  /// `?` with nothing after it.
  case emptyQuery
  /// Nothing after the scheme's colon but the two slashes, or not even these.
  case bare(withSlashes: Bool)
  /// Something else in front of the `?`, and after the parameters: bytes as they stand. Without a `?` in front of them there
  /// are no parameters.
  case verbatim(head: [UInt8], hasQuery: Bool, tail: [UInt8])
}

extension ShapeLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case userInformation = "user-information"
    case port, path, fragment
    case withoutSlashes = "without-slashes"
    case withoutHost = "without-host"
    case withoutQuery = "without-query"
    case emptyQuery = "empty-query"
    case bare, verbatim
  }

  package static let layerName = "url"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .userInformation: .userInformation
    case .port: .port
    case .path: .path
    case .fragment: .fragment
    case .withoutSlashes: .withoutSlashes
    case .withoutHost: .withoutHost
    case .withoutQuery: .withoutQuery
    case .emptyQuery: .emptyQuery
    case .bare: .bare
    case .verbatim: .verbatim
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "scheme, verb and parameters")
    case .userInformation: LayerNote(.free, "user information in front of the verb")
    case .port: LayerNote(.free, "a port after the verb")
    case .path: LayerNote(.free, "a path after the verb")
    case .fragment: LayerNote(.free, "a fragment at the end")
    case .withoutSlashes: LayerNote(.free, "the two slashes after the scheme are missing")
    case .withoutHost: LayerNote(.refused, "the verb is missing")
    case .withoutQuery: LayerNote(.refused, "there are no parameters, nor a `?`")
    case .emptyQuery: LayerNote(.refused, "nothing stands after the `?`")
    case .bare: LayerNote(.refused, "nothing stands after the scheme")
    case .verbatim: LayerNote(.anything, "bytes as somebody else sent them")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .userInformation: .userInformation(choices.pick(["user", "a:b", "", "x%40y"]))
    case .port: .port(choices.pick(["80", "", "0", "99999", "443"]))
    case .path: .path(choices.pick(["/", "/x", "/apply", "/a/../b", "//"]))
    case .fragment: .fragment(choices.pick(["", "x", "data=", "?token=1", "%41"]))
    case .withoutSlashes: .withoutSlashes
    case .withoutHost: .withoutHost
    case .withoutQuery: .withoutQuery
    case .emptyQuery: .emptyQuery
    case .bare: .bare(withSlashes: choices.below(2) == 0)
    case .verbatim:
      .verbatim(
        head: Array("x-other://".utf8) + choices.bytes(choices.below(8)),
        hasQuery: choices.below(2) == 1, tail: choices.bytes(choices.below(4)))
    }
  }

  /// What stands in front of the `?`.
  func head(scheme: String, verb: [UInt8]) -> [UInt8] {
    let front = Array((scheme + "://").utf8)
    return switch self {
    case .canonical, .fragment, .withoutQuery, .emptyQuery: front + verb
    case .userInformation(let user): front + user.utf8 + [UInt8(ascii: "@")] + verb
    case .port(let port): front + verb + [UInt8(ascii: ":")] + port.utf8
    case .path(let path): front + verb + path.utf8
    case .withoutSlashes: Array((scheme + ":").utf8) + verb
    case .withoutHost: front
    case .bare(let withSlashes): withSlashes ? front : Array((scheme + ":").utf8)
    case .verbatim(let head, _, _): head
    }
  }

  /// Whether parameters follow, after a `?`.
  var hasParameters: Bool {
    switch self {
    case .withoutQuery, .emptyQuery, .bare: false
    case .verbatim(_, let hasQuery, _): hasQuery
    default: true
    }
  }

  /// What follows after the parameters.
  var tail: [UInt8] {
    switch self {
    case .fragment(let text): [UInt8(ascii: "#")] + text.utf8
    case .emptyQuery: [UInt8(ascii: "?")]
    case .verbatim(_, _, let tail): tail
    default: []
    }
  }
}
