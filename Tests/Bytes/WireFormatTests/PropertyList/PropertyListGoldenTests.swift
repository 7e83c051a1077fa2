import Testing
import WireFormat

@Suite("Property lists of plistlib")
struct PropertyListGoldenTests {
  @Test("are read as the same values", arguments: Golden.lists.indices)
  func read(index: Int) {
    let list = Golden.lists[index]
    var reader = PropertyListReader()
    #expect(reader.read(bytes(hex: list.bytes)) == .accepted(list.value), "\(list.name)")
  }

  @Test("are written byte for byte", arguments: Golden.lists.indices)
  func write(index: Int) {
    let list = Golden.lists[index]
    var writer = PropertyListWriter()
    #expect(writer.write(list.value) == bytes(hex: list.bytes), "\(list.name)")
  }

  @Test("one reader and one writer carry nothing from list to list")
  func keptStates() {
    var reader = PropertyListReader()
    var writer = PropertyListWriter()
    for list in Golden.lists + Golden.lists.reversed() {
      #expect(writer.write(list.value) == bytes(hex: list.bytes), "\(list.name)")
      #expect(reader.read(bytes(hex: list.bytes)) == .accepted(list.value), "\(list.name)")
    }
  }

  @Test("every list cut short anywhere is refused or free, never accepted")
  func cutShort() {
    var reader = PropertyListReader()
    for list in Golden.lists {
      let whole = bytes(hex: list.bytes)
      for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 97)) {
        if case .accepted = reader.read(Array(whole[..<length])) {
          Issue.record("\(list.name) cut to \(length) bytes was accepted")
        }
      }
    }
  }
}

@Suite("The property-list writer")
struct PropertyListWriterTests {
  var writer = PropertyListWriter()

  @Test("appends behind what is there, with offsets from its own beginning")
  mutating func appends() {
    let value = PropertyList.array([.string("a"), .integer(5)])
    var output = Array("ABTC".utf8)
    writer.write(value, into: &output)
    #expect(Array(output.prefix(4)) == Array("ABTC".utf8))
    #expect(Array(output.dropFirst(4)) == writer.write(value))
  }

  @Test("keeps zero and negative zero, one and true apart")
  mutating func keepsApart() {
    let value = PropertyList.array([
      .real(0), .real(-0.0), .integer(1), .boolean(true), .date(0), .data([]), .string(""),
    ])
    var reader = PropertyListReader()
    let written = writer.write(value)
    #expect(reader.read(written) == .accepted(value))
    #expect(written[written.count - 17] == 8)
  }

  @Test("takes offsets of three bytes and references of two where they suffice")
  mutating func widths() {
    let value = PropertyList.array(
      (0..<300).map { .data(Array(repeating: UInt8($0 & 255), count: 300 + $0)) })
    let written = writer.write(value)
    #expect(written[written.count - 26] == 3)
    #expect(written[written.count - 25] == 2)
    var reader = PropertyListReader()
    #expect(reader.read(written) == .accepted(value))
  }

  @Test("finds equal scalars among many")
  mutating func sharing() {
    let numbers = (0..<2_000).map { PropertyList.integer(Int64($0 % 1_000)) }
    let written = writer.write(.array(numbers))
    #expect(written[written.count - 24..<written.count - 16].elementsEqual(bigEndian(1_001, 8)))
  }
}
