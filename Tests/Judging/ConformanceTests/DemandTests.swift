import Testing

@testable import Conformance

/// The demands that suites share: when they are met, and what they say when they are not.
@Suite struct DemandTests {
  private typealias Rule = Demand<[Int]>

  private func text(_ number: Int) -> String { "#\(number)" }

  private func told(_ rule: Rule, _ observation: [Int]) -> String? {
    rule.check(observation).map { "\($0.message): \($0.observed)" }
  }

  @Test func equal() {
    let rule = Rule.equal(["A-1"], "wrong-count", "another count", to: 2, in: text) { $0.count }
    #expect(rule.clauses == ["A-1"] && rule.kind == "wrong-count" && rule.expected == "#2")
    #expect(told(rule, [7, 7]) == nil)
    #expect(told(rule, []) == "another count: #0")
  }

  @Test func sequence() {
    let rule = Rule.sequence(
      ["A-1"], "wrong-calls", "other calls", [1, 2],
      fits: { (expected: Int, entry: Int) in entry % 10 == expected }, in: text,
      observedIn: { "<\($0)>" }
    ) { $0 }
    #expect(rule.expected == "#1, #2")
    #expect(told(rule, [1, 2]) == nil && told(rule, [11, 42]) == nil)
    #expect(told(rule, [2, 1]) == "other calls: <2>, <1>")
    #expect(told(rule, [1]) == "other calls: <1>")
    #expect(told(rule, [1, 2, 3]) == "other calls: <1>, <2>, <3>")
    #expect(told(rule, []) == "other calls: nothing")
    let nothing = Rule.sequence(
      ["A-1"], "k", "m", [Int](), fits: { (_: Int, _: Int) in true }, in: text, observedIn: text
    ) { $0 }
    #expect(nothing.expected == "nothing")
    #expect(told(nothing, []) == nil && told(nothing, [1]) == "m: #1")
  }

  @Test func set() {
    let rule = Rule.set(["A-1"], "wrong-keys", "other keys", [2, 1, 3], in: text) { $0 }
    #expect(rule.expected == "#1, #2, #3", "sorted, so that it is the same each time")
    #expect(told(rule, [3, 1, 2]) == nil && told(rule, [1, 1, 2, 3, 3]) == nil)
    #expect(told(rule, [2, 1]) == "other keys: #2, #1")
    #expect(told(rule, [1, 2, 3, 4]) == "other keys: #1, #2, #3, #4")
    #expect(told(rule, []) == "other keys: nothing")
  }

  @Test func none() {
    let rule = Rule.none(["A-1"], "foreign-call", "a call", expecting: "no call", in: text) { $0 }
    #expect(rule.expected == "no call")
    #expect(told(rule, []) == nil)
    #expect(told(rule, [4, 5]) == "a call: #4, #5")
  }

  @Test func aDemandMayDependOnWhatIsObserved() {
    let rule = Rule.none(["A-1"], "k", "m", expecting: "e", in: text) { $0 }
      .when { $0.count > 1 }
    #expect(rule.expected == "e" && rule.kind == "k" && rule.clauses == ["A-1"])
    #expect(told(rule, [1]) == nil)
    #expect(told(rule, [1, 2]) == "m: #1, #2")
  }

  @Test(
    arguments: [
      ("ABT-CB-04 wrong-status", "ABT-CB-04", "wrong-status"),
      ("A b/c", "A", "b/c"), ("é \u{1F600}", "é", "\u{1F600}"),
    ] as [(String, Clause.ID, String)])
  func aSignatureIsReadAsItIsWritten(text: String, clause: Clause.ID, kind: String) {
    #expect(Signature(text) == Signature(clause, kind))
    #expect(Signature(clause, kind).description == text)
  }

  @Test(arguments: ["", " ", "A", "A ", " b", "A b c", "A  b", " A b", "A b "])
  func otherTextsAreNoSignatures(text: String) { #expect(Signature(text) == nil) }
}
