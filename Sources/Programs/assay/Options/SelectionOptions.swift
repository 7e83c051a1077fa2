import ArgumentParser
import Conformance
import Running

/// Which cases are wanted.
struct SelectionOptions: ParsableArguments {
  @Option(name: .customLong("suite"), help: "Only this suite (repeatable).")
  var suites: [String] = []

  @Option(
    help:
      "Only cases whose id fits this pattern, such as 'abt/token/**' (repeatable). In it * is any text without a slash, ** any text, and ? one character; a pattern that ends in a slash stands for everything below it."
  )
  var select: [String] = []

  @Option(help: "Not the cases whose id fits this pattern, written as for --select (repeatable).")
  var skip: [String] = []

  @Option(
    name: .customLong("requirement"), help: "Only cases about this requirement (repeatable).")
  var requirements: [String] = []

  @Option(help: "Only cases about clauses of this level or above: must, should.")
  var level: SelectedLevel?

  @Option(help: "Only this edition: plain, encrypting.")
  var edition: SelectedEdition?

  @Option(
    help: ArgumentHelp(
      "Only cases that this version of the suites did not have yet, and those about requirements that it did not have.",
      valueName: "version"))
  var since: String?

  enum SelectedLevel: String, ExpressibleByArgument, CaseIterable {
    case must, should
  }

  enum SelectedEdition: String, ExpressibleByArgument, CaseIterable {
    case plain, encrypting
  }

  var selection: Selection {
    var selection = Selection()
    selection.suites = suites
    selection.select = select.map(GlobPattern.init)
    selection.skip = skip.map(GlobPattern.init)
    selection.requirements = requirements
    selection.level = level.map { $0 == .must ? .must : .should }
    selection.edition = edition.map { Variant($0.rawValue) }
    return selection
  }

  /// The options that were given, by name.
  var given: [(String, String)] {
    suites.map { ("suite", $0) } + select.map { ("select", $0) } + skip.map { ("skip", $0) }
      + requirements.map { ("requirement", $0) }
      + (level.map { [("level", $0.rawValue)] } ?? [])
      + (edition.map { [("edition", $0.rawValue)] } ?? [])
      + (since.map { [("since", $0)] } ?? [])
  }

  /// The selected cases.
  ///
  /// - Throws: wrong usage, where a name or a pattern fits nothing.
  func cases(
    of suites: [any Suite], seed: UInt64, adding stored: [Case] = []
  ) throws -> CaseList {
    var selection = selection
    selection.since = try since.map { try VersionOptions.known($0, option: "since") }
    do throws(SelectionFault) {
      return try selection.cases(of: suites, seed: seed, adding: stored)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
