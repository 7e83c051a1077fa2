/// The layers of a request, from the inside out.
///
/// This is the only list of them: the catalogue, the check of claims, the cases of forms, what a request claims, stored requests,
/// mutation and reduction are made from it.
package enum LayerTable {
  package static let layers: [any ForgeLayer] = [
    LayerRow(\.dictionaryForm, canonical: .canonical),
    LayerRow(\.propertyList, canonical: .canonical),
    LayerRow(\.magic, canonical: .canonical),
    LayerRow(\.compression, canonical: .canonical),
    LayerRow(
      \.encryption, isForEncryptedOnly: true,
      takesPart: { $0.encryption != .none || $0.parameter == .dataX },
      canonical: { $0.parameter == .dataX ? .canonical(iv: $0.encryption.iv) : .none }),
    LayerRow(\.chunk, needsChunks: true),
    LayerRow(\.base64, canonical: .canonical),
    LayerRow(\.token, canonical: .canonical),
    LayerRow(\.escaping, canonical: .canonical),
    LayerRow(\.parameters, canonical: .canonical),
    LayerRow(\.verb, canonical: .canonical),
    LayerRow(\.scheme, canonical: .canonical),
    LayerRow(\.shape, canonical: .canonical),
  ]

  /// All parts of a request that can be made simpler. Layers come first, from the outside in: a layer that is damaged for
  /// nothing hides what is inside it.
  package static let parts: [any ForgePart] =
    [edits] + layers.reversed() + [contents]

  /// What is said in the innermost layer: no form of it is wrong, but it can be shorter.
  private static let contents = PlainPart(name: "contents", path: \.dictionary)
  private static let edits = PlainPart(name: "edits", path: \.editList)

  /// The layer of this name.
  package static func layer(_ name: String) -> (any ForgeLayer)? {
    layers.first { $0.name == name }
  }
}
