import ArgumentParser
import Certification
import Conformance
import Forge
import Foundation
import Reporting
import Running
import SuiteModels
import Suites
import SystemLibrary

/// `assay certify`: a signed certificate of a report.
struct CertifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certify",
    abstract: "Sign a conforming report: make a certificate that others can check.",
    usage: "assay certify REPORT --key FILE [<options>]",
    discussion: """
      A certificate is an in-toto statement in a DSSE envelope, signed with Ed25519. It is given for a whole run only: all suites, \
      uninterrupted, without a baseline, with the usual limits, and with no failure. Everything that the report says of its cases is \
      counted again before it is signed.
      Examples:
        assay key new acme
        assay run --output whole -- ./my-adapter
        assay certify whole --key acme --issuer 'Acme test lab' --valid-for 365
      Exit codes: 0 the certificate is written, 1 the report gives none (the reasons are told), 2 wrong usage, or a file that cannot \
      be read or written.
      """)

  @Argument(help: "A report.json, the folder of a run, or - for standard input.")
  var report: String

  @Option(help: ArgumentHelp("The private key (assay key new makes one).", valueName: "file"))
  var key: String

  @OptionGroup var password: PasswordOptions

  @Option(
    help: ArgumentHelp(
      "The file to write; it must not be there yet (default: certificate.json beside the report).",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Who certifies, in your own words.", valueName: "name"))
  var issuer: String?

  @Option(
    help: ArgumentHelp(
      "After how many days the certificate ends (default: it does not).", valueName: "days"))
  var validFor: Int?

  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  func validate() throws {
    if let validFor, !(1...36_500).contains(validFor) {
      throw ValidationError("--valid-for takes days from 1 to 36500, not \(validFor)")
    }
    if let issuer, issuer.isEmpty || issuer.utf8.count > 1_000 {
      throw ValidationError("--issuer takes a name of 1 to 1000 bytes")
    }
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file") }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let path = try outputPath()
    let signingKey = try KeyTrouble.told {
      try KeyFile.signingKey(key, passwordFile: password.passwordFile)
    }
    let dialect = try dialect.read()
    let certifier: Certifier
    do throws(ReportFault) {
      certifier = try Certifier(
        report == "-" ? ReportFile.standardInput() : ReportFile(path: report))
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    let now = Int64(Date().timeIntervalSince1970)
    let terms = Certifier.Terms(
      issued: now, validUntil: validFor.map { now + Int64($0) * 86_400 }, issuer: issuer)
    let certificate = try self.certificate(certifier, dialect, terms)
    let text = try KeyTrouble.told { try certificate.signed(with: signingKey) }
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in try file.write(text) }
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    let id = try KeyTrouble.told { try signingKey.publicKey().identifier() }
    StandardOutput.write(
      CertificateSummary.text(certificate)
        + "certificate  \(VisibleText.escaped(path))\nkey id       \(id)\n")
  }

  private func certificate(
    _ certifier: Certifier, _ dialect: SharedDialect, _ terms: Certifier.Terms
  ) throws -> Certificate {
    do {
      return try CertifiedSuites(
        dialect, casesPerFamily: certifier.casesPerFamily
      ).certificate(certifier, terms)
    } catch let refused as Certifier.Refused {
      let reasons = refused.reasons.prefix(20).map { "  - \(VisibleText.escaped("\($0)"))\n" }
      let more = refused.reasons.count - reasons.count
      StandardError.write(
        "assay: this report gives no certificate:\n\(reasons.joined())"
          + (more > 0 ? "  and \(more) more reasons\n" : ""))
      throw ExitCode(ExitStatus.failed.rawValue)
    } catch let fault as OutputFault {
      throw ValidationError(VisibleText.escaped("\(fault)"))
    }
  }

  private func outputPath() throws -> String {
    let path: String
    if let output {
      path = output
    } else {
      guard report != "-" else {
        throw ValidationError(
          "a report from standard input has no folder; name the file to write with --output")
      }
      let folder =
        InputFile.isFolder(report)
        ? report : report.lastIndex(of: "/").map { String(report[..<$0]) } ?? "."
      path = folder.hasSuffix("/") ? folder + "certificate.json" : folder + "/certificate.json"
    }
    guard !InputFile.exists(path) else {
      throw ValidationError(
        "\(path) is there already; remove it, or name another file with --output")
    }
    return path
  }
}

/// The suites that certificates are about.
struct CertifiedSuites {
  let suites: [any Suite]
  /// The same with their usual numbers of cases.
  let usual: [any Suite]
  private let dialect: SharedDialect

  /// - Parameter casesPerFamily: how many cases each seeded family had in the run; nil: the usual number. What no run takes counts as
  ///   the usual number, so that its cases are found to be others.
  init(_ dialect: SharedDialect, casesPerFamily: Int?) throws {
    let number = casesPerFamily.flatMap { GenerationOptions.range.contains($0) ? $0 : nil }
    usual = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    suites =
      number == nil
      ? usual
      : try Faults.reported {
        try SuiteCatalogue.suites(dialect: dialect, casesPerFamily: number)
      }
    self.dialect = dialect
  }

  func certificate(_ certifier: Certifier, _ terms: Certifier.Terms) throws -> Certificate {
    try certifier.certificate(
      suites: suites, usual: usual, suiteVersion: Product.suiteVersion,
      dialectSHA256: DialectFiles.digest(of: dialect), terms)
  }
}

/// A certificate on the terminal.
enum CertificateSummary {
  static func text(_ certificate: Certificate) -> String {
    let width = certificate.certified.map(\.name.utf8.count).max() ?? 0
    let parts = certificate.certified.map { part in
      let passed = certificate.requirements(.passed, in: part)
      let name = part.name + String(repeating: " ", count: max(0, width - part.name.utf8.count))
      let others = [
        (certificate.requirements(.warned, in: part), "SHOULD not met"),
        (certificate.requirements(.notClaimed, in: part), "not claimed"),
        (certificate.requirements(.notTested, in: part), "without a case"),
      ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
      return "certified    \(name)  \(passed) requirements passed\(others)\n"
    }
    let implementation = certificate.implementation
    let language = implementation.language.isEmpty ? "" : " (\(implementation.language))"
    let name = VisibleText.escaped(
      "\(implementation.name) \(implementation.version)\(language)", maxCharacters: 200)
    let dialect = certificate.dialectSHA256.map { "dialect \($0.prefix(12))…" } ?? "wire profile 1"
    let end = certificate.validUntil.map { ", valid until \(Timestamp.utc($0))" } ?? ""
    let issuer =
      certificate.issuer.map {
        " by \(VisibleText.escaped($0, maxCharacters: 200))"
      } ?? ""
    // Whoever certifies has to see that the library itself is among them.
    let files = certificate.adapterFiles.map { file in
      "of           \(VisibleText.escaped(file.path, maxCharacters: 400))\n"
    }.joined()
    return """
      \(name)
      \(parts.joined())tested       suites \(certificate.suiteVersion), \(dialect), seed \(certificate.seed), \
      \(Count.text(certificate.total, "case")), assay \(certificate.assayVersion)
      adapter      \(certificate.adapterSHA256)
      \(files)\
      issued       \(Timestamp.utc(certificate.issued))\(issuer)\(end)

      """
  }
}
