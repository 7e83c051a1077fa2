import Conformance
import SuiteModels
import Suites

/// One `<testcase>`.
struct JUnitCase {
  /// The element with its indentation and a line feed after it.
  let text: String

  init(_ result: CaseResult, strict: Bool) {
    let head =
      "    <testcase classname=\"\(XMLText.escaped(Self.className(result)))\" "
      + "name=\"\(XMLText.escaped(result.id.path))\" "
      + "time=\"\(JUnitPart.seconds(result.duration))\""
    let body: String
    switch JUnitPart.outcome(result.verdict, strict: strict) {
    case .passed: body = Self.warnings(result)
    case .failure: body = Self.element("failure", result)
    case .error: body = Self.element("error", result)
    case .skipped:
      body = "      <skipped message=\"\(XMLText.escaped(Self.headline(result)))\"/>\n"
    }
    text = body.isEmpty ? "\(head)/>\n" : "\(head)>\n\(body)    </testcase>\n"
  }

  /// The suite, the variant and the family, with dots between: what continuous integration groups by.
  private static func className(_ result: CaseResult) -> String {
    var name = result.suite
    if result.variant != .sole { name += ".\(result.variant.name)" }
    let slash = UInt8(ascii: "/")
    let path = result.id.path.utf8
    if let start = path.firstIndex(of: slash) {
      let rest = path[start...].dropFirst()
      if let end = rest.firstIndex(of: slash) { name += ".\(Substring(rest[..<end]))" }
    }
    return name
  }

  /// What came of the case, in one line.
  private static func headline(_ result: CaseResult) -> String {
    if let known = result.known {
      switch result.verdict {
      case .knownFailure:
        let tries = result.tries.map { "; \($0.words)" } ?? ""
        return "known failure: \(known.reason)\(tries)"
      case .unexpectedPass:
        let lines = known.lines.map(String.init).joined(separator: ", ")
        return "a known failure passes (baseline, line \(lines)): \(known.reason)"
      default: break
      }
    }
    if let reason = result.reason { return "\(result.verdict.phrase): \(reason)" }
    guard let finding = result.decisiveFinding else { return result.verdict.phrase }
    return "\(finding.clause): \(finding.message)"
  }

  private static func element(_ name: String, _ result: CaseResult) -> String {
    let type = result.decisiveFinding?.clause.path ?? result.verdict.rawValue
    let head =
      "      <\(name) message=\"\(XMLText.escaped(headline(result)))\" "
      + "type=\"\(XMLText.escaped(type))\""
    let details = details(result)
    return details.isEmpty ? "\(head)/>\n" : "\(head)>\(details)</\(name)>\n"
  }

  private static func warnings(_ result: CaseResult) -> String {
    guard result.verdict == .warned else { return "" }
    return "      <system-out>\(details(result))</system-out>\n"
  }

  /// All findings, a few lines each.
  private static func details(_ result: CaseResult) -> String {
    let paragraphs = result.findings.map { finding in
      let flaky = finding.confirmation == .flaky ? ", flaky" : ""
      let place =
        ClauseSections.place(of: finding.clause.requirement).map { " [\($0.words)]" } ?? ""
      let after = finding.after.map { "\n  \(XMLText.escaped($0.sentence))" } ?? ""
      // Each value stays in its line, whatever it holds.
      return """
        \(XMLText.escaped(finding.clause.path)) (\(finding.level.rawValue), step \(finding.step)\(flaky)): \
        \(XMLText.escaped(finding.message))\(place)\(after)
          expected: \(XMLText.escaped(finding.expected))
          observed: \(XMLText.escaped(finding.observed))
        """
    }
    return paragraphs.joined(separator: "\n")
  }
}
