import Forge
import Testing

@testable import SuiteModels
@testable import Suites

/// A sample of what `make claims` checks with a thousand seeds.
@Suite struct ClaimCheckTests {
  @Test(arguments: ClaimCheck.layers, Edition.allCases)
  func builderAndClassifierAgree(layer: String, edition: Edition) {
    let results = ClaimCheck(edition: edition, seeds: 0..<6).results(ofLayer: layer)
    #expect(results.isEmpty == (layer == EncryptionLayer.layerName && edition == .plain))
    for result in results {
      #expect(result.disagreements == [])
    }
  }

  @Test func whatIsCheckedIsChanged() {
    let results = ClaimCheck(edition: .plain, seeds: 0..<3).results(ofLayer: MagicLayer.layerName)
    #expect(results.count == MagicLayer.Kind.allCases.count)
    #expect(results.first { $0.path == "magic/missing" }?.changed == 3)
    #expect(results.first { $0.path == "magic/canonical" }?.changed == 0)
    #expect(ClaimCheck(edition: .plain, seeds: 0..<3).results(ofLayer: "no such layer").isEmpty)
  }

  @Test func whatIsRefusedIsNotUnharmed() {
    let check = ClaimCheck(edition: .plain, seeds: 0..<3)
    let results = check.results(ofLayer: DictionaryForm.layerName)
    #expect(results.first { $0.path == "dictionary/unknown-key-added" }?.unharmed == 3)
    #expect(results.first { $0.path == "dictionary/whole-profile" }?.unharmed == 0)
  }
}
