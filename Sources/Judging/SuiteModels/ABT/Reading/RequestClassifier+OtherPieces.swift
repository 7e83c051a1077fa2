import Conformance
import Forge
import WireFormat

// What piece a request is for libraries that read its parameters otherwise: names with escapes or in other case, the last one of several.
extension RequestClassifier {
  /// How a library may read the parameters of a request of which it is not clear which ones count.
  private struct Manner: CaseIterable {
    var decodesNames: Bool
    var ignoresCase: Bool
    var takesLast: Bool

    static let allCases: [Manner] = [false, true].flatMap { decodes in
      [false, true].flatMap { ignores in
        [false, true].map {
          Manner(decodesNames: decodes, ignoresCase: ignores, takesLast: $0)
        }
      }
    }
  }

  /// More parameters with names of the protocol than these are not read in all manners.
  private static let maxParameters = 64

  /// Notes the other pieces that the request may be.
  mutating func readOtherwise(
    _ url: RequestURL, _ parameters: Parameters, _ reading: inout RequestMeaning
  ) {
    guard parameters.isUnclear else { return }
    var named: [(decoded: [UInt8], known: String, parameter: RequestURL.Parameter)] = []
    url.forEachParameter { parameter in
      guard named.count < Self.maxParameters else { return }
      var name = Array(parameter.name)
      if case .decoded(let decoded) = PercentCoding.decode(parameter.name) { name = decoded }
      if let known = parameters.known(name[...]) { named.append((name, known, parameter)) }
    }
    for manner in Manner.allCases {
      let read = named.map { decoded, known, parameter in
        let name = manner.decodesNames ? decoded : Array(parameter.name)
        let isKnown = manner.ignoresCase && parameters.known(name[...]) != nil
        return RequestURL.Parameter(
          name: isKnown ? Array(known.utf8)[...] : name[...], value: parameter.value)
      }
      let other = Parameters(manner.takesLast ? read.reversed() : read, dialect.parameters)
      if let piece = piece(other), !reading.pieces.contains(piece) {
        reading.otherPieces.append(piece)
        reading.hasPieceNumbers = true
      }
    }
  }

  /// The piece of an assembly that these parameters carry, or nil.
  private mutating func piece(_ parameters: Parameters) -> PieceReading? {
    var reading = RequestMeaning(.ours)
    readChunk(parameters, &reading)
    guard let piece = reading.piece, piece.total > 1 else { return nil }
    readData(parameters, nil, &reading)
    return (reading.undecodedPiece ?? reading.piece).map {
      PieceReading(piece: $0, parameter: reading.parameter)
    }
  }
}
