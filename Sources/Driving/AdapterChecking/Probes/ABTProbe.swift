import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `abt`, in the first edition that is claimed.
  static let abt = SuiteOutline(suite: "abt") { (claim) throws(CheckStop) in
    guard let edition = claim.editions.compactMap(ABTEdition.init(rawValue:)).first else {
      throw .failed(
        "the suite abt is claimed without an edition, so that nothing of it would be tested",
        remedy: "Put \"editions\":[\"plain\"] (and \"encrypting\" where there is one) into its "
          + "claim.")
    }
    let requests = ABTRequests(edition: edition)
    var probe = SuiteProbe(
      suite: "abt", configuration: requests.configuration,
      steps: [requests.apply, requests.reset].map { .opening($0) },
      malformedStep: .step(action: "open", text: "\"delegate\":{}"),
      longStep: { .opening(requests.apply + "&assay=" + String(repeating: "a", count: $0)) },
      textStep: { requests.textStep($0) }, echoedText: { _ in nil },
      bytesStep: .step(action: "open", text: "\"urlBase64\":\"\(requests.noText)\""),
      claimsBytes: claim.capabilities.contains("bytes"),
      comparedMembers: ["handled", "calls", "callbacks"])
    if claim.capabilities.contains("chunks") {
      probe.split = (.opening(requests.half(1)), .opening(requests.half(2)))
    }
    return probe
  }
}

extension Frame {
  /// The opening of a URL.
  fileprivate static func opening(_ url: String) -> Frame {
    .step(action: OpenStep.action) { writer in
      writer.key("url")
      writer.string(url)
    }
  }
}
