import Conformance
import JSONText
import Testing

@testable import Reporting

struct TerminalEvidenceTests {
  @Test func aFailureIsShownWithItsConversation() {
    let finding = Finding.sample(
      "ABT-URL-02", message: "wrong status: the token is wrong", expected: "status=Error",
      observed: "status=error")
    let exchange = ObservedExchange.sample([
      .init(
        request: Array(
          """
          {"type":"step","action":"open","url":"x-a.com.acme.app://apply?profile=Ann%27s&token=1",\
          "delegate":{"apply":{"answer":"no"}}}
          """.utf8),
        reply: Array(
          """
          {"id":4,"type":"observed","handled":true,"calls":[],\
          "callbacks":["absoluteapps://thirdpartyprofilestatus?profile=Ann%27s&status=error"]}
          """.utf8))
    ])
    let text = summary(
      [.sample("abt/cb/4", .failed, findings: [finding]).with(exchange)],
      style: TerminalStyle(color: false, width: 80))
    let told = text.split(separator: "\n").drop { $0 != "  abt/cb/4  step 1" }
      .prefix { $0 != "Requirements of abt/plain" }
    #expect(
      told.joined(separator: "\n") == """
          abt/cb/4  step 1
            wrong status: the token is wrong
            opened    x-a.com.acme.app://apply
                        profile  "Ann's"
                        token    "1"
            delegate  apply: answers no
            expected  status=Error
            observed  status=error
                             ^
            handled   yes
            call      none
            callback  absoluteapps://thirdpartyprofilestatus
                        profile  "Ann's"
                        status   "error"
            repeat    assay run --select 'abt/cb/4' -- ./adapter
        """)
  }

  @Test func aDeathIsShownWithItsLastWords() {
    let died = CaseResult.sample(
      "abt/a", .crashed, findings: [.sample("ABT-ROB-01", message: "the implementation died")])
    let words = (1...9).map { "line \($0)" }.joined(separator: "\n") + "\n\u{1B}[2Jend\n"
    #expect(
      summary([died.with(.sample(standardError: words))]).contains(
        """
            stderr    | line 5
                      | line 6
                      | line 7
                      | line 8
                      | line 9
                      | \\u{1B}[2Jend
            repeat
        """))
    #expect(
      summary([died.with(.sample(standardError: ""))])
        .contains("    stderr    the adapter wrote none\n"))
    #expect(!summary([died]).contains("stderr"))
  }

  /// A reason may close with what stands below it, whole or cut off at its beginning.
  @Test func theLastWordsOfAFaultAreToldOnce() {
    func told(_ reason: String, _ words: String) -> String {
      let fault = CaseResult.sample("abt/a", .adapterFault, reason: reason)
      return summary([fault.with(.sample(standardError: words))])
    }
    let lead = "it exited; standard error ends with:"
    for beginning in ["", "a longer line "] {
      #expect(
        told("\(lead) no\nlicence\n", beginning + "no\nlicence\n").contains(
          """
            1 × \(lead)
                stderr    | \(beginning)no
                          | licence
                repeat
          """))
    }
    for reason in ["it exited with status 9", "\(lead) 9\n"] {
      let text = told(reason, "9")
      #expect(text.contains("  1 × \(reason.replacing("\n", with: "\\n"))\n"))
      #expect(text.contains("      stderr    | 9\n"))
    }
  }

  @Test func aHangIsShownWithItsDeadline() {
    var run = RunDescription.sample
    run.startDeadline = .seconds(10)
    run.stepDeadline = .milliseconds(2_500)
    for (step, deadline) in [(0, "10 s for a start"), (1, "2.5 s for a step (--timeout)")] {
      let hung = CaseResult.sample(
        "abt/a", .timedOut, findings: [.sample("ABT-TOK-07", step: step)])
      #expect(summary([hung], run: run).contains("    deadline  \(deadline)\n"))
    }
    let told = CaseResult.sample(
      "abt/a", .timedOut, findings: [.sample("ABT-TOK-07", observed: "no reply within 2.5 s")])
    #expect(!summary([told], run: run).contains("deadline"))
  }

  /// Any bytes may stand where a library or an adapter puts them.
  @Test func aHostileConversationIsShownHarmlessly() {
    let hostile = "\u{1B}]0;x\u{7}\u{202E}\r\u{9B}1m\u{200B}\u{85}"
    var writer = JSONWriter()
    writer.string(hostile)
    let text = writer.text
    let messages = [
      "{\(text):\(text)}", "{\"type\":\"observed\",\"callbacks\":[\(text)],\(text):{\(text):1}}",
      hostile,
      "{\"type\":\"step\",\"action\":\"open\",\"url\":\(text),\"delegate\":{\(text):{\"answer\":\(text)}}}",
      "{\"type\":\"observed\",\"calls\":[{\"method\":\(text),\"values\":{\(text):{\(text):\(text)}}}]}",
    ]
    let results = messages.flatMap { request in
      messages.map { reply in
        let step = ObservedExchange.Step(request: Array(request.utf8), reply: Array(reply.utf8))
        let finding = Finding.sample("ABT-ROB-01", expected: hostile + "a", observed: hostile + "b")
        return CaseResult.sample("abt/a", .crashed, findings: [finding])
          .with(.sample([step], standardError: hostile + "\n" + hostile))
      }
    }
    let shown = summary(results, shown: .max)
    #expect(shown.contains("opened"))
    #expect(shown.unicodeScalars.filter { $0 != "\n" && !VisibleText.isShown($0) }.isEmpty)
  }

  @Test func nothingForeignReachesTheTerminalRaw() {
    let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}\r\n\u{9B}1m\u{200B}"
    var run = RunDescription.sample
    run.implementationName = hostile
    run.language = hostile
    let finding = Finding.sample(
      Clause.ID(hostile), message: hostile, expected: hostile, observed: hostile)
    let warning = Finding.sample("ABT-DATA-08/code", .should, message: hostile)
    let results: [CaseResult] = [
      .sample(hostile, .failed, findings: [finding]),
      .sample(hostile, .crashed, findings: [finding, .sample("ABT-ROB-01", message: "died")]),
      .sample(hostile, .warned, findings: [warning]),
      .sample(hostile, .skipped, reason: hostile), .sample(hostile, .adapterFault, reason: hostile),
      .sample(hostile, .unexpectedPass),
    ]
    let text = summary(results, run: run)
    let raw = text.unicodeScalars.filter { $0 != "\n" && !VisibleText.isShown($0) }
    #expect(raw.isEmpty)
    #expect(text.contains("\\u{1B}[2J\\u{1B}]0;x\\u{7}\\u{202E}\\r\\n\\u{9B}1m\\u{200B}"))
  }

  @Test func longValuesAreWrappedAndCut() {
    let long = String(repeating: "0123456789 ", count: 1_000)
    let finding = Finding.sample("ABT-URL-01", expected: "short", observed: long)
    let style = TerminalStyle(color: false, width: 60)
    let text = summary([.sample("abt/a", .failed, findings: [finding])], style: style)
    let lines = text.split(separator: "\n").filter { !$0.contains("repeat ") }
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 64 })
    #expect(text.contains("(10,820 bytes more)"))
    #expect(lines.count < 25)
  }
}
