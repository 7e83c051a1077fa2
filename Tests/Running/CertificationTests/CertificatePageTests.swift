import Conformance
import Testing

@testable import Certification
@testable import Reporting

/// The page that is made of a certificate.
@Suite struct CertificatePageTests {
  private static let proof = CertificatePage.Proof(
    fileName: "certificate.json", fileSHA256: SampleRun.digest, keyIdentifier: "key-id")

  @Test func itSaysWhatIsCertified() throws {
    let certificate = try SampleRun().certificate(
      Certifier.Terms(
        issued: SampleRun.issued, validUntil: SampleRun.issued + 86_400, issuer: "A lab"))
    let page = try CertificatePage.text(of: certificate, Self.proof) { _, clause in
      clause == "ABT-URL-01" ? "Begins <with> & ends." : nil
    }
    for words in [
      "<h1>Sample 2.3</h1>", "Issued on 2026-07-04 by A lab, valid until 2026-07-05.",
      "Written in C.",
      "<th scope=\"row\" class=\"id\">abt/plain</th><td class=\"tally\">1 of 2</td>",
      "1 without a case", "Not claimed, and not certified: abt/encrypting, appconnect.dualmode.",
      "Begins &lt;with&gt; &amp; ends.", "assay verify certificate.json --public-key KEY.pub",
      SampleRun.digest, "key-id", "12 in all, 4 judged, 8 not claimed", "2 s for a step, 32 MiB",
      "wire profile 1",
    ] {
      #expect(page.contains(words), "the page lacks \(words)")
    }
    #expect(!page.contains("{{"))
    // Nothing is fetched, and nothing is run.
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"))
    #expect(!page.contains("Run again"))
  }

  @Test func hostileTextStaysText() throws {
    var certificate = try SampleRun().certificate()
    let attack =
      "</h1><script>alert(1)</script><img src=x onerror=alert(1)>\u{202E}\u{1B}[2J\"'&{{title}}"
    certificate.implementation.name = attack
    certificate.implementation.version = attack
    certificate.implementation.language = attack
    certificate.issuer = attack
    certificate.adapterCommand = [attack]
    certificate.machine.system = attack
    certificate.options = [Report.Option(name: "pass-env", values: [attack])]
    var proof = Self.proof
    proof.fileName = attack
    proof.rerun = attack
    let page = try CertificatePage.text(of: certificate, proof) { _, _ in attack }
    #expect(!page.contains("<script") && !page.contains("<img"))
    #expect(!page.contains("\u{202E}") && !page.contains("\u{1B}"))
    #expect(page.contains("&lt;script&gt;") && page.contains("\\u{202E}"))
    #expect(page.contains("{{title}}"), "a text of the certificate was taken for a template")
  }
}
