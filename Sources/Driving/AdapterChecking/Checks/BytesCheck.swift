import AdapterProtocol

extension AdapterCheck {
  /// URLs that are no text are taken where that is claimed, and unsupported elsewhere.
  static let bytes = AdapterCheck(
    "bytes", "takes URLs as bytes, or says that it does not", needs: ["step"],
    remedy: """
      A step with "urlBase64" in the place of "url": pass the bytes to the library if it takes bytes \
      (capability "bytes"), otherwise answer "unsupported".
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      guard let frame = probe.bytesStep else { throw .skipped("the suite has no bytes") }
      let reply = try bench.ask(frame, of: dialogue)
      switch reply.envelope.kind {
      case .observed: return "observed"
      case .unsupported where !probe.claimsBytes: return "unsupported, and not claimed"
      default: throw reply.isNot(probe.claimsBytes ? "observed" : "unsupported")
      }
    }
  }
}
