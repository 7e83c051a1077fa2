/// A URL taken apart: its layers from the outside in, as far as they can be reached.
package struct Dissection: Hashable, Sendable {
  /// What the URL was read as.
  package enum Subject: String, Hashable, Sendable, CaseIterable {
    case request, callback
  }

  /// What the URL was read as.
  package let subject: Subject
  /// The URL first. What a request carries both as `data` and as encrypted data follows one after
  /// the other.
  package let layers: [DissectedLayer]

  /// The layers inside one parameter's value, from the outside in.
  package func layers(in parameter: String) -> [DissectedLayer] {
    layers.filter { $0.parameter == parameter }
  }

  /// The first layer of this kind, or nil.
  package func layer(_ kind: DissectedLayer.Kind) -> DissectedLayer? {
    layers.first { $0.kind == kind }
  }

  /// The innermost layer that the strict reader has something to say of.
  package var innermost: DissectedLayer? { layers.last { $0.ending.isJudged } }
}

/// The bytes of one layer with what they mean.
package struct DissectedLayer: Hashable, Sendable {
  /// The layers from the outside in.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case url, base64
    /// Packed bytes that cannot be read without their other pieces.
    case piece
    case cipher, zlib, magic
    case propertyList = "property-list"
    /// The objects of the property list as a tree; its ranges count bytes of the list.
    case value
    /// What a broken stream unpacks to until it breaks.
    case unpacked
  }

  /// Which layer it is.
  package let kind: Kind
  /// The parameter whose value this layer is inside of; nil for the URL itself.
  package let parameter: String?
  /// All bytes of the layer.
  package let bytes: [UInt8]
  /// In the order of the bytes; the notes on parts follow the note on the whole.
  package let notes: [ByteNote]
  /// How far the strict reader comes.
  package let ending: Ending

  /// The layer in a word or two.
  package var title: String {
    switch kind {
    case .url: "URL"
    case .base64: "Base64"
    case .piece: "Piece"
    case .cipher: "Blowfish"
    case .zlib: "zlib"
    case .magic: "Magic"
    case .propertyList: "Property list"
    case .value: "Value"
    case .unpacked: "Unpacked part"
    }
  }
}
