package import Conformance

extension Lifecycle {
  /// The requirements of the library's side of dual mode, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01", "shouldStartAppConnect: YES if the client app is installed.",
      "The +shouldStartAppConnect: class method"),
    clause(
      "02",
      "shouldStartAppConnect: YES if the client app was installed, is deleted, and the app had run in AppConnect Mode.",
      "The +shouldStartAppConnect: class method"),
    clause(
      "03", "shouldStartAppConnect: NO otherwise.", "The +shouldStartAppConnect: class method"),
    clause(
      "04",
      "managedPolicy is UNKNOWN (0) until determined; UNMANAGED is 1, MANAGED is 2.",
      "The ACManagedPolicy enumeration"),
    clause(
      "05", "Properties are readable only after start and the ready callback.",
      "The managedPolicy property"),
    clause(
      "06",
      "On a change the property is set first, then managedPolicyChangedTo is called with the value; the app may leave the callback out.",
      "The -appConnect:managedPolicyChangedTo: callback method"),
    clause(
      "07",
      "stop shuts the library down and drops the shared instance; no callback is made afterwards.",
      "The stop method"),
    clause(
      "08", "After stop the log methods may still be called, and the log level is STATUS.",
      "The stop method"),
    clause(
      "09",
      "retire erases what the library keeps about the app, secure data too, and sets managedPolicy to UNKNOWN.",
      "The retire method"),
    clause(
      "10", "After stop the library can be started again, with nil options.",
      "The stop method; API call sequence when user requests AppConnect Mode, step 2"),
    clause(
      "11",
      "After each start the first determination is delivered by managedPolicyChangedTo, even where it equals the one before the stop; later only changes are.",
      "The managedPolicy property; The -appConnect:managedPolicyChangedTo: callback method"),
  ]

  private static func clause(_ number: String, _ sentence: String, _ section: String) -> Clause {
    Clause("ACC-LC-" + number, .must, sentence, source: "Dual-mode API details: " + section)
  }
}
