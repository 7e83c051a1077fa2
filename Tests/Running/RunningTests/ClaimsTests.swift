import AdapterProtocol
import Conformance
import Running
import Testing

@Suite struct ClaimsTests {
  private func claims(_ suites: [String: SuiteClaim]) -> Claims {
    Claims(
      Hello(implementationName: "x", implementationVersion: "1", language: "-", suites: suites),
      suites: [EchoModel.suite([("a", "good")], variants: [.plain, .encrypting])])
  }

  private func reason(
    _ claim: SuiteClaim?, _ variant: Variant = .plain, needs: Set<String> = []
  ) -> String? {
    claims(claim.map { ["echo": $0] } ?? [:])
      .reasonToSkip(.sample("echo/a/1", variant: variant, needs: needs))
  }

  @Test func whatIsClaimedIsRun() {
    let claim = SuiteClaim(editions: ["plain"], capabilities: ["log", "cancel"])
    #expect(reason(claim) == nil)
    #expect(reason(claim, needs: ["cancel", "log"]) == nil)
  }

  @Test func whatNobodyKnowsIsNamed() {
    let claim = SuiteClaim(editions: ["plain"], capabilities: [])
    #expect(claims(["echo": claim]).unknown.isEmpty)
    #expect(
      claims(["Echo": claim, "echo": claim, "abc": claim]).unknown.map(\.description) == [
        "there is no suite \"Echo\"; did you mean echo? There are echo",
        "there is no suite \"abc\"; there are echo",
      ])
    let misspelt = SuiteClaim(editions: ["plain", "encypting"], capabilities: ["log"])
    #expect(
      claims(["echo": misspelt]).unknown.map(\.description) == [
        "echo: there is no edition \"encypting\"; did you mean encrypting? There are plain, encrypting",
        "echo: there is no capability \"log\"; it has none",
      ])
  }

  @Test func whatIsNotClaimedIsNamed() {
    #expect(reason(nil)?.contains("the suite echo") == true)
    let claim = SuiteClaim(editions: ["plain", "golden"], capabilities: ["log"])
    #expect(reason(claim, .encrypting)?.contains("the edition encrypting") == true)
    #expect(reason(claim, Variant("golden"))?.contains("the edition golden") == true)
    #expect(
      reason(claim, needs: ["rollback", "log", "cancel"])?.hasSuffix("cancel, rollback") == true)
  }
}
