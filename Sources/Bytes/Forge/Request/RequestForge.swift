/// A request as a value of layers: what the manager means to say, and for each layer of the wire whether it is canonical,
/// legally unusual, or damaged in one named way.
///
/// `dictionary → property list → magic → zlib → cipher → chunking → Base64 → parameters → URL`: rendering re-wraps
/// everything outside the damaged layer, so lengths, checksums, compression and encryption around it stay right.
package struct RequestForge: Hashable, Sendable {
  package var action: Action
  package var profile: String
  package var payload: String
  package var dictionary: DictionaryLayer
  package var dictionaryForm: DictionaryForm = .canonical
  package var propertyList: PropertyListLayer = .canonical
  package var magic: MagicLayer = .canonical
  package var compression: CompressionLayer = .canonical
  package var encryption: EncryptionLayer = .none
  package var chunk: ChunkLayer?
  package var base64: Base64Layer = .canonical
  /// Which parameter carries the data; nil: none does.
  package var parameter: DataParameter? = .data
  package var token: TokenLayer = .canonical
  package var escaping: EscapingLayer = .canonical
  package var parameters: ParametersLayer = .canonical
  package var verb: VerbLayer = .canonical
  package var scheme: SchemeLayer = .canonical
  package var shape: ShapeLayer = .canonical
  /// Blind edits, made in this order on the output of their layers.
  package var edits: [LayerEdit] = []

  package init(_ action: Action, profile: String, payload: String, dictionary: DictionaryLayer) {
    self.action = action
    self.profile = profile
    self.payload = payload
    self.dictionary = dictionary
  }

  package enum Action: String, Hashable, Sendable, CaseIterable { case apply, reset }

  /// The parameters that the protocol knows; `data` is the one that carries the data, whether under the name of encrypted data or not.
  package enum Parameter: String, Hashable, Sendable, CaseIterable {
    case token, profile, payload, chunk, chunks, data
  }

  package enum DataParameter: String, Hashable, Sendable, CaseIterable {
    /// `data`: not encrypted.
    case data
    /// `data-x`: encrypted.
    case dataX = "data-x"
  }

  /// What a parameter of this text is after one percent-decoding; empty where it is left out or has no value, nil where it is not
  /// clear what it is: sent twice, under an odd name, or in a URL that is cut in an odd way.
  package func sent(_ parameter: Parameter, _ text: String) -> String? {
    guard edits.isEmpty, shape == .canonical else { return nil }
    switch parameters {
    case .missing(parameter), .emptied(parameter, _): return ""
    case .repeatedAlike(parameter), .repeatedUnlike(parameter, _), .nameInOtherCase(parameter),
      .nameEscaped(parameter):
      return nil
    case .slots(let slots):
      guard slots.allSatisfy({ $0.parameter != nil }) else { return nil }
      let own = slots.filter { $0.parameter == parameter }
      guard own.count == 1, own[0].name == nil, own[0].value == .canonical else {
        return own.isEmpty ? "" : nil
      }
    default: break
    }
    return escaping.decodedOnce(text, of: parameter)
  }
}
