import Forge
import Testing

/// The table has all layers, and knows where a request has them.
@Suite struct LayerTableTests {
  static let forms = LayerTable.layers.flatMap { layer in
    layer.forms.map { (layer: layer, form: $0) }
  }

  @Test func everyPartOfARequestIsInTheTable() {
    let forge = RequestForge(
      .apply, profile: "p", payload: "q", dictionary: .configuration(category: nil, []))
    let others = ["action", "profile", "payload", "parameter", "dictionary", "edits"]
    let properties = Mirror(reflecting: forge).children.compactMap(\.label)
    #expect(properties.count == LayerTable.layers.count + others.count, "\(properties)")
    #expect(Set(LayerTable.parts.map(\.name)).count == LayerTable.parts.count)
    #expect(LayerTable.parts.count == LayerTable.layers.count + 2)
    for layer in LayerTable.layers { #expect(LayerTable.layer(layer.name)?.name == layer.name) }
    #expect(LayerTable.layer("dns") == nil)
  }

  @Test func everyFormIsPutWhereItBelongs() {
    for (layer, form) in Self.forms {
      var samples = ForgeSamples(seed: 1)
      let forge = samples.request(layer, form)
      #expect(layer.form(in: forge) == form, "\(layer.name)/\(form.name)")
      let unusual = form.note.claim == .canonical ? nil : form
      #expect(layer.unusualForm(forge) == unusual, "\(layer.name)/\(form.name)")
      for other in LayerTable.layers where other.name != layer.name {
        #expect(other.unusualForm(forge) == nil, "\(layer.name)/\(form.name): \(other.name)")
      }
      let claims: Set<LayerNote.Claim> = unusual.map { [$0.note.claim] } ?? []
      #expect(forge.claims == claims, "\(layer.name)/\(form.name)")
      #expect(
        forge.liberties == (form.note.claim == .liberty ? [form] : []),
        "\(layer.name)/\(form.name)")
    }
  }

  @Test func unknownFormsAreNotPut() {
    var samples = ForgeSamples(seed: 2)
    for layer in LayerTable.layers {
      var forge = samples.canonical(encrypted: true)
      let before = forge
      #expect(!layer.put("no-such-form", into: &forge, &samples))
      #expect(forge == before)
    }
  }

  @Test func resettingGivesTheCanonicalRequest() {
    for (layer, form) in Self.forms {
      var samples = ForgeSamples(seed: 3)
      var forge = samples.request(layer, form)
      layer.reset(&forge)
      #expect(layer.measure(of: forge) <= 17, "a random vector is all that may be left")
      #expect(forge.isCanonical, "\(layer.name)/\(form.name)")
      #expect(forge.claims.isEmpty, "\(layer.name)/\(form.name)")
    }
  }

  @Test func layersThatTakeNoPartHaveNoForm() throws {
    let forge = RequestForge(
      .apply, profile: "p", payload: "q", dictionary: .configuration(category: nil, []))
    for layer in LayerTable.layers {
      let takesNoPart = layer.isForEncryptedOnly || layer.needsChunks
      #expect((layer.form(in: forge) == nil) == takesNoPart, "\(layer.name)")
      #expect(layer.measure(of: forge) == 0)
      #expect(Array(layer.simpler(than: forge)).isEmpty)
    }
    var encrypted = forge
    encrypted.parameter = .dataX
    let cipher = try #require(LayerTable.layer("cipher"))
    #expect(cipher.form(in: encrypted)?.name == "none")
    #expect(encrypted.claims == [.refused])
    cipher.reset(&encrypted)
    #expect(encrypted.encryption == .canonical(iv: [0, 0, 0, 0, 0, 0, 0, 0]))
  }
}
