import ReferenceLibrary
import Testing
import WireFormat

@testable import FaultyHandlers
@testable import ReferenceHandlers

@Suite("Every liberty shows, and is one")
struct LibertyTests {
  /// A liberty that costs more and changes nothing else.
  static let costly = "scratch-of-20-mebibytes"

  @Test("what only costs more changes nothing else")
  func costs() throws {
    let liberty = try #require(Catalog.liberties.first { $0.name == Self.costly })
    let bytes = Deflater().compress([UInt8](repeating: 0, count: 16 << 20))
    try #require(bytes.count > 10_000)
    for limit in [1_000, 16 << 20] {
      var usual: [UInt8] = []
      var costly: [UInt8] = []
      let outcome = Choice().decisions.inflate(Inflater(), bytes, limit, &usual)
      let decisions = Choice(liberties: [liberty]).decisions
      #expect(decisions.inflate(Inflater(), bytes, limit, &costly) == outcome)
      #expect(costly == usual)
    }
  }

  @Test("what is collected late is unpacked as usual")
  func collectsLate() throws {
    let liberty = try #require(Catalog.liberties.first { $0.isLasting })
    for bytes in [Deflater().compress([1, 2, 3, 4]), [0x78, 0x9C, 1, 2, 3], []] {
      var usual: [UInt8] = []
      var late: [UInt8] = []
      let decisions = Choice(liberties: [liberty]).decisions
      let outcome = Choice().decisions.inflate(Inflater(), bytes, 1_000, &usual)
      #expect(decisions.inflate(Inflater(), bytes, 1_000, &late) == outcome)
      #expect(late == usual)
    }
  }

  @Test(
    "something is done otherwise",
    arguments: Catalog.liberties.filter { $0.name != costly && !$0.isLasting }.map(\.name))
  func shows(name: String) throws {
    let liberty = try #require(Catalog.liberties.first { $0.name == name })
    let choice = Choice(liberties: [liberty])
    switch liberty.change {
    case .abt:
      #expect(ABTBattery.shows({ choice.decisions }, beside: FaultTests.standard))
    case .dualMode:
      #expect(try DualModeBattery.run { choice.dualModeDecisions } != DualModeBattery.standard)
    case .configuration:
      #expect(
        try ConfigurationBattery.run { choice.configurationDecisions }
          != ConfigurationBattery.standard)
    case .openFrom:
      #expect(OpenFromBattery.run { choice.openFromDecisions } != OpenFromBattery.standard)
    case .managed, .lifecycle:
      #expect(try HandlerBattery.run(choice) != HandlerBattery.standard)
    case .manager:
      #expect(try ManagerBattery.shows(choice.managerDecisions))
    case .storing: #expect(choice.storing != .replacing)
    case .encryption: Issue.record("no liberty changes the cipher")
    case .timing:
      let timing = try #require(choice.timing)
      let delays = (0..<64).map { _ in timing.delays() }
      #expect(delays.contains { $0 != [.zero] }, "nothing is done otherwise")
      #expect(delays.allSatisfy { $0.count == 1 }, "one callback, whenever it comes")
    }
  }

  @Test("all together, in either order, every callback can be read and says the same keys")
  func together() throws {
    for liberties in [Catalog.liberties, Catalog.liberties.reversed()] {
      let choice = Choice(liberties: liberties)
      let seen = ABTBattery.run { choice.decisions }
      for setting in ABTBattery.settings {
        let callbacks = try (seen[setting] ?? []).filter { $0.hasPrefix("absoluteapps:") }
          .map { try CallbackURL(Array($0.utf8)) }
        let lists = callbacks.compactMap { $0.value(of: "changedValues") }
        #expect(lists.count > 3)
        for list in lists { #expect(ChangedValues.decode(list).value != nil) }
        #expect(
          callbacks.allSatisfy { ["Success", "Error", "Canceled"].contains($0.text(of: "status")) })
        #expect(callbacks.allSatisfy { $0.repeatedName == nil })
      }
    }
  }

  @Test("a wide list holds what the narrow one did", arguments: [0, 1, 2, 14, 15, 300, 70_000])
  func wideLists(count: Int) throws {
    let keys = (0..<count).map { PropertyList.string("key \($0)") }
    var writer = PropertyListWriter()
    let list = writer.write(.array(keys))
    let wide = WideList.rewrite(list)
    #expect(wide.count > list.count)
    var reader = PropertyListReader()
    #expect(reader.read(wide).value == reader.read(list).value)
    #expect(reader.read(wide).freedom?.reason == reader.read(list).freedom?.reason)
  }

  /// Faults of what the liberties leave out: codes and messages, which of two lists a foreign key is in, lists that are free, and the
  /// alphabet of pieces whose Base64 is looked at with the last one.
  static let hidden: Set<String> = [
    "base64-other-alphabet-in-pieces", "base64-url-alphabet-too", "changed-keys-from-two-lists",
    "codes-counted-from-zero", "delegate-failure-as-malformed",
    "empty-configuration-refused", "limit-of-packed-bytes",
  ]

  @Test(
    "a fault shows through all liberties that give up no SHOULD, but those that leave out what it is about"
  )
  func faultBehindLiberties() throws {
    let liberties = Catalog.liberties.filter(\.concedes.isEmpty)
    let calm = ABTBattery.run { Choice(liberties: liberties).decisions }
    var hidden: Set<String> = []
    for fault in Catalog.faults where fault.change.suite == "abt" {
      if FaultTests.deadly.contains(fault.name) { continue }
      guard case .abt = fault.change,
        ABTBattery.shows({ Choice(faults: [fault]).decisions }, beside: FaultTests.standard)
      else { continue }
      let behind = { Choice(faults: [fault], liberties: liberties).decisions }
      if !ABTBattery.shows(behind, beside: calm) { hidden.insert(fault.name) }
    }
    #expect(hidden.sorted() == Self.hidden.sorted())
  }
}
