import Forge

extension ForgeSamples: ForgeChoices {
  mutating func below(_ bound: UInt64) -> UInt64 { bound > 1 ? next() % bound : 0 }

  /// A request whose layer has this form, and whose other layers are canonical.
  mutating func request(_ layer: any ForgeLayer, _ form: LayerForm) -> RequestForge {
    var forge = canonical(encrypted: layer.isForEncryptedOnly)
    forge.compression = .canonical
    layer.put(form.name, into: &forge, &self)
    return forge
  }

  /// A request of which every part may be anything.
  mutating func wild() -> RequestForge {
    var forge = canonical(encrypted: Bool.random(using: &self))
    for layer in LayerTable.layers where Int.random(in: 0..<3, using: &self) == 0 {
      let forms = layer.forms
      layer.put(forms.randomElement(using: &self)!.name, into: &forge, &self)
    }
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      forge.edits.append(
        LayerEdit(
          WirePosition.allCases.randomElement(using: &self)!, at: Int(below(300)),
          removing: Int(below(9)), inserting: bytes(Int(below(9)))))
    }
    return forge
  }
}
