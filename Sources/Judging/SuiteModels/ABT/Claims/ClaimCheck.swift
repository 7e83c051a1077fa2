import Conformance
package import Forge
import WireFormat

/// Builder against classifier: what a form of a layer claims (`LayerNote`) is held against what the strict reader says of requests
/// that are right but for it. If they disagree, one of them is wrong: a fault of assay.
package struct ClaimCheck {
  /// One form in one edition.
  package struct Result: Sendable {
    /// The layer and the form, such as `zlib/gzip`.
    package let path: String
    package let edition: Edition
    package let claim: LayerNote.Claim
    package let requests: Int
    /// Requests whose bytes the form changes.
    package let changed: Int
    /// Requests that the reader accepts although a library may refuse them: damaged bits that do no harm, unknown keys.
    package let unharmed: Int
    /// What was claimed and what was said, with the seed; empty where all agree.
    package let disagreements: [String]
  }

  private let edition: Edition
  private let seeds: Range<UInt64>
  private let workshop = RequestWorkshop()

  /// - Parameter seeds: one request is made for each of them and each form.
  package init(edition: Edition, seeds: Range<UInt64>) {
    self.edition = edition
    self.seeds = seeds
  }

  /// The names of the layers, from the inside out.
  package static let layers = LayerTable.layers.map(\.name)

  /// All forms of the layer of this name; none where this edition does not look at it, or there is no such layer.
  package func results(ofLayer name: String) -> [Result] {
    guard let layer = LayerTable.layer(name), edition == .encrypting || !layer.isForEncryptedOnly
    else { return [] }
    return layer.forms.map { form in
      let path = layer.name + "/" + form.name
      let claim = form.note.claim
      var changed = 0
      var unharmed = 0
      var disagreements: [String] = []
      for seed in seeds {
        var g = RequestGenerator(
          choices: Choices(seed: seed, case: CaseID("claims/" + path)), edition: edition,
          workshop: workshop)
        let right = g.anyRequest(largeOnceIn: 12)
        var forge = right
        layer.put(form.name, into: &forge, &g.choices)
        let verdict = verdict(on: forge, beside: right, claim, g.setup)
        if verdict.isChanged { changed += 1 }
        if verdict.isUnharmed { unharmed += 1 }
        if let words = verdict.disagreement {
          let value = layer.words(in: forge)
          disagreements.append("\(path) as \(value), \(edition), seed \(seed): \(words)")
        } else if let made = layer.form(in: forge), made != form {
          disagreements.append("\(path) makes \(made.name)")
        }
      }
      return Result(
        path: path, edition: edition, claim: claim, requests: seeds.count, changed: changed,
        unharmed: unharmed, disagreements: disagreements)
    }
  }

  private struct ClaimVerdict {
    var isChanged = true
    var isUnharmed = false
    var disagreement: String?
  }

  private func verdict(
    on forge: RequestForge, beside right: RequestForge, _ claim: LayerNote.Claim,
    _ setup: ABTSetup
  ) -> ClaimVerdict {
    let reading: RequestMeaning
    do {
      reading = try RequestClassifier.classify(forge, setup, workshop).meaning
    } catch {
      return ClaimVerdict(disagreement: "\(error)")
    }
    let isSame = workshop.withBench(setup.dialect) {
      $0.renderer.render(forge, for: setup.context) == $0.renderer.render(right, for: setup.context)
    }
    if isSame {
      return ClaimVerdict(
        isChanged: false,
        disagreement: reading.isBound ? nil : "nothing is changed, yet the reader says \(reading)")
    }
    let holds =
      switch claim {
      case .canonical, .liberty: reading.isBound
      case .free: reading.isFree
      case .refused: reading.isRefused
      case .refusedOrUnharmed, .unbound: reading.isRefused || reading.isFree
      case .foreign: reading.recognition == .foreign
      case .anything: true
      }
    return ClaimVerdict(
      isUnharmed: reading.excuse != nil && !reading.mustRefuse,
      disagreement: holds ? nil : "claimed is \(claim), but the reader says \(reading)")
  }
}

extension RequestMeaning {
  /// Whether it has to be accepted.
  fileprivate var isBound: Bool {
    recognition == .ours && !mustRefuse && freedom == nil && excuse == nil && advice == nil
      && !isUnreadable
  }

  fileprivate var isFree: Bool {
    freedom != nil || !mustRefuse && (excuse != nil || advice != nil)
      || recognition == .oursInOtherCase
      || recognition == .either
  }

  fileprivate var isRefused: Bool {
    recognition == .ours && freedom == nil && (mustRefuse || isUnreadable)
  }
}
