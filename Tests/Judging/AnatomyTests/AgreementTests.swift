import Forge
import Testing
import WireFormat

@testable import Anatomy

/// The dissection never says anything else than the strict reader.
@Suite("The anatomy agrees with the strict reader")
struct AgreementTests {
  /// Requests of each form; more in a run by hand.
  private static let seeds = 6

  private func check<Layer: WireLayer>(
    _ layer: Layer.Type, _ set: (inout RequestForge, Layer) -> Void
  ) {
    for kind in Layer.Kind.allCases {
      for seed in 0..<Self.seeds {
        var choices = SeededChoices(seed &* 131 &+ 7)
        let value = Layer.make(kind, &choices)
        let isEncrypted = seed % 3 == 0
        Agreement.expect(
          Samples.url(encrypted: isEncrypted) { set(&$0, value) }, "\(value.path), seed \(seed)")
      }
    }
  }

  @Test("on every form of every layer", arguments: LayerTable.layers.map(\.name))
  func forms(layer name: String) {
    switch name {
    case DictionaryForm.layerName: check(DictionaryForm.self) { $0.dictionaryForm = $1 }
    case PropertyListLayer.layerName: check(PropertyListLayer.self) { $0.propertyList = $1 }
    case MagicLayer.layerName: check(MagicLayer.self) { $0.magic = $1 }
    case CompressionLayer.layerName: check(CompressionLayer.self) { $0.compression = $1 }
    case EncryptionLayer.layerName: check(EncryptionLayer.self) { $0.encryption = $1 }
    case ChunkLayer.layerName: check(ChunkLayer.self) { $0.chunk = $1 }
    case Base64Layer.layerName: check(Base64Layer.self) { $0.base64 = $1 }
    case TokenLayer.layerName: check(TokenLayer.self) { $0.token = $1 }
    case EscapingLayer.layerName: check(EscapingLayer.self) { $0.escaping = $1 }
    case ParametersLayer.layerName: check(ParametersLayer.self) { $0.parameters = $1 }
    case VerbLayer.layerName: check(VerbLayer.self) { $0.verb = $1 }
    case SchemeLayer.layerName: check(SchemeLayer.self) { $0.scheme = $1 }
    case ShapeLayer.layerName: check(ShapeLayer.self) { $0.shape = $1 }
    default: Issue.record("a layer without forms here: \(name)")
    }
  }

  @Test("on blind edits of every layer", arguments: WirePosition.allCases)
  func edits(position: WirePosition) {
    for seed in 0..<160 {
      var choices = SeededChoices(seed)
      let url = Samples.url(encrypted: seed % 4 == 0) { forge in
        for _ in 0...Int(choices.below(3)) {
          let bytes = (0..<Int(choices.below(4))).map { _ in UInt8(choices.below(256)) }
          forge.edits.append(
            LayerEdit(
              position, at: Int(choices.below(1 << 20)), removing: Int(choices.below(4)),
              inserting: bytes))
        }
      }
      Agreement.expect(url, "\(position), seed \(seed)")
    }
  }

  @Test("on noise, and on bytes that begin like a request")
  func noise() {
    for seed in 0..<160 {
      var choices = SeededChoices(seed)
      var bytes = (0..<Int(choices.below(300))).map { _ in UInt8(choices.below(256)) }
      if seed % 2 == 0 { bytes = Array("x-absolutemanageconfig.com.acme.app:".utf8) + bytes }
      if seed % 4 == 0 {
        let marks = Array("/?#&=%:@".utf8)
        for index in bytes.indices where choices.below(3) == 0 {
          bytes[index] = marks[Int(choices.below(8))]
        }
      }
      Agreement.expect(bytes, "seed \(seed)")
      let callback = Anatomist().callback(bytes)
      for layer in callback.layers { Agreement.expectWellFormed(layer, "seed \(seed)") }
    }
  }

  @Test("on every beginning of a request")
  func prefixes() {
    let url = Samples.url()
    for count in 0..<url.count { Agreement.expect(Array(url.prefix(count)), "\(count) bytes") }
  }
}
