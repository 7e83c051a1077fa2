import ArgumentParser
import Certification
import Conformance
import Foundation
import JSONText
import Reporting
import Running
import SuiteModels
import Suites
import SystemLibrary
import WireFormat

/// `assay verify`: whether a certificate holds, offline.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a certificate, offline; run a sample of its cases again.",
    usage: """
      assay verify CERTIFICATE --public-key FILE [--report FILE] [--html FILE]
      assay verify CERTIFICATE --public-key FILE --rerun 5% -- ADAPTER [ARGS...]
      """,
    discussion: """
      The signature, the form, the time and the consistency of the certificate are checked. With --report, the report has to be the \
      one that was certified, and to come to the same when its cases are counted again. With --rerun, the adapter has to be the one \
      that was certified, and cases drawn by chance have to come out as they are certified.
      Examples:
        assay verify certificate.json --public-key acme.pub
        assay verify certificate.json --public-key acme.pub --report report.json --html certificate.html
        assay verify certificate.json --public-key acme.pub --rerun 5% -- ./my-adapter
      Exit codes: 0 the certificate holds, 1 it does not (also where a case of the sample comes out otherwise), 2 wrong usage, or a \
      file that cannot be read or is none, 3 the adapter failed, 70 a fault of assay itself, 130 interrupted.
      """)

  @Argument(help: "The file that assay certify has written.")
  var certificate: String

  @Option(
    help: ArgumentHelp("The public key of whoever has issued the certificate.", valueName: "file"))
  var publicKey: String

  @Option(
    help: ArgumentHelp(
      "The report that was certified: a report.json, or the folder of a run.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write the certificate as a page for people, if it holds: one HTML file, for screen and paper.",
      valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Run this share of the judged cases again, drawn by chance: a percentage such as 5%.",
      valueName: "share"))
  var rerun: SampleShare?

  @Option(
    help: ArgumentHelp(
      "Draw the same sample again (default: a random number, which is printed).",
      valueName: "number"))
  var sampleSeed: UInt64?

  @OptionGroup(title: "Adapter") var settings: AdapterSettings
  @OptionGroup(title: "Adapter") var digest: DigestOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The adapter's command, after --; for --rerun.", valueName: "adapter"))
  var adapter: [String] = []

  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    if html?.isEmpty == true { throw ValidationError("--html takes the name of a file") }
    guard rerun == nil else { return try settings.check(adapter) }
    if !adapter.isEmpty || settings.reference {
      throw ValidationError(
        "an adapter is run with --rerun only, as in: --rerun 5% -- ./my-adapter")
    }
    if sampleSeed != nil { throw ValidationError("--sample-seed belongs to --rerun") }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let key = try KeyTrouble.told { try KeyFile.publicKey(publicKey) }
    let id = try KeyTrouble.told { try key.identifier() }
    let text = try InputFile.bytes(
      certificate, kind: "certificate", maxBytes: Envelope.limits.maxBytes)
    let signed = try held {
      try Certificate(
        verifying: text, named: certificate, with: key, now: Int64(Date().timeIntervalSince1970))
    }
    var words = ["it is signed with the key \(id)"]
    if let report { words.append(try checkReport(signed, report)) }
    StandardOutput.write(CertificateSummary.text(signed))
    var proof = CertificatePage.Proof(
      fileName: certificate.split(separator: "/").last.map(String.init) ?? certificate,
      fileSHA256: Digest.hexadecimal(Digest.hash(.sha256, text)), keyIdentifier: id)
    if let rerun {
      let sentence = try SampleRerun(
        certificate: signed, share: rerun, seed: sampleSeed, command: settings.command(adapter),
        digestedFiles: digest.files, typed: settings.typed(adapter), limits: settings.limits,
        isTimeoutGiven: settings.givenTimeout != nil, jobs: jobs
      ).run(try suites(of: signed))
      words.append(sentence)
      proof.rerun = "Run again on \(today): \(sentence)."
    }
    if let html { try writePage(signed, proof, to: html) }
    StandardOutput.write("holds        \(words.joined(separator: "; "))\n")
    if let html { StandardOutput.write("page         \(VisibleText.escaped(html))\n") }
  }

  private var today: String {
    String(Timestamp.utc(Int64(Date().timeIntervalSince1970)).prefix(10))
  }

  /// Runs `body`; a certificate that does not hold ends the program with 1, and one that cannot be read is wrong usage.
  private func held<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as CertificateFault {
      let words = VisibleText.escaped("\(fault)")
      guard fault.isInvalid else { throw ValidationError(words) }
      StandardError.write("assay: the certificate does not hold: \(words)\n")
      throw ExitCode(ExitStatus.failed.rawValue)
    }
  }

  /// The suites with which the certificate was made.
  ///
  /// - Throws: wrong usage, where this program has others, or the dialect is not at hand.
  private func suites(of signed: Certificate) throws -> CertifiedSuites {
    guard signed.suiteVersion == Product.suiteVersion else {
      throw ValidationError(
        "the certificate is about version \(VisibleText.escaped(signed.suiteVersion, maxCharacters: 40)) of the suites, "
          + "and this program has \(Product.suiteVersion); use assay \(VisibleText.escaped(signed.assayVersion, maxCharacters: 40))"
      )
    }
    let dialect = try dialect.read()
    guard DialectFiles.digest(of: dialect) == signed.dialectSHA256 else {
      throw ValidationError(
        signed.dialectSHA256.map {
          "the certificate is about a dialect with the SHA-256 \($0); name its file with --dialect"
        } ?? "the certificate is about wire profile 1; leave out --dialect")
    }
    return try CertifiedSuites(dialect, casesPerFamily: signed.casesPerFamily)
  }

  /// Holds the certificate against its report.
  private func checkReport(_ signed: Certificate, _ path: String) throws -> String {
    let file: ReportFile
    let certifier: Certifier
    do throws(ReportFault) {
      file = try ReportFile(path: path)
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    try held { try signed.check(file, named: certificate) }
    guard signed.suiteVersion == Product.suiteVersion else {
      return "the report is the certified one (not counted again: its suites are of version "
        + "\(VisibleText.escaped(signed.suiteVersion, maxCharacters: 40)))"
    }
    do throws(ReportFault) {
      certifier = try Certifier(file)
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    do {
      let counted = try suites(of: signed).certificate(
        certifier, Certifier.Terms(issued: signed.issued))
      try held { try signed.check(counted, named: certificate) }
    } catch let refused as Certifier.Refused {
      let reasons = refused.reasons.prefix(20).map { "  - \(VisibleText.escaped("\($0)"))\n" }
      StandardError.write(
        "assay: the certificate does not hold: its report gives none:\n\(reasons.joined())")
      throw ExitCode(ExitStatus.failed.rawValue)
    } catch let fault as OutputFault {
      throw ValidationError(VisibleText.escaped("\(fault)"))
    }
    return "the report is the certified one, and comes to the same"
  }

  private func writePage(
    _ signed: Certificate, _ proof: CertificatePage.Proof, to path: String
  ) throws {
    // Of other versions the sentences may be others. No dialect changes them.
    let known = signed.suiteVersion == Product.suiteVersion ? SuiteCatalogue.usual : []
    let page = try CertificatePage.text(of: signed, proof) { suite, clause in
      known.first { $0.name == suite }?.clauses[clause]?.sentence
    }
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in try file.write(page.utf8) }
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }
}
