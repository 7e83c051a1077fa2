import Conformance
import Forge
import WireFormat

/// The cases of the suite, a file per section of the specification.
struct ABTCases {
  typealias Specification = CaseSpecification<ABTModel>

  let workshop: RequestWorkshop

  var all: [Specification] {
    recognition + parameters + tokens + secrets + base64 + magic + dictionaries + delegateCalls
      + changedValues + callbacks + encryption
      + rollback + chunks + unpacking + payloads + hostile + forms + afterOthers + sizes + paths
      + efforts + alike + soaks + errorCodes
  }

  /// What a case's builder works with.
  typealias Build =
    @Sendable (inout RequestGenerator) throws(HarnessFault) -> [Opening]

  /// A whole case: its id below `abt/`, what it is for, what it is about, what it needs, and its URLs.
  func make(
    _ path: String, _ title: String, _ targets: [Clause.ID], needs: Set<String> = [],
    editions: [Edition] = Edition.allCases,
    setup: @escaping @Sendable (inout ABTSetup) -> Void = { _ in }, _ build: @escaping Build
  ) -> Specification {
    let workshop = workshop
    return Specification(
      "\(ABT.name)/\(path)", title, variants: editions.map(\.variant), targets: targets,
      needs: needs
    ) { (choices, variant) throws(HarnessFault) in
      var generator = RequestGenerator(
        choices: choices, edition: Edition(variant) ?? .plain, workshop: workshop)
      setup(&generator.setup)
      let events = try build(&generator)
      choices = generator.choices
      return Script(setup: generator.setup, events: events)
    }
  }

  /// A case about requests that may not hurt: after them comes a valid one, which has to succeed.
  func makeWithCanary(
    _ path: String, _ title: String, _ targets: [Clause.ID], needs: Set<String> = [],
    editions: [Edition] = Edition.allCases,
    setup: @escaping @Sendable (inout ABTSetup) -> Void = { _ in }, _ build: @escaping Build
  ) -> Specification {
    make(
      path, title, targets + ["ABT-ROB-04"], needs: needs, editions: editions, setup: setup
    ) { (generator) throws(HarnessFault) in
      try build(&generator) + [generator.canary()]
    }
  }
}
