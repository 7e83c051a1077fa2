import Conformance
import Forge
import SuiteModels
import Suites

/// Makes whole requests and says what a fresh library has to do with them: right ones with 0 to 3 forms in any layers, some
/// with blind edits between the layers or of the URL, some sent in chunks.
struct RequestMaker {
  private let workshop = RequestWorkshop()

  // Few, so that key schedules are made once.
  private static let secrets = ["secret-1", "s-\u{65E5}\u{672C}"]
  private static let schemes = ["acme-config", "A1+b-C.d", "x-absolutemanageconfig.org.example"]

  func input(_ choices: Choices) -> (input: RequestInput, verdict: Verdict) {
    var g = generator(choices)
    var forge = g.anyRequest(largeOnceIn: 200)
    if g.setup.allowUnencrypted, g.choices.once(in: 3) {
      forge.parameter = .data
      forge.encryption = .none
    }
    let isSequence = g.choices.once(in: 12)
    for _ in 0..<g.choices.below(4) {
      forge.takeRandomForm(
        ofFirst: isSequence ? RequestForge.packedLayerCount : RequestForge.layerCount, &g.choices)
    }
    if g.choices.once(in: 6) { edit(&forge, packedOnly: isSequence, &g.choices) }
    return workshop.withBench(.profile1) { bench in
      isSequence ? sequence(forge, &g, bench) : single(forge, &g, bench)
    }
  }

  private func generator(_ choices: Choices) -> RequestGenerator {
    var choices = choices
    let edition = choices.pick([Edition.plain, .encrypting])
    var g = RequestGenerator(choices: choices, edition: edition, workshop: workshop)
    g.setup.encryptionSecret = g.choices.pick(Self.secrets)
    g.setup.allowUnencrypted = edition == .encrypting && g.choices.once(in: 3)
    if g.choices.once(in: 4) { g.setup.urlScheme = g.choices.pick(Self.schemes) }
    return g
  }

  /// One or two blind edits anywhere between the layers.
  private func edit(_ forge: inout RequestForge, packedOnly: Bool, _ choices: inout Choices) {
    let positions: [WirePosition] =
      packedOnly ? [.propertyList, .content, .stream, .packed] : WirePosition.allCases
    for _ in 0..<choices.within(1...2) {
      forge.edits.append(
        LayerEdit(
          choices.pick(positions), at: choices.below(1 << 20), removing: choices.below(4),
          inserting: choices.bytes(choices.below(4))))
    }
  }

  private func single(
    _ forge: RequestForge, _ g: inout RequestGenerator, _ bench: RequestWorkshop.Bench
  ) -> (input: RequestInput, verdict: Verdict) {
    var url = bench.renderer.render(forge, for: g.setup.context)
    if g.choices.once(in: 6) {
      for _ in 0..<g.choices.within(1...2) { ByteMutation.apply(to: &url, &g.choices) }
    }
    var classifier = RequestClassifier(setup: g.setup, bench: bench)
    let reading = classifier.read(url)
    return (
      RequestInput(setup: g.setup, urls: [url]),
      Verdict(reading, unpacked: classifier.unpacked, of: url)
    )
  }

  // MARK: Chunks

  private func sequence(
    _ forge: RequestForge, _ g: inout RequestGenerator, _ bench: RequestWorkshop.Bench
  ) -> (input: RequestInput, verdict: Verdict) {
    let context = g.setup.context
    // With fewer bytes there would be empty pieces.
    guard bench.renderer.packed(forge, for: context).count >= 8 else {
      return single(forge, &g, bench)
    }
    let sequence = Self.sequence(&g.choices)
    let urls = bench.renderer.requests(
      of: forge, in: sequence.value, otherPayload: "other", for: context
    ).map { bench.renderer.render($0, for: context) }
    let input = RequestInput(setup: g.setup, urls: urls)
    guard sequence.isComplete else { return (input, .kept) }
    var classifier = RequestClassifier(setup: g.setup, bench: bench)
    let whole = bench.renderer.render(forge, for: context)
    let reading = classifier.read(whole)
    return (input, Verdict(reading, unpacked: classifier.unpacked, of: whole))
  }

  /// A sequence of right pieces, and whether its last one completes it: then the verdict on the whole is the one on that.
  private static func sequence(
    _ choices: inout Choices
  ) -> (value: ChunkSequence, isComplete: Bool) {
    let total = choices.within(2...6)
    let place = choices.below(total)
    switch choices.below(8) {
    case 0: return (.inOrder(total: choices.within(1...6)), true)
    case 1, 2: return (.shuffled(total: total, seed: choices.below(1 << 32)), true)
    case 3: return (.uneven(total: total, seed: choices.below(1 << 32)), true)
    case 4: return (.repeated(total: total, at: place), true)
    case 5: return (.gap(total: total, at: place), false)
    case 6: return (.otherTotal(total: total, at: place), false)
    default: return (.otherPayload(total: total, at: place), false)
    }
  }
}
