import ArgumentParser
import Forge
import SuiteModels
import Suites
import Synchronization

/// What the forms of all layers claim, held against the strict reader.
struct ClaimsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Hold the claim of each form of each layer against the reader, on random requests.",
    discussion: "Ends with 1 if any request is read otherwise than its form claims.")

  @Option(help: "How many requests for each form and edition.")
  var seeds: UInt64 = 1_000

  @Option(help: "The first seed.")
  var firstSeed: UInt64 = 0

  @Option(help: "How many threads.")
  var jobs = 2

  @Option(help: "How many disagreements of one form and edition are printed.")
  var examples = 3

  func validate() throws {
    guard seeds <= UInt64(Int32.max), firstSeed <= .max - seeds, jobs > 0, examples >= 0 else {
      throw ValidationError("--seeds, --first-seed, --jobs or --examples is out of range")
    }
  }

  func run() async throws {
    let results = await Self.results(firstSeed..<firstSeed + seeds, jobs)
    print(Self.row("form", "edition", "claim", "requests", "changed", "unharmed", "wrong"))
    for result in results {
      print(
        Self.row(
          result.path, result.edition.rawValue, result.claim.rawValue, "\(result.requests)",
          "\(result.changed)", "\(result.unharmed)", "\(result.disagreements.count)"))
    }
    for result in results {
      for words in result.disagreements.prefix(examples) { print("\n" + words) }
    }
    let forms = Set(results.map(\.path)).count
    let requests = results.reduce(0) { $0 + $1.requests }
    let wrong = results.reduce(0) { $0 + $1.disagreements.count }
    print("\n\(forms) forms, \(requests) requests, \(wrong) disagreements")
    if wrong > 0 { throw ExitCode(1) }
  }

  /// Results with the numbers of their tasks.
  private typealias Numbered = [(Int, [ClaimCheck.Result])]

  /// In the order of the catalogue, whatever the number of threads.
  private static func results(
    _ seeds: Range<UInt64>, _ jobs: Int
  ) async -> [ClaimCheck.Result] {
    let tasks = Edition.allCases.flatMap { edition in
      ClaimCheck.layers.map { (edition: edition, layer: $0) }
    }
    let counter = TaskCounter()
    return await withTaskGroup(of: Numbered.self, returning: Numbered.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          var done: Numbered = []
          while true {
            let number = counter.next()
            guard number < tasks.count else { return done }
            let check = ClaimCheck(edition: tasks[number].edition, seeds: seeds)
            done.append((number, check.results(ofLayer: tasks[number].layer)))
          }
        }
      }
      return await group.reduce(into: Numbered()) { $0 += $1 }
    }.sorted { $0.0 < $1.0 }.flatMap { $0.1 }
  }

  private static func row(_ first: String, _ others: String...) -> String {
    let widths = [10, 17, 8, 8, 8, 6]
    let columns = zip(others, widths).map { text, width in
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return ([first + String(repeating: " ", count: max(0, 38 - first.count))] + columns).joined(
      separator: "  ")
  }
}

/// Hands out numbers from 0 on, each to one thread.
private final class TaskCounter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
