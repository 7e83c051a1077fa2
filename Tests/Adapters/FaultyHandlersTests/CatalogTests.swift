import JSONText
import ReferenceLibrary
import Testing
import WireFormat

@testable import FaultyHandlers

@Suite("The catalog of faults and liberties")
struct CatalogTests {
  @Test("names are unique and say what they are")
  func names() {
    let names =
      (Catalog.faults + Catalog.deepFaults).map(\.name) + Catalog.liberties.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(!name.isEmpty && name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
    #expect(Catalog.faults.count >= 220 && Catalog.liberties.count >= 60)
  }

  @Test("each fault is found by its name")
  func found() {
    for fault in Catalog.faults + Catalog.deepFaults {
      #expect(Catalog.fault(named: fault.name)?.description == fault.description)
    }
    #expect(Catalog.fault(named: "no-such-fault") == nil)
  }

  @Test("the faults cover what the harness must find")
  func coverage() {
    let named = Set(Catalog.faults.flatMap(\.requirements))
    func ids(_ prefix: String, _ numbers: [Int]) -> [String] {
      numbers.map { prefix + ($0 < 10 ? "-0\($0)" : "-\($0)") }
    }
    let wanted =
      ids("ABT-URL", [1, 3, 4, 6]) + ids("ABT-TOK", [1, 2, 3, 4, 5, 8]) + ids("ABT-DATA", [5])
      + ids("ABT-DEL", [1, 2, 4]) + ids("ABT-CHG", [1, 2, 3, 4])
      + ids("ABT-CB", [1, 2, 3, 4, 5, 8]) + ids("ABT-ENC", [1, 2, 3, 4])
      + ids("ABT-ROLL", [1, 2, 4]) + ids("ABT-CHUNK", [1, 3, 5]) + ids("ABT-ROB", [1, 2, 3, 4])
      + ids("ACC-DM", Array(1...11) + [14]) + ids("MGR", Array(1...13))
      + ids("ACC-CFG", Array(1...15)) + ids("ACC-OF", Array(1...13))
    #expect(Set(wanted).subtracting(named).isEmpty)
  }

  @Test("there are several faults of each class", arguments: Mistake.allCases)
  func classes(kind: Mistake) {
    #expect(Catalog.faults.filter { $0.kind == kind }.count >= 8)
  }

  @Test("the listing names every entry with all that is known of it")
  func listing() throws {
    let listing = Listing.json(for: .profile1)
    let faults = try #require(listing["faults"]?.arrayValue)
    #expect(faults.count == Catalog.faults.count + Catalog.deepFaults.count)
    for fault in faults {
      #expect(fault["description"]?.stringValue?.isEmpty == false)
      #expect(fault["kind"]?.stringValue.flatMap(Mistake.init) != nil)
      #expect(fault["requirements"]?.arrayValue?.isEmpty == false)
      let variants = fault["variants"]?.arrayValue?.compactMap(\.stringValue)
      #expect((variants == ["-"]) == (fault["suite"]?.stringValue != "abt"))
    }
    let deep = faults.filter { $0["deep"] == true }.map { $0["name"]?.stringValue }
    #expect(deep == Catalog.deepFaults.map(\.name) && deep.count >= 20)
    let shuffled = faults.filter { $0["shuffled"] == true }.map { $0["name"]?.stringValue }
    #expect(shuffled == Catalog.faults.filter(\.showsOnlyShuffled).map(\.name))
    #expect(shuffled.count >= 3 && shuffled.count < faults.count / 2)
    let liberties = try #require(listing["liberties"]?.arrayValue)
    #expect(liberties.count == Catalog.liberties.count)
    #expect(liberties.allSatisfy { $0["source"]?.stringValue?.isEmpty == false })
    let conceding = liberties.filter { $0["concedes"] != nil }.map { $0["name"]?.stringValue }
    #expect(conceding == Catalog.liberties.filter { !$0.concedes.isEmpty }.map(\.name))
    #expect(conceding.contains("chunks-in-order-only") && conceding.count < liberties.count / 2)
  }

  @Test("the listing says what cannot be there in a dialect, and that nothing is so in profile 1")
  func listingInADialect() throws {
    func impossible(_ text: String) throws -> [String] {
      guard case .list(let dialect) = try Arguments.read(["--list", "--dialect", text]) else {
        return []
      }
      let listing = Listing.json(for: dialect)
      let entries = ["faults", "liberties"].flatMap { listing[$0]?.arrayValue ?? [] }
      return entries.filter { $0["impossible"] != nil }.compactMap { $0["name"]?.stringValue }
    }
    #expect(try impossible("{}").isEmpty)
    let without = try impossible(#"{"magic":""}"#)
    #expect(without.contains("magic-skipped") && without.count < Catalog.faults.count / 4)
  }

  @Test("arguments choose by name, and what is unknown is named")
  func arguments() throws {
    guard
      case .serve(let choice) = try Arguments.read(
        [
          "--fault", "rollback-never", "--liberty", "asks-twice", "--fault",
          "key-of-255-wide-units",
        ])
    else { return #expect(Bool(false)) }
    #expect(choice.faults.map(\.name) == ["rollback-never", "key-of-255-wide-units"])
    #expect(choice.liberties.map(\.name) == ["asks-twice"])
    for words in [
      ["--fault", "nothing"], ["--fault"], ["--liberty", "rollback-never"], ["x"],
      ["--list", "--dialect"], ["--list", "--dialect", "{\"verbs\":1}"], ["--dialect", "{}"],
    ] {
      #expect(throws: Arguments.Mistake.self) { try Arguments.read(words) }
    }
    do {
      _ = try Arguments.read(["--fault", "nothing"])
    } catch {
      #expect(error.description.contains("rollback-never"))
    }
  }
}
