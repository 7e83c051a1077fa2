import ArgumentParser
import Conformance

/// Which inputs a command makes: each is a function of the seed and of its number.
struct InputNumbers: ParsableArguments {
  @Option(help: "The seed of all inputs.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first input.")
  var first = 0

  @Option(help: "How many inputs.")
  var count = 1_000

  func validate() throws {
    guard first >= 0, count >= 0, first <= Int.max - count else {
      throw ValidationError("--first and --count take numbers from 0 on")
    }
  }

  var range: Range<Int> { first..<first + count }

  /// What one input of a command is made from.
  func choices(of number: Int, _ command: String) -> Choices {
    Choices(seed: seed, case: CaseID("second-opinions/\(command)/\(number)"))
  }
}
