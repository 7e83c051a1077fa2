import Conformance
import Forge
import Foundation
import PayloadCipher
import SuiteModels
import Suites
import WireFormat

/// What the bytes cost: building and reading the canonical request of ten keys, its property list beside Foundation's, the
/// refusal of a bomb, and lifting a hostile URL of a mebibyte.
struct WireFormatBench {
  let rounds: Int

  func rows() throws -> [FigureRow] {
    try requests() + propertyLists() + bomb() + lifting()
  }

  // MARK: Requests

  private static let members: [PropertyList.Member] = [
    .init(key: "host", value: .string("mail.example.com")),
    .init(key: "port", value: .integer(993)),
    .init(key: "useTLS", value: .boolean(true)),
    .init(key: "account", value: .string("jane.doe@example.com")),
    .init(key: "signature", value: .string("Grüße aus Köln")),
    .init(key: "syncInterval", value: .real(2.5)),
    .init(key: "theme", value: .string("dark")),
    .init(key: "quota", value: .integer(5_000_000_000)),
    .init(key: "since", value: .date(700_000_000)),
    .init(key: "certificate", value: .data([UInt8](0..<48))),
  ]

  private static func forge(encrypted: Bool) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "5E2A7C1B-9C2D-4E7E-8F01-23456789ABCD",
      payload: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0",
      dictionary: .configuration(category: "Mail", members))
    if encrypted {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: [1, 2, 3, 4, 5, 6, 7, 8])
    }
    return forge
  }

  private func requests() throws -> [FigureRow] {
    let workshop = RequestWorkshop()
    return try [false, true].flatMap { encrypted in
      let setup = ABTSetup(
        bundleIdentifier: "com.acme.mail", apiKey: "k-3f9c27ab",
        edition: encrypted ? .encrypting : .plain,
        encryptionSecret: "s3cret-4711")
      let forge = Self.forge(encrypted: encrypted)
      let context = setup.context
      let url = workshop.withBench(.profile1) { $0.renderer.render(forge, for: context) }
      let building = workshop.withBench(.profile1) { bench in
        microseconds(2_000) { _ = bench.renderer.render(forge, for: context) }
      }
      let reading = try workshop.withBench(.profile1) { bench in
        var classifier = RequestClassifier(setup: setup, bench: bench)
        guard classifier.read(url).contents != nil else {
          throw BenchFault("the request of the benchmark is not read as a right one")
        }
        return microseconds(2_000) { _ = classifier.read(url) }
      }
      let kind = encrypted ? "encrypted request" : "request"
      return [
        FigureRow(
          "building a \(kind) of ten keys", building, unit: "µs", atMost: encrypted ? 16 : 12),
        FigureRow(
          "reading a \(kind) of ten keys", reading, unit: "µs", atMost: encrypted ? 12 : 8),
      ]
    }
  }

  // MARK: Property lists

  private struct Account: Codable {
    var host = "mail.example.com"
    var port = 993
    var useTLS = true
    var account = "jane.doe@example.com"
    var signature = "Grüße aus Köln"
    var syncInterval = 2.5
    var theme = "dark"
    var quota = 5_000_000_000
    var since = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var certificate = Data(0..<48)
  }

  /// Both sides in turn, so that a change of the machine's speed hits both.
  private func propertyLists() throws -> [FigureRow] {
    let value = PropertyList.dictionary(Self.members)
    var writer = PropertyListWriter()
    var reader = PropertyListReader()
    let bytes = writer.write(value)
    let data = Data(bytes)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard reader.read(bytes).value == value,
      try reader.read(Array(encoder.encode(Account()))).value != nil
    else {
      throw BenchFault("the property list of the benchmark is not read as a right one")
    }
    var output: [UInt8] = []
    let reading = microseconds(5_000) { _ = reader.read(bytes) }
    let foreignReading = microseconds(1_000) {
      _ = try? PropertyListSerialization.propertyList(from: data, format: nil)
    }
    let writing = microseconds(5_000) {
      output.removeAll(keepingCapacity: true)
      writer.write(value, into: &output)
    }
    let foreignWriting = microseconds(1_000) { _ = try? encoder.encode(Account()) }
    return [
      FigureRow("reading a property list of ten keys", reading, unit: "µs"),
      FigureRow(
        "the same, as often as PropertyListSerialization does", ratios(foreignReading, reading),
        unit: "times", atLeast: 4),
      FigureRow("writing a property list of ten keys", writing, unit: "µs"),
      FigureRow(
        "the same, as often as PropertyListEncoder does", ratios(foreignWriting, writing),
        unit: "times", atLeast: 4),
    ]
  }

  private func ratios(_ theirs: [Double], _ ours: [Double]) -> [Double] {
    zip(theirs, ours).map { $0 / $1 }
  }

  // MARK: Hostile bytes

  /// Refusing a stream that would unpack to a gibibyte: how long, and how much more memory at most.
  private func bomb() throws -> [FigureRow] {
    var forge = Self.forge(encrypted: false)
    forge.compression = .bomb(count: 1 << 30)
    let context = ForgeContext(
      bundleIdentifier: "com.acme.mail", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    let packed = RequestRenderer().packed(forge, for: context)
    var times: [Double] = []
    var growths: [Double] = []
    for _ in 0..<max(rounds, 5) {
      var packing = Packing()
      let before = ResidentMemory.restartPeak()
      let begun = ContinuousClock.now
      let reading = packing.unpack(packed)
      times.append((ContinuousClock.now - begun) / .milliseconds(1))
      growths.append(max(0, ResidentMemory.peakMebibytes() - before))
      guard case .overLimit? = reading.defect?.reason else {
        throw BenchFault("the bomb is not refused for its size")
      }
    }
    return [
      FigureRow("refusing a bomb of 1 GiB", times, unit: "ms", atMost: 3),
      FigureRow("memory it takes to refuse it", growths, unit: "MiB", atMost: 3),
    ]
  }

  /// The slowest of several hostile URLs of a mebibyte.
  private func lifting() throws -> [FigureRow] {
    let context = ForgeContext(
      bundleIdentifier: "com.acme.mail", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    let lifter = RequestLifter()
    let renderer = RequestRenderer()
    return try HostileURLs(context: context).all.map { name, url in
      guard renderer.render(lifter.lift(url, for: context), for: context) == url else {
        throw BenchFault("\(name) is not lifted to the same bytes")
      }
      let times = (0..<max(rounds, 5)).map { _ in
        let begun = ContinuousClock.now
        _ = lifter.lift(url, for: context)
        return (ContinuousClock.now - begun) / .milliseconds(1)
      }
      return FigureRow("lifting a URL of 1 MiB: \(name)", times, unit: "ms", atMost: 20)
    }
  }

  /// Rounds of `count` calls each.
  private func microseconds(_ count: Int, _ body: () -> Void) -> [Double] {
    for _ in 0..<count / 4 { body() }
    return (0..<max(rounds, 5)).map { _ in
      let begun = ContinuousClock.now
      for _ in 0..<count { body() }
      return (ContinuousClock.now - begun) / .microseconds(1) / Double(count)
    }
  }
}
