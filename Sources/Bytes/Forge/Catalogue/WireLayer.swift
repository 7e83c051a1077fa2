/// One layer of a request as the sender makes it: canonical, legally unusual, or damaged in one named way.
///
/// A type that conforms lists its forms three times, each time in a switch that the compiler keeps whole: what a form is
/// (`note`), how one is made by chance (`make`), and which form a value has (`kind`). The catalogue in the documentation, the
/// tests that hold every claim against the strict reader, and the fuzzer are made from these.
package protocol WireLayer: Hashable, Sendable {
  /// The forms without their parameters. A raw value is the form's name, lowercase words joined by hyphens; it is part of
  /// stored cases and never changes.
  associatedtype Kind: CaseIterable, Hashable, RawRepresentable, Sendable
  where Kind.RawValue == String

  /// The layer's name in paths and texts, such as `zlib`.
  static var layerName: String { get }
  /// The form of this value.
  var kind: Kind { get }
  /// What a form does, and what the strict reader has to say of a request that is canonical but for it.
  static func note(_ kind: Kind) -> LayerNote
  /// A value of this form; choices of 0 give the simplest one. Whatever the choices, the claim of the form's note holds.
  static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self
}

extension WireLayer {
  /// What this value's form does.
  package var note: LayerNote { Self.note(kind) }
  /// The layer and the form, such as `zlib/gzip`.
  package var path: String { Self.layerName + "/" + kind.rawValue }
}

/// What the catalogue says of one form of one layer.
package struct LayerNote: Hashable, Sendable {
  package var claim: Claim
  /// What is unusual or broken: a sentence without a full stop.
  package var sentence: String

  package init(_ claim: Claim, _ sentence: String) {
    self.claim = claim
    self.sentence = sentence
  }

  /// What the sender claims of a request that is canonical but for one form. A form that finds nothing to do leaves the request
  /// canonical, whatever its claim. The strict reader has the last word: where it says
  /// anything else, that is a fault of assay, never of a library.
  package enum Claim: String, Hashable, Sendable, CaseIterable {
    /// As the manager of the wire profile sends it.
    case canonical
    /// Legal but unusual: must be accepted, with the same values.
    case liberty
    /// Either is right (section 2.1, or a place where the document asks with a SHOULD only).
    case free
    /// Bits are damaged in a layer that need not notice: refused, or accepted with exactly the undamaged values.
    case refusedOrUnharmed
    /// Must be refused.
    case refused
    /// Not bound to be accepted: refused or free, by what is in it.
    case unbound
    /// Not the library's to handle: answered NO.
    case foreign
    /// Depends on the bytes that somebody put in: the claim is the reader's.
    case anything
  }
}
