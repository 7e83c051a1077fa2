/// The layers of a request, from the inside out.
///
/// This is the only list of them: the catalogue, the check of claims, the cases of forms, what a request claims, stored requests,
/// mutation and reduction are made from it.
package enum LayerTable {
  package static let layers: [any ForgeLayer] = [
    LayerRow(
      canonical: DictionaryForm.canonical, { $0.dictionaryForm }, set: { $0.dictionaryForm = $1 }),
    LayerRow(
      canonical: PropertyListLayer.canonical, { $0.propertyList }, set: { $0.propertyList = $1 }),
    LayerRow(canonical: MagicLayer.canonical, { $0.magic }, set: { $0.magic = $1 }),
    LayerRow(
      canonical: CompressionLayer.canonical, { $0.compression }, set: { $0.compression = $1 }),
    LayerRow(
      forEncrypted: { $0.parameter == .dataX ? .canonical(iv: $0.encryption.iv) : .none },
      { $0.encryption == .none && $0.parameter != .dataX ? nil : $0.encryption },
      set: { $0.encryption = $1 }),
    LayerRow(needsChunks: true, { $0.chunk }, set: { $0.chunk = $1 }),
    LayerRow(canonical: Base64Layer.canonical, { $0.base64 }, set: { $0.base64 = $1 }),
    LayerRow(canonical: TokenLayer.canonical, { $0.token }, set: { $0.token = $1 }),
    LayerRow(canonical: EscapingLayer.canonical, { $0.escaping }, set: { $0.escaping = $1 }),
    LayerRow(canonical: ParametersLayer.canonical, { $0.parameters }, set: { $0.parameters = $1 }),
    LayerRow(canonical: VerbLayer.canonical, { $0.verb }, set: { $0.verb = $1 }),
    LayerRow(canonical: SchemeLayer.canonical, { $0.scheme }, set: { $0.scheme = $1 }),
    LayerRow(canonical: ShapeLayer.canonical, { $0.shape }, set: { $0.shape = $1 }),
  ]

  /// What is asked of each layer of every request, apart from the rows: copying a row costs more than asking it.
  static let unusualForms = layers.map(\.unusualForm)

  /// All parts of a request that can be made simpler. Layers come first, from the outside in: a layer that is damaged for
  /// nothing hides what is inside it.
  package static let parts: [any ForgePart] =
    [edits] + layers.reversed() + [contents]

  /// What is said in the innermost layer: no form of it is wrong, but it can be shorter.
  private static let contents = PlainPart(
    name: "contents", value: { $0.dictionary }, set: { $0.dictionary = $1 })
  private static let edits = PlainPart(
    name: "edits", value: { EditList(edits: $0.edits) }, set: { $0.edits = $1.edits })

  /// The layer of this name.
  package static func layer(_ name: String) -> (any ForgeLayer)? {
    layers.first { $0.name == name }
  }
}
