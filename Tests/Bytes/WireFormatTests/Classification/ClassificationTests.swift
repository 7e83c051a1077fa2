import Testing
import WireFormat

/// Every row of section 2.1's table has examples, and the readers say of each exactly that row.
@Suite("The classification")
struct ClassificationTests {
  @Test("must accept: with the value", arguments: Acceptance.allCases)
  func mustAccept(row: Acceptance) throws {
    try #require(!row.examples.isEmpty)
    for example in row.examples {
      let value = try #require(example.value)
      #expect(example.reading == .accepted(value), "\(row)")
    }
  }

  @Test("must refuse: for this reason", arguments: Defect.Kind.allCases)
  func mustRefuse(kind: Defect.Kind) throws {
    try #require(!kind.examples.isEmpty)
    for example in kind.examples {
      let defect = try #require(example.reading.defect, "\(kind): \(example.reading)")
      #expect(defect.reason.kind == kind)
      #expect(defect.layer == kind.row.layer)
      #expect(defect.description.contains(kind.row.sentence))
    }
  }

  @Test("free: for this reason", arguments: Freedom.Reason.allCases)
  func free(reason: Freedom.Reason) throws {
    try #require(!reason.examples.isEmpty)
    for example in reason.examples {
      let freedom = try #require(example.reading.freedom, "\(reason): \(example.reading)")
      #expect(freedom.reason == reason)
      #expect(freedom.shouldRefuse == (reason.row.section == .shouldRefuse))
      #expect(freedom.description.contains(reason.row.sentence))
    }
  }

  @Test("the examples of blocks are of the kinds that they name")
  func blocks() {
    for (bits, example) in Acceptance.blocks {
      // Behind the two bytes of the header: the last-block bit, then two bits of kind.
      #expect(example.bytes[2] >> 1 & 3 == bits)
    }
  }

  @Test("names are unique, in lower case with hyphens; sentences are phrases")
  func form() {
    let rows = Classification.rows
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.name.wholeMatch(of: #/[a-z]+(-[a-z0-9]+)*/#) != nil, "\(row.name)")
      #expect(row.sentence.last != "." && !row.sentence.contains("|"), "\(row.name)")
    }
  }

  @Test("the sections follow each other")
  func order() {
    var sections: [Classification.Section] = []
    for row in Classification.rows where sections.last != row.section {
      sections.append(row.section)
    }
    #expect(sections == [.mustAccept, .mustRefuse, .free, .shouldRefuse, .silent])
  }

  @Test("a description says what the bytes had in particular")
  func particulars() {
    let reasons: [Defect.Reason: String] = [
      .foreignCharacter(0x0A): "stands: 0x0A", .unknownMarker(0x90): "have: 0x90",
      .corruptStream("invalid code"): "damaged: invalid code",
      .offsetWidth(9): "wide: 9", .referenceWidth(0): "wide: 0",
      .overLimit(1_024): "limit: 1024 bytes",
    ]
    for (reason, words) in reasons {
      let text = Defect(reason, at: 3).description
      #expect(text.contains(words) && text.contains("byte 3"), "\(text)")
    }
  }
}
