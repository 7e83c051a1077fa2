import Conformance
import Forge
import WireFormat

// The address: whose request it is, and what it asks for.
extension RequestClassifier {
  func recognition(of url: RequestURL) -> RequestMeaning.Recognition {
    let byBundle = dialect.defaultScheme(bundleIdentifier: setup.bundleIdentifier)
    let own = setup.urlScheme ?? byBundle
    guard let scheme = url.scheme else { return .foreign }
    if scheme.hasSameBytes(as: own) { return .ours }
    if url.hasScheme(own) { return .oursInOtherCase }
    return url.hasScheme(byBundle) ? .either : .foreign
  }

  /// What a URL has beside a verb and parameters (ABT-URL-15), or lacks (section 4.1).
  func leaveParts(of url: RequestURL, _ reading: inout RequestMeaning) {
    let words = "user information, port, path or fragment in the URL (ABT-URL-15)"
    if url.authority?.userInformation != nil { reading.leave("url/user-information", words) }
    if url.authority?.port != nil { reading.leave("url/port", words) }
    if !url.path.isEmpty {
      reading.leave(url.authority == nil ? "url/without-slashes" : "url/path", words)
    }
    if url.fragment != nil { reading.leave("url/fragment", words) }
  }

  func action(
    of url: RequestURL, _ reading: inout RequestMeaning
  ) -> RequestForge.Action? {
    let host = url.authority?.host ?? []
    if host.hasSameBytes(as: dialect.verbs.apply) { return .apply }
    if host.hasSameBytes(as: dialect.verbs.reset) { return .reset }
    if host.contains(UInt8(ascii: "%")) {
      reading.leave("url/escaped-verb", "the verb is percent-encoded")
      return nil
    }
    // No URI by RFC 3986, so that a parser may map it as a domain name (section 3.2.2): "re\u{17F}et" is "reset" then.
    guard host.allSatisfy({ $0 < 0x80 }) else {
      reading.leave("url/foreign-verb", "the verb has characters beyond ASCII")
      return nil
    }
    let words = String(decoding: host, as: UTF8.self)
    for (action, verb) in [
      (RequestForge.Action.apply, dialect.verbs.apply), (.reset, dialect.verbs.reset),
    ] where words.lowercased() == verb.lowercased() {
      reading.excuse(
        by: Excuse(
          words: "the verb is written in other case (ABT-URL-07)", concedes: ["ABT-URL-07"],
          codes: [dialect.errorCodes.unknownAction, dialect.errorCodes.malformedRequest],
          isOfAnyCode: false))
      return action
    }
    reading.defects.append(
      RequestDefect(
        ["ABT-URL-06"],
        codes: [dialect.errorCodes.unknownAction, dialect.errorCodes.malformedRequest],
        words.isEmpty ? "there is no verb" : "the verb \(words) is none of the two"))
    return nil
  }
}
