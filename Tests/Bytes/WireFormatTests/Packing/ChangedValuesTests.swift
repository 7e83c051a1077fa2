import Testing
import WireFormat

@Suite("changedValues")
struct ChangedValuesTests {
  @Test("of Python, and of ours")
  func golden() {
    let keys = ["Server", "Port", "caf\u{E9}"]
    #expect(ChangedValues.decode(Array(Golden.changedValues.utf8)) == .accepted(keys))
    #expect(ChangedValues.decode(ChangedValues.encode(keys)) == .accepted(keys))
    #expect(ChangedValues.decode(ChangedValues.encode([])) == .accepted([]))
  }

  @Test("the magic is there only where the dialect says so")
  func magic() {
    var dialect = Dialect()
    dialect.changedValuesCarryMagic = true
    let text = ChangedValues.encode(["a"], dialect: dialect)
    #expect(ChangedValues.decode(text, dialect: dialect) == .accepted(["a"]))
    #expect(ChangedValues.decode(text).defect?.reason == .notBinaryPropertyList)
    let bare = ChangedValues.encode(["a"])
    #expect(ChangedValues.decode(bare, dialect: dialect).defect?.reason == .wrongMagic)
  }

  @Test("anything but an array of strings is refused")
  func wrongTypes() {
    func read(_ value: PropertyList) -> Defect.Reason? {
      var writer = PropertyListWriter()
      let text = Base64Text.encode(Deflater().compress(writer.write(value)))
      return ChangedValues.decode(text).defect?.reason
    }
    #expect(read(.dictionary([])) == .changedValuesNotArray)
    #expect(read(.array([.string("a"), .integer(1)])) == .changedValueNotString)
    #expect(read(.array([.string("a")])) == nil)
    #expect(ChangedValues.decode([]).defect?.reason == .truncatedStream)
    #expect(ChangedValues.decode(Array("!".utf8)).defect?.layer == .base64)
    let trailing = Base64Text.encode(Deflater().compress(writerBytes) + [0])
    #expect(ChangedValues.decode(trailing).freedom?.reason == .trailingBytes)
  }

  private var writerBytes: [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(.array([]))
  }
}

@Suite("Cutting into chunks")
struct ChunkSplittingTests {
  let bytes = Array(0..<100 as Range<UInt8>)

  @Test("gives consecutive pieces of nearly one size", arguments: [1, 2, 3, 7, 99, 100])
  func even(count: Int) throws {
    let pieces = try #require(ChunkSplitting.split(bytes, into: count))
    #expect(pieces.count == count)
    #expect(Array(pieces.joined()) == bytes)
    let sizes = pieces.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test("never gives an empty piece")
  func impossible() {
    #expect(ChunkSplitting.split(bytes, into: 101) == nil)
    #expect(ChunkSplitting.split(bytes, into: 0) == nil)
    #expect(ChunkSplitting.split([], into: 1) == nil)
    #expect(ChunkSplitting.split([], maxPieceBytes: 1) == nil)
    #expect(ChunkSplitting.split(bytes, maxPieceBytes: 0) == nil)
  }

  @Test("gives as few pieces as the size allows")
  func bySize() {
    #expect(ChunkSplitting.split(bytes, maxPieceBytes: 100)?.count == 1)
    #expect(ChunkSplitting.split(bytes, maxPieceBytes: 99)?.count == 2)
    #expect(ChunkSplitting.split(bytes, maxPieceBytes: 33)?.allSatisfy { $0.count <= 33 } == true)
    #expect(ChunkSplitting.split(bytes, maxPieceBytes: 1)?.count == 100)
  }
}
