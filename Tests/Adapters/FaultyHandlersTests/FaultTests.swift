import Dispatch
import PayloadCipher
import ReferenceLibrary
import ReferenceLibraryEncrypting
import Synchronization
import Testing
import WireFormat

@testable import FaultyHandlers
@testable import ReferenceHandlers

@Suite("Every fault shows")
struct FaultTests {
  /// Faults that may end the process, hang it or only cost.
  static let deadly = Set(
    Catalog.faults.filter { $0.kind == .robustness }.map(\.name)
      + [
        "dies-of-foreign-lists", "dies-of-odd-error-codes", "dies-of-broken-escapes",
        "dies-of-letters-beyond-ascii",
        "dies-of-huge-lists", "dies-of-deep-lists", "logs-through-the-instance",
      ])
  static let standard = ABTBattery.run { .standard }
  /// The faults of `abt` that name one edition, each with the editions in which it shows: whether those that name both show at all is for
  /// the selftest. Made once, on all cores.
  static let editions: [String: Set<String>] = {
    let faults = Catalog.faults.filter { fault in
      guard case .abt = fault.change else { return false }
      return fault.variants.count == 1 && !deadly.contains(fault.name)
    }
    let seen = Mutex([String: Set<String>]())
    DispatchQueue.concurrentPerform(iterations: faults.count) { index in
      let lines = ABTBattery.run { Choice(faults: [faults[index]]).decisions }
      let shown = ABTBattery.settings.filter { lines[$0] != standard[$0] }.map(\.edition)
      seen.withLock { $0[faults[index].name] = Set(shown) }
    }
    return seen.withLock { $0 }
  }()

  @Test("many of those of one edition show in requests as apps get them")
  func count() {
    #expect(Self.editions.values.count { !$0.isEmpty } >= 20)
  }

  @Test(
    "in the editions that it names at most, and in no other",
    arguments: Catalog.faults.map(\.name).filter { !deadly.contains($0) })
  func shows(name: String) throws {
    let fault = try #require(Catalog.faults.first { $0.name == name })
    let choice = Choice(faults: [fault])
    if case .storing = fault.change {
      #expect(choice.storing != .replacing, "nothing is done otherwise")
      return
    }
    if case .timing = fault.change {
      let timing = try #require(choice.timing)
      #expect((0..<64).contains { _ in timing.delays() != [.zero] }, "nothing is done otherwise")
      return
    }
    if case .encryption = fault.change {
      let keys = choice.encryption.keys(
        "com.acme.app", String(repeating: "ключ", count: 30), .sha256)
      let standard = EncryptionDecisions.standard
      let differs =
        keys != standard.keys("com.acme.app", String(repeating: "ключ", count: 30), .sha256)
        || choice.encryption.modes(.cbcWithIV) != standard.modes(.cbcWithIV)
        || choice.encryption.keys("com.acme.app", "cle\u{301}", .sha256)
          != standard.keys("com.acme.app", "cle\u{301}", .sha256)
      #expect(differs, "nothing is done otherwise")
      return
    }
    if case .configuration = fault.change {
      #expect(
        try ConfigurationBattery.run { choice.configurationDecisions }
          != ConfigurationBattery.standard)
      return
    }
    if case .openFrom = fault.change {
      #expect(OpenFromBattery.run { choice.openFromDecisions } != OpenFromBattery.standard)
      return
    }
    if ["managed-config", "appconnect.lifecycle"].contains(fault.change.suite) {
      #expect(try HandlerBattery.run(choice) != HandlerBattery.standard)
      return
    }
    if case .manager = fault.change {
      #expect(try ManagerBattery.shows(choice.managerDecisions))
      return
    }
    guard case .abt = fault.change else {
      #expect(try DualModeBattery.run { choice.dualModeDecisions } != DualModeBattery.standard)
      return
    }
    guard fault.variants.count == 1 else { return }
    let seen = try #require(Self.editions[name])
    for (edition, variant) in [("plain", Fault.Variant.plain), ("encrypting", .encrypting)] {
      let differs = !seen.isDisjoint(
        with: edition == "plain" ? ["plain"] : ["encrypting", "lenient"])
      #expect(!differs || fault.variants.contains(variant), "\(edition)")
    }
  }

  @Test("the batteries come to an end without a fault")
  func standards() throws {
    #expect(ConfigurationBattery.standard?.isEmpty == false)
    #expect(DualModeBattery.standard?.isEmpty == false)
    #expect(HandlerBattery.standard?.isEmpty == false)
    #expect(!OpenFromBattery.standard.isEmpty)
    #expect(try !ManagerBattery.shows(.standard))
  }

  @Test("a truncated stream ends the process")
  func crash() async throws {
    await #expect(processExitsWith: .failure) {
      let fault = try #require(Catalog.faults.first { $0.name == "crash-on-truncated-stream" })
      var output: [UInt8] = []
      let bytes = Array(Deflater().compress([1, 2, 3]).dropLast(2))
      _ = Choice(faults: [fault]).decisions.inflate(Inflater(), bytes, 100, &output)
    }
  }

  @Test("a bomb is kept whole before it is refused")
  func bomb() throws {
    let fault = try #require(Catalog.faults.first { $0.name == "inflates-without-bounds" })
    let bomb = Deflater().compress([UInt8](repeating: 0, count: 4 << 20))
    func capacity(_ choice: Choice) -> Int {
      var output: [UInt8] = []
      #expect(choice.decisions.inflate(Inflater(), bomb, 1_000, &output) == .overLimit)
      return output.capacity
    }
    #expect(capacity(Choice()) < 1 << 20)
    #expect(capacity(Choice(faults: [fault])) >= 4 << 20)
  }

  @Test("a list that holds itself is never answered")
  func hang() async throws {
    await #expect(processExitsWith: .exitCode(42)) {
      let fault = try #require(Catalog.faults.first { $0.name == "hang-on-cycle" })
      let decisions = Choice(faults: [fault]).decisions
      let cycle =
        Array("bplist00".utf8) + [0xD1, 1, 0, 0x51, 0x61] + [8, 11] + [0, 0, 0, 0, 0, 0, 1, 1]
        + [2, 0, 13].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
      var reader = PropertyListReader()
      try #require(reader.read(cycle).defect?.reason == .referenceCycle)
      Task.detached {
        try await Task.sleep(for: .milliseconds(300))
        leave(status: 42)
      }
      _ = cycle.withUnsafeBytes { decisions.readList(&reader, $0) }
      leave(status: 0)
    }
  }
}
