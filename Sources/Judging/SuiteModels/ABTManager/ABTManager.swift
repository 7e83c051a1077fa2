package import Conformance

/// The suite `abt.manager`: a profile manager, which configures apps by opening URLs and is told by callbacks how that went.
///
/// assay plays the libraries of the apps: it reads the URLs that the manager opens, and answers them.
package enum ABTManager {
  package static let name = "abt.manager"

  /// The requirements of a profile manager, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01", "One request URL per payload; each carries that payload's dictionary alone.",
      "Multiple payloads"),
    clause(
      "02",
      "A payload whose app is not installed is ignored; the profile succeeds for the others.",
      "Multiple payloads"),
    clause(
      "03", "Default scheme from the bundle identifier; .URLScheme replaces it.",
      "The URL scheme, and the note on custom schemes"),
    clause(
      "04", "data-x where DataEncryption holds for the payload, data where not, never both.",
      "Encryption; data or data-x respectively"),
    Clause(
      "MGR-04/iv", .should, "Each encrypted message has an initialization vector of its own.",
      source: "Section 2, IV"),
    clause("05", "The token is right for each app.", "Token"),
    clause(
      "06", "Only Version, Category, Configuration travel: no other profile content.",
      "Payload data; Appendix 3"),
    clause(
      "07", "The profile's and the payload's PayloadUUID are sent as they are.",
      "The parameters profile and payload"),
    clause(
      "08",
      "changedValues of a Success callback is stored; for one profile and payload the lists of successive Successes accumulate until a reset succeeds; removal sends a reset with exactly those keys.",
      "Removing a configuration profile"),
    clause(
      "09", "Payloads that failed or were canceled are not reset on removal.",
      "Removing a configuration profile"),
    clause(
      "10",
      "A callback with a wrong token, an unknown profile or payload, or for a request that is not pending changes nothing.",
      "The parameter token of the callback URL"),
    clause(
      "11",
      "Payloads are sent one after another, in any order: the next URL only after the last one's callback. A payload whose callback never comes stays pending; remove abandons it.",
      "Multiple payloads"),
    clause(
      "12",
      "Data larger than the dialect's URL limit is sent in chunks, when the app is known to support them.",
      "Data chunks via subsequent URL calls"),
    clause(
      "13",
      "Hostile callbacks (bombs and broken lists in changedValues, injected parameters) change nothing and crash nothing.",
      "Stable with respect to invalid data"),
    Clause(
      "MGR-14", .info,
      "Removal by prior or null values, the patent's other way (an apply with the earlier profile's values), instead of a reset.",
      source: "The patent: removing a current configuration profile setting"),
  ]

  private static func clause(_ number: String, _ sentence: String, _ section: String) -> Clause {
    Clause("MGR-" + number, .must, sentence, source: "The patent: " + section)
  }
}
