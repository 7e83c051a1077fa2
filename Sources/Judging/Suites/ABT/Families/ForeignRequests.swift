package import Conformance
package import Forge
package import SuiteModels

/// Requests that somebody else made, as cases: crash files of other tools, URLs out of a log.
package enum ForeignRequests {
  /// The app that a request is for if nobody says otherwise.
  package static func defaultSetup(
    _ edition: Edition, dialect: SharedDialect = .profile1
  ) -> ABTSetup {
    ABTSetup(
      bundleIdentifier: "com.acme.app", apiKey: "k-3f9c", edition: edition,
      encryptionSecret: "s3cret", dialect: dialect)
  }

  /// A case that opens the URL, whatever its bytes are, and then a valid request, which has to succeed (ABT-ROB-04).
  package static func item(
    _ url: [UInt8], named name: String, to setup: ABTSetup
  ) throws(HarnessFault) -> Case {
    let id = CaseID(name)
    let workshop = RequestWorkshop()
    let opening = Opening(url: url, to: setup, in: workshop)
    var generator = RequestGenerator(
      choices: Choices(seed: 0, case: CaseID("abt/foreign")), edition: setup.edition,
      dialect: setup.dialect, workshop: workshop)
    generator.setup = setup
    let script = Script<ABTModel>(setup: setup, events: [opening, try generator.canary()])
    return Case(
      suite: ABT.name, id: id, variant: setup.edition.variant,
      title: "A request that somebody else made, and a valid one after it.",
      targets: ["ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03", "ABT-ROB-04"],
      needs: ABTModel().needs(opening, of: setup),
      origin: .stored(script, Provenance()))
  }
}
