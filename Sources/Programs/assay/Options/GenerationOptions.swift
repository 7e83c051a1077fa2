import ArgumentParser

/// How many cases are generated.
struct GenerationOptions: ParsableArguments {
  @Option(
    name: .customLong("cases-per-family"),
    help: ArgumentHelp(
      "How many cases each seeded family has, such as abt/hostile/noise/* (default: from 4 to 200, by family). Fixed cases stay.",
      valueName: "number"))
  var casesPerFamily: Int?

  func validate() throws {
    if let casesPerFamily, !Self.range.contains(casesPerFamily) {
      throw ValidationError(
        "--cases-per-family takes a number from 1 to \(Self.most), not \(casesPerFamily)")
    }
  }

  private static let most = 10_000_000
  static let range = 1...most

  /// The option as it was given, by name.
  var given: [(String, String)] { casesPerFamily.map { [("cases-per-family", "\($0)")] } ?? [] }
}
