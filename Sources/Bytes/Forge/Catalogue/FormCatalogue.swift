/// All forms of all layers, from the inside out: what the documentation lists.
package enum FormCatalogue {
  /// A layer with its forms.
  package struct Layer: Sendable {
    package let name: String
    package let forms: [(name: String, note: LayerNote)]

    fileprivate init<Forms: WireLayer>(_ layer: Forms.Type) {
      name = Forms.layerName
      forms = Forms.Kind.allCases.map { ($0.rawValue, Forms.note($0)) }
    }
  }

  package static let layers = [
    Layer(DictionaryForm.self), Layer(PropertyListLayer.self), Layer(MagicLayer.self),
    Layer(CompressionLayer.self), Layer(EncryptionLayer.self), Layer(ChunkLayer.self),
    Layer(Base64Layer.self), Layer(TokenLayer.self), Layer(EscapingLayer.self),
    Layer(ParametersLayer.self), Layer(VerbLayer.self), Layer(SchemeLayer.self),
    Layer(ShapeLayer.self),
  ]

  /// In which pieces a request is sent, where it is sent in pieces: no layer of one request.
  package static let sequences = Layer(ChunkSequence.self)
}
