import Forge

extension RequestForge {
  /// How many layers have forms, and how many of these lie inside of the packed bytes, so that chunks do not show them.
  static let layerCount = LayerTable.layers.count
  static let packedLayerCount = 5

  /// Puts any form into one of the `layers` innermost layers.
  mutating func takeRandomForm(ofFirst layers: Int, _ choices: inout some ForgeChoices) {
    let layer = LayerTable.layers[Int(choices.below(UInt64(layers)))]
    let form = layer.forms[Int(choices.below(UInt64(layer.forms.count)))]
    layer.put(form.name, into: &self, &choices)
  }
}
