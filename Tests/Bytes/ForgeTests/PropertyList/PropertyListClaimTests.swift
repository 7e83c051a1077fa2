import Testing
import WireFormat

@testable import Forge

/// What the strict reader says of every form, over many requests.
@Suite("The claims of the property list's forms")
struct PropertyListClaimTests {
  static let seeds: UInt64 = 100

  @Test("hold against the strict reader", arguments: PropertyListLayer.Kind.allCases)
  func claim(kind: PropertyListLayer.Kind) {
    let note = PropertyListLayer.note(kind)
    var writer = PropertyListWriter()
    var packing = Packing()
    let deflater = Deflater()
    let magic = Dialect.profile1.magic
    for seed in 1...Self.seeds {
      var samples = PropertyListSamples(seed: seed)
      let dictionary = samples.dictionary()
      let layer = PropertyListLayer.make(kind, &samples)
      #expect(layer.kind == kind)
      let bytes = layer.applied(to: writer.write(dictionary))
      let reading = packing.unpack(deflater.compress(magic + bytes))
      let holds: Bool
      switch note.claim {
      case .canonical, .liberty: holds = reading == .accepted(dictionary)
      case .free: holds = reading.freedom != nil
      case .refused: holds = reading.defect != nil
      case .refusedOrUnharmed: holds = reading.value.map { $0 == dictionary } ?? true
      case .unbound: holds = reading.defect != nil || reading.freedom != nil
      case .foreign, .anything: continue
      }
      #expect(holds, "\(kind.rawValue), seed \(seed): \(layer) gives \(reading)")
      if !holds { return }
    }
  }
}
