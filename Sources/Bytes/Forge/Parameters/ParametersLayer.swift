/// Which parameters stand in the query, and in which order (ABT-URL-08, 09, 12 to 14, 17).
package enum ParametersLayer: Hashable, Sendable {
  /// token, profile, payload, chunk, chunks, data: each once, those of chunks where the request is one.
  case canonical
  /// Another order: each parameter in turn is taken from the place that a digit of `order`, in a mixed base, names.
  case reordered(order: UInt64)
  /// A parameter that the protocol does not know stands at `index`, counted modulo the number of places.
  case unknownAdded(name: String, value: String?, index: Int)
  /// So many parameters that the protocol does not know stand in front, each with a name of its own.
  case unknownMany(count: Int)
  /// Empty pieces: `&` twice, in front and at the end.
  case emptyPieces
  /// A parameter that the protocol does not know, of so many bytes, stands in front (ABT-URL-16).
  case padded(byteCount: Int)
  case missing(RequestForge.Parameter)
  /// Without a value; without the `=`, too.
  case emptied(RequestForge.Parameter, withoutEquals: Bool)
  /// Twice with the same value.
  case repeatedAlike(RequestForge.Parameter)
  /// Twice, the wrong value first or last.
  case repeatedUnlike(RequestForge.Parameter, wrongFirst: Bool)
  /// The name in upper case.
  case nameInOtherCase(RequestForge.Parameter)
  /// The first byte of the name is percent-encoded.
  case nameEscaped(RequestForge.Parameter)
  /// `data` under the name of `data-x`, or the other way round.
  case dataSwapped
  /// `data` and `data-x`, both with the data of this request.
  case dataBoth
  /// `data-x` with text that is no Base64 beside `data`, or the other way round.
  case dataBothUnlike
  /// Just these.
  case slots([ParameterSlot])
}

extension ParametersLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical, reordered
    case unknownAdded = "unknown-added"
    case unknownMany = "unknown-many"
    case emptyPieces = "empty-pieces"
    case padded, missing, emptied
    case repeatedAlike = "repeated-alike"
    case repeatedUnlike = "repeated-unlike"
    case nameInOtherCase = "name-in-other-case"
    case nameEscaped = "name-escaped"
    case dataSwapped = "data-swapped"
    case dataBoth = "data-both"
    case dataBothUnlike = "data-both-unlike"
    case slots
  }

  package static let layerName = "parameters"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .reordered: .reordered
    case .unknownAdded: .unknownAdded
    case .unknownMany: .unknownMany
    case .emptyPieces: .emptyPieces
    case .padded: .padded
    case .missing: .missing
    case .emptied: .emptied
    case .repeatedAlike: .repeatedAlike
    case .repeatedUnlike: .repeatedUnlike
    case .nameInOtherCase: .nameInOtherCase
    case .nameEscaped: .nameEscaped
    case .dataSwapped: .dataSwapped
    case .dataBoth: .dataBoth
    case .dataBothUnlike: .dataBothUnlike
    case .slots: .slots
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "each parameter once, the data last")
    case .reordered: LayerNote(.liberty, "the parameters in another order")
    case .unknownAdded: LayerNote(.liberty, "a parameter that the protocol does not know")
    case .unknownMany: LayerNote(.liberty, "many parameters that the protocol does not know")
    case .emptyPieces: LayerNote(.liberty, "empty pieces between `&` and `&`")
    case .padded: LayerNote(.liberty, "a long parameter that nobody knows")
    case .missing: LayerNote(.refused, "a parameter that the request needs is missing")
    case .emptied: LayerNote(.refused, "a parameter that the request needs has no value")
    case .repeatedAlike: LayerNote(.free, "a parameter occurs twice with the same value")
    case .repeatedUnlike: LayerNote(.free, "a parameter occurs twice with different values")
    case .nameInOtherCase: LayerNote(.free, "a parameter's name is in upper case")
    case .nameEscaped: LayerNote(.free, "a byte of a parameter's name is percent-encoded")
    case .dataSwapped: LayerNote(.refused, "the data stands under the name of the other form")
    case .dataBoth:
      LayerNote(.unbound, "both data and data-x: refused where encryption is required, else free")
    case .dataBothUnlike:
      LayerNote(.unbound, "data or data-x stands beside the other, and is no Base64")
    case .slots: LayerNote(.anything, "parameters as somebody else sent them")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    let needed: [RequestForge.Parameter] = [.data, .token, .profile, .payload]
    return switch kind {
    case .canonical: .canonical
    case .reordered: .reordered(order: choices.below(UInt64(1) << 32))
    case .unknownAdded:
      .unknownAdded(
        name: choices.pick(["x", "tokens", "data-y", "dat", "version", "chunked", ""]),
        value: choices.pick(["1", "", nil, "a&b=c", "\u{1F600}", "%"]), index: choices.below(8))
    // One more than tables of a fixed size hold.
    case .unknownMany: .unknownMany(count: choices.pick([8, 16, 17, 32, 64, 128, 256, 1_000]))
    case .emptyPieces: .emptyPieces
    case .padded: .padded(byteCount: choices.pick([0, 1, 1_000, 60_000]))
    case .missing: .missing(choices.pick(needed))
    case .emptied: .emptied(choices.pick(needed), withoutEquals: choices.below(2) == 1)
    case .repeatedAlike: .repeatedAlike(choices.pick(needed))
    case .repeatedUnlike:
      .repeatedUnlike(choices.pick(needed), wrongFirst: choices.below(2) == 1)
    case .nameInOtherCase: .nameInOtherCase(choices.pick(needed))
    case .nameEscaped: .nameEscaped(choices.pick(needed))
    case .dataSwapped: .dataSwapped
    case .dataBoth: .dataBoth
    case .dataBothUnlike: .dataBothUnlike
    case .slots:
      .slots(
        choices.below(2) == 0
          ? [] : [ParameterSlot(nil, name: Array("a".utf8), .raw(choices.bytes(choices.below(6))))])
    }
  }
}
