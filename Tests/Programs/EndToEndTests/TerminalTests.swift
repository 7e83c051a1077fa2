import Testing

@Suite struct TerminalTests {
  private static func failing(_ options: String...) throws -> [String] {
    ["run", "--select", "abt/token/upper-case", "--timeout", "30", "--output", "reports"]
      + options + (try Workplace.faulty("--fault", "token-in-any-case"))
  }

  @Test func aTerminalGetsColours() throws {
    let outcome = try Workplace().assayOnTerminal(Self.failing())
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\u{1B}["))
    #expect(outcome.output.contains("NONCONFORMING"))
  }

  @Test(arguments: [("NO_COLOR", "1"), ("TERM", "dumb")])
  func theEnvironmentForbidsColours(name: String, value: String) throws {
    let outcome = try Workplace().assayOnTerminal(Self.failing(), environment: [name: value])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("NONCONFORMING"))
    #expect(!outcome.holdsEscapes)
  }

  /// An empty NO_COLOR counts as none.
  @Test func anEmptyNoColorForbidsNothing() throws {
    let outcome = try Workplace().assayOnTerminal(Self.failing(), environment: ["NO_COLOR": ""])
    #expect(outcome.output.contains("\u{1B}["))
  }

  @Test func theOptionForbidsColours() throws {
    let outcome = try Workplace().assayOnTerminal(Self.failing("--no-color"))
    #expect(outcome.output.contains("NONCONFORMING"))
    #expect(!outcome.holdsEscapes)
  }

  @Test func aFileGetsNoColours() throws {
    let outcome = try Workplace().assay(Self.failing("--verbose"))
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("FAILED"))
    #expect(!outcome.holdsEscapes)
  }
}
