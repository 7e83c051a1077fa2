import WireFormat

/// One way of changing a request by chance: what a fuzzer does to it.
package enum RequestChange: Hashable, Sendable {
  /// Another form of a layer, whichever the choices come upon.
  case form(layer: String)
  /// Another parameter of the form that a layer has.
  case parameter(layer: String)
  /// A layer back to its canonical form.
  case reset(layer: String)
  /// What the dictionary says: values, types, keys, members.
  case contents
  /// The property list, taken apart into objects, references, table and trailer.
  case image
  /// A few bytes of one layer's output; everything around it is wrapped rightly.
  case edit(WirePosition)
  /// Profile or payload.
  case identity
  /// Set or reset, each with contents of its kind or of the other.
  case action
  /// Encrypted data or not.
  case parameterName

  /// All ways, in a fixed order.
  package static let all: [RequestChange] =
    LayerTable.layers.map { .form(layer: $0.name) }
    + LayerTable.layers.map { .parameter(layer: $0.name) }
    + LayerTable.layers.map { .reset(layer: $0.name) }
    + [.contents, .image] + WirePosition.allCases.map { .edit($0) }
    + [.identity, .action, .parameterName]

  /// In statistics: `form/zlib`.
  package var name: String {
    switch self {
    case .form(let layer): "form/\(layer)"
    case .parameter(let layer): "parameter/\(layer)"
    case .reset(let layer): "reset/\(layer)"
    case .contents: "contents"
    case .image: "image"
    case .edit(let position): "edit/\(position.rawValue)"
    case .identity: "identity"
    case .action: "action"
    case .parameterName: "data-or-data-x"
    }
  }

  /// The layer that it changes; nil for what belongs to none.
  package var layer: String? {
    switch self {
    case .form(let layer), .parameter(let layer), .reset(let layer): layer
    case .contents: DictionaryForm.layerName
    case .image, .edit(.propertyList): PropertyListLayer.layerName
    case .edit(.content): MagicLayer.layerName
    case .edit(.stream): CompressionLayer.layerName
    case .edit(.packed): EncryptionLayer.layerName
    case .edit(.piece): ChunkLayer.layerName
    case .edit(.text): Base64Layer.layerName
    case .edit(.url): ShapeLayer.layerName
    case .identity, .action, .parameterName: nil
    }
  }

  /// More blind edits make a request noise.
  private static var maxEdits: Int { 6 }
  /// Lists of more objects are not taken apart: each change would cost as much as the whole list.
  private static var maxObjects: Int { 512 }

  /// Changes a request.
  ///
  /// - Parameter context: whose request it is.
  /// - Returns: whether something has changed.
  package func apply(
    to forge: inout RequestForge, rendering renderer: RequestRenderer, for context: ForgeContext,
    _ vocabulary: Vocabulary, _ choices: inout some ForgeChoices
  ) -> Bool {
    switch self {
    case .form(let name):
      guard let layer = LayerTable.layer(name), layer.forms.count > 1 else { return false }
      let form = layer.forms[1 + choices.below(layer.forms.count - 1)]
      return layer.put(form.name, into: &forge, &choices)
    case .parameter(let name):
      return LayerTable.layer(name)?.change(&forge, vocabulary, &choices) ?? false
    case .reset(let name):
      guard let layer = LayerTable.layer(name), layer.unusualForm(forge) != nil else {
        return false
      }
      layer.reset(&forge)
      return true
    case .contents: return FieldChanger.change(&forge.dictionary, vocabulary, &choices)
    case .image:
      guard var image = image(of: forge, renderer, context) else { return false }
      guard FieldChanger.change(&image, vocabulary, &choices) else { return false }
      forge.propertyList = .image(image)
      return true
    case .edit(let position):
      if forge.edits.count >= Self.maxEdits {
        forge.edits.remove(at: choices.below(forge.edits.count))
      }
      let inserted =
        choices.below(3) == 0
        ? Array(vocabulary.text(&choices).utf8.prefix(64)) : choices.bytes(choices.below(5))
      // Headers stand in front, and what a reader looks for past the end stands before it.
      let place =
        switch choices.below(8) {
        case 0, 1: choices.below(16)
        case 2: -1 - choices.below(4)
        default: choices.below(1 << 16)
        }
      forge.edits.append(
        LayerEdit(position, at: place, removing: choices.below(5), inserting: inserted))
      return true
    case .identity:
      if choices.below(2) == 0 {
        forge.profile = forge.profile.changed(vocabulary, &choices)
      } else {
        forge.payload = forge.payload.changed(vocabulary, &choices)
      }
      return true
    case .action:
      forge.action = forge.action == .apply ? .reset : .apply
      if choices.below(3) != 0 { forge.dictionary = forge.dictionary.turned }
      return true
    case .parameterName:
      switch forge.parameter {
      case .data?:
        forge.parameter = .dataX
        if choices.below(4) != 0 { forge.encryption = .canonical(iv: choices.bytes(8)) }
      case .dataX?:
        forge.parameter = .data
        if choices.below(4) != 0 { forge.encryption = .none }
      case nil: forge.parameter = .data
      }
      return true
    }
  }

  /// The request's property list taken apart; nil where it is too long for that, or not there.
  private func image(
    of forge: RequestForge, _ renderer: RequestRenderer, _ context: ForgeContext
  ) -> PropertyListImage? {
    if case .image(let image) = forge.propertyList {
      return image.objects.count <= Self.maxObjects ? image : nil
    }
    guard let list = renderer.renderWithMap(forge, for: context).bytes(at: .propertyList),
      list.count <= 16 * Self.maxObjects
    else { return nil }
    let image = PropertyListImage(lifting: list)
    return image.objects.count <= Self.maxObjects ? image : nil
  }
}

extension DictionaryLayer {
  /// Keys in the place of a configuration, and the reverse.
  package var turned: DictionaryLayer {
    switch self {
    case .configuration(let category, let members):
      .keys(category: category, members.map(\.key))
    case .keys(let category, let keys):
      .configuration(category: category, keys.map { .init(key: $0, value: .boolean(true)) })
    case .both, .verbatim: self
    }
  }
}
