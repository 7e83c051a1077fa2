import Conformance
import Forge
import SuiteModels
import WireFormat

/// A case for every form of every layer that the forge knows, on requests of any contents. They are made from the table of layers. The
/// strict reader decides what the library has to do, as everywhere. `ClaimCheck` holds the form's own claim against it.
extension ABTCases {
  var forms: [Specification] { LayerTable.layers.flatMap(cases) + sequences }

  /// Requests of one form in one case: the form's parameters and the contents differ. With few of them a seed can draw only
  /// parameters that change little.
  private static let requestsPerForm = 4

  private func cases(of layer: any ForgeLayer) -> [Specification] {
    layer.forms.compactMap { form in
      let note = form.note
      guard note.claim != .canonical else { return nil }
      return makeWithCanary(
        "form/\(form.path)", note.title, form.targets,
        needs: layer.needsChunks ? ["chunks"] : [],
        editions: layer.isForEncryptedOnly ? [.encrypting] : Edition.allCases
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for _ in 0..<Self.requestsPerForm {
          var forge = g.anyRequest(largeOnceIn: 24)
          layer.put(form.name, into: &forge, &g.choices)
          openings.append(try g.open(forge))
        }
        return openings
      }
    }
  }

  /// Sequences of pieces. No single request shows the form, so that the demands are those of the pieces.
  private var sequences: [Specification] {
    ChunkSequence.Kind.allCases.map { kind in
      makeWithCanary(
        "form/\(ChunkSequence.layerName)/\(kind.rawValue)", ChunkSequence.note(kind).title,
        ["ABT-ROB-01", "ABT-ROB-02"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let forge = g.anyRequest(largeOnceIn: 6)
        let sequence = ChunkSequence.make(kind, &g.choices)
        return try g.open(all: g.pieces(of: forge, in: sequence))
      }
    }
  }
}

extension LayerNote {
  fileprivate var title: String { sentence.prefix(1).uppercased() + sentence.dropFirst() + "." }
}

extension LayerForm {
  /// What a case about the form is about: the liberties that have to be accepted. A refusal is asked for by what the reader
  /// finds, which depends on the edition and the contents; finding it does not make the case one about it.
  fileprivate var targets: [Clause.ID] {
    var robustness: [Clause.ID] = ["ABT-ROB-01", "ABT-ROB-02"]
    let clauses = FormRequirements.clauses(of: self)
    if clauses.contains("ABT-ROB-03") { robustness.append("ABT-ROB-03") }
    return switch note.claim {
    case .liberty, .foreign: clauses + robustness
    default: robustness
    }
  }
}
