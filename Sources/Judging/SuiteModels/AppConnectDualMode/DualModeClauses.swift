package import Conformance

extension DualMode {
  /// The requirements of the app's mode logic, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01", "First launch: the state starts as Undecided, encryption as Unencrypted.",
      "API call sequence when the app launches, step 1"),
    clause(
      "02", "Launch in NonAppConnectMode: the library is not started, nor asked; the state stays.",
      "API call sequence when the app launches, step 2"),
    clause(
      "03",
      "Launch in any other state: started exactly if shouldStartAppConnect answers YES (initWithDelegate, then startWithLaunchOptions); Pending with NO stays Pending.",
      "API call sequence when the app launches, steps 2 and 3"),
    clause(
      "04",
      "Launch, Undecided, shouldStart NO: AppConnectNotAvailable, persisted; a regular app.",
      "API call sequence when the app launches, step 2"),
    clause(
      "05",
      "Launch, AppConnectNotAvailable, shouldStart NO: the state stays, and the choice is left to the next launch.",
      "The +shouldStartAppConnect: class method"),
    clause(
      "06", "Undecided, NotAvailable or Pending + MANAGED: AppConnectMode, persisted.",
      "API call sequence when the app launches, step 5"),
    clause(
      "07",
      "Undecided, NotAvailable or Pending + UNMANAGED: NonAppConnectMode, persisted; retire, immediately followed by stop.",
      "API call sequence when the app launches, step 5"),
    clause(
      "08",
      "User requests NonAppConnectMode in AppConnectMode: erase sensitive data, encryption Unencrypted (persisted), NonAppConnectMode (persisted), retire, stop.",
      "API call sequence when user requests Non-AppConnect Mode"),
    clause(
      "09",
      "User requests AppConnectMode in NonAppConnectMode: Pending (persisted), then init and start with nil options, without asking shouldStartAppConnect.",
      "API call sequence when user requests AppConnect Mode, steps 1 and 2"),
    clause(
      "10",
      "Pending + UNMANAGED: back to NonAppConnectMode, retire, stop, and the user is told of the failure.",
      "API call sequence when user requests AppConnect Mode, step 3"),
    clause(
      "11", "Pending + MANAGED: AppConnectMode, and the user is told of the success.",
      "API call sequence when user requests AppConnect Mode, step 3"),
    clause(
      "12",
      "On entering AppConnectMode encryption becomes Encrypted exactly if secure services are available and secure file I/O is required.",
      "API call sequence when user requests AppConnect Mode, step 3"),
    clause(
      "13",
      "On entering AppConnectMode with authState RETIRED: sensitive data is erased.",
      "API call sequence when user requests AppConnect Mode, step 3"),
    clause(
      "14",
      "retire is always immediately followed by stop; stop without retire never occurs on the way to NonAppConnectMode.",
      "The retire method"),
    clause(
      "15",
      "In AppConnectMode a managedPolicy notification alone never changes the mode (only the user does).",
      "The +shouldStartAppConnect: class method; AppConnect for iOS SDK guide"),
    clause(
      "16",
      "A state reached before termination is the state at the next launch, and (capability killPoints) at every point of a transition killing the app leaves a state from which the transition completes or is safely repeated: never AppConnectMode without the library, never sensitive data kept in NonAppConnectMode, never Encrypted in NonAppConnectMode.",
      "API call sequence when the app launches, step 1"),
  ]

  private static func clause(_ number: String, _ sentence: String, _ section: String) -> Clause {
    Clause("ACC-DM-" + number, .must, sentence, source: "Dual-mode API details: " + section)
  }
}
