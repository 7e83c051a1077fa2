import Testing
import WireFormat

@Suite("Random property lists")
struct PropertyListRoundTripTests {
  @Test("are read as they were written", arguments: 1...120 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = RandomList(generator: SeededGenerator(state: seed))
    let value = random.dictionary(depth: 4)
    var writer = PropertyListWriter()
    var limits = PropertyListLimits()
    limits.maxObjects = 1_000_000
    limits.hardObjects = 1_000_000
    var reader = PropertyListReader(limits: limits)
    #expect(reader.read(writer.write(value)) == .accepted(value))
  }

  @Test("with any byte changed end in an answer", arguments: 1...25 as ClosedRange<UInt64>)
  func changedBytes(seed: UInt64) {
    var random = RandomList(generator: SeededGenerator(state: seed))
    var writer = PropertyListWriter()
    let whole = writer.write(random.dictionary(depth: 1))
    var reader = PropertyListReader(configurationKey: "a")
    var answers: Set<String> = []
    for position in whole.indices.prefix(150) + whole.indices.suffix(90) {
      var changed = whole
      changed[position] = UInt8.random(in: 0...255, using: &random.generator)
      switch reader.read(changed) {
      case .accepted(let value):
        answers.insert("accepted")
        // What is accepted has one reading: writing it again gives a list of the same value.
        #expect(reader.read(writer.write(value)) == .accepted(value))
      case .refused(let defect):
        answers.insert("refused")
        #expect(defect.offset <= changed.count && defect.layer == .propertyList)
      case .free(let freedom, _):
        answers.insert("free")
        #expect(freedom.offset <= changed.count)
      }
    }
    #expect(whole.count < 60 || answers.count >= 2)
  }
}
