import Conformance
import JSONText
import Running
import Testing

@Suite struct FaultCatalogueTests {
  private static let fault: JSONValue = [
    "name": "no-token", "description": "Tokens are not verified.", "suite": "abt",
    "variants": ["plain", "encrypting"], "requirements": ["ABT-TOK-02"],
  ]
  private static let liberty: JSONValue = [
    "name": "in-order", "description": "Only in order.", "suite": "abt",
    "concedes": ["ABT-CHUNK-04"],
  ]

  /// The value with one member changed; nil takes it away.
  private func changed(_ value: JSONValue, _ key: String, _ other: JSONValue?) -> JSONValue {
    .object(
      (value.members ?? []).compactMap { member in
        guard member.key == key else { return member }
        return other.map { JSONMember(key: key, value: $0) }
      })
  }

  private func message(_ list: JSONValue) -> String? {
    do throws(HarnessFault) {
      _ = try FaultCatalogue(list)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func aListIsRead() throws {
    let plainLiberty = changed(Self.liberty, "concedes", nil)
    let catalogue = try FaultCatalogue([
      "faults": [Self.fault], "liberties": [Self.liberty, plainLiberty], "more": 1,
    ])
    let fault = try #require(catalogue.faults.first)
    #expect(fault.name == "no-token")
    #expect(fault.kind == nil, "lists need not have classes")
    #expect(fault.description == "Tokens are not verified.")
    #expect(fault.suite == "abt")
    #expect(fault.variants == [.plain, .encrypting])
    #expect(fault.requirements == ["ABT-TOK-02"])
    #expect(!fault.showsOnlyShuffled && !fault.isDeep && fault.shownBy.isEmpty)
    #expect(catalogue.ordinaryFaults == [fault])
    #expect(catalogue.liberties.map(\.concedes) == [["ABT-CHUNK-04"], []])
    #expect(catalogue.liberties.map(\.name) == ["in-order", "in-order"])
  }

  @Test func aPatternStandsForAllThatBeginLikeIt() throws {
    let wide = JSONValue.object(
      (Self.fault.members ?? []) + [
        JSONMember(key: "mayAlso", value: ["ABT-CHUNK-*", "ABT-CB-11"]),
        JSONMember(key: "kind", value: "path"), JSONMember(key: "shuffled", value: true),
        JSONMember(key: "deep", value: true), JSONMember(key: "shownBy", value: ["abt/size/**"]),
      ])
    let catalogue = try FaultCatalogue(["faults": [wide], "liberties": [Self.liberty]])
    let fault = try #require(catalogue.faults.first)
    #expect(fault.kind == "path")
    #expect(fault.showsOnlyShuffled && fault.isDeep)
    #expect(fault.shownBy == ["abt/size/**"])
    #expect(catalogue.ordinaryFaults.isEmpty)
    #expect(["ABT-TOK-02", "ABT-CHUNK-08/code", "ABT-CB-11"].allSatisfy(fault.covers))
    #expect(!["ABT-TOK-0", "ABT-CB-1", "ABT-CB-11/x", "ABT-DEL-01"].contains(where: fault.covers))
  }

  @Test(arguments: ["name", "description", "suite", "variants", "requirements"])
  func everyMemberOfAFaultHasToBeThere(key: String) throws {
    for other: JSONValue? in [nil, 7, "", []] {
      if other == "", ["variants", "requirements"].contains(key) { continue }
      let list: JSONValue = [
        "faults": [Self.fault, changed(Self.fault, key, other)], "liberties": [Self.liberty],
      ]
      let text = try #require(message(list))
      #expect(text.contains("\"\(key)\""))
    }
  }

  @Test func entriesOfTheWrongTypeAreFaults() {
    #expect(message(["faults": [Self.fault, 7], "liberties": [Self.liberty]]) != nil)
    let mixed = changed(Self.fault, "requirements", ["ABT-TOK-02", 7])
    #expect(
      message(["faults": [mixed], "liberties": [Self.liberty]]) != nil, "not every one is text")
    let wrong = changed(Self.liberty, "concedes", "ABT-CHUNK-04")
    #expect(
      message(["faults": [Self.fault], "liberties": [wrong]])?.contains("\"concedes\"") == true)
  }

  @Test(
    arguments: [
      ([:], "faults"), ("x", "faults"), (["faults": []], "faults"), (["faults": 1], "faults"),
      (["faults": [fault]], "liberties"), (["faults": [fault], "liberties": []], "liberties"),
    ] as [(JSONValue, String)])
  func listsThatAreMissingOrEmptyAreFaults(list: JSONValue, key: String) throws {
    #expect(try #require(message(list)).contains("\"\(key)\""))
  }
}
