import AdapterKit
import JSONText
import ReferenceHandlers

/// The program `faulty-adapter`, but for how a process starts and ends.
package enum FaultyProgram {
  /// Prints the catalog, or serves until standard input ends, as the words after the program's name ask.
  ///
  /// - Throws: What is wrong with these words, described in a sentence, and what would be right.
  package static func run(_ words: [String]) throws {
    switch try Arguments.read(words) {
    case .list(let dialect):
      print(Listing.json(for: dialect).compactText)
    case .serve(let choice):
      let adapter = AdapterLoop(
        AdapterIdentity(name: "assay reference library with faults", version: "1.0.0"),
        suites: [
          "abt": ABTHandler.reference(timing: choice.timing, encryption: choice.encryption) {
            choice.decisions(for: $0)
          },
          ConfigurationDeliveryHandler.suite: ConfigurationDeliveryHandler {
            choice.configurationDecisions
          },
          OpenFromHandler.suite: OpenFromHandler { choice.openFromDecisions },
          DualModeHandler.suite: DualModeHandler(storing: choice.storing) {
            choice.dualModeDecisions
          },
          ManagedConfigHandler.suite: ManagedConfigHandler { choice.managedDecisions },
          LifecycleHandler.suite: LifecycleHandler { choice.lifecycleDecisions },
          ProfileManagerHandler.suite: ProfileManagerHandler { choice.managerDecisions },
        ])
      adapter.run()
    }
  }
}
