package import Conformance
import Mustache
import Reporting

/// A certificate as a page for people: one HTML file that needs no network and no script, for screen and paper.
package enum CertificatePage {
  /// What stands beside the certificate on its page.
  package struct Proof: Sendable {
    /// The name of the certificate's file, and its digest.
    package var fileName: String
    package var fileSHA256: String
    /// What tells the key apart that has signed it.
    package var keyIdentifier: String
    /// What reruns have shown, in one sentence; nil where there was none.
    package var rerun: String?

    package init(
      fileName: String, fileSHA256: String, keyIdentifier: String, rerun: String? = nil
    ) {
      self.fileName = fileName
      self.fileSHA256 = fileSHA256
      self.keyIdentifier = keyIdentifier
      self.rerun = rerun
    }
  }

  /// The page of a certificate that holds.
  ///
  /// - Parameter sentence: the sentence of a clause of a suite, where this version knows it.
  /// - Throws: where the template cannot be read: a fault of assay itself.
  package static func text(
    of certificate: Certificate, _ proof: Proof,
    sentence: (_ suite: String, _ clause: Clause.ID) -> String?
  ) throws -> String {
    let template = try MustacheTemplate(string: CertificatePageTemplate.text)
    return template.render(Content(certificate, proof, sentence))
  }

  /// What the template names. Its engine escapes all of it.
  private struct Content {
    struct Row {
      let name: String
      let value: String
    }

    struct Part {
      let name: String
      let must: String
      let should: String
      let cases: String
      let without: String
    }

    struct Sheet {
      let name: String
      let rows: [Requirement]
    }

    struct Requirement {
      let id: String
      let level: String
      let verdict: String
      let mark: String
      let kind: String
      let sentence: String
      let cases: String
    }

    let title: String
    let name: String
    let version: String
    let language: String?
    let issued: String
    let validUntil: String?
    let issuer: String?
    let parts: [Part]
    let notes: [String]
    let run: [Row]
    let digests: [Row]
    let sheets: [Sheet]
    let command: String
    let rerun: String?

    init(
      _ certificate: Certificate, _ proof: Proof, _ sentence: (String, Clause.ID) -> String?
    ) {
      func shown(_ text: String) -> String { VisibleText.escaped(text, maxCharacters: 400) }
      let implementation = certificate.implementation
      name = shown(implementation.name)
      version = shown(implementation.version)
      language = implementation.language.isEmpty ? nil : shown(implementation.language)
      title = "\(name) \(version): certificate of conformance"
      issued = Self.day(certificate.issued)
      validUntil = certificate.validUntil.map(Self.day)
      issuer = certificate.issuer.map(shown)
      parts = certificate.certified.map { Self.part($0, certificate) }
      notes = Self.notes(certificate)
      run = Self.run(certificate)
      let files = certificate.adapterFiles
      digests =
        [Row(name: "Adapter, SHA-256", value: certificate.adapterSHA256)]
        + (files.count > 1 ? files : []).map { Row(name: shown($0.path), value: $0.sha256) }
        + [
          Row(name: "Report, SHA-256", value: certificate.reportSHA256),
          Row(name: "Certificate, SHA-256", value: proof.fileSHA256),
          Row(name: "Key id", value: proof.keyIdentifier),
        ]
      sheets = certificate.certified.map { part in
        Sheet(
          name: part.name,
          rows: certificate.requirements
            .filter { $0.suite == part.suite && $0.variant == part.variant && $0.level != .info }
            .map { Self.requirement($0, sentence) })
      }
      command = "assay verify \(ShellText.quoted(shown(proof.fileName))) --public-key KEY.pub"
      rerun = proof.rerun.map(shown)
    }

    /// `2026-07-04`
    private static func day(_ time: Int64) -> String { String(Timestamp.utc(time).prefix(10)) }

    private static func part(_ part: Certificate.Part, _ certificate: Certificate) -> Part {
      func tally(_ level: Level) -> String {
        let passed = certificate.requirements(.passed, level, in: part)
        let all = Scorecard.Row.Verdict.allCases.reduce(0) {
          $0 + certificate.requirements($1, level, in: part)
        }
        return all == 0 ? "–" : "\(passed) of \(all)"
      }
      let without =
        [
          (certificate.requirements(.notTested, in: part), "without a case"),
          (certificate.requirements(.notClaimed, in: part), "not claimed"),
          (certificate.requirements(.warned, in: part), "SHOULD not met"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return Part(
        name: part.name, must: tally(.must), should: tally(.should),
        cases: Count.text(part.cases),
        without: without.isEmpty ? "–" : without.joined(separator: ", "))
    }

    private static func notes(_ certificate: Certificate) -> [String] {
      var notes: [String] = []
      let others = certificate.parts.filter { $0.standing != .conforming }.map(\.name)
      if !others.isEmpty {
        notes.append("Not claimed, and not certified: \(others.joined(separator: ", ")).")
      }
      if certificate.requirements(.notTested) > 0 {
        notes.append(
          "A requirement without a case is one that this version of the suites does not test. Nothing is said about it."
        )
      }
      if certificate.requirements(.notClaimed) > 0 {
        notes.append(
          "A requirement that is not claimed belongs to something that the implementation does not offer."
        )
      }
      if certificate.requirements(.warned) > 0 {
        notes.append("Each MUST is met. A SHOULD that is not met is a recommendation not followed.")
      }
      return notes
    }

    private static func run(_ certificate: Certificate) -> [Row] {
      let machine = certificate.machine
      var rows = [
        Row(
          name: "Suites",
          value: "version \(certificate.suiteVersion), assay \(certificate.assayVersion)"),
        Row(
          name: "Dialect",
          value: certificate.dialectSHA256.map { "its own, SHA-256 \($0)" } ?? "wire profile 1"),
        Row(name: "Seed", value: "\(certificate.seed)"),
        Row(
          name: "Run",
          value: "\(Timestamp.utc(certificate.started)), \(Count.text(certificate.elapsed))"),
        Row(
          name: "Cases",
          value: "\(Count.text(certificate.total)) in all, "
            + "\(Count.text(certificate.cases(.passed) + certificate.cases(.warned))) judged, "
            + "\(Count.text(certificate.cases(.skipped))) not claimed"),
        Row(
          name: "Adapter",
          value: VisibleText.escaped(
            certificate.adapterCommand.map(ShellText.quoted).joined(separator: " "),
            maxCharacters: 400)),
        Row(
          name: "Machine",
          value: VisibleText.escaped(
            "\(machine.system) \(machine.release) \(machine.architecture), "
              + "\(machine.processors) processors, \(certificate.jobs) jobs", maxCharacters: 400)),
        Row(
          name: "Limits",
          value: (certificate.pace.map { "\(Count.text($0.stepDeadline)) for a step, " } ?? "")
            + "\(certificate.memoryLimit) MiB above a valid request"),
      ]
      let options = certificate.options.filter { $0.name != "timeout" }.map { option in
        "--\(option.name) \(option.values.map(ShellText.quoted).joined(separator: " "))"
      }
      if !options.isEmpty {
        rows.append(
          Row(
            name: "Options",
            value: VisibleText.escaped(options.joined(separator: " "), maxCharacters: 400)))
      }
      return rows
    }

    private static func requirement(
      _ row: Certificate.Requirement, _ sentence: (String, Clause.ID) -> String?
    ) -> Requirement {
      let (verdict, mark) =
        switch row.verdict {
        case .passed: ("passed", "✓")
        case .warned: ("not met", "!")
        case .notTested: ("no case", "·")
        case .notClaimed: ("not claimed", "–")
        case .failed: ("failed", "✗")
        }
      return Requirement(
        id: VisibleText.escaped(row.clause.path, maxCharacters: 80),
        level: row.level.rawValue.uppercased(), verdict: verdict, mark: mark,
        kind: row.verdict.rawValue,
        sentence: sentence(row.suite, row.clause).map {
          VisibleText.escaped($0, maxCharacters: 1_000)
        } ?? "",
        cases: row.cases == 0 ? "" : Count.text(row.cases))
    }
  }
}
