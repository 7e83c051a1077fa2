import Conformance

@testable import Reporting

/// Texts that try to become something else than text, and a report that has them in every place that an adapter, a case file or a
/// foreign report can fill. Each holds the word ATTACK.
enum Attack {
  static let all = [
    "ATTACK</script><script>alert(1)</script>", "ATTACK]]><x>&amp;", "ATTACK|x|`y`|", "`ATTACK`",
    "```\nATTACK\n```", "ATTACK\n\n# heading\n- list\n", "\u{0}\u{1B}[2JATTACK\u{7F}\u{9B}31m",
    "ATTACK\u{202E}\u{2028}\u{FFFE}\u{FFFF}\u{FEFF}", "\\ATTACK\\", "ATTACK # TODO",
    "\"ATTACK' onload='x",
    "[ATTACK](http://x) https://x @user #1 {0} {{", "\u{FFFD}ATTACK", "-->ATTACK<!--", "  ATTACK  ",
    "ATTACK %00 %s ${x}", String(repeating: "ATTACK", count: 20_000),
  ]

  static func run(_ text: String) -> RunDescription {
    RunDescription(
      assayVersion: text, suiteVersion: text, seed: 7, started: 1_783_166_400,
      implementationName: text, implementationVersion: text, language: text,
      adapterCommand: [text, text], adapterSHA256: nil, options: [("profile", text), (text, text)],
      jobs: 2)
  }

  static func results(_ text: String) -> [CaseResult] {
    // A signature ends at a space.
    let kind = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    let finding = Finding(
      clause: Clause.ID("ABT-\(kind)"), level: .must, kind: kind, step: 1, message: text,
      expected: text, observed: text)
    var after = finding
    after.after = .init([CaseID(text)], isMinimal: true)
    return Verdict.allCases.map { verdict in
      .sample(
        "abt/\(verdict)/\(text)", verdict, suite: text, variant: Variant(text),
        targets: [Clause.ID(text)],
        findings: verdict.wasJudged && verdict != .passed ? [finding] : [],
        reason: text)
    } + [
      .sample("abt/known", .failed, targets: ["ABT-URL-01"], findings: [after]),
      .sample(text, .failed, findings: [.sample("ABT-URL-01", message: text)]),
    ]
  }
}
