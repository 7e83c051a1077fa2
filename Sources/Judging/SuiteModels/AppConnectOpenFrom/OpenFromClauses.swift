package import Conformance

extension AppConnectOpenFrom {
  /// The requirements of the Open From policy, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01",
      "AUTHORIZED: a document from any app is allowed, and no blocked-callback is made.",
      "Table 13, row 1; the status AUTHORIZED"),
    clause(
      "02", "UNAUTHORIZED: a document from any app is refused.",
      "Table 13, row 2; the status UNAUTHORIZED"),
    clause(
      "03",
      "WHITELIST: allowed exactly for listed bundle identifiers (whole, exact comparison; an extension's identifier is its own).",
      "Table 13, row 3; the status WHITELIST"),
    clause(
      "04",
      "A refused attempt calls openFromAttemptedWhenBlocked with the current policy and the source app, if the app implements it.",
      "Table 13; the openFromAttemptedWhenACOpenFromPolicyBlocked callback method"),
    clause(
      "05",
      "The native mail app is allowed only where both com.apple.UIKit.activity.Mail and com.apple.mobilemail are listed; the list may hold either alone, and then mail is refused.",
      "Overview of Open From handling, the status WHITELIST"),
    clause(
      "06",
      "On a change the properties are set first, then the callback is made: during the callback the properties are the new ones.",
      "The openFromPolicy and openFromWhitelist properties, steps 1 and 2"),
    clause(
      "07", "The callback carries the new policy and the new whitelist.",
      "The openFromPolicyChangedTo:whitelist: callback method, step 2"),
    clause(
      "08", "The acknowledgement (state and message) is reported to the server unchanged.",
      "The openFromPolicyApplied:message: acknowledgment method"),
    clause(
      "09",
      "An app without the callback, or one that never acknowledges, counts as UNSUPPORTED.",
      "The openFromPolicyApplied:message: acknowledgment method"),
    clause(
      "10",
      "Before ready, the properties cannot be read (notReady), and nothing is allowed.",
      "The openFromPolicy and openFromWhitelist properties, when your app launches"),
    clause(
      "11",
      "All AppConnect apps is seen as WHITELIST with all currently authorized AppConnect apps, and follows changes of that set.",
      "The openFromPolicy and openFromWhitelist properties, Table 14"),
    clause(
      "12",
      "No change, no callback. A changed whitelist under the same policy is a change.",
      "The openFromPolicy and openFromWhitelist properties, whenever changes occur"),
    clause(
      "13", "Enforcement does not depend on whether, or how, the app acknowledged.",
      "Table 13, AppConnect library actions"),
  ]

  private static func clause(_ number: String, _ sentence: String, _ section: String) -> Clause {
    Clause("ACC-OF-" + number, .must, sentence, source: "Open From policy API details: " + section)
  }
}
