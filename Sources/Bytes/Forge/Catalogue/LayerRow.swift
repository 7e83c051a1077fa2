package import JSONText

/// A layer of a request and its forms, whatever its type. The catalogue, claims, cases, mutation and reduction know a layer by this
/// protocol only.
package protocol ForgeLayer: ForgePart {
  /// What the layer can be, the canonical form first.
  var forms: [LayerForm] { get }
  /// Whether only requests whose data is encrypted have it.
  var isForEncryptedOnly: Bool { get }
  /// Whether only libraries that take requests in pieces look at it.
  var needsChunks: Bool { get }

  /// The form that the layer has in a request; nil where it takes no part.
  func form(in forge: RequestForge) -> LayerForm?
  /// The form that the layer has in a request, or nil if the layer is canonical or takes no part. Fast for these.
  ///
  /// It is a closure because the compiler then specialises the code for the type of the layer. A method would look up the type at
  /// each call.
  var unusualForm: @Sendable (RequestForge) -> LayerForm? { get }
  /// The layer's value in words of a programmer, for messages about faults of ours.
  func words(in forge: RequestForge) -> String
  /// Gives the layer a value of the form of this name.
  ///
  /// - Returns: whether there is such a form.
  @discardableResult
  func put(
    _ form: String, into forge: inout RequestForge, _ choices: inout some ForgeChoices
  ) -> Bool
  /// Makes the layer canonical: what the rest of the request asks for.
  func reset(_ forge: inout RequestForge)
  /// Changes one parameter of the layer's form; the form need not do what it claims any more.
  ///
  /// - Returns: whether something has changed.
  func change(
    _ forge: inout RequestForge, _ vocabulary: Vocabulary, _ choices: inout some ForgeChoices
  ) -> Bool

  /// Whether a stored request says anything of the layer.
  func isStored(for forge: RequestForge) -> Bool
  /// Writes a member of the layer's name: an object with its form and the form's parameters.
  func write(_ forge: RequestForge, to writer: inout JSONWriter)
  /// Reads the value of such a member.
  func read(_ reader: inout JSONReader, into forge: inout RequestForge) throws(JSONError)
}

/// A form of a layer in the catalogue.
package struct LayerForm: Hashable, Sendable {
  package let name: String
  /// The layer and the form, such as `zlib/gzip`.
  package let path: String
  package let note: LayerNote
}

extension WireLayer {
  /// All forms of the layer.
  package static var forms: [LayerForm] {
    Kind.allCases.map(form)
  }

  static func form(_ kind: Kind) -> LayerForm {
    LayerForm(name: kind.rawValue, path: layerName + "/" + kind.rawValue, note: note(kind))
  }
}

/// A layer of one request: its forms, and their parameters.
package protocol RequestLayer: WireLayer, FieldHolding {
  /// The form under which the value is stored, from which `make` and the parameters lead back to it.
  var storedKind: Kind { get }
}

extension RequestLayer {
  package var storedKind: Kind { kind }
}

/// A row of the table: a layer by its type, and where a request has it.
struct LayerRow<Layer: RequestLayer>: ForgeLayer {
  let forms = Layer.forms
  let isForEncryptedOnly: Bool
  let needsChunks: Bool
  /// The layer in a request, or nil if it takes no part.
  let value: @Sendable (RequestForge) -> Layer?
  let set: @Sendable (inout RequestForge, Layer?) -> Void
  /// The canonical layer for a request, or nil if the layer then takes no part.
  let canonical: @Sendable (RequestForge) -> Layer?
  private let formsByKind: [Layer.Kind: LayerForm]
  let unusualForm: @Sendable (RequestForge) -> LayerForm?

  @inline(__always)
  private init(
    isForEncryptedOnly: Bool = false, needsChunks: Bool = false,
    value: @escaping @Sendable (RequestForge) -> Layer?,
    set: @escaping @Sendable (inout RequestForge, Layer?) -> Void,
    canonical: @escaping @Sendable (RequestForge) -> Layer?
  ) {
    self.isForEncryptedOnly = isForEncryptedOnly
    self.needsChunks = needsChunks
    self.value = value
    self.set = set
    self.canonical = canonical
    let forms = Dictionary(
      Layer.Kind.allCases.map { ($0, Layer.form($0)) }, uniquingKeysWith: { first, _ in first })
    formsByKind = forms
    let canonicalKind = Layer.Kind.allCases.first { forms[$0]?.note.claim == .canonical }
    unusualForm = { forge in
      guard let kind = value(forge)?.kind, kind != canonicalKind else { return nil }
      return forms[kind]
    }
  }

  /// A layer that every request has.
  ///
  /// It takes closures because a key path copies the whole request to read one layer of it.
  @inline(__always)
  init(
    canonical: Layer, _ value: @escaping @Sendable (RequestForge) -> Layer,
    set: @escaping @Sendable (inout RequestForge, Layer) -> Void
  ) {
    self.init(
      value: { value($0) }, set: { forge, value in if let value { set(&forge, value) } },
      canonical: { _ in canonical })
  }

  /// A layer that only encrypted requests have.
  @inline(__always)
  init(
    forEncrypted canonical: @escaping @Sendable (RequestForge) -> Layer,
    _ value: @escaping @Sendable (RequestForge) -> Layer?,
    set: @escaping @Sendable (inout RequestForge, Layer) -> Void
  ) {
    self.init(
      isForEncryptedOnly: true, value: value,
      set: { forge, value in if let value { set(&forge, value) } },
      canonical: { canonical($0) })
  }

  /// A layer that a request may have, and that a canonical one does not have.
  @inline(__always)
  init(
    needsChunks: Bool, _ value: @escaping @Sendable (RequestForge) -> Layer?,
    set: @escaping @Sendable (inout RequestForge, Layer?) -> Void
  ) {
    self.init(needsChunks: needsChunks, value: value, set: set, canonical: { _ in nil })
  }

  var name: String { Layer.layerName }

  func form(in forge: RequestForge) -> LayerForm? {
    value(forge).flatMap { formsByKind[$0.kind] }
  }

  func words(in forge: RequestForge) -> String {
    value(forge).map { "\($0)" } ?? "none"
  }

  func put(
    _ form: String, into forge: inout RequestForge, _ choices: inout some ForgeChoices
  ) -> Bool {
    guard let kind = Layer.Kind(rawValue: form) else { return false }
    set(&forge, Layer.make(kind, &choices))
    return true
  }

  func reset(_ forge: inout RequestForge) { set(&forge, canonical(forge)) }

  func change(
    _ forge: inout RequestForge, _ vocabulary: Vocabulary, _ choices: inout some ForgeChoices
  ) -> Bool {
    guard var value = value(forge), FieldChanger.change(&value, vocabulary, &choices) else {
      return false
    }
    set(&forge, value)
    return true
  }

  func measure(of forge: RequestForge) -> UInt128 {
    guard let value = value(forge) else { return 0 }
    return FieldMeasure.of(value) + (value.kind == canonical(forge)?.kind ? 0 : 1)
  }

  func simpler(than forge: RequestForge) -> SimplerForges {
    guard let value = value(forge) else { return SimplerForges(of: forge) }
    var first: RequestForge?
    if value.kind != canonical(forge)?.kind {
      var simplest = forge
      reset(&simplest)
      first = simplest
    }
    let set = set
    return SimplerForges(
      of: forge, first: first, counts: FieldSimplifier.counts(value)
    ) { forge, place in
      let simpler = FieldSimplifier.simplified(
        value, field: place.field, candidate: place.candidate)
      guard simpler.kind == value.kind else { return nil }
      var result = forge
      set(&result, simpler)
      return result
    }
  }
}
