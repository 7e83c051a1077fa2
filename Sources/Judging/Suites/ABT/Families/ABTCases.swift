import Conformance
import Forge
import SuiteModels
import WireFormat

/// The cases of the suite, a file per section of the specification.
struct ABTCases {
  typealias Specification = CaseSpecification<ABTModel>

  let dialect: SharedDialect
  let workshop: RequestWorkshop

  /// Without a cipher there is no encrypting edition.
  static func editions(of dialect: SharedDialect) -> [Edition] {
    dialect.value.cipher == .none ? [.plain] : Edition.allCases
  }

  var all: [Specification] {
    // One after the other with `+`, they would be copied two dozen times.
    let families: [[Specification]] = [
      recognition, parameters, tokens, secrets, base64, magic, dictionaries, delegateCalls,
      changedValues, callbacks, encryption, rollback, rollbackAfterOthers, chunks, unpacking,
      payloads, hostile, forms, afterOthers, sizes, paths, efforts, alike, soaks, errorCodes,
    ]
    return Array(families.joined())
  }

  // What no case may take for granted.

  var keys: Dialect.Keys { dialect.value.keys }
  var limits: Dialect.Limits { dialect.value.limits }

  /// The host of a right request.
  func verb(_ action: RequestForge.Action) -> String {
    action == .apply ? dialect.value.verbs.apply : dialect.value.verbs.reset
  }

  /// The version of a right dictionary.
  var version: PropertyList.Member { .init(key: keys.version, value: .integer(1)) }

  /// How many bytes of content fit into one request that is not compressed.
  var mostContent: Int { max(0, min(limits.maxInflatedBytes - 2_000, mostInURL)) }
  /// How many bytes of content fit into the pieces of one assembly, not compressed.
  var mostPacked: Int { max(0, min(limits.maxInflatedBytes, limits.maxPackedBytes) - 2_000) }
  /// How many bytes of data fit into one URL.
  var mostInURL: Int { max(0, (limits.maxURLBytes - 2_000) / 4 * 3) }

  /// What a case's builder works with.
  typealias Build =
    @Sendable (inout RequestGenerator) throws(HarnessFault) -> [Opening]

  /// A whole case: its id below `abt/`, what it is for, what it is about, what it needs, and its URLs.
  func make(
    _ path: String, _ title: String, _ targets: [Clause.ID], needs: Set<String> = [],
    editions: [Edition] = Edition.allCases,
    setup: @escaping @Sendable (inout ABTSetup) -> Void = { _ in }, _ build: @escaping Build
  ) -> Specification {
    let (dialect, workshop) = (dialect, workshop)
    let editions = editions.filter(Self.editions(of: dialect).contains)
    return Specification(
      "\(ABT.name)/\(path)", title, variants: editions.map(\.variant), targets: targets,
      needs: dialect.isProfile1 ? needs : needs.union([ABTModel.dialectCapability])
    ) { (choices, variant) throws(HarnessFault) in
      var generator = RequestGenerator(
        choices: choices, edition: Edition(variant) ?? .plain, dialect: dialect, workshop: workshop)
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
