import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Certification
import Conformance
import Reporting
import Running

/// A share of cases: a percentage above 0 and up to 100.
struct SampleShare: ExpressibleByArgument {
  /// Above 0, and up to 1.
  let value: Double
  let text: String

  init?(argument: String) {
    guard argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
      percent > 0, percent <= 100
    else { return nil }
    value = percent / 100
    text = argument
  }
}

/// Cases of a certificate that are drawn by chance and run again.
struct SampleRerun {
  let certificate: Certificate
  let share: SampleShare
  /// Draws the sample; nil: a random number of the system.
  let seed: UInt64?
  let command: AdapterCommand
  /// Files of the adapter that its command does not name.
  let digestedFiles: [String]
  /// The adapter as a person types it.
  let typed: String
  let limits: AdapterLimits
  /// Whether the deadline stays as it is on a slow machine.
  let isTimeoutGiven: Bool
  let jobs: Int

  /// Runs the sample, and tells each case that comes out otherwise.
  ///
  /// - Returns: in words, that all of them came out as certified.
  /// - Throws: the exit code, where they did not, or were not judged.
  func run(_ known: CertifiedSuites) throws -> String {
    try checkAdapter()
    let all = CaseList(joining: known.suites.map { $0.cases(seed: certificate.seed) })
    guard all.count == certificate.total else {
      throw otherwise(
        "it counts \(Count.text(certificate.total, "case")), and the suites have \(Count.text(all.count))"
      )
    }
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    let drawn = RandomSample.drawn(from: certificate, share: share.value, seed: seed)
    let judged = certificate.cases(.passed) + certificate.cases(.warned)
    StandardOutput.write(
      "sample       \(Count.text(drawn.count)) of \(Count.text(judged, "judged case")) "
        + "(\(share.text)), drawn with --sample-seed \(seed)\n")
    var plan = RunPlan(
      suites: known.suites, cases: CaseList(count: drawn.count) { all[drawn[$0].place] },
      command: command, limits: limits, seed: certificate.seed, jobs: jobs,
      harnessVersion: Product.version)
    plan.allowMemory(certificate.memoryLimit << 20)
    let claims = try AdapterGreeting.claims(plan, typed: typed)
    try checkImplementation(claims.hello)
    if !isTimeoutGiven, let calibration = try? Runner.calibrate(plan) {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    return try compare(plan, claims, drawn.map(\.verdict))
  }

  private func checkAdapter() throws {
    let digest = ProgramDigest(of: command, adding: digestedFiles)
    guard let found = digest.sha256, found != certificate.adapterSHA256 else { return }
    let changed = certificate.changedFiles(digest.files)
    throw otherwise(
      "the adapter is not the certified one: its SHA-256 is \(found), and \(certificate.adapterSHA256) is certified"
        + (changed.isEmpty ? "" : " (\(VisibleText.escaped(changed.joined(separator: "; "))))")
    )
  }

  private func checkImplementation(_ hello: Hello) throws {
    let certified = "\(certificate.implementation.name) \(certificate.implementation.version)"
    let found = "\(hello.implementationName) \(hello.implementationVersion)"
    guard certified != found else { return }
    throw otherwise("the adapter tests \(found), and \(certified) is certified")
  }

  private func compare(
    _ plan: RunPlan, _ claims: Claims, _ certified: [Verdict]
  ) throws -> String {
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption, kept: "the sample is not complete")
    defer { signals.cancel() }
    var place = 0
    var different = 0
    var faults = 0
    try Faults.reported {
      do throws(RunFault<Never>) {
        try Runner(plan, interruption: interruption).run(claims: claims) { (result) throws(Never) in
          defer { place += 1 }
          guard result.verdict != certified[place] else { return }
          switch result.verdict {
          case .notRun where interruption.isRaised: return
          case .adapterFault: faults += 1
          default: different += 1
          }
          if different + faults <= Self.shown { tell(result, certified[place]) }
        }
      } catch {
        if case .harness(let fault) = error { throw fault }
      }
    }
    if interruption.cause == .signal { throw ExitCode(ExitStatus.interrupted.rawValue) }
    if different + faults > Self.shown {
      StandardOutput.write("             and \(Count.text(different + faults - Self.shown)) more\n")
    }
    if different > 0 {
      throw otherwise(
        "\(Count.text(different, "case")) of \(Count.text(place)) came out otherwise; assay run repeats them"
      )
    }
    if faults > 0 {
      StandardError.write(
        "assay: the adapter failed on its own account in \(Count.text(faults, "case")); assay adapter check says why\n"
      )
      throw ExitCode(ExitStatus.adapterFault.rawValue)
    }
    return "\(Count.text(place, "case")) drawn by chance (\(share.text)) came out as certified"
  }

  /// How many cases are told that came out otherwise.
  private static let shown = 20

  private func tell(_ result: CaseResult, _ certified: Verdict) {
    let variant = result.variant == .sole ? "" : " [\(result.variant)]"
    let why = result.findings.first?.message ?? result.reason ?? ""
    StandardOutput.write(
      VisibleText.escaped(
        "different    \(result.id)\(variant): \(certified.rawValue) is certified, and now it is \(result.verdict.rawValue)"
          + (why.isEmpty ? "" : ": \(why)"), maxCharacters: 400) + "\n")
  }

  private func otherwise(_ words: String) -> ExitCode {
    StandardError.write("assay: the certificate does not hold: \(VisibleText.escaped(words))\n")
    return ExitCode(ExitStatus.failed.rawValue)
  }
}
